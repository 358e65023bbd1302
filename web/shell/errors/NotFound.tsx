import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { pageAddress, useGoTo } from '../../engine/link/page-address.ts';
import { EmptySeat } from './EmptySeat.tsx';
import styles from './NotFoundPage.module.css';

/** Reports an unknown address, with links back and home (spec section 2). */
export function NotFound() {
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  const goTo = useGoTo();
  return (
    <>
      <EmptySeat />
      <p className={styles.code}>404</p>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <div className={styles.actions}>
        <Button onClick={() => navigate(-1)}>{t('common:back')}</Button>
        <Button type="primary" onClick={() => goTo(pageAddress('/home'))}>
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
