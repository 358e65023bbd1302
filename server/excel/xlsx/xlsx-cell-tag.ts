import { WorkbookError } from '../errors.ts';
import { workbookLimits } from '../limits.ts';
import { byte, incomplete, isSpace } from './xml.ts';
import type { RootPrefixes } from './xml-names.ts';

/** The kinds of values by the `t` of a cell. */
export const cellType = {
  number: 0,
  shared: 1,
  inline: 2,
  text: 3,
  boolean: 4,
  error: 5,
  isoDate: 6,
} as const;
/** One of {@link cellType}. */
export type CellType = (typeof cellType)[keyof typeof cellType];

/** The letters that the names and references here are made of. */
export const letter = {
  A: 65,
  Z: 90,
  a: 97,
  z: 122,
  b: 98,
  c: 99,
  d: 100,
  e: 101,
  f: 102,
  i: 105,
  m: 109,
  r: 114,
  s: 115,
  t: 116,
  v: 118,
};

/** True if the byte ends a tag's name. */
function endsName(value: number): boolean {
  return value === byte.greater || value === byte.slash || isSpace(value);
}

/** The leading digits as a number; -1 without any. */
export function digitsOf(buffer: Buffer, start: number, end: number): number {
  let number = -1;
  for (let at = start; at < end; at++) {
    const value = buffer[at]!;
    if (value < byte.zero || value > byte.nine) break;
    number = Math.max(number, 0) * 10 + (value - byte.zero);
  }
  return number;
}

/** Long enough for `c r="XFD1048576" s="65535" t="inlineStr"/>`. */
const longestUsualTag = 64;

/** The tag of a cell: its column, format and type. */
export class CellTag {
  /** From 0; before the first cell of a row -1. */
  column = -1;
  /** Number of the cell's format. */
  style = 0;
  type: CellType = cellType.number;
  /** The cell displays more than its value, such as a picture: it has metadata (`vm`). */
  rich = false;
  readonly #prefixes: RootPrefixes;

  constructor(prefixes: RootPrefixes) {
    this.#prefixes = prefixes;
  }

  /**
   * Reads the tag whose name begins at `start`; returns the position after it, 0 for another tag, or `incomplete`. A
   * cell without `r` is to the right of the previous one. Throws `corrupt` and `tooManyCells`.
   */
  read(buffer: Buffer, start: number, end: number): number {
    const usual = start + longestUsualTag < end && this.#prefixes.plain ? this.#usual(buffer, start) : 0;
    const after = usual === 0 ? this.#general(buffer, start, end) : usual;
    if (this.column >= workbookLimits.columns) {
      throw new WorkbookError('tooManyCells', `column ${this.column + 1}`);
    }
    return after;
  }

  /** The form in which programs write nearly every tag, `c r="B7" s="1" t="s">`; 0 for another. */
  #usual(buffer: Buffer, start: number): number {
    if (buffer[start] !== letter.c || !isAttribute(buffer, start + 1, letter.r)) return 0;
    let at = start + 5;
    let column = 0;
    for (let value = buffer[at]!; value >= letter.A && value <= letter.Z; value = buffer[++at]!) {
      if (column > workbookLimits.columns) return 0;
      column = column * 26 + (value - letter.A + 1);
    }
    while (isDigit(buffer[at]!)) at++;
    if (column === 0 || buffer[at] !== byte.doubleQuote) return 0;
    at++;
    let style = 0;
    if (isAttribute(buffer, at, letter.s)) {
      at += 4;
      for (let value = buffer[at]!; isDigit(value); value = buffer[++at]!)
        style = style * 10 + (value - byte.zero);
      if (buffer[at] !== byte.doubleQuote) return 0;
      at++;
    }
    let type: CellType = cellType.number;
    if (isAttribute(buffer, at, letter.t)) {
      const typeStart = at + 4;
      at = typeStart;
      while (buffer[at]! >= letter.A) at++;
      if (buffer[at] !== byte.doubleQuote) return 0;
      type = typeOf(buffer, typeStart, at);
      at++;
    }
    if (buffer[at] === byte.slash) at++;
    if (buffer[at] !== byte.greater || at > start + longestUsualTag) return 0;
    this.column = column - 1;
    this.style = style;
    this.type = type;
    this.rich = false;
    return at + 1;
  }

  #general(buffer: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && !endsName(buffer[at]!)) at++;
    if (at >= end) return incomplete;
    const nameStart = buffer[at - 1] === letter.c ? this.#prefixes.localStart(buffer, start, end) : -1;
    if (at !== nameStart + 1) return 0;
    let column = this.column + 1;
    this.style = 0;
    this.type = cellType.number;
    this.rich = false;
    for (;;) {
      while (isSpace(buffer[at])) at++;
      if (at + 1 >= end) return incomplete;
      const key = buffer[at]!;
      if (key === byte.greater) break;
      if (key === byte.slash) {
        at++;
        if (buffer[at] !== byte.greater) throw new WorkbookError('corrupt', 'a slash inside a tag');
        break;
      }
      const keyStart = at;
      while (at < end && buffer[at] !== byte.equals) {
        if (buffer[at] === byte.greater || buffer[at] === byte.less) {
          throw new WorkbookError('corrupt', 'an attribute without a value');
        }
        at++;
      }
      const single = at === keyStart + 1 || isSpace(buffer[keyStart + 1]);
      at++;
      while (isSpace(buffer[at])) at++;
      if (at >= end) return incomplete;
      const quote = buffer[at]!;
      if (quote !== byte.doubleQuote && quote !== byte.singleQuote) {
        throw new WorkbookError('corrupt', 'an attribute without quotes');
      }
      const valueStart = ++at;
      while (at < end && buffer[at] !== quote) at++;
      if (at >= end) return incomplete;
      if (single) {
        if (key === letter.r) column = columnOf(buffer, valueStart, at, column);
        else if (key === letter.s) this.style = digitsOf(buffer, valueStart, at);
        else if (key === letter.t) this.type = typeOf(buffer, valueStart, at);
      } else if (key === letter.v && buffer[keyStart + 1] === letter.m) this.rich = true;
      at++;
    }
    this.column = column;
    return at + 1;
  }
}

/** True if ` x="` is at `at`, with this letter. */
function isAttribute(buffer: Buffer, at: number, name: number): boolean {
  return (
    buffer[at] === byte.space &&
    buffer[at + 1] === name &&
    buffer[at + 2] === byte.equals &&
    buffer[at + 3] === byte.doubleQuote
  );
}

function isDigit(value: number): boolean {
  return value >= byte.zero && value <= byte.nine;
}

/** The column, from 0, of a reference such as `AB12`; `otherwise` if it has no letters. */
function columnOf(buffer: Buffer, start: number, end: number, otherwise: number): number {
  let column = 0;
  for (let at = start; at < end; at++) {
    const value = buffer[at]!;
    if (value >= letter.A && value <= letter.Z) column = column * 26 + (value - letter.A + 1);
    else if (value >= letter.a && value <= letter.z) column = column * 26 + (value - letter.a + 1);
    else break;
  }
  return column === 0 ? otherwise : column - 1;
}

/** The type that a cell's `t` names; unknown ones are read as numbers. */
function typeOf(buffer: Buffer, start: number, end: number): CellType {
  if (end - start === 1) {
    switch (buffer[start]) {
      case letter.s:
        return cellType.shared;
      case letter.b:
        return cellType.boolean;
      case letter.e:
        return cellType.error;
      case letter.d:
        return cellType.isoDate;
      default:
        return cellType.number;
    }
  }
  if (end - start === 9) return cellType.inline;
  return end - start === 3 ? cellType.text : cellType.number;
}

/** The position of a reference such as `AB12`: the column from 0, the row from 1; undefined for other text. */
export function cellReference(text: string): { readonly column: number; readonly row: number } | undefined {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(text);
  if (match === null) return undefined;
  const [, letters = '', row = ''] = match;
  let column = 0;
  for (const one of letters.toUpperCase()) column = column * 26 + one.charCodeAt(0) - 64;
  return { column: column - 1, row: Number(row) };
}
