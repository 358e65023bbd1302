import type { PermNode } from '@yikao/model/contexts/people/people.calls.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';

/** The selected part of a node. */
export type Share = 'none' | 'some' | 'all';

/** The leaves of the tree: buttons, and pages without any. A choice is a set of their ids. */
export function leavesOf(nodes: readonly PermNode[]): PermNode[] {
  return nodes.flatMap(node => (node.children.length === 0 ? [node] : leavesOf(node.children)));
}

/** The granted leaves of the tree; pages and directories above follow from those below them. */
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

/** The selected part of a node. */
export function shareOf(node: PermNode, choice: ReadonlySet<number>): Share {
  const leaves = leavesOf([node]);
  const chosen = leaves.filter(({ permId }) => choice.has(permId)).length;
  return chosen === 0 ? 'none' : chosen === leaves.length ? 'all' : 'some';
}

/** The choice after switching these nodes, and everything below them, on or off. */
export function withNodes(choice: ReadonlySet<number>, nodes: readonly PermNode[], on: boolean): Set<number> {
  const next = new Set(choice);
  for (const { permId } of leavesOf(nodes)) {
    if (on) next.add(permId);
    else next.delete(permId);
  }
  return next;
}

/** The nodes whose name or code matches, with their ancestors; everything below a match is kept. */
export function matching(nodes: readonly PermNode[], words: string): PermNode[] {
  const wanted = foldText(words);
  if (wanted === '') return [...nodes];
  return nodes.flatMap(node => {
    if (foldText(`${node.description} ${node.permCode ?? ''}`).includes(wanted)) return [node];
    const children = matching(node.children, words);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}
