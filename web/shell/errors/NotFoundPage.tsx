import { useTranslation } from 'react-i18next';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { NotFound } from './NotFound.tsx';
import styles from './NotFoundPage.module.css';

/** The 404 page, open to everyone (spec section 2). */
export default function NotFoundPage() {
  const { t } = useTranslation('shell');
  useDocumentTitle(t('notFound.title'));
  return (
    <ThemeProvider>
      <main className={styles.page}>
        <NotFound />
      </main>
    </ThemeProvider>
  );
}
