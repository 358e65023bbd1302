import type { PermNode } from '@yikao/model/calls/people.ts';

/** How much of a node is chosen. */
export type Share = 'none' | 'some' | 'all';

/** The nodes at the ends of the tree: buttons, and pages that have none. A choice is a set of their numbers. */
export function leavesOf(nodes: readonly PermNode[]): PermNode[] {
  return nodes.flatMap(node => (node.children.length === 0 ? [node] : leavesOf(node.children)));
}

/** The ends of the tree that a role grants; a page or directory above them follows from those beneath it. */
export function choiceOf(tree: readonly PermNode[], permIds: readonly number[]): Set<number> {
  const held = new Set(permIds);
  return new Set(leavesOf(tree).flatMap(({ permId }) => (held.has(permId) ? [permId] : [])));
}

/** The rights granted by a choice: the chosen ends with every page and directory above them. */
export function grantedBy(tree: readonly PermNode[], choice: ReadonlySet<number>): number[] {
  return tree.flatMap(node => {
    if (node.children.length === 0) return choice.has(node.permId) ? [node.permId] : [];
    const below = grantedBy(node.children, choice);
    return below.length === 0 ? [] : [node.permId, ...below];
  });
}

/** How much of a node is chosen. */
export function shareOf(node: PermNode, choice: ReadonlySet<number>): Share {
  const leaves = leavesOf([node]);
  const chosen = leaves.filter(({ permId }) => choice.has(permId)).length;
  return chosen === 0 ? 'none' : chosen === leaves.length ? 'all' : 'some';
}

/** The choice with these nodes, and all beneath them, on or off. */
export function withNodes(choice: ReadonlySet<number>, nodes: readonly PermNode[], on: boolean): Set<number> {
  const next = new Set(choice);
  for (const { permId } of leavesOf(nodes)) {
    if (on) next.add(permId);
    else next.delete(permId);
  }
  return next;
}

/** The nodes whose name or code has the words, with those above them; a node that fits keeps all beneath it. */
export function matching(nodes: readonly PermNode[], words: string): PermNode[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [...nodes];
  return nodes.flatMap(node => {
    if (`${node.description} ${node.permCode ?? ''}`.toLowerCase().includes(wanted)) return [node];
    const children = matching(node.children, words);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}
