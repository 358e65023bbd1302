import type { Mark, Schema } from '@tiptap/pm/model';
import type { Command, EditorState } from '@tiptap/pm/state';
import { linkAddress } from '@yikao/model/rules/rich-text/addresses.ts';
import { declarationsOf, keptStyle, styleOf } from '@yikao/model/rules/rich-text/styles.ts';
import { type Own, styleValue } from '../document/kinds.ts';

/** A look that letters have or have not: the elements and the style that mean it. */
interface Format {
  readonly tags: readonly string[];
  readonly property: string;
  readonly means: (value: string) => boolean;
}

/** The looks with a separate button; the first element of each is the one that is written. */
export const formats = {
  bold: {
    tags: ['strong', 'b'],
    property: 'font-weight',
    means: value => /^(bold|bolder|[6-9]00)$/.test(value),
  },
  italic: { tags: ['em', 'i'], property: 'font-style', means: value => /^(italic|oblique)/.test(value) },
  underline: { tags: ['u', 'ins'], property: 'text-decoration', means: value => value.includes('underline') },
  strike: {
    tags: ['s', 'del', 'strike'],
    property: 'text-decoration',
    means: value => value.includes('line-through'),
  },
} satisfies Record<string, Format>;

/** The name of a look with a separate button. */
export type FormatName = keyof typeof formats;

type Marks = readonly Mark[];

const ownIn = (mark: Mark): Own => mark.attrs.own ?? {};

/** A look with one property of its style set, or without it. */
export function withStyle(own: Own, property: string, value: string | null): Own {
  const declarations = declarationsOf(own.style ?? '').filter(([name]) => name !== property);
  if (value !== null) declarations.push([property, value]);
  const style = keptStyle(styleOf(declarations));
  const { style: _, ...rest } = own;
  return style === '' ? rest : { ...rest, style };
}

function markOf(schema: Schema, tag: string, own: Own): Mark {
  return schema.marks.inline!.create({ tag, own });
}

/** The marks without one that says nothing any more. */
function changed(mark: Mark, tag: string, own: Own): Mark[] {
  if (tag === 'span' && Object.keys(own).length === 0) return [];
  return [mark.type.create({ ...mark.attrs, tag, own })];
}

function withoutStyle(marks: Marks, property: string): Mark[] {
  return marks.flatMap(mark =>
    styleValue(ownIn(mark), property) === undefined
      ? [mark]
      : changed(mark, mark.attrs.tag, withStyle(ownIn(mark), property, null)),
  );
}

function hasFormat(marks: Marks, { tags, property, means }: Format): boolean {
  return marks.some(mark => tags.includes(mark.attrs.tag) || means(styleValue(ownIn(mark), property) ?? ''));
}

function withoutFormat(marks: Marks, format: Format): Mark[] {
  return marks.flatMap(mark => {
    const { tags, property, means } = format;
    const tag = tags.includes(mark.attrs.tag) ? 'span' : String(mark.attrs.tag);
    const said = styleValue(ownIn(mark), property);
    const own = said !== undefined && means(said) ? withStyle(ownIn(mark), property, null) : ownIn(mark);
    return tag === mark.attrs.tag && own === ownIn(mark) ? [mark] : changed(mark, tag, own);
  });
}

/** The marks of what would be typed, or of each selected piece of text. */
function marksIn(state: EditorState): Marks[] {
  const { selection, storedMarks, doc } = state;
  if (selection.empty) return [storedMarks ?? selection.$from.marks()];
  const found: Marks[] = [];
  for (const { $from, $to } of selection.ranges)
    doc.nodesBetween($from.pos, $to.pos, node => {
      if (node.isText) found.push(node.marks);
    });
  return found;
}

/** Changes the marks of the selected text, or of what is typed next. */
function changeMarks(change: (marks: Marks) => Marks): Command {
  return (state, dispatch) => {
    const { selection, tr } = state;
    if (selection.empty) {
      dispatch?.(tr.setStoredMarks(change(state.storedMarks ?? selection.$from.marks())));
      return true;
    }
    for (const { $from, $to } of selection.ranges)
      state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
        if (!node.isInline) return;
        const from = Math.max(at, $from.pos);
        const to = Math.min(at + node.nodeSize, $to.pos);
        tr.removeMark(from, to);
        for (const mark of change(node.marks)) tr.addMark(from, to, mark);
      });
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Reports whether all of the selected text has a look. */
export function isFormatted(state: EditorState, name: FormatName): boolean {
  const pieces = marksIn(state);
  return pieces.length > 0 && pieces.every(marks => hasFormat(marks, formats[name]));
}

/** Gives the selected text a look, or takes it away if all of it has it. */
export function toggleFormat(name: FormatName): Command {
  return (state, dispatch) => {
    const on = isFormatted(state, name);
    const format = formats[name];
    const change = (marks: Marks) => {
      const bare = withoutFormat(marks, format);
      return on ? bare : [...bare, markOf(state.schema, format.tags[0] as string, {})];
    };
    return changeMarks(change)(state, dispatch);
  };
}

/** The value of a style in all of the selected text; undefined if it has none, or several. */
export function styleIn(state: EditorState, property: string): string | undefined {
  const values = marksIn(state).map(
    marks =>
      marks.map(mark => styleValue(ownIn(mark), property)).findLast(value => value !== undefined) ?? '',
  );
  return new Set(values).size === 1 ? values[0] || undefined : undefined;
}

/** Sets a style of the selected text, such as its size or colour; null takes it away. */
export function setStyle(property: string, value: string | null): Command {
  return (state, dispatch) => {
    const change = (marks: Marks) => {
      const bare = withoutStyle(marks, property);
      if (value === null) return bare;
      const last = bare.at(-1);
      if (last?.attrs.tag === 'span' && last.attrs.key === 0) {
        return [...bare.slice(0, -1), ...changed(last, 'span', withStyle(ownIn(last), property, value))];
      }
      return [...bare, markOf(state.schema, 'span', withStyle({}, property, value))];
    };
    return changeMarks(change)(state, dispatch);
  };
}

const isLink = (mark: Mark) => mark.attrs.tag === 'a' && ownIn(mark).href !== undefined;

/** The address of the link at the selection; undefined if there is none. */
export function linkIn(state: EditorState): string | undefined {
  const link = marksIn(state).flat().find(isLink);
  return link && ownIn(link).href;
}

/** Where the link around the cursor begins and ends; undefined if the cursor is in none. */
function linkAround(state: EditorState): { from: number; to: number } | undefined {
  const { $from } = state.selection;
  const link = $from.marks().find(isLink);
  if (!link) return undefined;
  let from: number | undefined;
  let to = 0;
  $from.parent.forEach((node, offset) => {
    const start = $from.start() + offset;
    if (!link.isInSet(node.marks) || (from === undefined && start + node.nodeSize < $from.pos)) return;
    if (from !== undefined && start !== to) return;
    from ??= start;
    to = start + node.nodeSize;
  });
  return from === undefined ? undefined : { from, to };
}

/** Links the selected text, or the link around the cursor, or inserts the address; null takes the link away. */
export function setLink(address: string | null): Command {
  return (state, dispatch) => {
    const href = address === null ? null : linkAddress(address);
    if (href === undefined) return false;
    const { tr, schema, selection } = state;
    const mark =
      href === null ? undefined : markOf(schema, 'a', { href, target: '_blank', rel: 'noopener noreferrer' });
    const around = selection.empty ? linkAround(state) : undefined;
    const ranges = around
      ? [around]
      : selection.ranges.map(({ $from, $to }) => ({ from: $from.pos, to: $to.pos }));
    if (selection.empty && !around) {
      if (!mark) return false;
      const marks = [mark, ...selection.$from.marks()];
      dispatch?.(tr.replaceSelectionWith(schema.text(String(href), marks), false).removeStoredMark(mark));
      return true;
    }
    for (const { from, to } of ranges)
      state.doc.nodesBetween(from, to, (node, at) => {
        if (!node.isInline) return;
        const start = Math.max(at, from);
        const end = Math.min(at + node.nodeSize, to);
        const rest = node.marks.filter(one => !isLink(one));
        tr.removeMark(start, end);
        for (const one of mark ? [mark, ...rest] : rest) tr.addMark(start, end, one);
      });
    dispatch?.(tr);
    return true;
  };
}

/** Takes all looks from the selected text and its lines; links stay, and so do headings and lists. */
export const clearFormat: Command = (state, dispatch) => {
  const clear = changeMarks(marks => marks.filter(isLink));
  return clear(state, tr => {
    for (const { $from, $to } of state.selection.ranges)
      tr.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
        if (node.type.name !== 'paragraph' || Object.keys(node.attrs.own).length === 0) return;
        tr.setNodeMarkup(at, undefined, { ...node.attrs, own: {} });
      });
    dispatch?.(tr);
  });
};
