import { registry } from '@yikao/model/contexts/datasets.ts';
import { screens } from '@yikao/model/contexts/screens.ts';
import { type MenuGroup, menuGroups } from '@yikao/model/menu.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
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

/** The pages of further screens in a group; each is opened by the code that its rows are listed by. */
function furtherScreens(group: MenuGroup): MenuPageSeed[] {
  return screens.flatMap((screen): MenuPageSeed[] => {
    const { label, menu } = screen;
    if (menu?.group !== group) return [];
    const permCodes = [permissionCode(screen, 'list')];
    return [{ order: menu.order, title: label, permUrl: menu.at, icon: menu.icon, permCodes }];
  });
}

/**
 * The menu of the back-office (domain 7.1): the pages declared by datasets and hand-written ones, in order.
 */
export const menu: readonly MenuGroupSeed[] = Object.entries(menuGroups).map(([group, { title, icon }]) => {
  // `Object.entries` forgets the names of the keys.
  const name = group as MenuGroup;
  return {
    title,
    icon,
    pages: [...pages[name], ...declared(name), ...furtherScreens(name)].toSorted(
      (one, other) => one.order - other.order,
    ),
  };
});
