import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuAddress } from '../../../../engine/link/page-address.ts';
import type { MenuPage } from '../../../../engine/menu/menu.ts';
import { recentPages } from '../../../../engine/menu/recent-pages.ts';
import { useMenu } from '../../../../engine/menu/use-menu.ts';
import { useSession } from '../../../../engine/session/use-session.ts';
import { PageLink } from '../../../../engine/tab/PageLink.tsx';
import { WaitingSection } from '../../../../engine/waiting/WaitingSection.tsx';
import { EmptyState } from '../../../../fields/parts/EmptyState.tsx';
import { useSite } from '../../../system/site/use-site.ts';
import styles from './Welcome.module.css';

/**
 * The home page of a person with neither the admin nor the sale flag: a welcome heading (spec section 1), the work that
 * waits, and links to pages.
 */
export function Welcome() {
  const { t } = useTranslation(['shell', 'common']);
  const { userId, nickName, userName } = useSession();
  const { pages, entries } = useMenu();
  const site = useSite();
  const [shown, setShown] = useState(false);
  const show = useCallback(() => setShown(true), []);
  // The links are seen where they stay: below the work that waits.
  const later = shown ? undefined : styles.later;
  const recent = recentPages(userId).flatMap(path => pages.find(page => page.path === path) ?? []);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{t('home.welcome', { greeting: t(greetingNow()), name: nickName || userName })}</h1>
        <p>{t('home.subtitle', { site: site?.shortTitle || t('common:productName') })}</p>
      </header>
      <div className={styles.waiting}>
        <WaitingSection onShown={show} />
      </div>
      {recent.length > 0 && (
        <section className={later}>
          <h2>{t('home.recent')}</h2>
          <ul className={styles.recent}>
            {recent.map(page => (
              <li key={page.path}>
                <PageLink to={menuAddress(page.path)}>{page.title}</PageLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {/* The menu is beside this page; its pages are repeated for newcomers alone. */}
      {recent.length === 0 && pages.length > 0 && (
        <section className={later}>
          <h2>{t('home.pages')}</h2>
          <div className={styles.groups}>
            {groupsOf(pages).map(([group, members]) => (
              <div key={group} className={styles.group}>
                {group && <h3>{group}</h3>}
                <ul>
                  {members.map(page => (
                    <li key={page.path}>
                      <PageLink to={menuAddress(page.path)}>{page.title}</PageLink>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      )}
      {entries?.length === 0 && <EmptyState title={t('home.nothing')} hint={t('home.nothingHint')} />}
    </div>
  );
}

/** Pages by their outermost group, in the order of the menu. */
function groupsOf(pages: readonly MenuPage[]): [group: string, pages: readonly MenuPage[]][] {
  return [...Map.groupBy(pages, page => page.groups[0] ?? '')];
}

function greetingNow() {
  const hour = new Date().getHours();
  if (hour < 11) return 'home.morning';
  if (hour < 13) return 'home.noon';
  return hour < 18 ? 'home.afternoon' : 'home.evening';
}
