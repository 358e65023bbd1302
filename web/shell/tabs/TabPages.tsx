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
 * The pages of all tabs shown so far, one of them visible. The others keep their state, with effects paused, until they
 * are shown again. An Ant Design dialog that returns with its tab would repeat its opening animation, hide its content
 * for a frame, and fail because of it: without motion it is simply restored. (A theme without motion would do the same,
 * but would be computed in addition to the frame's.)
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

/**
 * One page. Its own `Routes` provides its tab's location, so that a hidden page does not see the visible one's query.
 */
const TabPage = memo(({ tab, title, setDirty, show }: PageProps) => {
  const { pathname } = tab;
  const Page = pageAt(pathname);
  const controls = useMemo<TabControls>(
    () => ({ title, setDirty: (part, dirty) => setDirty(pathname, part, dirty), show }),
    [title, pathname, setDirty, show],
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

/** Rendered next to a page whose code is loaded and which has begun to load data. */
function Standing() {
  useEffect(fetchLater, []);
  return null;
}

/** The placeholder of a page whose code or menu is loading. */
export function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <LoadingBar />
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  );
}
