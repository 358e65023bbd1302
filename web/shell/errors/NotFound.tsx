import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptySeat } from './EmptySeat.tsx';
import styles from './NotFoundPage.module.css';

/** Says that an address leads nowhere, with ways back and home (spec section 2). */
export function NotFound() {
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  return (
    <>
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
    </>
  );
}

/** The same in the place of a page, with menu and tabs around it. */
export function NotFoundHere() {
  return (
    <div className={styles.here}>
      <NotFound />
    </div>
  );
}
