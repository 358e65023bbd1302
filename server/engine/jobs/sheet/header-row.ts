import type { headingWish } from '@yikao/model/calls/import-columns.ts';
import { cellText } from '@yikao/model/kernel/cell.ts';
import type { z } from 'zod';
import type { Cell, SheetRow, Workbook } from '../../../excel/index.ts';

/** Rows at the top of a sheet among which its header row is looked for: titles and remarks stand above it. */
const lookedAt = 10;

/** Rows at the top of a sheet among which a person may choose the header row. */
export const choosable = 30;

/** The heading of a sheet: one row, or two of which the upper one spans columns of the lower one. */
export interface Heading {
  /** Numbers in the sheet of its first and its last row. */
  readonly first: number;
  readonly last: number;
  /** Its rows as they stand in the sheet. */
  readonly rows: readonly SheetRow[];
  /** One header to a column: of two rows, what they say together. */
  readonly cells: readonly Cell[];
}

/** Where a person has said that the heading stands. What is left out is found out. */
export type HeadingWish = z.infer<typeof headingWish>;

/** How many of these cells are headers of fields. */
type Known = (cells: readonly Cell[]) => number;

/** The first rows of a sheet, as far down as a heading may be chosen, and `more` beneath it. */
export async function firstRows(workbook: Workbook, sheet: number, more = 0): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of workbook.rows(sheet)) {
    rows.push(...batch.slice(0, choosable + more - rows.length));
    if (rows.length === choosable + more) break;
  }
  return rows;
}

/**
 * The heading among the first rows of a sheet: where the person has said, else where the names that our templates give
 * to columns point (`named`), else where headers of fields stand. Two rows make it where merged cells of the first say
 * of what the second is a part, and more headers are known by both than by one, or the second has nothing but words
 * beneath the merged cells. Undefined where the sheet has no such row.
 */
export function headingOf(
  rows: readonly SheetRow[],
  named: number | undefined,
  wish: HeadingWish,
  known: Known,
): Heading | undefined {
  const at =
    wish.headerRow === undefined
      ? headerRowOf(rows, named, known)
      : rows.findIndex(({ number }) => number === wish.headerRow);
  const row = rows[at];
  if (!row) return undefined;
  const one: Heading = { first: row.number, last: row.number, rows: [row], cells: row.cells };
  if (wish.headerRows === 1 || row.number === named) return one;
  const below = joined(row, rows[at + 1], known);
  if (wish.headerRows === 2) return below?.heading ?? one;
  const above = wish.headerRow === undefined ? joined(rows[at - 1], row, known) : undefined;
  if (below?.spans && namesParts(row, rows[at + 1])) return below.heading;
  const count = known(row.cells);
  return [below, above].find(two => two?.spans && known(two.heading.cells) > count)?.heading ?? one;
}

/**
 * Whether a row beneath a heading only names the parts of its merged cells: words, at least two, each of them beneath a
 * merged cell or beside an empty one, where a row of data would have begun with values of its own.
 */
function namesParts(upper: SheetRow, lower: SheetRow | undefined): boolean {
  const [tops, bottoms] = [texts(upper.cells), texts(lower?.cells ?? [])];
  const parts = bottoms.flatMap((bottom, index) => (bottom === '' ? [] : [{ bottom, index }]));
  return (
    parts.length > 1 &&
    bottoms[0] === '' &&
    parts.every(({ bottom, index }) => {
      const spanned = (tops[index] ?? '') === '' || ((tops[index + 1] ?? '') === '' && bottoms[index + 1]);
      return spanned && /\p{L}/u.test(bottom) && !/^[\d.,]/.test(bottom);
    })
  );
}

/**
 * The position of the header row among the first rows of a sheet: where the names that our templates give to columns
 * point, else the first row with a value, unless that is a title: a row with at most one known header, above one with
 * more of them.
 */
function headerRowOf(rows: readonly SheetRow[], named: number | undefined, known: Known): number {
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
  return texts(cells).filter(text => text !== '').length;
}

/** The cells of a row as people see them. */
export function texts(cells: readonly Cell[]): string[] {
  return Array.from(cells, cell => cellText(cell).trim());
}

/**
 * Two rows as one heading: a merged cell has its text in its first column alone, so an upper cell counts for the empty
 * ones after it as long as something stands beneath these. A column is called by both texts, unless the lower one
 * alone is the header of a field and no other column's. `spans` tells whether such a merged cell was found.
 */
function joined(
  upper: SheetRow | undefined,
  lower: SheetRow | undefined,
  known: Known,
): { heading: Heading; spans: boolean } | undefined {
  if (!upper || !lower || lower.number !== upper.number + 1) return undefined;
  const [tops, bottoms] = [texts(upper.cells), texts(lower.cells)];
  let spanning = '';
  let spans = false;
  const cells = Array.from({ length: Math.max(tops.length, bottoms.length) }, (_, index) => {
    const top = tops[index] ?? '';
    const bottom = bottoms[index] ?? '';
    if (top !== '') spanning = top;
    else if (bottom === '') spanning = '';
    if (bottom === '') return top;
    if (top === '' && spanning !== '') spans = true;
    const whole = `${spanning} ${bottom}`.trim();
    const alone = bottoms.indexOf(bottom) === bottoms.lastIndexOf(bottom);
    return known([whole]) === 0 && alone && known([bottom]) > 0 ? bottom : whole;
  });
  return { heading: { first: upper.number, last: lower.number, rows: [upper, lower], cells }, spans };
}
