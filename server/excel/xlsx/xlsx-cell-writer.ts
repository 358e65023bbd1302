import { serialOf } from '../format/serial-dates.ts';
import { workbookLimits } from '../limits.ts';
import type { ColumnFormat, WriteCell, WriteColumn, WriteValue } from '../types.ts';
import type { ZipWriter } from '../zip/zip-writer.ts';
import { CellBytes } from './cell-bytes.ts';
import {
  badFormat,
  type CellNote,
  cellFormat,
  cellFormatCount,
  columnLetters,
  headerFormat,
  quotedFormat,
  requiredHeaderFormat,
} from './xlsx-parts.ts';

/** Digits that Excel keeps of a number. */
const keptDigits = 15;
/** From here on a whole number is written as text, to keep its digits. */
const longInteger = 1e15;
const smallInteger = 2 ** 31;
const decimalPattern = /^-?\d{1,40}(?:\.\d{1,40})?$/;
/** Bytes around a value, with room to spare: reference, format, type, tags. */
const markupBytes = 128;

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const rowStart = bytesOf('<row r="');
const rowOpen = bytesOf('">');
const rowEnd = bytesOf('</row>');
const minus = bytesOf('-');
const valueEnd = bytesOf('</v></c>');
const textStop = bytesOf('</t></is></c>');
const trueEnd = bytesOf('1</v></c>');
const falseEnd = bytesOf('0</v></c>');

/** The rest of a cell's tag and the text after it, for each cell format. */
const formats = Array.from({ length: cellFormatCount }, (_, format) => ({
  number: bytesOf(`" s="${format}"><v>`),
  boolean: bytesOf(`" s="${format}" t="b"><v>`),
  text: bytesOf(`" s="${format}" t="inlineStr"><is><t>`),
  spacedText: bytesOf(`" s="${format}" t="inlineStr"><is><t xml:space="preserve">`),
}));

/** Days and times repeat within a sheet, and are costly to reckon. */
const rememberedSerials = 4_096;

/** The attributes that the cells of a column have in common. */
interface ColumnBytes {
  /** `<c r="` and the letters. */
  readonly start: Uint8Array;
  readonly format: ColumnFormat;
  /** Its plain cell format; see {@link cellFormat} for the others. */
  readonly plain: number;
  /** That of its numbers: in a column of dates a number would show as a day. */
  readonly number: number;
}

function columnBytes(column: number, format: ColumnFormat): ColumnBytes {
  if (column >= workbookLimits.columns) throw new RangeError(`A sheet has no column ${column + 1}`);
  const plain = cellFormat(format);
  return {
    start: bytesOf(`<c r="${columnLetters(column)}`),
    format,
    plain,
    number: format === 'date' || format === 'dateTime' ? cellFormat('general') : plain,
  };
}

/** Writes the rows of a sheet to the open part of a zip. */
export class CellWriter {
  /** Notes on cells; past the limit they are left out, the colour stays. */
  readonly notes: CellNote[] = [];
  /** Rows in the sheet so far, the header among them. */
  rowCount = 0;
  replaced = 0;
  readonly #zip: ZipWriter;
  readonly #columns: readonly WriteColumn[];
  readonly #columnBytes: ColumnBytes[] = [];
  /** Cached digits of the last days and times by their text; empty if the text is invalid. */
  readonly #serials = new Map<string, string>();
  readonly #bytes: CellBytes;
  #waiting: Promise<void> | undefined;

  constructor(zip: ZipWriter, columns: readonly WriteColumn[]) {
    this.#zip = zip;
    this.#columns = columns;
    this.#bytes = new CellBytes((bytes, done) => {
      const waiting = this.#zip.write(bytes, done);
      if (waiting) this.#waiting = waiting;
    });
  }

  /** Adds XML unchanged. */
  xml(text: string): void {
    this.#bytes.xml(text);
  }

  /** The header row, if the sheet has columns. */
  header(): void {
    if (this.#columns.length === 0) return;
    this.#startRow();
    for (const [column, { header, required, note }] of this.#columns.entries()) {
      this.#startCell(column);
      this.#text(header, required === true ? requiredHeaderFormat : headerFormat);
      if (note !== undefined && note !== '') this.notes.push({ column, row: 0, text: note });
    }
    this.#endRow();
  }

  /** One row of cells. */
  row(cells: readonly WriteCell[]): void {
    this.#startRow();
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column];
      if (cell === null || cell === undefined) continue;
      if (typeof cell === 'object' && 'bad' in cell) this.#bad(column, cell);
      else this.#value(column, cell, false);
    }
    this.#endRow();
  }

  /** The promise to await before writing more, if there is one. */
  waiting(): Promise<void> | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  /** Hands on the last bytes. */
  async end(): Promise<void> {
    this.#bytes.flush();
    await this.waiting();
  }

  #startRow(): void {
    const bytes = this.#bytes;
    this.rowCount++;
    bytes.reserve(markupBytes);
    bytes.raw(rowStart);
    bytes.integer(this.rowCount);
    bytes.raw(rowOpen);
  }

  #endRow(): void {
    this.#bytes.reserve(markupBytes);
    this.#bytes.raw(rowEnd);
    this.#bytes.flushHalf();
  }

  #startCell(column: number): ColumnBytes {
    const bytes = this.#bytes;
    let found = this.#columnBytes[column];
    if (found === undefined) {
      found = columnBytes(column, this.#columns[column]?.format ?? 'general');
      this.#columnBytes[column] = found;
    }
    bytes.reserve(markupBytes);
    bytes.raw(found.start);
    bytes.integer(this.rowCount);
    return found;
  }

  #bad(column: number, cell: { readonly value: WriteValue; readonly note?: string }): void {
    if (cell.note !== undefined && this.notes.length < workbookLimits.notes) {
      this.notes.push({ column, row: this.rowCount - 1, text: cell.note });
    }
    // Empty cells are coloured too, because a missing value may be the problem.
    this.#value(column, cell.value ?? '', true);
  }

  #value(column: number, value: Exclude<WriteValue, null | undefined>, bad: boolean): void {
    const found = this.#startCell(column);
    const look = bad ? badFormat : 0;
    if (typeof value === 'string') this.#text(value, found.plain + look);
    else if (typeof value === 'number') this.#number(value, found, look);
    else if (typeof value === 'boolean') {
      this.#bytes.raw(formats[found.plain + look]!.boolean);
      this.#bytes.raw(value ? trueEnd : falseEnd);
    } else if ('decimal' in value) this.#decimal(value.decimal, found, look);
    else if ('date' in value) this.#serial(value.date, 'date', found, look);
    else this.#serial(value.dateTime, 'dateTime', found, look);
  }

  #number(value: number, column: ColumnBytes, look: number): void {
    const whole = Number.isInteger(value);
    if (!Number.isFinite(value)) {
      this.replaced++;
      this.#text('', column.plain + look);
    } else if (column.format === 'text' || (whole && Math.abs(value) >= longInteger)) {
      this.#text(String(value), column.plain + look);
    } else if (whole && Math.abs(value) < smallInteger) {
      const bytes = this.#bytes;
      bytes.raw(formats[column.number + look]!.number);
      if (value < 0) bytes.raw(minus);
      bytes.integer(Math.abs(value));
      bytes.raw(valueEnd);
    } else this.#digits(String(value), column.number + look);
  }

  #decimal(text: string, column: ColumnBytes, look: number): void {
    const kept = column.format !== 'text' && decimalPattern.test(text) && isKept(text);
    if (kept) this.#digits(text, column.number + look);
    else this.#text(text, column.plain + look);
  }

  #serial(text: string, shape: 'date' | 'dateTime', { format, plain }: ColumnBytes, look: number): void {
    let digits = this.#serials.get(text);
    if (digits === undefined) {
      digits = String(serialOf(text) ?? '');
      if (this.#serials.size >= rememberedSerials) this.#serials.clear();
      this.#serials.set(text, digits);
    }
    if (digits === '') this.#text(text, plain + look);
    else {
      const shows = format === 'date' || format === 'dateTime';
      this.#digits(digits, (shows ? plain : cellFormat(shape)) + look);
    }
  }

  #digits(text: string, format: number): void {
    this.#bytes.raw(formats[format]!.number);
    this.#bytes.ascii(text);
    this.#bytes.raw(valueEnd);
  }

  /** Text in a cell format without quote prefix, which is added if the text requires it. */
  #text(text: string, plainFormat: number): void {
    const bytes = this.#bytes;
    const format = startsLikeFormula(text) ? plainFormat + quotedFormat : plainFormat;
    const spaced = text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32;
    bytes.raw(spaced ? formats[format]!.spacedText : formats[format]!.text);
    if (!bytes.text(text)) this.replaced++;
    bytes.reserve(markupBytes);
    bytes.raw(textStop);
  }
}

/** `= + - @`, tab and carriage return: signs after which some program may see a formula. */
function startsLikeFormula(text: string): boolean {
  switch (text.charCodeAt(0)) {
    case 0x3d:
    case 0x2b:
    case 0x2d:
    case 0x40:
    case 0x09:
    case 0x0d:
      return true;
    default:
      return false;
  }
}

/** True if Excel keeps every digit of a decimal. */
function isKept(text: string): boolean {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  return (whole + fraction.replace(/0+$/, '')).replace(/^0+/, '').length <= keptDigits;
}
