import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { tiktokCalls } from '@yikao/model/contexts/tiktok/tiktok.calls.ts';
import { ttMountStatus } from '@yikao/model/contexts/tiktok/tiktok.codes.ts';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './HangingMounts.module.css';

const { ttMount } = registry;

/** The mounts that end with an account, before it is unbound (domain 10). */
export function HangingMounts({ id }: { readonly id: number }) {
  const { t } = useTranslation('tiktok');
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['rows', ttMount.name, 'hangs', id],
    queryFn: ({ signal }) => send(tiktokCalls.hangs, { query: { id }, signal, toast: false }),
  });
  if (!data) return <Skeleton active paragraph={{ rows: 2 }} />;
  if (data.total === 0) return <Alert type="info" showIcon title={t('hangsNothing')} />;
  const left = data.total - data.mounts.length;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('hangs', { count: data.total })}
      description={
        <ul className={styles.mounts}>
          {data.mounts.map(mount => (
            <li key={mount.id}>
              {mount.mountTitle} ·{' '}
              {ttMountStatus.items.find(({ code }) => code === mount.mountStatus)?.label[language]}
            </li>
          ))}
          {left > 0 && <li>{t('more', { count: left })}</li>}
        </ul>
      }
    />
  );
}
