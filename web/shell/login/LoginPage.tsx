import type { CurrentWebsite } from '@yikao/model/calls/website.ts';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../engine/site/use-site.ts';
import { setLanguage, useLanguage } from '../../i18n/i18n.ts';
import { Mark } from '../brand/Mark.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { BrandArt } from './BrandArt.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginPage.module.css';

/** The login page: the site's brand beside the form; on a phone the form alone (spec section 2, screens.md). */
export default function LoginPage() {
  const { t } = useTranslation(['login', 'common']);
  const language = useLanguage();
  const site = useSite();
  useDocumentTitle(t('title'));
  const siteKey = site?.siteKey ?? 'ykzyb';
  return (
    <div className={styles.page}>
      <div className={styles.brand} data-site={siteKey} aria-hidden="true">
        {site?.loginBg ? (
          <img className={styles.background} src={site.loginBg} alt="" />
        ) : (
          <BrandArt siteKey={siteKey} />
        )}
        <div className={styles.words}>
          <p className={styles.tagline}>{t(`taglines.${siteKey}`)}</p>
          <p className={styles.subtitle}>{t(`subtitles.${siteKey}`)}</p>
        </div>
      </div>
      <div className={styles.side}>
        <button
          className={styles.language}
          type="button"
          lang={language === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
        >
          {t('language')}
        </button>
        <main className={styles.main}>
          <header className={styles.header}>
            {site?.logo ? (
              <img className={styles.logo} src={site.logo} alt="" />
            ) : (
              <Mark className={styles.logo ?? ''} />
            )}
            <h1 className={styles.title}>{site?.title ?? t('common:productName')}</h1>
          </header>
          <LoginForm />
        </main>
        {site && <Filings site={site} />}
      </div>
    </div>
  );
}

function Filings({ site }: { readonly site: CurrentWebsite }) {
  const { t } = useTranslation('login');
  return (
    <footer className={styles.footer}>
      {site.footer && <span>{site.footer}</span>}
      {site.servicePhone && (
        <span>
          {t('servicePhone')} {site.servicePhone}
        </span>
      )}
      {site.icpNo && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
          {site.icpNo}
        </a>
      )}
      {site.policeNo && (
        <a href="https://beian.mps.gov.cn/" target="_blank" rel="noreferrer">
          {site.policeNo}
        </a>
      )}
    </footer>
  );
}
