import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';
import type { SheetShape } from './sheet-shape.ts';
import { type Cell, noNotes, type RowsOptions, type SheetNotes, type SheetRow } from './types.ts';
import type { MergedRange } from './xlsx/merged-ranges.ts';

const batchRows = 500;

/** Most adjacent columns of merged cells that are filled down; no table has more. */
const mostMergedColumns = 1_024;

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

/** Copies the value of a merged cell to each of its rows, in its first column. */
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
    if (this.#open.length === 0) return row;
    const covering = this.#open.filter(({ range }) => range.row < number);
    return covering.length === 0 ? row : this.#fill(row, covering);
  }

  #fill(row: SheetRow, covering: readonly OpenRange[]): SheetRow | undefined {
    const { columns } = this.#options;
    const isCovered = (column: number) =>
      covering.some(({ range }) => column >= range.column && column <= range.lastColumn);
    const has = row.cells.some((cell, column) => isFilled(cell) && !isCovered(column));
    if (!has) return row.cells.some((cell, column) => isFilled(cell) && isCovered(column)) ? undefined : row;
    const cells = [...row.cells];
    for (const one of covering) {
      const { column } = one.range;
      if (columns !== undefined && !columns.has(column)) continue;
      if (!isFilled(one.value)) continue;
      // Programs may keep hidden earlier content there.
      cells[column] = one.value;
      if (one.counted) continue;
      one.counted = true;
      this.#notes.filledRanges.set(column, (this.#notes.filledRanges.get(column) ?? 0) + 1);
    }
    return { ...row, cells };
  }
}
