import type { MenuEntry } from '@yikao/model/calls/menu.ts';

/** A page of the person's menu. */
export interface MenuPage {
  readonly path: string;
  readonly title: string;
  /** The title in the other language, where the menu has one. */
  readonly otherTitle?: string;
  /** Icon name of its outermost group, or its own without one. */
  readonly icon: string;
  /** Titles of the groups around it, outermost first. */
  readonly groups: readonly string[];
  /** Pinyin of its Chinese title, from the server. */
  readonly pinyin: string;
}

/** A permUrl as the path of a route; undefined when the entry has no page. */
export function pathOf(entry: MenuEntry): string | undefined {
  const url = entry.permUrl.trim();
  if (!url) return undefined;
  return url.startsWith('/') ? url : `/${url}`;
}

/**
 * The pages of a menu, flattened in order: each entry with a permUrl is one (spec section 2). A duplicate path counts
 * once.
 */
export function pagesOf(entries: readonly MenuEntry[]): MenuPage[] {
  const pages = new Map<string, MenuPage>();
  const walk = (entry: MenuEntry, groups: readonly string[], icon: string) => {
    const path = pathOf(entry);
    if (path && !pages.has(path))
      pages.set(path, {
        ...{ path, title: entry.description, otherTitle: entry.otherTitle ?? '' },
        ...{ icon, groups, pinyin: entry.pinyin ?? '' },
      });
    for (const child of entry.children) walk(child, [...groups, entry.description], icon);
  };
  for (const entry of entries) walk(entry, [], entry.icon);
  return [...pages.values()];
}
