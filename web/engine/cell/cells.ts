import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import { keyOf } from '../row/row-key.ts';

/** Selects the cells of fields, and the rows, in a list's table. */
const cellsOf = 'td[data-column]';
const rowsOf = 'tr[data-row-key]';

const shown = <T extends HTMLElement>(all: Iterable<T>): T[] =>
  [...all].filter(element => element.checkVisibility());

/** The cell of a field that `target` lies in. */
export function cellAt(target: EventTarget | null): HTMLTableCellElement | null {
  return target instanceof Element ? target.closest<HTMLTableCellElement>(cellsOf) : null;
}

/** The name of a cell's field. */
export function fieldAt(cell: HTMLTableCellElement): string {
  return cell.dataset.column ?? '';
}

/** The key of the row in which a cell lies. */
export function rowKeyAt(cell: HTMLElement): number {
  return Number(cell.closest<HTMLElement>(rowsOf)?.dataset.rowKey);
}

/** The cells of a row from left to right. */
export function cellsIn(row: Element | null): HTMLTableCellElement[] {
  return shown(row?.querySelectorAll<HTMLTableCellElement>(cellsOf) ?? []);
}

/** The rows of the table around a cell from top to bottom. */
export function rowsAround(cell: HTMLElement): HTMLElement[] {
  return shown(cell.closest('table')?.querySelectorAll<HTMLElement>(rowsOf) ?? []);
}

/** The cell before or after another, in reading order, that satisfies `fits`. */
export function cellBeside(
  cell: HTMLTableCellElement,
  step: 1 | -1,
  fits: (cell: HTMLTableCellElement) => boolean,
): HTMLTableCellElement | undefined {
  const all = rowsAround(cell).flatMap(cellsIn);
  const at = all.indexOf(cell);
  return step === 1 ? all.slice(at + 1).find(fits) : all.slice(0, Math.max(0, at)).findLast(fits);
}

/** Focuses a cell, or a row, and brings it into sight. */
export function focusCell(cell: HTMLElement | undefined): void {
  if (!cell) return;
  cell.tabIndex = -1;
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The row with this key among rows and their descendants. */
export function rowWithKey(
  dataset: AnyDataset,
  rows: readonly FieldRecord[],
  key: number,
): FieldRecord | undefined {
  for (const row of rows) {
    if (keyOf(dataset, row) === key) return row;
    // Rows of a tree hold their children under this name.
    const children = Array.isArray(row.children) ? (row.children as FieldRecord[]) : [];
    const found = rowWithKey(dataset, children, key);
    if (found) return found;
  }
  return undefined;
}
