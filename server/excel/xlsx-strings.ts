import { Carry } from './carry.ts';
import { WorkbookError } from './errors.ts';
import { SharedStrings } from './shared-strings.ts';
import { endsName } from './xlsx-cell-tag.ts';
import { afterMarkup, afterTag, byte, decodeText, incomplete, startsWith, textEnd } from './xml.ts';

/** Where {@link readRichText} stopped and what it found. */
export interface RichText {
  /** After the closing tag of the element. */
  after: number;
  text: string;
}

/**
 * The text of an `is` or `si` element whose content begins at `from`: its `t` elements joined, phonetic guides
 * (`rPh`) left out. `into.after` is `incomplete` when the element does not end within the buffer. Without
 * `decode` the text is only passed over.
 */
export function readRichText(
  buffer: Buffer,
  from: number,
  end: number,
  into: RichText,
  decode: boolean,
): void {
  let at = from;
  let depth = 0;
  let phoneticDepth = 0;
  into.text = '';
  into.after = incomplete;
  for (;;) {
    at = textEnd(buffer, at, end);
    if (at === incomplete) return;
    const closing = buffer[at + 1] === byte.slash;
    let nameStart = closing ? at + 2 : at + 1;
    let nameEnd = nameStart;
    while (nameEnd < end && !endsName(buffer[nameEnd]!)) {
      if (buffer[nameEnd] === byte.colon) nameStart = nameEnd + 1;
      nameEnd++;
    }
    at = afterTag(buffer, nameEnd, end);
    if (at === incomplete) return;
    if (closing) {
      if (depth === 0) {
        into.after = at;
        return;
      }
      if (depth === phoneticDepth) phoneticDepth = 0;
      depth--;
      continue;
    }
    if (buffer[at - 2] === byte.slash) continue;
    depth++;
    const length = nameEnd - nameStart;
    if (length === 3 && buffer.toString('latin1', nameStart, nameEnd) === 'rPh') {
      if (phoneticDepth === 0) phoneticDepth = depth;
    } else if (length === 1 && buffer[nameStart] === 116 && phoneticDepth === 0) {
      const stop = textEnd(buffer, at, end);
      if (stop === incomplete) return;
      if (decode && stop > at) into.text += decodeText(buffer, at, stop);
      at = stop;
    }
  }
}

/** Reads the shared strings part. Throws {@link WorkbookError}; the caller closes what it returns. */
export async function readSharedStrings(chunks: AsyncIterable<Buffer>): Promise<SharedStrings> {
  const strings = new SharedStrings();
  const carry = new Carry();
  try {
    for await (const chunk of chunks) if (carry.add(chunk)) takeStrings(carry, strings);
    takeStrings(carry, strings);
    if (carry.end > carry.start)
      throw new WorkbookError('corrupt', 'the shared strings end inside an element');
  } catch (error) {
    strings.close();
    throw error;
  }
  strings.seal();
  return strings;
}

/** Takes all whole `si` elements out of the carry. */
function takeStrings(carry: Carry, strings: SharedStrings): void {
  const { buffer, end } = carry;
  const found: RichText = { after: 0, text: '' };
  for (;;) {
    const at = buffer.indexOf(byte.less, carry.start);
    if (at === -1 || at + 1 >= end) {
      carry.start = at === -1 || at >= end ? end : at;
      return;
    }
    carry.start = at;
    const next = buffer[at + 1]!;
    if (next === byte.exclamation || next === byte.question) {
      const after = afterMarkup(buffer, at, end);
      if (after === incomplete) return;
      carry.start = after;
      continue;
    }
    const content = afterTag(buffer, at + 1, end);
    if (content === incomplete) return;
    if (!isStringItem(buffer, at + 1, content)) {
      carry.start = content;
      continue;
    }
    if (buffer[content - 2] === byte.slash) {
      strings.add(buffer, 0, 0);
      carry.start = content;
      continue;
    }
    if (!takePlain(buffer, content, end, carry, strings)) {
      readRichText(buffer, content, end, found, true);
      if (found.after === incomplete) return;
      const bytes = utf8Of(found.text);
      strings.add(bytes, 0, bytes.length);
      carry.start = found.after;
    }
  }
}

/** A text as UTF-8. Halves of surrogate pairs, which that cannot hold, become NULs as in {@link decodeText}. */
function utf8Of(text: string): Buffer {
  return Buffer.from(text.isWellFormed() ? text : text.replace(/\p{Cs}/gu, '\0'));
}

function isStringItem(buffer: Buffer, from: number, end: number): boolean {
  let start = from;
  let at = from;
  while (at < end && !endsName(buffer[at]!)) {
    if (buffer[at] === byte.colon) start = at + 1;
    at++;
  }
  return at - start === 2 && buffer[start] === 115 && buffer[start + 1] === 105;
}

const plainStart = Buffer.from('<t>');
const spacedStart = Buffer.from('<t xml:space="preserve">');
const plainEnd = Buffer.from('</t></si>');

/** The common form `<si><t>text</t></si>`: without escapes its bytes are copied as they are. */
function takePlain(
  buffer: Buffer,
  content: number,
  end: number,
  carry: Carry,
  strings: SharedStrings,
): boolean {
  let start = content + plainStart.length;
  if (!startsWith(buffer, content, plainStart)) {
    if (!startsWith(buffer, content, spacedStart)) return false;
    start = content + spacedStart.length;
  }
  let special = false;
  let at = start;
  for (; at < end; at++) {
    const value = buffer[at]!;
    if (value === byte.less) break;
    if (value === byte.ampersand || value === byte.carriageReturn || value === byte.underscore)
      special = true;
  }
  if (at + plainEnd.length > end || !startsWith(buffer, at, plainEnd)) return false;
  if (special) {
    const bytes = utf8Of(decodeText(buffer, start, at));
    strings.add(bytes, 0, bytes.length);
  } else strings.add(buffer, start, at);
  carry.start = at + plainEnd.length;
  return true;
}

/** The shared strings of a workbook that has none. */
export function noSharedStrings(): SharedStrings {
  const strings = new SharedStrings();
  strings.seal();
  return strings;
}
