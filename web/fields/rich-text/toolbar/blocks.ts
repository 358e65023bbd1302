import { wrapIn } from '@tiptap/pm/commands';
import type { Node, Schema } from '@tiptap/pm/model';
import { type Command, type EditorState, Selection } from '@tiptap/pm/state';
import { liftTarget } from '@tiptap/pm/transform';
import { styleValue } from '../document/kinds.ts';
import { put } from '../document/paste.ts';
import { withStyle } from './marks.ts';

/** The lines that the selection touches, with where they begin. */
function linesIn({ doc, selection }: EditorState): { readonly line: Node; readonly at: number }[] {
  const found: { line: Node; at: number }[] = [];
  for (const { $from, $to } of selection.ranges)
    doc.nodesBetween($from.pos, $to.pos, (line, at) => {
      if (line.type.name === 'paragraph') found.push({ line, at });
    });
  return found;
}

function changeLines(change: (line: Node) => Node['attrs']): Command {
  return (state, dispatch) => {
    const lines = linesIn(state);
    const { tr } = state;
    for (const { line, at } of lines) tr.setNodeMarkup(at, undefined, change(line));
    if (lines.length > 0) dispatch?.(tr.scrollIntoView());
    return lines.length > 0;
  };
}

/** A fact that is the same for all touched lines; undefined if they differ. */
function said(state: EditorState, of: (line: Node) => string): string | undefined {
  const values = new Set(linesIn(state).map(({ line }) => of(line)));
  return values.size === 1 ? [...values][0] : undefined;
}

/** The element of the touched lines, `p` for text of any kind; undefined if they differ. */
export function headingIn(state: EditorState): string | undefined {
  return said(state, ({ attrs }) => (/^h[1-6]$/.test(String(attrs.tag)) ? attrs.tag : 'p'));
}

/** Makes headings of the touched lines, or plain text. */
export const setHeading = (tag: string): Command => changeLines(({ attrs }) => ({ ...attrs, tag }));

/** Where the touched lines are aligned; undefined if nowhere in particular, or differently. */
export function alignIn(state: EditorState): string | undefined {
  return said(state, ({ attrs }) => styleValue(attrs.own, 'text-align') ?? '') || undefined;
}

/** Aligns the touched lines. */
export const setAlign = (value: string): Command =>
  changeLines(({ attrs }) => ({ ...attrs, own: withStyle(attrs.own, 'text-align', value) }));

const isQuote = (node: Node) => node.type.name === 'box' && node.attrs.tag === 'blockquote';

/** Reports whether the selection lies in a quotation. */
export function isQuoted({ selection: { $from } }: EditorState): boolean {
  for (let depth = $from.depth; depth > 0; depth--) if (isQuote($from.node(depth))) return true;
  return false;
}

/** Makes a quotation of the touched lines, or takes them out of theirs. */
export const toggleQuote: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  if (!isQuoted(state))
    return wrapIn(state.schema.nodes.box!, { tag: 'blockquote', own: {} })(state, dispatch);
  const range = $from.blockRange($to, isQuote);
  const target = range && liftTarget(range);
  if (!range || target === null || target === undefined) return false;
  dispatch?.(state.tr.lift(range, target).scrollIntoView());
  return true;
};

/** Takes the element from plain lines: an item of a list needs none within. */
export const plainLines: Command = (state, dispatch) => {
  const { tr } = state;
  for (const { line, at } of linesIn(state))
    if (line.attrs.tag === 'p' && Object.keys(line.attrs.own).length === 0)
      tr.setNodeMarkup(at, undefined, { ...line.attrs, tag: '' });
  dispatch?.(tr);
  return true;
};

/** Inserts a block, with a line behind it where the text would end; the cursor goes into it, or behind it. */
const insertBlock =
  (make: (schema: Schema) => Node, into: boolean): Command =>
  (state, dispatch) => {
    const { tr, schema, selection } = state;
    const { $to } = selection;
    const isLast =
      $to.depth > 0 &&
      $to.parentOffset === $to.parent.content.size &&
      $to.indexAfter(-1) === $to.node(-1).childCount;
    const node = make(schema);
    put(tr, isLast ? [node, schema.nodes.paragraph!.create()] : [node], false);
    tr.doc.descendants((one, at) => {
      if (one === node) tr.setSelection(Selection.near(tr.doc.resolve(into ? at + 1 : at + one.nodeSize), 1));
    });
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Inserts a line across the text. */
export const insertRule: Command = insertBlock(schema => schema.nodes.rule!.create(), false);

/** Inserts a film that is stored at an address. */
export const insertVideo =
  (address: string): Command =>
  (state, dispatch) => {
    const video = document.createElement('video');
    video.setAttribute('controls', '');
    video.setAttribute('src', address);
    video.setAttribute('style', 'max-width: 100%');
    const node = state.schema.nodes.raw!.create({ html: video.outerHTML });
    dispatch?.(state.tr.replaceSelectionWith(node).scrollIntoView());
    return true;
  };

/** Inserts a table as wide as the text, whose first row is its head. */
export const insertTable = (rows: number, columns: number): Command =>
  insertBlock(({ nodes: { table, tableRow, tableHeader, tableCell } }) => {
    const row = (index: number) =>
      tableRow!.create(
        null,
        Array.from({ length: columns }, () => (index === 0 ? tableHeader! : tableCell!).createAndFill()!),
      );
    return table!.create(
      { own: { style: 'width: 100%' } },
      Array.from({ length: rows }, (_, index) => row(index)),
    );
  }, true);
