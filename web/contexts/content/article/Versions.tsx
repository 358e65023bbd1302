import { useQuery } from '@tanstack/react-query';
import { type ArticleVersion, articleCalls } from '@yikao/model/contexts/content/article.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Button, Skeleton, Timeline } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { lazyDialog } from '../../../engine/boundary/lazy-dialog.tsx';
import { Trouble } from '../../../engine/boundary/Trouble.tsx';
import type { WireRow } from '../../../engine/wire-row.ts';
import { ToneTag } from '../../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';

const VersionDialog = lazyDialog(() => import('./VersionDialog.tsx'), 'VersionDialog');

const { article } = registry;

interface VersionsProps {
  readonly row: WireRow<typeof article.fields>;
}

/** The versions of an article's text, newest first; each is looked at, compared with the current one and restored. */
export function Versions({ row }: VersionsProps) {
  const { t } = useTranslation(['article', 'engine']);
  const language = useLanguage();
  const [open, setOpen] = useState<ArticleVersion>();
  const { articleId } = row;
  const versions = useQuery({
    queryKey: ['row', article.name, articleId, 'versions', row.version],
    queryFn: ({ signal }) => send(articleCalls.versions, { query: { articleId }, signal, toast: false }),
  });
  if (versions.isError)
    return (
      <Trouble title={t('engine:list.failed')}>
        <Button onClick={() => void versions.refetch()}>{t('engine:list.retry')}</Button>
      </Trouble>
    );
  if (!versions.data) return <Skeleton active />;
  if (versions.data.length === 0) return <p>{t('versions.none')}</p>;
  const namesOf = (one: ArticleVersion) =>
    new Intl.ListFormat(language, { type: 'conjunction' }).format(
      one.fields.map(name => article.fields[name].label[language]),
    );
  return (
    <>
      <Timeline
        items={versions.data.map((one, at) => ({
          key: one.version,
          content: (
            <>
              <div>
                {one.time.slice(0, 16)} {at === 0 && <ToneTag tone="act" text={t('versions.current')} />}
              </div>
              <div>
                {t('versions.made', { who: one.userName ?? t('versions.product'), what: namesOf(one) })}
              </div>
              {at > 0 && (
                <Button type="link" size="small" onClick={() => setOpen(one)}>
                  {t('versions.compare')}
                </Button>
              )}
            </>
          ),
        }))}
      />
      {open && <VersionDialog row={row} of={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
