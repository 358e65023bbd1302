import { Carry } from '../carry.ts';
import { WorkbookError } from '../errors.ts';
import { type CellFormat, formattedCell } from '../format/cell-formats.ts';
import { anyNumber, shortNumber } from '../format/long-numbers.ts';
import { isoDateCell } from '../format/serial-dates.ts';
import { workbookLimits } from '../limits.ts';
import { rowNumberOf } from '../sheet-shape.ts';
import type { Cell, ErrorCell, RowsOptions, SheetNotes, SheetRow } from '../types.ts';
import { withoutResult, wpsPicture } from '../unread-cells.ts';
import type { SharedStrings } from './shared-strings.ts';
import { CellTag, cellType, digitsOf, letter } from './xlsx-cell-tag.ts';
import { type RichText, readRichText } from './xlsx-strings.ts';
import {
  afterElement,
  afterMarkup,
  afterTag,
  byte,
  decodeText,
  incomplete,
  isSpace,
  startsWith,
  textEnd,
} from './xml.ts';
import { isNamed, RootPrefixes } from './xml-names.ts';

/** The shared parts that the cells of a sheet refer to. */
export interface SheetContext extends RowsOptions {
  readonly strings: SharedStrings;
  /**
   * By cell format (`s` of a cell): the meaning of its number format; undefined if it displays the number unchanged.
   */
  readonly formats: readonly (CellFormat | undefined)[];
  readonly date1904: boolean;
  /** The workbook requests calculation when opened: a formula's 0 is then not a result. */
  readonly recalculates: boolean;
  readonly notes: SheetNotes;
}

const plainValue = Buffer.from('<v>');
const plainValueEnd = Buffer.from('</v></c>');
const plainText = Buffer.from('<is><t>');
const spacedText = Buffer.from('<is><t xml:space="preserve">');
/** Up to here a loop finds a text's end sooner than a call into the engine. */
const nearBytes = 32;
const hiddenAttribute = Buffer.from('hidden=');
const digitOne = 0x31;
const letterOfTrue = 0x74;
const plainTextEnd = Buffer.from('</t></is></c>');

/**
 * Finds the rows in the bytes of a worksheet part. It scans bytes without events, and decodes text only for requested
 * cells, which makes it fast. Results count only once a row is complete, so a row split between chunks is read again
 * with the next chunk.
 */
export class SheetRows {
  readonly #context: SheetContext;
  readonly #carry = new Carry();
  #phase: 'root' | 'before' | 'rows' | 'after' = 'root';
  /** Elements that are open within one that is passed over, itself among them. */
  #passedOver = 0;
  #lastRow = 0;
  readonly #prefixes = new RootPrefixes();

  // Of the cell being read; fields and not a result object, since there are millions of cells.
  readonly #tag = new CellTag(this.#prefixes);
  #valueStart = 0;
  #valueEnd = 0;
  /** Position of a formula's text and of its end; the end is `incomplete` in a cell without one. */
  #formulaStart = 0;
  #formulaEnd = 0;
  #isRich = false;
  #formulas = 0;
  readonly #rich: RichText = { after: 0, text: '' };

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** Adds a chunk of the part and answers the rows that became whole. Throws {@link WorkbookError}. */
  add(chunk: Buffer): SheetRow[] {
    return this.#carry.add(chunk) ? this.#take() : [];
  }

  /** Ends the part and answers the last rows. Throws `corrupt` for a part that ends early. */
  end(): SheetRow[] {
    const rows = this.#take();
    if (this.#phase !== 'after') throw new WorkbookError('corrupt', 'the sheet ends before its rows do');
    return rows;
  }

  #take(): SheetRow[] {
    const rows: SheetRow[] = [];
    const carry = this.#carry;
    const { buffer, end } = carry;
    for (;;) {
      let at = carry.start;
      while (at < end && buffer[at] !== byte.less) at++;
      carry.start = at;
      if (at + 1 >= end) return rows;
      const next = buffer[at + 1]!;
      let after: number;
      if (next === byte.exclamation || next === byte.question) after = afterMarkup(buffer, at, end);
      else if (next === byte.slash) after = this.#closing(at + 2, end);
      else after = this.#opening(at + 1, end, rows);
      if (after === incomplete) return rows;
      carry.start = after;
    }
  }

  #closing(nameStart: number, end: number): number {
    const after = afterTag(this.#carry.buffer, nameStart, end);
    if (after === incomplete) return incomplete;
    if (this.#passedOver > 0) this.#passedOver--;
    else if (this.#phase === 'rows' && this.#prefixes.is(this.#carry.buffer, nameStart, after, 'sheetData')) {
      this.#phase = 'after';
    }
    return after;
  }

  #opening(nameStart: number, end: number, rows: SheetRow[]): number {
    const { buffer } = this.#carry;
    const after = afterTag(buffer, nameStart, end);
    if (after === incomplete) return incomplete;
    const selfClosing = buffer[after - 2] === byte.slash;
    if (this.#passedOver > 0) {
      if (!selfClosing) this.#passedOver++;
      return after;
    }
    if (this.#phase === 'root') {
      this.#prefixes.read(buffer, nameStart, after - 1);
      this.#phase = 'before';
      return after;
    }
    const local = this.#prefixes.localStart(buffer, nameStart, after);
    if (local === -1 || isNamed(buffer, local, after, 'extLst')) {
      // Of content that is offered in two forms the one counts that needs no extension.
      const offered = /^[^\s:]+:(?:AlternateContent|Fallback)[\s/>]/;
      if (
        !selfClosing &&
        !offered.test(buffer.toString('latin1', nameStart, Math.min(after, nameStart + 64)))
      )
        this.#passedOver = 1;
      return after;
    }
    if (this.#phase === 'rows') {
      if (isNamed(buffer, local, after, 'row')) return this.#row(nameStart, after, selfClosing, end, rows);
      if (!selfClosing) this.#passedOver = 1;
    } else if (this.#phase === 'before') {
      if (isNamed(buffer, local, after, 'sheetData')) this.#phase = selfClosing ? 'after' : 'rows';
    } else if (isNamed(buffer, local, after, 'mergeCell')) this.#context.notes.mergedRanges++;
    return after;
  }

  /** Reads the row whose tag spans `nameStart` to `content`; returns the position after it. */
  #row(nameStart: number, content: number, selfClosing: boolean, end: number, rows: SheetRow[]): number {
    const { buffer } = this.#carry;
    const given = rowNumberOf(buffer, nameStart, content, end);
    if (given === incomplete) return incomplete;
    if (selfClosing) {
      this.#numbered(given);
      return content;
    }
    let repeated = false;
    const cells: Cell[] = [];
    let filled = false;
    this.#formulas = 0;
    this.#tag.column = -1;
    let at = content;
    for (;;) {
      while (at < end && buffer[at] !== byte.less) at++;
      if (at + 1 >= end) return incomplete;
      const next = buffer[at + 1]!;
      if (next === byte.slash) {
        at = afterTag(buffer, at + 2, end);
        if (at === incomplete) return incomplete;
        break;
      }
      if (next === byte.exclamation || next === byte.question) at = afterMarkup(buffer, at, end);
      else {
        const tag = this.#tag.read(buffer, at + 1, end);
        if (tag === incomplete) return incomplete;
        if (tag === 0) {
          at = afterTag(buffer, at + 1, end);
          if (at !== incomplete && buffer[at - 2] !== byte.slash) at = afterElement(buffer, at, end);
        } else {
          at = tag;
          if (buffer[at - 2] === byte.slash) continue;
          const wanted = this.#context.columns === undefined || this.#context.columns.has(this.#tag.column);
          at = this.#content(at, end, wanted);
          if (at !== incomplete && wanted) {
            const value = this.#isRich || this.#formulaEnd !== incomplete ? this.#told() : this.#value();
            if (value !== undefined) {
              const { column } = this.#tag;
              repeated ||= column < cells.length && cells[column] !== undefined;
              cells[column] = value;
              filled = true;
            }
          }
        }
      }
      if (at === incomplete) return incomplete;
    }
    const number = this.#numbered(given);
    this.#context.notes.formulaCells += this.#formulas;
    if (filled) {
      const row: SheetRow = { number, cells };
      const hidden = this.#isHidden(nameStart, content);
      // The two are rare; an object made from all four at once would take more room in each of a million rows.
      rows.push(
        hidden || repeated ? { ...row, ...(hidden && { hidden }), ...(repeated && { repeated }) } : row,
      );
    }
    return at;
  }

  /** The number of the next row: the given one, or the following one if there is none (0). */
  #numbered(given: number): number {
    this.#lastRow = given > 0 ? given : this.#lastRow + 1;
    if (this.#lastRow > workbookLimits.rows) throw new WorkbookError('tooManyCells', `row ${this.#lastRow}`);
    return this.#lastRow;
  }

  #isHidden(start: number, end: number): boolean {
    const { buffer } = this.#carry;
    for (let at = start; at < end; at++) {
      if (buffer[at] !== hiddenAttribute[0] || !startsWith(buffer, at, hiddenAttribute)) continue;
      const value = buffer[at + hiddenAttribute.length + 1];
      if (isSpace(buffer[at - 1])) return value === digitOne || value === letterOfTrue;
    }
    return false;
  }

  /** Reads a cell's content from `start`; answers the position after `</c>`, or `incomplete`. */
  #content(start: number, end: number, wanted: boolean): number {
    const { buffer } = this.#carry;
    this.#valueStart = 0;
    this.#valueEnd = incomplete;
    this.#formulaEnd = incomplete;
    this.#isRich = this.#tag.rich;
    if (this.#prefixes.plain) {
      const after = startsWith(buffer, start, plainValue)
        ? this.#plainValue(start, end)
        : this.#tag.type === cellType.inline
          ? this.#plainText(start, end)
          : 0;
      if (after !== 0) return after;
    }
    let at = start;
    for (;;) {
      at = textEnd(buffer, at, end);
      if (at === incomplete || at + 2 >= end) return incomplete;
      const nameStart = at + 1;
      at = afterTag(buffer, nameStart, end);
      if (at === incomplete) return incomplete;
      if (buffer[nameStart] === byte.slash) return at;
      const isEmpty = buffer[at - 2] === byte.slash;
      const local = this.#prefixes.localStart(buffer, nameStart, at);
      if (local === -1) {
        if (!isEmpty) at = afterElement(buffer, at, end);
      } else if (isNamed(buffer, local, at, 'is')) {
        if (isEmpty) continue;
        readRichText(buffer, at, end, this.#rich, wanted, this.#prefixes);
        at = this.#rich.after;
        this.#valueStart = this.#valueEnd = start;
        this.#isRich = true;
      } else {
        const isFormula = isNamed(buffer, local, at, 'f');
        const isValue = !isFormula && isNamed(buffer, local, at, 'v');
        const contentStart = at;
        const contentEnd = isEmpty ? at : textEnd(buffer, at, end);
        if (contentEnd === incomplete) return incomplete;
        if (!isEmpty) at = afterElement(buffer, contentEnd, end);
        if (isFormula) {
          this.#formulas++;
          this.#formulaStart = contentStart;
          this.#formulaEnd = contentEnd;
        } else if (isValue) {
          this.#valueStart = contentStart;
          this.#valueEnd = contentEnd;
        }
      }
      if (at === incomplete) return incomplete;
    }
  }

  /** The common form `<v>…</v></c>`; 0 if the cell has another. */
  #plainValue(start: number, end: number): number {
    const { buffer } = this.#carry;
    let at = start + plainValue.length;
    while (at < end && buffer[at] !== byte.less) at++;
    if (at + plainValueEnd.length > end || !startsWith(buffer, at, plainValueEnd)) return 0;
    this.#valueStart = start + plainValue.length;
    this.#valueEnd = at;
    return at + plainValueEnd.length;
  }

  /** The common form `<is><t>…</t></is></c>`; 0 if the cell has another. */
  #plainText(start: number, end: number): number {
    const { buffer } = this.#carry;
    let at = start + plainText.length;
    if (!startsWith(buffer, start, plainText)) {
      if (!startsWith(buffer, start, spacedText)) return 0;
      at = start + spacedText.length;
    }
    const textStart = at;
    const near = Math.min(end, at + nearBytes);
    while (at < near && buffer[at] !== byte.less) at++;
    if (at === near) {
      at = buffer.indexOf(byte.less, near);
      if (at === -1) return 0;
    }
    if (at + plainTextEnd.length > end || !startsWith(buffer, at, plainTextEnd)) return 0;
    this.#valueStart = textStart;
    this.#valueEnd = at;
    return at + plainTextEnd.length;
  }

  /** The value of a cell that is more than a plain value: with a formula, an inline text, or metadata. */
  #told(): Cell {
    const { buffer } = this.#carry;
    if (this.#formulaEnd === incomplete) {
      if (!this.#tag.rich) return this.#rich.text;
      const value = this.#value();
      return this.#tag.type === cellType.error ? pictureOf(value) : value;
    }
    const formula = decodeText(buffer, this.#formulaStart, this.#formulaEnd);
    if (wpsPicture.test(formula)) return pictureOf(`=${formula}`);
    const isAbsent = this.#valueEnd === incomplete;
    // A formula with an empty text as result has an empty `v`; one that was never calculated has none.
    if (isAbsent || (this.#valueStart === this.#valueEnd && this.#tag.type !== cellType.text)) {
      return withoutResult(formula);
    }
    const value = this.#value();
    if (value === 0 && this.#context.recalculates) return withoutResult(formula);
    return this.#tag.rich && this.#tag.type === cellType.error ? pictureOf(value) : value;
  }

  /** The value of the cell just read. */
  #value(): Cell {
    const { buffer } = this.#carry;
    const start = this.#valueStart;
    const end = this.#valueEnd;
    if (end === incomplete) return undefined;
    switch (this.#tag.type) {
      case cellType.number:
        return start === end ? undefined : this.#number(start, end);
      case cellType.shared:
        return start === end ? undefined : this.#context.strings.get(sharedIndex(buffer, start, end));
      case cellType.inline:
      case cellType.text:
        return decodeText(buffer, start, end);
      case cellType.boolean:
        return start === end ? undefined : buffer[start] === byte.zero + 1 || buffer[start] === letter.t;
      case cellType.error:
        return { kind: 'error', text: decodeText(buffer, start, end) };
      case cellType.isoDate: {
        const text = decodeText(buffer, start, end);
        return isoDateCell(text) ?? text;
      }
    }
  }

  #number(start: number, end: number): Cell {
    const { buffer } = this.#carry;
    const short = shortNumber(buffer, start, end);
    const value = Number.isNaN(short) ? anyNumber(decodeText(buffer, start, end)) : short;
    const format = this.#context.formats[this.#tag.style];
    if (format === undefined || typeof value !== 'number') return value;
    return formattedCell(value, format, this.#context.date1904);
  }
}

/**
 * A cell that displays a picture, or something else that is not text; `instead` is the fallback shown by programs
 * without support.
 */
function pictureOf(instead: Cell): ErrorCell {
  const text = typeof instead === 'object' ? instead.text : String(instead ?? '');
  return { kind: 'error', text, why: 'picture' };
}

/** The number in the `v` of a cell with a shared string; -1 without one. */
function sharedIndex(buffer: Buffer, start: number, end: number): number {
  let from = start;
  while (from < end && isSpace(buffer[from])) from++;
  return digitsOf(buffer, from, end);
}
