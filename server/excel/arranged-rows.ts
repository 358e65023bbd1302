import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';
import type { SheetShape } from './sheet-shape.ts';
import { type Cell, noNotes, type RowsOptions, type SheetNotes, type SheetRow } from './types.ts';
import type { MergedRange } from './xlsx/merged-ranges.ts';
import { cellName } from './xlsx/xlsx-parts.ts';

const batchRows = 500;

/** Most adjacent columns of merged cells that are filled down; no table has more. */
const mostMergedColumns = 1_024;

/** Most covered values whose addresses are noted. */
const mostPlaces = 10;

/**
 * Returns the rows of a sheet in sheet order, whatever their order in the file: each row once with all its cells,
 * ascending, without unwanted ones, and with merged cells filled down if requested. `pieces` are the rows as found in
 * the file; `shape` holds the facts known in advance.
 *
 * @throws WorkbookError `scatteredRows` if a row is unexpectedly late, or too many would have to be kept in memory
 */
export async function* arrangeRows(
  pieces: AsyncIterable<SheetRow[]>,
  shape: SheetShape | undefined,
  options: RowsOptions,
  notes: SheetNotes,
): AsyncGenerator<SheetRow[], void, void> {
  const rows = shape?.inOrder === false ? gathered(pieces) : inOrder(pieces);
  const ranges = options.fillBelow === undefined ? [] : (shape?.merged.sorted ?? []);
  const fill = ranges.length === 0 ? undefined : new FillDown(ranges, options, notes);
  for await (const batch of rows) {
    const arranged: SheetRow[] = [];
    for (const row of batch) {
      const filled = fill ? fill.row(row) : row;
      if (filled === undefined) continue;
      if (filled.hidden) {
        notes.hiddenRows++;
        if (options.visibleBelow !== undefined && filled.number > options.visibleBelow) continue;
      }
      arranged.push(filled);
    }
    if (arranged.length > 0) yield arranged;
  }
}

/** Fills down merged cells that begin below a row, for {@link arrangeRows}. */
export function filledDown(
  rows: readonly SheetRow[],
  ranges: readonly MergedRange[],
  fillBelow: number,
): SheetRow[] {
  const fill = new FillDown(ranges, { fillBelow }, noNotes());
  return rows.flatMap(row => fill.row(row) ?? []);
}

async function* inOrder(pieces: AsyncIterable<SheetRow[]>): AsyncGenerator<SheetRow[], void, void> {
  let last = 0;
  for await (const batch of pieces) {
    for (const { number } of batch) {
      if (number <= last) throw new WorkbookError('scatteredRows', `row ${number} after ${last}`);
      last = number;
    }
    yield batch;
  }
}

/** The rows of a sheet that has them in pieces or in another order, all in memory at once. */
async function* gathered(pieces: AsyncIterable<SheetRow[]>): AsyncGenerator<SheetRow[], void, void> {
  const rows = new Map<number, SheetRow>();
  let cells = 0;
  for await (const batch of pieces) {
    for (const piece of batch) {
      cells += piece.cells.length;
      if (cells > workbookLimits.gatheredCells) {
        throw new WorkbookError('scatteredRows', `more than ${workbookLimits.gatheredCells} cells`);
      }
      const known = rows.get(piece.number);
      rows.set(piece.number, known === undefined ? piece : together(known, piece));
    }
  }
  const sorted = [...rows.values()].sort((a, b) => a.number - b.number);
  for (let from = 0; from < sorted.length; from += batchRows) yield sorted.slice(from, from + batchRows);
}

/** Joins two pieces of one row. Throws `repeatedCell` if both have a value in the same place. */
function together(row: SheetRow, piece: SheetRow): SheetRow {
  const { cells } = row;
  for (const [column, cell] of piece.cells.entries()) {
    if (cell === undefined) continue;
    const known = cells[column];
    if (known !== undefined && known !== '' && cell !== '' && !isSame(known, cell)) {
      throw new WorkbookError('repeatedCell', `column ${column + 1}`, { row: row.number });
    }
    if (known === undefined || known === '') cells[column] = cell;
  }
  return { ...row, ...(piece.hidden && { hidden: true }), ...(piece.repeated && { repeated: true }) };
}

function isSame(one: Cell, other: Cell): boolean {
  return (
    one === other ||
    (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))
  );
}

function isFilled(cell: Cell): boolean {
  return cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '');
}

/** A merged range that the rows have reached. */
interface OpenRange {
  readonly range: MergedRange;
  readonly value: Cell;
  /** True once it has been counted as filled down. */
  counted: boolean;
}

/** Copies the value of a merged cell to each of its rows, in its first column, and removes the values it covers. */
class FillDown {
  readonly #ranges: readonly MergedRange[];
  readonly #options: RowsOptions;
  readonly #notes: SheetNotes;
  #next = 0;
  #open: OpenRange[] = [];

  constructor(ranges: readonly MergedRange[], options: RowsOptions, notes: SheetNotes) {
    this.#ranges = ranges;
    this.#options = options;
    this.#notes = notes;
  }

  /** The row with filled-in values; undefined if it shows only parts of merged cells. */
  row(row: SheetRow): SheetRow | undefined {
    const { number, cells } = row;
    if (this.#open.length > 0) this.#open = this.#open.filter(({ range }) => range.lastRow >= number);
    for (; this.#next < this.#ranges.length; this.#next++) {
      const range = this.#ranges[this.#next] as MergedRange; // within its bounds
      if (range.row > number) break;
      const wanted = range.row > (this.#options.fillBelow ?? 0) && range.lastRow >= number;
      if (!wanted || this.#open.length === mostMergedColumns) continue;
      // A range has no value if its first row is missing in the sheet.
      const value = range.row === number ? cells[range.column] : undefined;
      this.#open.push({ range, value, counted: false });
    }
    return this.#open.length === 0 ? row : this.#shown(row, this.#open);
  }

  /** The row with the values that the sheet shows, and those of the ranges that began above it. */
  #shown(row: SheetRow, open: readonly OpenRange[]): SheetRow | undefined {
    const { number } = row;
    const covering = (column: number) =>
      open.find(
        ({ range }) =>
          column >= range.column &&
          column <= range.lastColumn &&
          (range.row < number || range.column < column),
      );
    const cells = [...row.cells];
    let isVisible = false;
    let isCovered = false;
    for (const [column, cell] of row.cells.entries()) {
      if (!isFilled(cell)) continue;
      const one = covering(column);
      if (one === undefined) {
        isVisible = true;
        continue;
      }
      // Programs keep the earlier content of cells that were merged.
      isCovered = true;
      cells[column] = undefined;
      const isRepeated = column === one.range.column && isSame(cell, one.value);
      if (!isRepeated) this.#noteCovered(column, number);
    }
    if (!isVisible) return isCovered ? undefined : row;
    const filled = this.#fill(cells, number, open);
    return filled || isCovered ? { ...row, cells } : row;
  }

  #noteCovered(column: number, row: number): void {
    const { coveredPlaces } = this.#notes;
    this.#notes.coveredCells++;
    if (coveredPlaces.length < mostPlaces) coveredPlaces.push(cellName(column, row));
  }

  /** Fills in the values of the ranges that began above the row; reports whether there was one. */
  #fill(cells: Cell[], number: number, open: readonly OpenRange[]): boolean {
    const { columns } = this.#options;
    let isAny = false;
    for (const one of open) {
      const { column, row } = one.range;
      if (row === number || (columns !== undefined && !columns.has(column)) || !isFilled(one.value)) continue;
      cells[column] = one.value;
      isAny = true;
      if (one.counted) continue;
      one.counted = true;
      this.#notes.filledRanges.set(column, (this.#notes.filledRanges.get(column) ?? 0) + 1);
    }
    return isAny;
  }
}
