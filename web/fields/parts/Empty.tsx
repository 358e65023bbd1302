import { useTranslation } from 'react-i18next';
import styles from './fields.module.css';

/** Nothing, where a value could be: a grey dash (screens.md), and a word for those who hear the page. */
export function Empty() {
  const { t } = useTranslation('engine');
  return (
    <span className={styles.empty} role="img" aria-label={t('fields.empty')}>
      –
    </span>
  );
}
