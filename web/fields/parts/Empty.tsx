import { useTranslation } from 'react-i18next';
import styles from './fields.module.css';

/** A missing value: a grey dash, and a word for screen readers. */
export function Empty() {
  const { t } = useTranslation('engine');
  return (
    <span className={styles.empty} role="img" aria-label={t('fields.empty')}>
      –
    </span>
  );
}
