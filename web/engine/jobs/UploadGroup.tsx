import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RunningUpload } from '../api/uploads.ts';
import styles from './jobs.module.css';

/** The running uploads, from any page. */
export function UploadGroup({ uploads }: { readonly uploads: readonly RunningUpload[] }) {
  const { t } = useTranslation('engine');
  if (uploads.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2>{t('jobs.uploading')}</h2>
      <ul>
        {uploads.map(({ id, name, share, abort }) => (
          <li key={id} className={styles.card}>
            <div className={styles.head}>
              <b title={name}>{name}</b>
              <Button type="link" size="small" danger onClick={abort}>
                {t('jobs.cancel')}
              </Button>
            </div>
            <Progress size="small" percent={Math.floor(share * 100)} aria-label={t('import.sending')} />
          </li>
        ))}
      </ul>
    </section>
  );
}
