import { useQuery } from '@tanstack/react-query';
import { articleOrigin, publishState } from '@yikao/model/contexts/content/content.codes.ts';
import { officialCalls } from '@yikao/model/contexts/content/official.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { listAddress } from '../../../engine/link/page-address.ts';
import { can } from '../../../engine/session/session.ts';
import { PageLink } from '../../../engine/tab/PageLink.tsx';

/** The number of articles that came from official accounts and were never published, with the way to them. */
export function WaitingNote() {
  const { t } = useTranslation('article');
  const allowed = can(officialCalls.waiting.may);
  const waiting = useQuery({
    queryKey: ['rows', registry.article.name, 'waiting'],
    queryFn: ({ signal }) => send(officialCalls.waiting, { signal, toast: false }),
    enabled: allowed,
  });
  const count = waiting.data?.count ?? 0;
  if (count === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t('official.waiting', { count })}
      action={
        <PageLink
          to={listAddress(registry.article, {
            origin: articleOrigin.is.official,
            publishState: publishState.is.never,
          })}
        >
          {t('official.show')}
        </PageLink>
      }
    />
  );
}
