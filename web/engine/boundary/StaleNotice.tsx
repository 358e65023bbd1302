import { Alert, Button } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../api/connection.ts';
import type { Kept } from '../layout/use-kept.ts';
import styles from './StaleNotice.module.css';

/** Shown above old data when newer data could not be loaded, with its age and a button to try again. */
export function StaleNotice({ of }: { readonly of: Kept<unknown> }) {
  const { t } = useTranslation(['trouble', 'common']);
  // The reason is then shown above the page, and the next attempt is automatic.
  const away = useConnection() !== 'fine';
  if (of.error === null || of.data === undefined) return null;
  return (
    <Alert
      className={styles.notice ?? ''}
      role="alert"
      banner
      showIcon
      type="warning"
      title={
        <span className={styles.text}>
          {!away && <span>{t('stale.failed', { message: of.error.message })}</span>}
          <span className={styles.since}>
            {t('stale.since', { time: dayjs(of.at).format('MM-DD HH:mm:ss') })}
          </span>
        </span>
      }
      action={
        !away && (
          <Button size="small" loading={of.stale} onClick={of.retry}>
            {t('common:retry')}
          </Button>
        )
      }
    />
  );
}
