import { GapCursor } from '@tiptap/pm/gapcursor';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Reports whether a line beyond the edge of a node is not the next one to it: a table or a rule lies between. */
const isClosed = (node: Node) => node.isLeaf || node.type.spec.isolating === true;

/** The end of the line that lies right before a position, or the start of the one right behind it. */
function lineBeside({ pos, nodeBefore, nodeAfter }: ResolvedPos, side: -1 | 1): number | undefined {
  let at = pos;
  let node = side === 1 ? nodeAfter : nodeBefore;
  while (node && !node.isTextblock) {
    if (isClosed(node)) return undefined;
    at += side;
    node = side === 1 ? node.firstChild : node.lastChild;
  }
  return node ? at + side : undefined;
}

/**
 * Reads the caret of the page into the editor. A browser announces a caret that moved in a separate task: without this, a
 * key that comes before it works on the former selection, and a change of the document puts the caret back there.
 */
export function readCaret(view: EditorView): void {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}

/** Puts the caret behind blocks that end at `end`: into their last line, or behind the table or the rule that ends them. */
export function caretBehind(tr: Transaction, end: number): Transaction {
  const $end = tr.doc.resolve(end);
  const at = lineBeside($end, -1) ?? lineBeside($end, 1);
  return tr.setSelection(at === undefined ? new GapCursor($end) : TextSelection.create(tr.doc, at));
}
