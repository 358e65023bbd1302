import type { Cell } from '../types.ts';
import { byte } from '../xlsx/xml.ts';

/** Digits that a double, and Excel, keep for certain. */
const safeDigits = 15;
/** From here on a number has an integer part of 16 digits. */
const longFrom = 1e15;
/** Significant digits that distinguish any two doubles; a text with more meant another number. */
const doubleDigits = 17;
const longestNumber = 400;
const powersOfTen = Array.from({ length: 23 }, (_, power) => 10 ** power);

/**
 * A number from its bytes when it has at most 15 digits and no exponent: digits and power of ten are both exact
 * doubles then, and their quotient is the nearest one. `NaN` for all other text.
 */
export function shortNumber(buffer: Buffer, start: number, end: number): number {
  let at = start;
  const negative = buffer[at] === byte.minus;
  if (negative) at++;
  const first = at;
  if (end - at > safeDigits + 7) return Number.NaN;
  let digits = 0;
  let significant = 0;
  let decimals = -1;
  for (; at < end; at++) {
    const value = buffer[at]!;
    if (value >= byte.zero && value <= byte.nine) {
      digits = digits * 10 + (value - byte.zero);
      if (digits !== 0) significant++;
      if (decimals >= 0) decimals++;
    } else if (value === byte.dot && decimals < 0) decimals = 0;
    else return Number.NaN;
  }
  const noDigits = end - first === (decimals < 0 ? 0 : 1);
  if (significant > safeDigits || noDigits) return Number.NaN;
  const magnitude = decimals > 0 ? digits / powersOfTen[decimals]! : digits;
  return negative && magnitude !== 0 ? -magnitude : magnitude;
}

/**
 * Converts a text to a number of any length: a double if that is exact, else the text itself; see
 * {@link LongNumberCell}. Other text stays text.
 */
export function anyNumber(text: string): Cell {
  // Most are dates with a time, doubles printed with 16 or 17 digits.
  if (text.length <= doubleDigits + 1 && /^\d+\.\d+$/.test(text)) {
    const value = Number(text);
    if (value < longFrom) return value;
  }
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const match =
    trimmed.length > longestNumber ? null : /^[+-]?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(trimmed);
  const value = Number(trimmed);
  if (match === null || Number.isNaN(value)) return text;
  if (!Number.isFinite(value)) return { kind: 'error', text: '#NUM!' };
  // Spreadsheets keep 15 of its digits: further decimals written by a program carry no information.
  if (Math.abs(value) < longFrom) return value;
  const [, whole = '', fraction = '', exponent] = match;
  const significant = significantDigits(whole + fraction);
  const lost =
    exponent !== undefined || significant <= safeDigits || isPrintedDouble(trimmed, whole, fraction, value);
  return { kind: 'number', text: trimmed, rounded: lost };
}

/** A number that a file stores only as a double (xls): beyond 15 digits it has been rounded. */
export function doubleCell(value: number): Cell {
  if (!Number.isFinite(value)) return { kind: 'error', text: '#NUM!' };
  return Math.abs(value) < longFrom ? value : { kind: 'number', text: plainDigits(value), rounded: true };
}

function plainDigits(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
}

function significantDigits(digits: string): number {
  let from = 0;
  let to = digits.length;
  while (from < to && digits.charCodeAt(from) === byte.zero) from++;
  while (to > from && digits.charCodeAt(to - 1) === byte.zero) to--;
  return to - from;
}

/** True if the text is exactly how programs print the nearest double, in full or in its shortest form. */
function isPrintedDouble(text: string, whole: string, fraction: string, value: number): boolean {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || fraction !== '') return false;
  return text === String(value) || BigInt(whole) === BigInt(Math.abs(value));
}
