import { Provider as MotionProvider } from '@rc-component/motion';
import { Skeleton } from 'antd';
import { Activity, memo, useEffect, useMemo } from 'react';
import { Route, Routes } from 'react-router';
import { Boundary } from '../../engine/boundary/Boundary.tsx';
import { TabContext, type TabControls } from '../../engine/tab/tab-context.ts';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { LoadingBar } from '../../loading/LoadingBar.tsx';
import { fetchLater } from '../pages/fetch-later.ts';
import { pageAt } from '../pages/page-at.tsx';
import styles from './TabPages.module.css';
import type { Tab } from './tabs.ts';
import type { Tabs } from './use-tabs.ts';

interface Props {
  readonly tabs: Tabs;
  readonly titleOf: (path: string) => string;
}

/**
 * The pages of all tabs that were shown, one of them visible. The others keep their state, and their effects
 * rest, until they are shown again. A dialog of Ant Design that comes back with its tab would play its opening again,
 * taking its content away for a frame, and fail as it looks for it: without motion it is simply there again, as it was
 * left. (A theme without motion would say the same, and be worked out beside that of the frame.)
 */
export function TabPages({ tabs, titleOf }: Props) {
  return (
    <MotionProvider motion={false}>
      {tabs.tabs
        .filter(tab => tab.shown)
        .map(tab => (
          <Activity
            key={`${tab.pathname} ${tab.generation}`}
            mode={tab.pathname === tabs.active ? 'visible' : 'hidden'}
          >
            <TabPage tab={tab} title={titleOf(tab.pathname)} setDirty={tabs.setDirty} show={tabs.show} />
          </Activity>
        ))}
    </MotionProvider>
  );
}

interface PageProps {
  readonly tab: Tab;
  readonly title: string;
  readonly setDirty: Tabs['setDirty'];
  readonly show: Tabs['show'];
}

/** One page. Its own `Routes` gives it the location of its tab, so that a hidden page does not see the visible one's query. */
const TabPage = memo(({ tab, title, setDirty, show }: PageProps) => {
  const { pathname } = tab;
  const Page = pageAt(pathname);
  const controls = useMemo<TabControls>(
    () => ({ setDirty: (part, dirty) => setDirty(pathname, part, dirty), show }),
    [pathname, setDirty, show],
  );
  return (
    <section className={styles.page} aria-label={title}>
      <TabContext value={controls}>
        <Boundary around="page">
          <CodeSuspense fallback={<PageSkeleton />}>
            <Routes location={tab}>
              <Route path="*" element={<Page title={title} />} />
            </Routes>
            <Standing />
          </CodeSuspense>
        </Boundary>
      </TabContext>
    </section>
  );
});

/** Stands beside a page whose code is here and which has begun to read. */
function Standing() {
  useEffect(fetchLater, []);
  return null;
}

/** Holds the place of a page whose code or menu is on its way. */
export function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <LoadingBar />
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  );
}
