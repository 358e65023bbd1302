import type { JSONContent } from '@tiptap/core';
import { imageAttributes } from '../pictures/waiting-pictures.ts';
import {
  hasEdges,
  holdsBlocks,
  inlineTags,
  isBlock,
  isFrame,
  keepsGaps,
  liesInLine,
  lineTags,
  type Own,
  ownOf,
  wholeTags,
} from './kinds.ts';

/** A mark of a letter, as the editor's documents are written in JSON. */
interface JsonMark {
  readonly type: 'inline';
  readonly attrs: { readonly tag: string; readonly own: Own; readonly key: number };
}

/** A piece of a line, and whether its gaps are kept. */
interface Piece {
  node: JSONContent;
  readonly pre: boolean;
}

/** Elements with edges are never joined: each has a number, which is not written. */
let lastKey = 0;

/** Reports whether an element within a line has nothing that is seen but its own look. */
function isEmptyInline(element: Element): boolean {
  return element.textContent === '' && element.querySelector(['img', 'br', ...wholeTags].join(',')) === null;
}

function markOf(element: Element, marks: readonly JsonMark[]): JsonMark | undefined {
  const tag = element.localName;
  const own = ownOf(element);
  if (Object.keys(own).length === 0 && (tag === 'span' || tag === 'font' || tag === 'a' || tag === 'label'))
    return undefined;
  const written = JSON.stringify(own);
  const twice = marks.some(({ attrs }) => attrs.tag === tag && JSON.stringify(attrs.own) === written);
  if (twice || hasEdges(own)) lastKey += 1;
  return { type: 'inline', attrs: { tag, own, key: twice || hasEdges(own) ? lastKey : 0 } };
}

function readPieces(node: Node, marks: readonly JsonMark[], pre: boolean): Piece[] {
  const piece = (json: JSONContent): Piece[] => [{ node: { ...json, marks: [...marks] }, pre }];
  if (node.nodeType === Node.TEXT_NODE) return piece({ type: 'text', text: node.nodeValue ?? '' });
  if (!(node instanceof Element)) return [];
  const tag = node.localName;
  if (tag === 'br') return piece({ type: 'br', attrs: { own: ownOf(node) } });
  if (tag === 'img') return piece({ type: 'image', attrs: imageAttributes(ownOf(node)) });
  const whole = wholeTags.includes(tag) || !inlineTags.includes(tag);
  // An element without text is a drawn shape if it has a look, and nothing otherwise.
  if (whole || isEmptyInline(node))
    return whole || node.hasAttribute('style') ? piece({ type: 'raw', attrs: { html: node.outerHTML } }) : [];
  const mark = markOf(node, marks);
  const within = keepsGaps(tag, ownOf(node)) ?? pre;
  return Array.from(node.childNodes).flatMap(child =>
    readPieces(child, mark ? [...marks, mark] : marks, within),
  );
}

/** Texts beside each other that look alike, as one: the editor has none apart. */
function oneText(line: readonly JSONContent[]): JSONContent[] {
  const found: JSONContent[] = [];
  for (const node of line) {
    const last = found.at(-1);
    const alike =
      node.type === 'text' &&
      last?.type === 'text' &&
      JSON.stringify(last.marks) === JSON.stringify(node.marks);
    if (alike) found[found.length - 1] = { ...last, text: `${last.text}${node.text}` };
    else found.push(node);
  }
  return found;
}

/**
 * A line as a browser draws it: gaps are one space, none at its ends. `joined` says which ends go on beside a box in the
 * same line, where a gap is seen.
 */
function readLine(
  nodes: readonly Node[],
  pre: boolean,
  joined: { readonly start: boolean; readonly end: boolean },
): JSONContent[] {
  const pieces = nodes.flatMap(node => readPieces(node, [], pre));
  let afterGap = !joined.start;
  for (const piece of pieces) {
    const { node } = piece;
    if (node.type !== 'text') {
      afterGap = node.type === 'br';
      continue;
    }
    if (!piece.pre) {
      const text = String(node.text).replace(/[ \t\r\n\f]+/g, ' ');
      piece.node = { ...node, text: afterGap ? text.replace(/^ /, '') : text };
    }
    const { text = '' } = piece.node;
    if (text !== '') afterGap = !piece.pre && text.endsWith(' ');
  }
  for (let at = pieces.length - 1; at >= 0 && !joined.end; at--) {
    const piece = pieces[at] as Piece;
    if (piece.node.type !== 'text' || piece.pre) break;
    const text = String(piece.node.text).replace(/ $/, '');
    piece.node = { ...piece.node, text };
    if (text !== '') break;
  }
  return oneText(pieces.map(({ node }) => node).filter(node => node.type !== 'text' || node.text !== ''));
}

/** Text in a box beside boxes, without a separate element. */
const bareLine = (content: JSONContent[]): JSONContent => ({
  type: 'paragraph',
  attrs: { tag: null },
  content,
});

const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
const isGap = (nodes: readonly Node[]) =>
  nodes.length > 0 && nodes.every(node => isText(node) && /^[ \t\r\n\f]*$/.test(node.nodeValue ?? ''));

/** The content of an element, as blocks of the editor; none if it is empty. */
export function readBlocks(parent: Element, pre = false): JSONContent[] {
  const blocks: JSONContent[] = [];
  let run: Node[] = [];
  let inLineBefore = false;
  const flush = (inLineAfter: boolean) => {
    const line = isGap(run) && !pre ? [] : readLine(run, pre, { start: inLineBefore, end: inLineAfter });
    const gap = line.length === 0 && inLineBefore && inLineAfter && run.length > 0;
    if (line.length > 0) blocks.push(bareLine(line));
    run = [];
    return gap;
  };
  for (const child of parent.childNodes) {
    if (!(child instanceof Element) || !isBlock(child)) {
      if (isText(child) || child instanceof Element) run.push(child);
      continue;
    }
    const inLine = liesInLine(ownOf(child));
    const gap = flush(inLine);
    const block = readBlock(child, pre);
    blocks.push(gap ? { ...block, attrs: { ...block.attrs, gap } } : block);
    inLineBefore = inLine;
  }
  flush(false);
  return blocks;
}

function readBlock(element: Element, outer: boolean): JSONContent {
  const tag = element.localName;
  const own = ownOf(element);
  if (tag === 'ul' || tag === 'ol') return readList(element, outer);
  if (tag === 'table') return readTable(element as HTMLTableElement, outer);
  if (tag === 'hr') return { type: 'rule', attrs: { own } };
  const pre = keepsGaps(tag, own) ?? outer;
  const lines = lineTags.includes(tag) || !holdsBlocks(element);
  if (lines && !isFrame(tag, own)) return readTextblock(element, pre);
  const content = readBlocks(element, pre);
  if (content.length === 0) return readTextblock(element, pre);
  return { type: 'box', attrs: { tag, own }, content };
}

function readTextblock(element: Element, pre: boolean): JSONContent {
  const content = readLine(Array.from(element.childNodes), pre, { start: false, end: false });
  const [only] = content;
  const blank = content.length === 1 && only?.type === 'br' && only.marks?.length === 0;
  const attrs = { tag: element.localName, own: ownOf(element), bare: content.length === 0 };
  return { type: 'paragraph', attrs, content: blank ? [] : content };
}

/** The content of a cell or an item; an empty line if it has none. */
function readHeld(element: Element, pre: boolean): JSONContent[] {
  const blocks = readBlocks(element, keepsGaps(element.localName, ownOf(element)) ?? pre);
  return blocks.length > 0 ? blocks : [bareLine([])];
}

function readList(element: Element, pre: boolean): JSONContent {
  const items = Array.from(element.children, (child): JSONContent => {
    if (child.localName === 'li')
      return { type: 'listItem', attrs: { own: ownOf(child) }, content: readHeld(child, pre) };
    // A list right within a list is indented without a separate dot.
    const content = isBlock(child) ? [readBlock(child, pre)] : [bareLine(readLine([child], pre, atEnds))];
    return { type: 'listItem', attrs: { own: { style: 'list-style: none' } }, content };
  });
  const type = element.localName === 'ol' ? 'orderedList' : 'bulletList';
  const content =
    items.length > 0 ? items : [{ type: 'listItem', attrs: { own: {} }, content: [bareLine([])] }];
  return { type, attrs: { own: ownOf(element) }, content };
}

const atEnds = { start: false, end: false };

function readCell(cell: HTMLTableCellElement, pre: boolean): JSONContent {
  const { colSpan, rowSpan } = cell;
  const attrs = { own: ownOf(cell, ['colspan', 'rowspan']), colspan: colSpan, rowspan: Math.max(rowSpan, 1) };
  const type = cell.localName === 'th' ? 'tableHeader' : 'tableCell';
  return { type, attrs, content: readHeld(cell, pre) };
}

function readTable(table: HTMLTableElement, pre: boolean): JSONContent {
  const before = Array.from(table.children).filter(({ localName }) => /^(caption|colgroup)$/.test(localName));
  const sections = Array.from(table.children).filter(({ localName }) =>
    /^(thead|tbody|tfoot)$/.test(localName),
  );
  const rows = sections.flatMap((section, index) =>
    Array.from(section.querySelectorAll(':scope > tr'), row => ({
      type: 'tableRow',
      attrs: {
        own: ownOf(row),
        section: { tag: section.localName, own: ownOf(section), index },
      },
      content: Array.from(row.querySelectorAll<HTMLTableCellElement>(':scope > :is(td, th)'), cell =>
        readCell(cell, pre),
      ),
    })),
  );
  if (rows.length === 0) return bareLine([{ type: 'raw', attrs: { html: table.outerHTML } }]);
  const attrs = { own: ownOf(table), before: before.map(({ outerHTML }) => outerHTML).join('') };
  return { type: 'table', attrs, content: rows };
}

/** A cleaned text as a document of the editor; one empty paragraph for none. */
export function readDocument(body: HTMLElement): JSONContent {
  const content = readBlocks(body);
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}
