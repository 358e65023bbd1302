import { WorkbookError } from '../errors.ts';
import { decodeSlice } from './decode-slice.ts';

/**
 * XML read as bytes, as far as spreadsheets need it: no tree, no events, nothing expanded. A document type
 * declaration is refused, so there are no entities but the five of XML and character numbers.
 */

/** The bytes that carry XML's structure. */
export const byte = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  exclamation: 33,
  doubleQuote: 34,
  hash: 35,
  ampersand: 38,
  singleQuote: 39,
  plus: 43,
  minus: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  nine: 57,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
  underscore: 95,
  x: 120,
} as const;

/** Returned by the functions here if the text ends before the result. */
export const incomplete = -1;

/** True for white space; the other bytes up to the space are no part of XML. */
export function isSpace(value: number | undefined): boolean {
  return value !== undefined && value <= byte.space;
}

/** True if `expected` is at `at`. */
export function startsWith(buffer: Buffer, at: number, expected: Buffer): boolean {
  for (let offset = 0; offset < expected.length; offset++) {
    if (buffer[at + offset] !== expected[offset]) return false;
  }
  return true;
}

/** The position after the `>` that ends the tag begun before `from`, quotes respected, or `incomplete`. */
export function afterTag(buffer: Buffer, from: number, end: number): number {
  let quote = 0;
  for (let at = from; at < end; at++) {
    const value = buffer[at]!;
    if (quote !== 0) {
      if (value === quote) quote = 0;
    } else if (value === byte.greater) return at + 1;
    else if (value === byte.doubleQuote || value === byte.singleQuote) quote = value;
    else if (value === byte.less) throw new WorkbookError('corrupt', 'a tag inside a tag');
  }
  return incomplete;
}

/**
 * The position after a comment, CDATA section or processing instruction whose `<` is at `at`, or `incomplete`.
 *
 * @throws WorkbookError `corrupt` for a document type declaration
 */
export function afterMarkup(buffer: Buffer, at: number, end: number): number {
  let close = '?>';
  if (buffer[at + 1] === byte.exclamation) {
    if (at + 9 > end) return incomplete;
    if (buffer[at + 2] === byte.minus) close = '-->';
    else if (buffer.toString('latin1', at + 2, at + 9) === '[CDATA[') close = ']]>';
    else throw new WorkbookError('corrupt', 'a document type declaration');
  }
  const found = buffer.indexOf(close, at + 2, 'latin1');
  return found === -1 || found + close.length > end ? incomplete : found + close.length;
}

/**
 * The end of character data from `from`: the position of the `<` of the next tag, comments and CDATA sections
 * passed over, or `incomplete`.
 */
export function textEnd(buffer: Buffer, from: number, end: number): number {
  let at = from;
  for (;;) {
    while (at < end && buffer[at] !== byte.less) at++;
    if (at + 1 >= end) return incomplete;
    const next = buffer[at + 1];
    if (next !== byte.exclamation && next !== byte.question) return at;
    at = afterMarkup(buffer, at, end);
    if (at === incomplete) return incomplete;
  }
}

/** The position after the element whose content begins at `from`, or `incomplete`. */
export function afterElement(buffer: Buffer, from: number, end: number): number {
  let at = from;
  let depth = 1;
  for (;;) {
    at = textEnd(buffer, at, end);
    if (at === incomplete) return incomplete;
    const isClosing = buffer[at + 1] === byte.slash;
    at = afterTag(buffer, at + 1, end);
    if (at === incomplete) return incomplete;
    if (isClosing) depth--;
    else if (buffer[at - 2] !== byte.slash) depth++;
    if (depth === 0) return at;
  }
}

const specialKind = 1;
const wideKind = 2;
/** Which bytes need more than ASCII, and which more than UTF-8: a look-up for each byte instead of five questions. */
const kindOfByte = new Uint8Array(256);
kindOfByte.fill(wideKind, 128);
for (const value of [byte.ampersand, byte.underscore, byte.carriageReturn, byte.less])
  kindOfByte[value] = specialKind;

/**
 * Decodes character data: resolves entities, unwraps CDATA, drops comments, normalises line ends to `
 * ` as XML requires, and resolves Excel's `_xHHHH_` escapes. Spaces are kept.
 */
export function decodeText(buffer: Buffer, start: number, end: number): string {
  let kinds = 0;
  for (let at = start; at < end; at++) kinds |= kindOfByte[buffer[at]!]!;
  if ((kinds & specialKind) === 0) return decodeSlice(buffer, start, end, kinds === 0);
  return decodeSpecial(buffer, start, end);
}

let scratch = Buffer.allocUnsafe(64 * 1024);
const keptScratch = 1024 * 1024;
/** `&#x10FFFF;`, the longest entity, including `&` and `;`. */
const longestEntity = 10;

function decodeSpecial(buffer: Buffer, start: number, end: number): string {
  // Nothing below grows: the longest result of `&#N;` (4 bytes) is one byte, of `&#xHHHHH;` four.
  if (scratch.length < end - start) scratch = Buffer.allocUnsafe(end - start);
  const out = scratch;
  let length = 0;
  let escapes = false;
  let kinds = 0;
  let at = start;
  while (at < end) {
    const value = buffer[at]!;
    const kind = kindOfByte[value]!;
    if ((kind & specialKind) === 0) {
      kinds |= kind;
      out[length++] = value;
      at++;
    } else if (value === byte.ampersand) {
      findEntity(buffer, at, end);
      if (found.length === 0) {
        out[length++] = value;
        at++;
      } else {
        if (found.code < 128) out[length++] = found.code;
        else {
          length = putCodePoint(out, length, found.code);
          kinds = wideKind;
        }
        at += found.length;
      }
    } else if (value === byte.carriageReturn) {
      out[length++] = byte.lineFeed;
      at += buffer[at + 1] === byte.lineFeed && at + 1 < end ? 2 : 1;
    } else if (value === byte.less) {
      const after = afterMarkup(buffer, at, end);
      if (after === incomplete) break;
      // Only CDATA has content.
      if (buffer[at + 2] === 91) {
        for (let from = at + 9; from < after - 3; from++) out[length++] = buffer[from]!;
        kinds = wideKind;
      }
      at = after;
    } else {
      if (buffer[at + 1] === byte.x) escapes = true;
      out[length++] = value;
      at++;
    }
  }
  const text = decodeSlice(out, 0, length, kinds === 0);
  if (scratch.length > keptScratch) scratch = Buffer.allocUnsafe(64 * 1024);
  return escapes ? resolveEscapes(text) : text;
}

/** Resolves Excel's `_xHHHH_` escapes of single UTF-16 units. */
function resolveEscapes(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The longer entities of XML, each as its bytes after the `&`. */
const entities = Object.entries({ 'amp;': '&', 'quot;': '"', 'apos;': "'" }).map(([name, character]) => ({
  name: Buffer.from(name),
  code: character.charCodeAt(0),
}));

/** The entity after the `&` at `at` that ends before `end`; a length of 0 if it is unknown. */
const found = { code: 0, length: 0 };
function findEntity(buffer: Buffer, at: number, end: number): void {
  found.length = 0;
  // In rich text, most of them are `&lt;` and `&gt;`.
  if (buffer[at + 3] === byte.semicolon && buffer[at + 2] === 116 && at + 4 <= end) {
    const first = buffer[at + 1];
    if (first === 108 || first === 103) {
      found.code = first === 108 ? byte.less : byte.greater;
      found.length = 4;
      return;
    }
  }
  if (buffer[at + 1] === byte.hash) {
    const text = buffer.toString('latin1', at, Math.min(end, at + longestEntity));
    const match = /^&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));/.exec(text);
    if (match === null) return;
    const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16);
    // An invalid character becomes a NUL, which is refused; a replacement character could be one that somebody typed.
    found.code = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? code : 0;
    found.length = match[0].length;
    return;
  }
  for (const { name, code } of entities) {
    if (buffer[at + 1] !== name[0] || buffer[at + 2] !== name[1] || at + 1 + name.length > end) continue;
    let index = 2;
    while (index < name.length && buffer[at + 1 + index] === name[index]) index++;
    if (index < name.length) continue;
    found.code = code;
    found.length = 1 + name.length;
    return;
  }
}

/** Writes a code point as UTF-8 and answers the position after it. */
function putCodePoint(out: Buffer, at: number, code: number): number {
  let next = at;
  if (code < 0x80) out[next++] = code;
  else if (code < 0x800) {
    out[next++] = 0xc0 | (code >> 6);
    out[next++] = 0x80 | (code & 0x3f);
  } else if (code < 0x10000) {
    out[next++] = 0xe0 | (code >> 12);
    out[next++] = 0x80 | ((code >> 6) & 0x3f);
    out[next++] = 0x80 | (code & 0x3f);
  } else {
    out[next++] = 0xf0 | (code >> 18);
    out[next++] = 0x80 | ((code >> 12) & 0x3f);
    out[next++] = 0x80 | ((code >> 6) & 0x3f);
    out[next++] = 0x80 | (code & 0x3f);
  }
  return next;
}
