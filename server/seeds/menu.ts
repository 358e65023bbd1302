import { registry } from '@yikao/model/datasets/index.ts';
import { type MenuGroup, menuGroups } from '@yikao/model/menu.ts';
import { pages } from './data/menu.ts';
import type { MenuGroupSeed, MenuPageSeed } from './types.ts';

/** The pages of the datasets of a group. */
function declared(group: MenuGroup): MenuPageSeed[] {
  return Object.values(registry).flatMap(({ name, label, menu }): MenuPageSeed[] =>
    menu?.group === group
      ? [{ order: menu.order, title: menu.label ?? label, permUrl: menu.at, icon: menu.icon, dataset: name }]
      : [],
  );
}

/**
 * The menu of the back-office (domain 7.1): the pages that datasets declare and those that are written by hand or
 * still to come, each in its place.
 */
export const menu: readonly MenuGroupSeed[] = Object.entries(menuGroups).map(([group, { title, icon }]) => {
  // `Object.entries` forgets the names of the keys.
  const name = group as MenuGroup;
  return {
    title,
    icon,
    pages: [...pages[name], ...declared(name)].toSorted((one, other) => one.order - other.order),
  };
});
