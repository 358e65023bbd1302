import { cellText } from '@yikao/model/kernel/cell.ts';
import type { Cell, SheetRow, Workbook } from '../../../excel/index.ts';

/** Rows at the top of a sheet among which its header row is looked for: titles and remarks stand above it. */
const lookedAt = 10;

/** The first rows of a sheet, as far down as a header row is looked for, and `more` beneath it. */
export async function firstRows(workbook: Workbook, sheet: number, more = 0): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of workbook.rows(sheet)) {
    rows.push(...batch.slice(0, lookedAt + more - rows.length));
    if (rows.length === lookedAt + more) break;
  }
  return rows;
}

/**
 * The position of the header row among the first rows of a sheet: where the names that our templates give to columns
 * point, else the first row with a value, unless that is a title: a row with at most one known header, above one with
 * more of them. `known` counts the cells of a row that are headers of fields.
 */
export function headerRowOf(
  rows: readonly SheetRow[],
  named: number | undefined,
  known: (cells: readonly Cell[]) => number,
): number {
  const byName = rows.findIndex(({ number }) => number === named);
  if (byName > 0) return byName;
  const counts = rows.slice(0, lookedAt).map(({ cells }) => known(cells));
  const [first = 0] = counts;
  if (first > 1) return 0;
  // What stands beneath a header repeats none of it, so the first row with two known headers is the one.
  const found = counts.findIndex(
    (count, at) => count > Math.max(1, first) && count * 2 >= filled(rows[at]?.cells ?? []),
  );
  return found === -1 ? 0 : found;
}

function filled(cells: readonly Cell[]): number {
  return Array.from(cells, cell => cellText(cell).trim()).filter(text => text !== '').length;
}
