// Before every Ant Design element: our styles come after its own.
import 'virtual:antd-styles.css';

import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../contexts/system/site/Mark.tsx';
import { Boundary } from '../../engine/boundary/Boundary.tsx';
import { DialogBoundary } from '../../engine/boundary/DialogBoundary.tsx';
import { QuestionsProvider } from '../../engine/boundary/QuestionsProvider.tsx';
import { useOnceTrue } from '../../engine/layout/use-once-true.ts';
import type { MenuPage } from '../../engine/menu/menu.ts';
import { noteRecentPage } from '../../engine/menu/recent-pages.ts';
import { type Menu, useMenu } from '../../engine/menu/use-menu.ts';
import { useSession } from '../../engine/session/use-session.ts';
import { noteUnsaved } from '../../engine/tab/unsaved.ts';
import { usePhone } from '../../engine/use-media.ts';
import { laterCode } from '../../loading/later-code.ts';
import { NotFoundHere } from '../errors/NotFound.tsx';
import { useFreshPerson } from '../person/use-fresh-person.ts';
import { TabBar } from '../tabs/TabBar.tsx';
import { PageSkeleton, TabPages } from '../tabs/TabPages.tsx';
import { homePath } from '../tabs/tabs.ts';
import { useTabs } from '../tabs/use-tabs.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import styles from './Shell.module.css';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { useFocusReturn } from './use-focus-return.ts';

const MenuDrawer = laterCode(() => import('./MenuDrawer.tsx'));
const PageSearch = laterCode(() => import('../search/PageSearch.tsx'));

const collapsedKey = 'yikao.menuCollapsed';

/** Everything around the pages: menu, top bar, tabs (spec section 2). */
export default function Shell() {
  return (
    <ThemeProvider>
      <div className={styles.app}>
        <QuestionsProvider>
          <Frame />
        </QuestionsProvider>
      </div>
    </ThemeProvider>
  );
}

function Frame() {
  const { t } = useTranslation(['shell', 'common']);
  const { userId } = useSession();
  const phone = usePhone();
  const menu = useMenu();
  useFreshPerson();
  useFocusReturn();
  const { pages, titleOf, known } = usePages(menu);
  const tabs = useTabs(userId, known);
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(collapsedKey) === '1');
  const [drawer, setDrawer] = useState(false);
  const [searching, setSearching] = useState(false);
  const drawerWanted = useOnceTrue(drawer);
  const searchWanted = useOnceTrue(searching);
  const settled = menu.entries !== undefined;
  const found = known(tabs.active);
  const lost = settled && !found;
  useDocumentTitle(found ? titleOf(tabs.active) : lost ? t('notFound.title') : undefined);

  useEffect(() => {
    if (found && tabs.active !== homePath) noteRecentPage(userId, tabs.active);
  }, [userId, tabs.active, found]);

  const unsaved = tabs.dirty.size > 0;
  useEffect(() => {
    noteUnsaved(unsaved);
    return () => noteUnsaved(false);
  }, [unsaved]);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const toggleMenu = () => {
    if (phone) return setDrawer(true);
    localStorage.setItem(collapsedKey, collapsed ? '0' : '1');
    setCollapsed(!collapsed);
  };
  const show = (path: string) => {
    setDrawer(false);
    tabs.show(path);
  };

  const navigation = (small: boolean) => (
    <nav className={styles.menu} data-collapsed={small} aria-label={t('menu.label')}>
      <button
        type="button"
        className={styles.logo}
        onClick={() => show(homePath)}
        aria-label={`${t('common:productName')} ${t('common:goHome')}`}
      >
        <Mark />
        {!small && <span>{t('common:productName')}</span>}
      </button>
      <div className={styles.entries}>
        <Boundary>
          <SideMenu entries={menu.entries ?? []} active={tabs.active} collapsed={small} onShow={show} />
        </Boundary>
      </div>
    </nav>
  );

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      {!phone && navigation(collapsed)}
      {phone && drawerWanted && (
        <DialogBoundary onClose={() => setDrawer(false)}>
          <MenuDrawer open={drawer} onClose={() => setDrawer(false)}>
            {navigation(false)}
          </MenuDrawer>
        </DialogBoundary>
      )}
      <div className={styles.rest}>
        <Boundary frame={null}>
          <TopBar collapsed={collapsed} onToggleMenu={toggleMenu} onSearch={() => setSearching(true)} />
        </Boundary>
        <Boundary frame={null}>
          <TabBar tabs={tabs} titleOf={titleOf} />
        </Boundary>
        <ConnectionNotice unsaved={unsaved} />
        <main id="content" className={styles.content} tabIndex={-1}>
          <TabPages tabs={tabs} titleOf={titleOf} />
          {lost && <NotFoundHere />}
          {!found && !lost && (menu.failed ? <MenuFailed onRetry={menu.retry} /> : <PageSkeleton />)}
        </main>
      </div>
      {searchWanted && (
        <DialogBoundary onClose={() => setSearching(false)}>
          <PageSearch open={searching} pages={pages} onClose={() => setSearching(false)} onShow={show} />
        </DialogBoundary>
      )}
    </div>
  );
}

/** A page of the shell itself, which the server's menu does not include. */
const own = { icon: 'AppstoreOutlined', groups: [] };

/** The pages the person may open, their titles, and a test for their paths. */
function usePages({ pages: menuPages }: Menu) {
  const { t } = useTranslation(['shell', 'common']);
  const pages = useMemo<readonly MenuPage[]>(() => {
    const home = { ...own, path: homePath, title: t('common:home'), pinyin: ' SHOU YE' };
    // Open to everyone after login, whether in the menu or not (spec section 2).
    const extra = [
      {
        ...own,
        path: '/aboard/direction',
        title: t('direction'),
        icon: 'GlobalOutlined',
        pinyin: ' FANG XIANG GUAN LI',
      },
      {
        ...own,
        path: '/wish/remarkEdit',
        title: t('remarkEdit'),
        icon: 'DatabaseOutlined',
        pinyin: ' BEI ZHU JI LU',
      },
      {
        ...own,
        path: '/sys/message',
        title: t('messages'),
        icon: 'NotificationOutlined',
        pinyin: ' WO DE XIAO XI',
      },
      ...(import.meta.env.DEV ? [{ ...own, path: '/examples', title: t('examples'), pinyin: '' }] : []),
    ].filter(page => menuPages.every(other => other.path !== page.path));
    return [home, ...menuPages.filter(page => page.path !== homePath), ...extra];
  }, [menuPages, t]);
  // A page that opens one row of another page's list belongs to people with that page; the menu and the search lead to
  // the list.
  const titles = useMemo(() => {
    const found = new Map(pages.map(page => [page.path, page.title]));
    if (found.has('/wish/voluntaryList')) found.set('/wish/voluntaryList/edit', t('voluntaryEdit'));
    return found;
  }, [pages, t]);
  return {
    pages,
    titleOf: useCallback((path: string) => titles.get(path) ?? '', [titles]),
    known: useCallback((path: string) => titles.has(path), [titles]),
  };
}

function MenuFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <div className={styles.failed} role="alert">
      <p>{t('menu.failed')}</p>
      <Button type="primary" onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </div>
  );
}
