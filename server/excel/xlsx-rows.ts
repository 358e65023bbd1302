import { Carry } from './carry.ts';
import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';
import { anyNumber, shortNumber } from './long-numbers.ts';
import { RowNumbers } from './row-numbers.ts';
import { type DateShape, dateCell, isoDateCell } from './serial-dates.ts';
import type { SharedStrings } from './shared-strings.ts';
import { type Cell, isTaken, type RowsOptions, type SheetNotes, type SheetRow } from './types.ts';
import { CellTag, cellType, digitsOf, endsName, letter } from './xlsx-cell-tag.ts';
import { type RichText, readRichText } from './xlsx-strings.ts';
import { afterMarkup, afterTag, byte, decodeText, incomplete, isSpace, startsWith, textEnd } from './xml.ts';

/** The shared parts that the cells of a sheet refer to. */
export interface SheetContext extends RowsOptions {
  readonly strings: SharedStrings;
  /** By cell format (`s` of a cell): what its number format shows of a date. */
  readonly dateShapes: readonly (DateShape | undefined)[];
  readonly date1904: boolean;
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
 * Finds the rows in the bytes of a worksheet part. It looks at bytes, makes no events, and decodes text only for
 * a cell that is wanted: that is where its speed comes from. Nothing counts until a row is whole, so a row cut in
 * two by a chunk's end is simply read again with the next chunk.
 */
export class SheetRows {
  readonly #context: SheetContext;
  readonly #carry = new Carry();
  #phase: 'before' | 'rows' | 'after' = 'before';
  readonly #rowNumbers = new RowNumbers();

  // Of the cell being read; fields and not a result object, since there are millions of cells.
  readonly #tag = new CellTag();
  #valueStart = 0;
  #valueEnd = 0;
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
    if (after !== incomplete && this.#phase === 'rows' && this.#isNamed(nameStart, after, 'sheetData')) {
      this.#phase = 'after';
    }
    return after;
  }

  #opening(nameStart: number, end: number, rows: SheetRow[]): number {
    const { buffer } = this.#carry;
    const after = afterTag(buffer, nameStart, end);
    if (after === incomplete) return incomplete;
    const selfClosing = buffer[after - 2] === byte.slash;
    if (this.#phase === 'rows') {
      return this.#isNamed(nameStart, after, 'row')
        ? this.#row(nameStart, after, selfClosing, end, rows)
        : after;
    }
    if (this.#phase === 'before') {
      if (this.#isNamed(nameStart, after, 'sheetData')) this.#phase = selfClosing ? 'after' : 'rows';
    } else if (this.#isNamed(nameStart, after, 'mergeCell')) this.#context.notes.mergedRanges++;
    return after;
  }

  #isNamed(start: number, end: number, name: string): boolean {
    const { buffer } = this.#carry;
    let from = start;
    let at = start;
    for (; at < end; at++) {
      const value = buffer[at]!;
      if (value === byte.colon) from = at + 1;
      else if (value === byte.greater || value === byte.slash || isSpace(value)) break;
    }
    if (at - from !== name.length) return false;
    for (let index = 0; index < name.length; index++) {
      if (buffer[from + index] !== name.charCodeAt(index)) return false;
    }
    return true;
  }

  /** Reads the row whose tag lies from `nameStart` to `content`; answers the position after it. */
  #row(nameStart: number, content: number, selfClosing: boolean, end: number, rows: SheetRow[]): number {
    const { buffer } = this.#carry;
    const given = this.#rowNumberOf(nameStart, content);
    if (selfClosing) {
      this.#numberOf(given);
      return content;
    }
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
        if (tag === 0) at = afterTag(buffer, at + 1, end);
        else {
          at = tag;
          if (buffer[at - 2] === byte.slash) continue;
          const wanted = this.#context.columns === undefined || this.#context.columns.has(this.#tag.column);
          at = this.#content(at, end, wanted);
          if (at !== incomplete && wanted) {
            const value = this.#value();
            if (value !== undefined) {
              cells[this.#tag.column] = value;
              filled = true;
            }
          }
        }
      }
      if (at === incomplete) return incomplete;
    }
    const { number, misnumbered } = this.#numberOf(given);
    this.#context.notes.formulaCells += this.#formulas;
    if (filled) {
      const hidden = this.#isHidden(nameStart, content);
      if (hidden) this.#context.notes.hiddenRows++;
      if (!hidden || isTaken(number, this.#context)) {
        rows.push(misnumbered ? { number, cells, misnumbered: true } : { number, cells });
      }
    }
    return at;
  }

  #numberOf(given: number | undefined) {
    const found = this.#rowNumbers.next(given);
    if (found.number > workbookLimits.rows) throw new WorkbookError('tooManyCells', `row ${found.number}`);
    return found;
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

  #rowNumberOf(start: number, end: number): number | undefined {
    const { buffer } = this.#carry;
    for (let at = start; at < end; at++) {
      // Quoted values are not looked into: of a row's attributes only the spans have digits, spaces and colons.
      if (buffer[at] !== letter.r || buffer[at + 1] !== byte.equals || !isSpace(buffer[at - 1])) continue;
      const number = digitsOf(buffer, at + 3, end);
      return number > 0 ? number : undefined;
    }
    return undefined;
  }

  /** Reads a cell's content from `start`; answers the position after `</c>`, or `incomplete`. */
  #content(start: number, end: number, wanted: boolean): number {
    const { buffer } = this.#carry;
    this.#valueStart = 0;
    this.#valueEnd = incomplete;
    this.#rich.text = '';
    const after = startsWith(buffer, start, plainValue)
      ? this.#plainValue(start, end)
      : this.#plainText(start, end);
    if (after !== 0) return after;
    let at = start;
    for (;;) {
      at = textEnd(buffer, at, end);
      if (at === incomplete || at + 2 >= end) return incomplete;
      const closing = buffer[at + 1] === byte.slash;
      let nameStart = closing ? at + 2 : at + 1;
      let nameEnd = nameStart;
      while (nameEnd < end && !endsName(buffer[nameEnd]!)) {
        if (buffer[nameEnd] === byte.colon) nameStart = nameEnd + 1;
        nameEnd++;
      }
      at = buffer[nameEnd] === byte.greater && nameEnd < end ? nameEnd + 1 : afterTag(buffer, nameEnd, end);
      if (at === incomplete) return incomplete;
      const length = nameEnd - nameStart;
      const first = buffer[nameStart];
      if (closing) {
        if (length === 1 && first === letter.c) return at;
        continue;
      }
      const selfClosing = buffer[at - 2] === byte.slash;
      if (length === 1 && first === letter.f) this.#formulas++;
      if (selfClosing) continue;
      if (length === 1 && first === letter.v) {
        this.#valueStart = at;
        at = textEnd(buffer, at, end);
        if (at === incomplete) return incomplete;
        this.#valueEnd = at;
      } else if (length === 2 && first === letter.i && buffer[nameStart + 1] === letter.s) {
        readRichText(buffer, at, end, this.#rich, wanted);
        at = this.#rich.after;
        if (at === incomplete) return incomplete;
        this.#valueEnd = this.#valueStart;
      }
    }
  }

  /** The common form `<v>…</v></c>`; 0 where the cell has another. */
  #plainValue(start: number, end: number): number {
    const { buffer } = this.#carry;
    let at = start + plainValue.length;
    while (at < end && buffer[at] !== byte.less) at++;
    if (at + plainValueEnd.length > end || !startsWith(buffer, at, plainValueEnd)) return 0;
    this.#valueStart = start + plainValue.length;
    this.#valueEnd = at;
    return at + plainValueEnd.length;
  }

  /** The common form `<is><t>…</t></is></c>`; 0 where the cell has another. */
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
        return start === end ? this.#rich.text : decodeText(buffer, start, end);
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
    const shape = this.#context.dateShapes[this.#tag.style];
    if (shape === undefined || typeof value !== 'number') return value;
    return dateCell(value, shape, this.#context.date1904) ?? value;
  }
}

/** The number in the `v` of a cell with a shared string; -1 for none. */
function sharedIndex(buffer: Buffer, start: number, end: number): number {
  let from = start;
  while (from < end && isSpace(buffer[from])) from++;
  return digitsOf(buffer, from, end);
}
