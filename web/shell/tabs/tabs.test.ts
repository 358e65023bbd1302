import { describe, expect, it } from 'vitest';
import {
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  homePath,
  openTab,
  refreshTab,
  restoredTabs,
  type Tab,
  type TabPlace,
} from './tabs.ts';

const at = (pathname: string, search = ''): TabPlace => ({ pathname, search, hash: '' });
const opened = (...paths: string[]) =>
  paths.reduce<readonly Tab[]>((tabs, path) => openTab(tabs, at(path)), restoredTabs([]));
const paths = (tabs: readonly Tab[]) => tabs.map(tab => tab.pathname);

describe('opening', () => {
  it('adds a tab for a page that has none, behind the others', () => {
    expect(paths(opened('/a', '/b'))).toEqual([homePath, '/a', '/b']);
  });

  it('opens a page once, and keeps its place when only the query changes', () => {
    const tabs = openTab(opened('/a', '/b'), at('/a', '?year=2026'));
    expect(paths(tabs)).toEqual([homePath, '/a', '/b']);
    expect(tabs[1]?.search).toBe('?year=2026');
  });

  it('changes nothing for a page that stands there already', () => {
    const tabs = opened('/a');
    expect(openTab(tabs, at('/a'))).toBe(tabs);
  });
});

describe('closing', () => {
  it('leads from the active tab to the last remaining one', () => {
    const closing = closeTab(opened('/a', '/b', '/c'), '/a', '/a');
    expect(paths(closing.tabs)).toEqual([homePath, '/b', '/c']);
    expect(closing.goTo?.pathname).toBe('/c');
  });

  it('stays on the active tab when another is closed', () => {
    const closing = closeTab(opened('/a', '/b'), '/a', '/b');
    expect(paths(closing.tabs)).toEqual([homePath, '/b']);
    expect(closing.goTo).toBeUndefined();
  });

  it('goes home when the only page is closed, and when all are', () => {
    expect(closeTab(opened('/a'), '/a', '/a').goTo?.pathname).toBe(homePath);
    const all = closeAllTabs(opened('/a', '/b'));
    expect(paths(all.tabs)).toEqual([homePath]);
    expect(all.goTo?.pathname).toBe(homePath);
  });

  it('never closes home', () => {
    expect(paths(closeTab(opened('/a'), homePath, homePath).tabs)).toEqual([homePath, '/a']);
  });

  it('keeps home and the chosen tab when the others are closed, and shows the chosen one', () => {
    const closing = closeOtherTabs(opened('/a', '/b', '/c'), '/b', '/c');
    expect(paths(closing.tabs)).toEqual([homePath, '/b']);
    expect(closing.goTo?.pathname).toBe('/b');
  });
});

describe('refreshing and reloading', () => {
  it('draws one page anew and leaves the others', () => {
    expect(refreshTab(opened('/a', '/b'), '/b').map(tab => tab.generation)).toEqual([0, 0, 1]);
  });

  it('brings the tabs back after a reload, each drawn only once it is shown', () => {
    const tabs = restoredTabs([at(homePath), at('/a', '?page=2')]);
    expect(paths(tabs)).toEqual([homePath, '/a']);
    expect(tabs.map(tab => tab.shown)).toEqual([false, false]);
    expect(openTab(tabs, at('/a', '?page=2')).map(tab => tab.shown)).toEqual([false, true]);
  });
});
