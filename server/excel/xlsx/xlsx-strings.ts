import { Carry } from '../carry.ts';
import { WorkbookError } from '../errors.ts';
import { SharedStrings } from './shared-strings.ts';
import {
  afterElement,
  afterMarkup,
  afterTag,
  byte,
  decodeText,
  incomplete,
  startsWith,
  textEnd,
} from './xml.ts';
import { isNamed, RootPrefixes } from './xml-names.ts';

/** The result of {@link readRichText} and the position after it. */
export interface RichText {
  /** After the closing tag of the element. */
  after: number;
  text: string;
}

/**
 * The text of an `is` or `si` element whose content begins at `from`: its `t` elements joined, without phonetic guides
 * (`rPh`) and elements of other vocabularies. `into.after` is `incomplete` if the element does not end within the
 * buffer. Without `decode` the text is only skipped.
 */
export function readRichText(
  buffer: Buffer,
  from: number,
  end: number,
  into: RichText,
  decode: boolean,
  prefixes: RootPrefixes,
): void {
  let at = from;
  let depth = 0;
  into.text = '';
  into.after = incomplete;
  for (;;) {
    at = textEnd(buffer, at, end);
    if (at === incomplete) return;
    const nameStart = at + 1;
    at = afterTag(buffer, nameStart, end);
    if (at === incomplete) return;
    if (buffer[nameStart] === byte.slash) {
      if (depth === 0) {
        into.after = at;
        return;
      }
      depth--;
      continue;
    }
    if (buffer[at - 2] === byte.slash) continue;
    const local = prefixes.localStart(buffer, nameStart, at);
    if (local !== -1 && isNamed(buffer, local, at, 'r')) {
      depth++;
      continue;
    }
    if (local !== -1 && isNamed(buffer, local, at, 't')) {
      const stop = textEnd(buffer, at, end);
      if (stop === incomplete) return;
      if (decode && stop > at) into.text += decodeText(buffer, at, stop);
      at = stop;
    }
    at = afterElement(buffer, at, end);
    if (at === incomplete) return;
  }
}

/** Reads the shared strings part. Throws {@link WorkbookError}; the caller must close the result. */
export async function readSharedStrings(chunks: AsyncIterable<Buffer>): Promise<SharedStrings> {
  const strings = new SharedStrings();
  const carry = new Carry();
  const taking: Taking = { carry, strings, prefixes: new RootPrefixes(), inRoot: false, passedOver: 0 };
  try {
    for await (const chunk of chunks) if (carry.add(chunk)) takeStrings(taking);
    takeStrings(taking);
    if (carry.end > carry.start)
      throw new WorkbookError('corrupt', 'the shared strings end inside an element');
  } catch (error) {
    strings.close();
    throw error;
  }
  strings.seal();
  return strings;
}

/** The reading of a part of strings, from one chunk to the next. */
interface Taking {
  readonly carry: Carry;
  readonly strings: SharedStrings;
  readonly prefixes: RootPrefixes;
  /** The tag of the root has been read. */
  inRoot: boolean;
  /** Elements that are open within one that is passed over, itself among them. */
  passedOver: number;
}

/** Takes all whole `si` elements out of the carry. */
function takeStrings(taking: Taking): void {
  const { carry, strings, prefixes } = taking;
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
    const isEmpty = buffer[content - 2] === byte.slash;
    if (taking.passedOver > 0 || !taking.inRoot || !prefixes.is(buffer, at + 1, content, 'si')) {
      passTag(taking, at + 1, content, isEmpty);
      carry.start = content;
      continue;
    }
    if (isEmpty) {
      strings.add(buffer, 0, 0);
      carry.start = content;
      continue;
    }
    if (!prefixes.plain || !takePlain(buffer, content, end, carry, strings)) {
      readRichText(buffer, content, end, found, true, prefixes);
      if (found.after === incomplete) return;
      const bytes = utf8Of(found.text);
      strings.add(bytes, 0, bytes.length);
      carry.start = found.after;
    }
  }
}

/** Handles a tag that does not begin a string: the root's, or that of an element to skip with its content. */
function passTag(taking: Taking, nameStart: number, content: number, isEmpty: boolean): void {
  const { buffer } = taking.carry;
  const isClosing = buffer[nameStart] === byte.slash;
  if (!taking.inRoot) {
    taking.prefixes.read(buffer, nameStart, content - 1);
    taking.inRoot = true;
  } else if (isClosing) taking.passedOver = Math.max(0, taking.passedOver - 1);
  else if (!isEmpty) taking.passedOver++;
}

/** Encodes a text as UTF-8. Lone surrogates, which UTF-8 cannot hold, become NULs as in {@link decodeText}. */
function utf8Of(text: string): Buffer {
  return Buffer.from(text.isWellFormed() ? text : text.replace(/\p{Cs}/gu, '\0'));
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

/** The shared strings of a workbook without any. */
export function noSharedStrings(): SharedStrings {
  const strings = new SharedStrings();
  strings.seal();
  return strings;
}
