import { type CellFormat, formattedCell } from '../format/cell-formats.ts';
import { doubleCell } from '../format/long-numbers.ts';
import type { Cell, RowsOptions, SheetNotes, SheetRow } from '../types.ts';
import { withoutResult } from '../unread-cells.ts';
import type { SharedStrings } from '../xlsx/shared-strings.ts';
import { needBytes, record } from './xls-records.ts';
import { ContinuedText, decodeBytes, readCellText } from './xls-strings.ts';

/** The shared parts that the cells of a sheet refer to. */
export interface XlsContext extends RowsOptions {
  readonly strings: SharedStrings;
  /** By cell format: the meaning of its number format; undefined if it displays the number unchanged. */
  readonly formats: readonly (CellFormat | undefined)[];
  readonly date1904: boolean;
  /** Code page of texts without flags. */
  readonly codePage: number;
  /** True if a program has calculated the formulas that are marked to be calculated again: their zeros are results. */
  readonly calculated: boolean;
  readonly notes: SheetNotes;
}

const errorTexts: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

/** In a ROW record's flags: the row is hidden. */
const zeroHeight = 0x20;

/** In a FORMULA record's flags: to be calculated when the file is opened. */
const calculateOnLoad = 2;

/**
 * The result that a FORMULA record stores for a formula that is to be calculated when the file is opened: a value, or
 * the 0 or empty text that a program which cannot calculate writes too. Undefined for any other formula.
 */
export function resultToRenew(
  buffer: Buffer,
  start: number,
  length: number,
): 'value' | 'nothing' | undefined {
  if (length < 16 || (buffer.readUInt16LE(start + 14) & calculateOnLoad) === 0) return undefined;
  const result = start + 6;
  // A double that is not a number marks a value of another type, given by its first byte: 3 is an empty text.
  const isEmpty =
    buffer.readUInt16LE(result + 6) === 0xffff ? buffer[result] === 3 : buffer.readDoubleLE(result) === 0;
  return isEmpty ? 'nothing' : 'value';
}

/** Bytes before the value of a cell: its row, its column and its format, which had a byte more in BIFF2. */
const headBytes = 6;
const headBytes2 = 7;

/** Builds rows from the cell records of a sheet. A row ends when a cell of another row comes. */
export class XlsCells {
  readonly #context: XlsContext;
  readonly #double = Buffer.alloc(8);
  readonly #text = new ContinuedText();
  #rows: SheetRow[] = [];
  #row: SheetRow | undefined;
  /** Column for the text of a formula, whose STRING record follows. */
  #formulaColumn: number | undefined;
  #continues = false;
  /** Numbers of hidden rows whose cells have not been read yet. */
  readonly #hidden = new Set<number>();

  constructor(context: XlsContext) {
    this.#context = context;
  }

  /** The rows that have ended since the last call. */
  takeRows(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** The last rows. */
  end(): SheetRow[] {
    this.#endRow();
    return this.takeRows();
  }

  #endRow(): void {
    if (this.#row === undefined) return;
    this.#rows.push(this.#hidden.has(this.#row.number) ? { ...this.#row, hidden: true } : this.#row);
    this.#row = undefined;
  }

  /** Takes one record of the sheet. Throws `corrupt`. */
  take(type: number, buffer: Buffer, start: number, length: number): void {
    if (type === record.continue) {
      if (this.#continues) this.#continueText(buffer, start, length);
      return;
    }
    this.#continues = false;
    switch (type) {
      case record.labelSst:
        needBytes(length, 10, 'a cell');
        this.#put(buffer, start, () => this.#context.strings.get(buffer.readUInt32LE(start + 6)));
        break;
      case record.rk:
      case record.rk3:
        needBytes(length, 10, 'a cell');
        this.#put(buffer, start, () =>
          this.#number(this.#rk(buffer, start + 6), buffer.readUInt16LE(start + 4)),
        );
        break;
      case record.mulRk:
        this.#mulRk(buffer, start, length);
        break;
      case record.number:
        needBytes(length, 14, 'a cell');
        this.#put(buffer, start, () =>
          this.#number(buffer.readDoubleLE(start + 6), buffer.readUInt16LE(start + 4)),
        );
        break;
      case record.number2:
        needBytes(length, headBytes2 + 8, 'a cell');
        this.#put(buffer, start, () => doubleCell(buffer.readDoubleLE(start + headBytes2)));
        break;
      case record.integer2:
        needBytes(length, headBytes2 + 2, 'a cell');
        this.#put(buffer, start, () => buffer.readUInt16LE(start + headBytes2));
        break;
      case record.label2: {
        needBytes(length, headBytes2 + 1, 'a cell');
        const from = start + headBytes2 + 1;
        const end = Math.min(from + buffer[from - 1]!, start + length);
        this.#put(buffer, start, () => decodeBytes(buffer, from, end, this.#context.codePage));
        break;
      }
      case record.boolErr2:
        needBytes(length, headBytes2 + 2, 'a cell');
        this.#put(buffer, start, () =>
          booleanOrError(buffer[start + headBytes2]!, buffer[start + headBytes2 + 1] === 1),
        );
        break;
      case record.boolErr:
        needBytes(length, 8, 'a cell');
        this.#put(buffer, start, () => booleanOrError(buffer[start + 6]!, buffer[start + 7] === 1));
        break;
      case record.label:
      case record.rString:
        needBytes(length, headBytes + 2, 'a cell');
        this.#put(buffer, start, () =>
          readCellText(buffer, start + headBytes, start + length, this.#context.codePage),
        );
        break;
      case record.formula:
      case record.formula3:
      case record.formula4:
        this.#formula(buffer, start, length);
        break;
      case record.string:
        this.#formulaText(buffer, start, length);
        break;
      case record.string2:
        this.#formulaBytes(buffer, start, length);
        break;
      case record.row:
        // A damaged record about a row's appearance must not prevent reading its data.
        if (length < 16) break;
        if ((buffer[start + 12]! & zeroHeight) !== 0) this.#hidden.add(buffer.readUInt16LE(start) + 1);
        break;
      case record.mergedCells:
        if (length < 2) break;
        this.#context.notes.mergedRanges += buffer.readUInt16LE(start);
    }
  }

  #put(buffer: Buffer, start: number, value: () => Cell): void {
    this.#set(buffer.readUInt16LE(start), buffer.readUInt16LE(start + 2), value);
  }

  #set(row: number, column: number, value: () => Cell): void {
    if (this.#context.columns !== undefined && !this.#context.columns.has(column)) return;
    const cell = value();
    if (cell === undefined) return;
    if (this.#row?.number !== row + 1) {
      this.#endRow();
      this.#row = { number: row + 1, cells: [] };
    }
    const { cells } = this.#row;
    if (column < cells.length && cells[column] !== undefined) this.#row = { ...this.#row, repeated: true };
    this.#row.cells[column] = cell;
  }

  #mulRk(buffer: Buffer, start: number, length: number): void {
    needBytes(length, 6, 'a row of numbers');
    const row = buffer.readUInt16LE(start);
    const first = buffer.readUInt16LE(start + 2);
    const count = Math.floor((length - 6) / 6);
    for (let index = 0; index < count; index++) {
      const at = start + 4 + index * 6;
      this.#set(row, first + index, () => this.#number(this.#rk(buffer, at + 2), buffer.readUInt16LE(at)));
    }
  }

  /** A number in four bytes: 30 bits of an integer or of a double's upper half, perhaps a hundred times too large. */
  #rk(buffer: Buffer, at: number): number {
    const bits = buffer.readInt32LE(at);
    let value: number;
    if ((bits & 2) !== 0) value = bits >> 2;
    else {
      this.#double.writeInt32LE(bits & ~3, 4);
      this.#double.writeInt32LE(0, 0);
      value = this.#double.readDoubleLE(0);
    }
    return (bits & 1) === 0 ? value : value / 100;
  }

  #number(value: number, format: number): Cell {
    const cell = doubleCell(value);
    const shown = this.#context.formats[format];
    return shown === undefined || typeof cell !== 'number'
      ? cell
      : formattedCell(cell, shown, this.#context.date1904);
  }

  #formula(buffer: Buffer, start: number, length: number): void {
    needBytes(length, 14, 'a formula');
    this.#context.notes.formulaCells++;
    this.#formulaColumn = undefined;
    const column = buffer.readUInt16LE(start + 2);
    const result = start + 6;
    // Programs that cannot calculate write 0 or an empty text, and request a calculation.
    const isUnknown = !this.#context.calculated && resultToRenew(buffer, start, length) === 'nothing';
    // A double that is not a number marks a value of another type, given by its first byte.
    if (buffer.readUInt16LE(result + 6) !== 0xffff) {
      const value = buffer.readDoubleLE(result);
      this.#put(buffer, start, () =>
        isUnknown ? withoutResult('') : this.#number(value, buffer.readUInt16LE(start + 4)),
      );
      return;
    }
    const kind = buffer[result];
    if (kind === 1 || kind === 2)
      this.#put(buffer, start, () => booleanOrError(buffer[result + 2]!, kind === 2));
    else {
      this.#put(buffer, start, () => (isUnknown ? withoutResult('') : ''));
      if (kind === 0) this.#formulaColumn = column;
    }
  }

  /** The text of a formula in BIFF2: a byte of length, and bytes. */
  #formulaBytes(buffer: Buffer, start: number, length: number): void {
    const column = this.#formulaColumn;
    if (column === undefined || length < 1) return;
    this.#formulaColumn = undefined;
    const end = Math.min(start + 1 + buffer[start]!, start + length);
    if (this.#row?.cells[column] === '') {
      this.#row.cells[column] = decodeBytes(buffer, start + 1, end, this.#context.codePage);
    }
  }

  #formulaText(buffer: Buffer, start: number, length: number): void {
    if (this.#formulaColumn === undefined) return;
    needBytes(length, 2, 'the text of a formula');
    // Some programs leave the flags of an empty text out.
    if (buffer.readUInt16LE(start) === 0) {
      this.#formulaColumn = undefined;
      return;
    }
    needBytes(length, 3, 'the text of a formula');
    this.#text.begin(buffer.readUInt16LE(start), buffer[start + 2]!);
    this.#text.take(buffer, start + 3, start + length);
    this.#endText();
  }

  #continueText(buffer: Buffer, start: number, length: number): void {
    if (length === 0) return;
    this.#text.goOn(buffer[start]!);
    this.#text.take(buffer, start + 1, start + length);
    this.#endText();
  }

  #endText(): void {
    this.#continues = !this.#text.complete;
    const column = this.#formulaColumn;
    if (this.#continues || column === undefined) return;
    this.#formulaColumn = undefined;
    // The formula's row is still open, unless its column is not requested.
    if (this.#row?.cells[column] === '') this.#row.cells[column] = this.#text.text();
  }
}

function booleanOrError(value: number, isError: boolean): Cell {
  return isError ? { kind: 'error', text: errorTexts[value] ?? `#ERR${value}` } : value !== 0;
}
