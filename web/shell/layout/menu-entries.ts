import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import { pathOf } from '../../engine/menu/menu.ts';
import { homePath } from '../tabs/tabs.ts';

/** Identifies an entry: by its id, which does not depend on the language, or by its title without one. */
export function keyOf({ permId, description }: MenuEntry): string {
  return String(permId ?? description);
}

/** Reports whether the entry contains others and is no link itself. */
export function isGroup(entry: MenuEntry): boolean {
  return entry.children.length > 0;
}

/** Path of an entry's page: home if it has no id or no page (spec section 2). */
export function targetOf(entry: MenuEntry): string {
  return (entry.permId !== null && pathOf(entry)) || homePath;
}

/**
 * Reports whether an entry belongs to the page at `path`; one that leads home only for lack of a page does not belong
 * to home.
 */
export function isEntryOf(entry: MenuEntry, path: string): boolean {
  return !isGroup(entry) && entry.permId !== null && pathOf(entry) === path;
}

/** Keys of the groups around the page at `path`, outermost first; undefined if it is not in the menu. */
export function groupsAround(entries: readonly MenuEntry[], path: string): readonly string[] | undefined {
  for (const entry of entries) {
    if (isEntryOf(entry, path)) return [];
    const inner = groupsAround(entry.children, path);
    if (inner) return [keyOf(entry), ...inner];
  }
  return undefined;
}
