import { useTranslation } from 'react-i18next';
import styles from './FormDialog.module.css';

/** Says how many files a save waits for. */
export function UploadsLeft({ count }: { readonly count: number }) {
  const { t } = useTranslation('engine');
  return (
    <span role="status" className={styles.uploads}>
      {count > 0 && t('form.uploading', { count })}
    </span>
  );
}
