import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import type { FieldRecord } from '../field-view.ts';
import { textOf } from '../parts/values.ts';

/** A node in the tree of rows: a row by its id, or a group of rows, which cannot be chosen. */
export interface RowNode {
  readonly key: number | string;
  readonly name: string;
  readonly children: readonly RowNode[];
}

/** Reports whether rows of the dataset form a tree: they have a separate parent kind. */
export function isTree(dataset: AnyDataset): boolean {
  return dataset.parent !== undefined;
}

/**
 * The rows as a tree, in order: each under its parent, or at the top if that is missing. Rows with different values of
 * the code used for the list's tabs are put in one group each (the type dictionary has four, spec section 3).
 */
export function rowTree(dataset: AnyDataset, rows: readonly FieldRecord[], language: Language): RowNode[] {
  const { value, name } = dataset.identity;
  const { parent = '', list } = dataset;
  const ids = new Set(rows.map(row => Number(row[value])));
  const below = Map.groupBy(rows, row => {
    const above = Number(row[parent] ?? 0);
    return ids.has(above) && above !== Number(row[value]) ? above : 0;
  });
  // Rows that are each other's parents would recur endlessly; each is placed once.
  const placed = new Set<number>();
  const nodeOf = (row: FieldRecord): RowNode[] => {
    const key = Number(row[value]);
    if (placed.has(key)) return [];
    placed.add(key);
    return [
      { key, name: textOf(row[name]) || String(key), children: (below.get(key) ?? []).flatMap(nodeOf) },
    ];
  };
  const tops = below.get(0) ?? [];
  const grouping = list.tabs === undefined ? undefined : fieldOf(dataset, list.tabs);
  const codes = new Set(rows.map(row => row[list.tabs ?? '']));
  if (grouping?.kind !== 'code' || codes.size < 2) return tops.flatMap(nodeOf);
  return grouping.of.items
    .filter(({ code }) => codes.has(code))
    .map(({ code, label }) => ({
      key: `group-${code}`,
      name: label[language],
      children: tops.filter(row => row[list.tabs ?? ''] === code).flatMap(nodeOf),
    }));
}

/** The nodes whose name matches, with their ancestors; everything below a match is kept. */
export function matchingNodes(nodes: readonly RowNode[], words: string): readonly RowNode[] {
  const wanted = foldText(words);
  if (wanted === '') return nodes;
  return nodes.flatMap(node => {
    if (foldText(node.name).includes(wanted)) return [node];
    const children = matchingNodes(node.children, words);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

/** The keys of all nodes with children. */
export function branchKeys(nodes: readonly RowNode[]): RowNode['key'][] {
  return nodes.flatMap(({ key, children }) => (children.length === 0 ? [] : [key, ...branchKeys(children)]));
}
