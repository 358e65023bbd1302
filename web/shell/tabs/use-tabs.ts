import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import {
  addressOfPlace,
  type Closing,
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  openTab,
  refreshTab,
  restoredTabs,
  type Tab,
} from './tabs.ts';

const storageKey = 'yikao.tabs';
const keptTabs = z.object({
  userId: z.number(),
  tabs: z.array(z.object({ pathname: z.string(), search: z.string(), hash: z.string() })),
});

function keptOf(userId: number): Tab[] {
  try {
    const kept = keptTabs.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    return restoredTabs(kept.userId === userId ? kept.tabs : []);
  } catch {
    return restoredTabs([]);
  }
}

/** The open tabs and their actions. */
export interface Tabs {
  readonly tabs: readonly Tab[];
  /** Path of the tab shown. */
  readonly active: string;
  /** Paths of the tabs with unsaved changes. */
  readonly dirty: ReadonlySet<string>;
  /** Shows the page at `path`: its open tab in its current state, otherwise the path as given. */
  show(path: string): void;
  close(path: string): void;
  closeOthers(path: string): void;
  closeAll(): void;
  refresh(path: string): void;
  /** Notes whether part `part` of the page at `path` has unsaved changes. */
  setDirty(path: string, part: string, dirty: boolean): void;
}

/**
 * Synchronises a person's tabs with the router: the current page opens its tab if necessary, and each tab remembers its
 * query (spec section 2). `known` tests whether a path is a page; others get no tab. A reload restores the tabs.
 */
export function useTabs(userId: number, known: (path: string) => boolean): Tabs {
  const location = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [all, setAll] = useState<readonly Tab[]>(() => keptOf(userId));
  const [dirtyParts, setDirtyParts] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
  const active = location.pathname;

  // A location opens its tab only when the router arrives: between closing the active tab and leaving its location, the
  // location is still the old one. Set during rendering instead of an effect, so that the page is not blank for a
  // frame.
  const [opened, setOpened] = useState<typeof location>();
  const arrived = location !== opened && known(active);
  const current = arrived ? openTab(all, location) : all;
  if (arrived) {
    setOpened(location);
    setAll(current);
  }
  const tabs = useMemo(() => current.filter(tab => known(tab.pathname)), [current, known]);

  useEffect(() => {
    const places = tabs.map(({ pathname, search, hash }) => ({ pathname, search, hash }));
    sessionStorage.setItem(storageKey, JSON.stringify({ userId, tabs: places }));
  }, [userId, tabs]);

  // On a busy machine the router has been seen to drop the leave of a closed tab for something that the page did in its
  // last moment: the place then has no tab, and nothing would be shown.
  const stranded = !arrived && known(active) && !tabs.some(tab => tab.pathname === active);
  useEffect(() => {
    const follower = tabs.at(-1);
    if (stranded && follower) void navigate(addressOfPlace(follower), { replace: true });
  }, [stranded, tabs, navigate]);

  const apply = useCallback(
    ({ tabs: left, goTo }: Closing) => {
      // The router moves in a transition; use the same one, so that the tab is removed as its successor appears.
      startTransition(() => {
        setAll(left);
        setDirtyParts(
          parts => new Map([...parts].filter(([path]) => left.some(tab => tab.pathname === path))),
        );
        if (goTo) void navigate(addressOfPlace(goTo));
      });
    },
    [navigate],
  );

  // Pages keep a reference to this function, so it must be stable: otherwise an effect that marks its tab would run
  // again and mark it again, endlessly.
  const shownTabs = useRef(tabs);
  useLayoutEffect(() => {
    shownTabs.current = tabs;
  }, [tabs]);
  const show = useCallback(
    (path: string) =>
      void navigate(
        addressOfPlace(
          shownTabs.current.find(tab => tab.pathname === path) ?? { pathname: path, search: '', hash: '' },
        ),
      ),
    [navigate],
  );

  const setDirty = useCallback((path: string, part: string, dirty: boolean) => {
    // Hiding a page cleans its effects up as removing it would; its changes are still there, so the mark stays.
    if (!dirty && window.location.pathname !== path) return;
    setDirtyParts(before => {
      const parts = new Set(before.get(path));
      if (dirty) parts.add(part);
      else parts.delete(part);
      const after = new Map(before);
      if (parts.size > 0) after.set(path, parts);
      else after.delete(path);
      return after;
    });
  }, []);

  return {
    tabs,
    active,
    dirty: useMemo(() => new Set(dirtyParts.keys()), [dirtyParts]),
    show,
    close: path => apply(closeTab(tabs, path, active)),
    closeOthers: path => apply(closeOtherTabs(tabs, path, active)),
    closeAll: () => apply(closeAllTabs(tabs)),
    refresh: path => {
      void queryClient.invalidateQueries({ refetchType: 'none' }); // the page asks again as it is drawn again
      setAll(refreshTab(tabs, path));
    },
    setDirty,
  };
}
