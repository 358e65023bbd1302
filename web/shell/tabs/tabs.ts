/** A tab's location, without properties only the router needs. */
export interface TabPlace {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** An open page. Its path names it: a page is open once. */
export interface Tab extends TabPlace {
  /** Counts refreshes; a new number remounts the page. */
  readonly generation: number;
  /** True if it has been shown since the product was loaded; a tab restored from before is drawn only then. */
  readonly shown: boolean;
}

/** Path of the dashboard, whose tab is always first and never closes. */
export const homePath = '/home';

const home: Tab = { pathname: homePath, search: '', hash: '', generation: 0, shown: false };

/** The initial tabs: home, and those open before a reload. */
export function restoredTabs(places: readonly TabPlace[]): Tab[] {
  const others = places.filter(place => place.pathname !== homePath);
  return [home, ...others.map(place => ({ ...home, ...place }))];
}

/** The tabs with the one at `place` open there. Returns the same array if nothing changes. */
export function openTab(tabs: readonly Tab[], place: TabPlace): readonly Tab[] {
  const { pathname, search, hash } = place;
  const at = tabs.find(tab => tab.pathname === pathname);
  if (!at) return [...tabs, { pathname, search, hash, generation: 0, shown: true }];
  if (at.shown && at.search === search && at.hash === hash) return tabs;
  return tabs.map(tab => (tab === at ? { ...tab, search, hash, shown: true } : tab));
}

/** The result of closing: the tabs, and the page to show if the current one was closed. */
export interface Closing {
  readonly tabs: readonly Tab[];
  readonly goTo?: Tab;
}

/**
 * Closes the tab at `path`. Closing the active one shows the last remaining; closing another does not change the active
 * one (spec section 2, domain Q54).
 */
export function closeTab(tabs: readonly Tab[], path: string, active: string): Closing {
  if (path === homePath) return { tabs };
  const left = tabs.filter(tab => tab.pathname !== path);
  return path === active ? { tabs: left, goTo: left.at(-1) ?? home } : { tabs: left };
}

/** Closes every tab but home and the one at `path`, which is then the one shown. */
export function closeOtherTabs(tabs: readonly Tab[], path: string, active: string): Closing {
  const left = tabs.filter(tab => tab.pathname === path || tab.pathname === homePath);
  const kept = left.find(tab => tab.pathname === path);
  return kept && path !== active ? { tabs: left, goTo: kept } : { tabs: left };
}

/** Closes every tab and shows home (spec section 2). */
export function closeAllTabs(tabs: readonly Tab[]): Closing {
  const left = tabs.filter(tab => tab.pathname === homePath);
  return { tabs: left, goTo: left[0] ?? home };
}

/** Remounts the page of the tab at `path`. */
export function refreshTab(tabs: readonly Tab[], path: string): readonly Tab[] {
  return tabs.map(tab => (tab.pathname === path ? { ...tab, generation: tab.generation + 1 } : tab));
}

/** `place` as an address. */
export function addressOfPlace({ pathname, search, hash }: TabPlace): string {
  return pathname + search + hash;
}
