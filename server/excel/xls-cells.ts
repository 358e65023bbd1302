import { doubleCell } from './long-numbers.ts';
import { RowNumbers } from './row-numbers.ts';
import { type DateShape, dateCell } from './serial-dates.ts';
import type { SharedStrings } from './shared-strings.ts';
import { type Cell, isTaken, type RowsOptions, type SheetNotes, type SheetRow } from './types.ts';
import { needBytes, record } from './xls-records.ts';
import { ContinuedText, readText } from './xls-strings.ts';

/** The shared parts that the cells of a sheet refer to. */
export interface XlsContext extends RowsOptions {
  readonly strings: SharedStrings;
  /** By cell format: what its number format shows of a date. */
  readonly dateShapes: readonly (DateShape | undefined)[];
  readonly date1904: boolean;
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

/** Makes rows of the cell records of a sheet. A row counts as ended when a cell of another row comes. */
export class XlsCells {
  readonly #context: XlsContext;
  readonly #double = Buffer.alloc(8);
  readonly #text = new ContinuedText();
  #rows: SheetRow[] = [];
  #row: SheetRow | undefined;
  /** Where the text of a formula goes; its STRING record comes after it. */
  #formulaColumn: number | undefined;
  #continues = false;
  /** Numbers of hidden rows whose cells have not come yet. */
  readonly #hidden = new Set<number>();
  readonly #numbers = new RowNumbers();

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
    const { number: given, cells } = this.#row;
    const { number, misnumbered } = this.#numbers.next(given);
    const hidden = this.#hidden.delete(given);
    if (hidden) this.#context.notes.hiddenRows++;
    if (!hidden || isTaken(number, this.#context)) {
      this.#rows.push(misnumbered ? { number, cells, misnumbered: true } : { number, cells });
    }
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
      case record.boolErr:
        needBytes(length, 8, 'a cell');
        this.#put(buffer, start, () => booleanOrError(buffer[start + 6]!, buffer[start + 7] === 1));
        break;
      case record.label:
      case record.rString:
        needBytes(length, 9, 'a cell');
        this.#put(buffer, start, () => readText(buffer, start + 6, start + length));
        break;
      case record.formula:
        this.#formula(buffer, start, length);
        break;
      case record.string:
        this.#formulaText(buffer, start, length);
        break;
      case record.row:
        needBytes(length, 16, 'a row');
        if ((buffer[start + 12]! & zeroHeight) !== 0) this.#hidden.add(buffer.readUInt16LE(start) + 1);
        break;
      case record.mergedCells:
        needBytes(length, 2, 'merged cells');
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
    const shape = this.#context.dateShapes[format];
    return (
      (shape === undefined ? undefined : dateCell(value, shape, this.#context.date1904)) ?? doubleCell(value)
    );
  }

  #formula(buffer: Buffer, start: number, length: number): void {
    needBytes(length, 14, 'a formula');
    this.#context.notes.formulaCells++;
    this.#formulaColumn = undefined;
    const column = buffer.readUInt16LE(start + 2);
    const result = start + 6;
    // The top of a double that is no number marks a value of another kind; its first byte says which.
    if (buffer.readUInt16LE(result + 6) !== 0xffff) {
      this.#put(buffer, start, () =>
        this.#number(buffer.readDoubleLE(result), buffer.readUInt16LE(start + 4)),
      );
      return;
    }
    const kind = buffer[result];
    if (kind === 1 || kind === 2)
      this.#put(buffer, start, () => booleanOrError(buffer[result + 2]!, kind === 2));
    else {
      this.#put(buffer, start, () => '');
      if (kind === 0) this.#formulaColumn = column;
    }
  }

  #formulaText(buffer: Buffer, start: number, length: number): void {
    if (this.#formulaColumn === undefined) return;
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
    // The formula's row is still open, unless its column is not wanted.
    if (this.#row?.cells[column] === '') this.#row.cells[column] = this.#text.text();
  }
}

function booleanOrError(value: number, isError: boolean): Cell {
  return isError ? { kind: 'error', text: errorTexts[value] ?? `#ERR${value}` } : value !== 0;
}
