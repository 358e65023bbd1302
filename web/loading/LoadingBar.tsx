import { useTranslation } from 'react-i18next';
import styles from './LoadingBar.module.css';

/** The thin bar along the top while a page's code is on its way. It shows after a moment, so that quick pages do not flicker. */
export function LoadingBar() {
  const { t } = useTranslation();
  return (
    <div className={styles.bar} role="progressbar" aria-label={t('loading')}>
      <div className={styles.run} />
    </div>
  );
}
