import type { Language } from '@yikao/model/kernel/label.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';

/** A node of the tree that a token's permissions are ticked in: a dataset, or one of its codes. */
export interface PermissionNode {
  readonly key: string;
  readonly title: string;
  /** Mutable, as the tree of the component library asks. */
  readonly children?: PermissionNode[];
}

/** The codes that somebody holds, grouped by what they are about, in the order of the declarations. */
export function permissionGroups(
  held: readonly string[],
  language: Language,
  other: string,
): PermissionNode[] {
  const own = new Set(held);
  const groups = new Map<string, { title: string; children: PermissionNode[] }>();
  for (const { code, label, dataset } of permissionCodes()) {
    if (!own.has(code)) continue;
    const key = dataset?.name ?? '';
    const group = groups.get(key) ?? { title: dataset?.label[language] ?? other, children: [] };
    groups.set(key, group);
    group.children.push({ key: code, title: label[language] });
  }
  return [...groups].map(([key, { title, children }]) => ({ key: `group:${key}`, title, children }));
}

/** The groups and codes that have the words in their name or code; a group that fits keeps all beneath it. */
export function matchingGroups(groups: readonly PermissionNode[], words: string): PermissionNode[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [...groups];
  const fits = ({ title, key }: PermissionNode) => `${title} ${key}`.toLowerCase().includes(wanted);
  return groups.flatMap(group => {
    if (group.title.toLowerCase().includes(wanted)) return [group];
    const children = (group.children ?? []).filter(fits);
    return children.length === 0 ? [] : [{ ...group, children }];
  });
}
