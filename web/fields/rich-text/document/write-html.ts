import type { Mark, Node } from '@tiptap/pm/model';
import { isWaiting } from '../pictures/waiting-pictures.ts';
import { keepsGaps, type Own } from './kinds.ts';

const escapeText = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\u00a0/g, '&nbsp;');

const escapeValue = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

/** The look of a node or a mark: the schema gives `own` to each. */
const ownIn = (attrs: Node['attrs']): Own => attrs.own ?? {};

function openTag(tag: string, own: Own): string {
  const attributes = Object.entries(own).map(([name, value]) => ` ${name}="${escapeValue(value)}"`);
  return `<${tag}${attributes.join('')}>`;
}

const element = (tag: string, own: Own, content: string) => `${openTag(tag, own)}${content}</${tag}>`;

/** Represents the end of a line and other characters that are no letters, where gaps are examined. */
const lineEnd = '\n';
const noLetter = '\ufffc';

/** The letters of a line, with gaps that a browser would leave out as fixed ones. */
function visibleGaps(line: Node): string {
  let raw = '';
  line.forEach(child => {
    raw += child.isText ? child.text : child.type.name === 'br' ? lineEnd : noLetter;
  });
  let before = lineEnd;
  return Array.from(raw.split(''), (letter, at) => {
    const next = raw[at + 1] ?? lineEnd;
    const fixed = letter === ' ' && (before === lineEnd || before === ' ' || next === lineEnd);
    before = fixed ? '\u00a0' : letter;
    return before;
  }).join('');
}

function writeLeaf(node: Node): string {
  if (node.type.name === 'br') return openTag('br', ownIn(node.attrs));
  // The place of a picture that is not stored yet is no part of the text.
  if (isWaiting(node)) return '';
  if (node.type.name === 'image') return openTag('img', ownIn(node.attrs));
  return String(node.attrs.html);
}

function writeLine(line: Node, pre: boolean): string {
  const letters = pre ? undefined : visibleGaps(line);
  const open: Mark[] = [];
  let html = '';
  let at = 0;
  const close = (depth: number) => {
    while (open.length > depth) html += `</${open.pop()?.attrs.tag}>`;
  };
  line.forEach(child => {
    let shared = 0;
    while (shared < open.length && child.marks[shared]?.eq(open[shared] as Mark)) shared++;
    close(shared);
    for (const mark of child.marks.slice(shared)) {
      html += openTag(String(mark.attrs.tag), ownIn(mark.attrs));
      open.push(mark);
    }
    const length = child.isText ? child.nodeSize : 1;
    const text = letters?.slice(at, at + length) ?? child.text ?? '';
    html += child.isText ? escapeText(text) : writeLeaf(child);
    at += length;
  });
  close(0);
  return html;
}

/** Reports whether a line has no element. */
const isBare = (node: Node | null | undefined) => node?.type.name === 'paragraph' && node.attrs.tag === null;

function writeParagraph(node: Node, parent: Node, index: number, pre: boolean): string {
  const own = ownIn(node.attrs);
  const tag: string | null = node.attrs.tag;
  const within = keepsGaps(tag, own) ?? pre;
  const line = writeLine(node, within);
  const content = line || (node.attrs.bare ? '' : '<br>');
  if (tag === null) {
    const beside = isBare(parent.maybeChild(index - 1)) || isBare(parent.maybeChild(index + 1));
    // Two lines beside each other would be one.
    return beside || Object.keys(own).length > 0 ? element('div', own, content) : line;
  }
  // A line that was begun in the editor: alone in a cell or a box it needs no element.
  if (tag === '' && parent.type.name !== 'doc' && parent.childCount === 1 && Object.keys(own).length === 0)
    return line;
  // The parser of HTML leaves out a line end right behind the opening tag.
  return element(tag || 'p', own, tag === 'pre' && content.startsWith('\n') ? `\n${content}` : content);
}

function writeTable(table: Node, pre: boolean): string {
  const { own, before } = table.attrs;
  let html = String(before);
  let last: { readonly tag: string; readonly own: Own; readonly index: number } | undefined;
  table.forEach(row => {
    const section = row.attrs.section ?? last ?? { tag: 'tbody', own: {}, index: 0 };
    if (section.index !== last?.index) {
      if (last) html += `</${last.tag}>`;
      html += openTag(section.tag, section.own);
      last = section;
    }
    let cells = '';
    row.forEach(cell => {
      const { colspan, rowspan } = cell.attrs;
      const spans: Own = {
        ...(colspan > 1 && { colspan: String(colspan) }),
        ...(rowspan > 1 && { rowspan: String(rowspan) }),
      };
      const tag = cell.type.name === 'tableHeader' ? 'th' : 'td';
      cells += element(tag, { ...spans, ...ownIn(cell.attrs) }, writeBlocks(cell, pre));
    });
    html += element('tr', ownIn(row.attrs), cells);
  });
  return element('table', own, last ? `${html}</${last.tag}>` : html);
}

function writeBlock(node: Node, parent: Node, index: number, pre: boolean): string {
  const own = ownIn(node.attrs);
  switch (node.type.name) {
    case 'paragraph':
      return writeParagraph(node, parent, index, pre);
    case 'bulletList':
      return element('ul', own, writeBlocks(node, pre));
    case 'orderedList':
      return element('ol', own, writeBlocks(node, pre));
    case 'listItem':
      return element('li', own, writeBlocks(node, pre));
    case 'table':
      return writeTable(node, pre);
    case 'rule':
      return openTag('hr', own);
    default:
      return element(String(node.attrs.tag), own, writeBlocks(node, keepsGaps(node.attrs.tag, own) ?? pre));
  }
}

function writeBlocks(parent: Node, pre: boolean): string {
  let html = '';
  parent.forEach((node, _, index) => {
    html += `${node.attrs.gap ? ' ' : ''}${writeBlock(node, parent, index, pre)}`;
  });
  return html;
}

/** A document of the editor as HTML; '' for one without content. What is read of it again is the same document. */
export function writeHtml(doc: Node): string {
  const only = doc.childCount === 1 ? doc.firstChild : null;
  const plain = only?.type.name === 'paragraph' && (!only.attrs.tag || only.attrs.tag === 'p');
  return plain && only.childCount === 0 ? '' : writeBlocks(doc, false);
}
