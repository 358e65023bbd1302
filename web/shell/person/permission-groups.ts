import type { Language } from '@yikao/model/kernel/label.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';

/** A node of the tree that a token's permissions are ticked in: a dataset, or one of its codes. */
export interface PermissionNode {
  readonly key: string;
  readonly title: string;
  /** Mutable, as the component library's tree requires. */
  readonly children?: PermissionNode[];
}

/** A person's codes, grouped by subject, in declaration order. */
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

/** The groups and codes whose name or code matches; a matching group keeps everything below it. */
export function matchingGroups(groups: readonly PermissionNode[], words: string): PermissionNode[] {
  const wanted = foldText(words);
  if (wanted === '') return [...groups];
  const fits = ({ title, key }: PermissionNode) => foldText(`${title} ${key}`).includes(wanted);
  return groups.flatMap(group => {
    if (foldText(group.title).includes(wanted)) return [group];
    const children = (group.children ?? []).filter(fits);
    return children.length === 0 ? [] : [{ ...group, children }];
  });
}
