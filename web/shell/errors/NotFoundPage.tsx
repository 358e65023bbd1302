import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { EmptySeat } from './EmptySeat.tsx';
import styles from './NotFoundPage.module.css';

/** The 404 page: back, and home (spec section 2). */
export default function NotFoundPage() {
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  useDocumentTitle(t('notFound.title'));
  return (
    <ThemeProvider>
      <main className={styles.page}>
        <EmptySeat />
        <p className={styles.code}>404</p>
        <h1>{t('notFound.title')}</h1>
        <p>{t('notFound.text')}</p>
        <div className={styles.actions}>
          <Button onClick={() => navigate(-1)}>{t('common:back')}</Button>
          <Button type="primary" onClick={() => navigate('/home')}>
            {t('common:goHome')}
          </Button>
        </div>
      </main>
    </ThemeProvider>
  );
}
