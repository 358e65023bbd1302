import { workbookLimits } from '../limits.ts';
import { cellReference } from './xlsx-cell-tag.ts';

/** A merged range of several cells. Columns count from 0, rows from 1. */
export interface MergedRange {
  readonly column: number;
  readonly lastColumn: number;
  readonly row: number;
  readonly lastRow: number;
}

/** The merged ranges of a sheet. */
export class MergedRanges {
  readonly #ranges: MergedRange[] = [];
  #sorted = true;

  /** Adds a range; one of a single cell is skipped. */
  add(range: MergedRange): void {
    const isCell = range.lastRow <= range.row && range.lastColumn <= range.column;
    if (isCell || this.#ranges.length === workbookLimits.mergedRanges) return;
    this.#ranges.push(range);
    this.#sorted = false;
  }

  /** Adds the range from one cell to another, each as `B7`. */
  addReference(from: string, to: string): void {
    const first = cellReference(from);
    const last = cellReference(to);
    if (first === undefined || last === undefined) return;
    this.add({
      column: Math.min(first.column, last.column),
      lastColumn: Math.max(first.column, last.column),
      row: Math.min(first.row, last.row),
      lastRow: Math.max(first.row, last.row),
    });
  }

  /** All of them, by their first rows. */
  get sorted(): readonly MergedRange[] {
    if (!this.#sorted) this.#ranges.sort((a, b) => a.row - b.row || a.column - b.column);
    this.#sorted = true;
    return this.#ranges;
  }
}
