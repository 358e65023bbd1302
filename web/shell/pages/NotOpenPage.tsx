import { HourglassOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import styles from './NotOpenPage.module.css';

/** An existing page without content yet: says so in a sentence. */
export function NotOpenPage({ title }: { readonly title: string }) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.page}>
      <HourglassOutlined className={styles.icon ?? ''} />
      <h1>{title}</h1>
      <p>{t('notOpen.text')}</p>
    </div>
  );
}
