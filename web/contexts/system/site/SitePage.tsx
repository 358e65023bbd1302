import { fileCalls, storedFile } from '@yikao/model/calls/files.ts';
import type { CurrentWebsite } from '@yikao/model/contexts/system/website.calls.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAddress } from '../../../engine/api/send.ts';
import { useLanguageChoice } from '../../../engine/language.ts';
import { BrandArt } from './BrandArt.tsx';
import { Mark } from './Mark.tsx';
import styles from './SitePage.module.css';

interface SitePageProps {
  /** Branding of the host; the product's own if unknown. */
  readonly site: CurrentWebsite | undefined;
  /** The work of the page, under the site's logo and title. */
  readonly children: ReactNode;
  /** Replaces the text of the brand's column. */
  readonly words?: ReactNode;
  /** The work takes the larger part, the brand the smaller. */
  readonly wide?: boolean;
}

/** Address of an uploaded picture; null if there is none. */
function pictureOf(path: string | null | undefined): string | null {
  return path ? callAddress(fileCalls.read, storedFile(path)) : null;
}

/**
 * The pages before the login: the website's brand next to the form, with filings at the bottom; on a phone only the
 * form (spec section 2). Its layout depends on its own width, so that a preview in a frame is accurate.
 */
export function SitePage({ site, children, words, wide = false }: SitePageProps) {
  const { t } = useTranslation(['login', 'common', 'messages']);
  // Toasts are loaded over the network here, which may be exactly what failed.
  const [failed, setFailed] = useState(false);
  const { language, choosing, choose, prepare } = useLanguageChoice(() => setFailed(true));
  const siteKey = site?.siteKey ?? 'ykzyb';
  const background = pictureOf(site?.loginBg);
  const logo = pictureOf(site?.logo);
  // Its words belong to the page, and need a landmark; the brand alone is a picture.
  const Brand = words === undefined ? 'div' : 'aside';
  return (
    <div className={styles.frame}>
      <div className={styles.page} data-wide={wide}>
        <Brand
          className={styles.brand}
          data-site={siteKey}
          data-picture={background !== null}
          aria-hidden={words === undefined}
        >
          {background ? (
            <img className={styles.background} src={background} alt="" />
          ) : (
            <BrandArt siteKey={siteKey} />
          )}
          <div className={styles.words}>
            {words ?? (
              <>
                <p className={styles.tagline}>{t(`taglines.${siteKey}`)}</p>
                <p className={styles.subtitle}>{t(`subtitles.${siteKey}`)}</p>
              </>
            )}
          </div>
        </Brand>
        <div className={styles.side}>
          <button
            className={styles.language}
            type="button"
            lang={language === 'zh' ? 'en' : 'zh-CN'}
            aria-busy={choosing}
            onClick={() => {
              setFailed(false);
              choose();
            }}
            onPointerEnter={prepare}
            onFocus={prepare}
          >
            {t('language')}
          </button>
          {failed && (
            <p className={styles.failed} role="alert">
              {t('messages:languageFailed')}
            </p>
          )}
          <main className={styles.main}>
            <header className={styles.header}>
              {logo ? (
                <img className={styles.logo} src={logo} alt="" />
              ) : (
                <Mark className={styles.logo ?? ''} />
              )}
              <h1 className={styles.title}>{site?.title ?? t('common:productName')}</h1>
            </header>
            {children}
          </main>
          {site && <Filings site={site} />}
        </div>
      </div>
    </div>
  );
}

/** The filing numbers of a site, and how to reach its people: the foot of a public page. */
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
