import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import { pathOf } from '../../engine/menu/menu.ts';
import { homePath } from '../tabs/tabs.ts';

/** Tells an entry from all others: its id, which stays when the language changes; its title where it has none. */
export function keyOf({ permId, description }: MenuEntry): string {
  return String(permId ?? description);
}

/** Whether the entry holds others, and leads nowhere itself. */
export function isGroup(entry: MenuEntry): boolean {
  return entry.children.length > 0;
}

/** Path of the page that an entry leads to: home where it has no id, or no page of its own (spec section 2). */
export function targetOf(entry: MenuEntry): string {
  return (entry.permId !== null && pathOf(entry)) || homePath;
}

/** Whether an entry is that of the page at `path`; one that leads home for want of a page is not home's. */
export function isEntryOf(entry: MenuEntry, path: string): boolean {
  return !isGroup(entry) && entry.permId !== null && pathOf(entry) === path;
}

/** Keys of the groups around the page at `path`, outermost first; undefined where the menu does not lead to it. */
export function groupsAround(entries: readonly MenuEntry[], path: string): readonly string[] | undefined {
  for (const entry of entries) {
    if (isEntryOf(entry, path)) return [];
    const inner = groupsAround(entry.children, path);
    if (inner) return [keyOf(entry), ...inner];
  }
  return undefined;
}
