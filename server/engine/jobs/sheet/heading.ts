import type { headingWish } from '@yikao/model/calls/import-columns.ts';
import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import type { z } from 'zod';
import type { Cell, SheetRow, Workbook } from '../../../excel/index.ts';

/** Rows searched for the header at the top of a sheet, which may follow titles and remarks. */
const lookedAt = 10;

/** Rows at the top of a sheet among which a person may choose the header row. */
export const choosable = 30;

/** The heading of a sheet: one row, or two of which the upper spans columns of the lower. */
export interface Heading {
  /** Numbers in the sheet of its first and its last row. */
  readonly first: number;
  readonly last: number;
  /** Its rows in the sheet. */
  readonly rows: readonly SheetRow[];
  /** One header per column; two rows are joined. */
  readonly cells: readonly Cell[];
  /** Single-cell lines above it. */
  readonly titles?: readonly string[];
  /** For two rows, each column's upper and lower text; '' for a missing one. */
  readonly parts?: readonly { readonly upper: string; readonly lower: string }[];
}

/** Position of the heading as chosen by a person. Omitted parts are detected. */
export type HeadingWish = z.infer<typeof headingWish>;

/** The number of cells that are headers of fields, and of those that are certain or likely. */
export interface Known {
  readonly sure: (cells: readonly Cell[]) => number;
  readonly likely: (cells: readonly Cell[]) => number;
}

/** The first rows of a sheet, down to the last one that may be the heading, and `more` below it. */
export async function firstRows(workbook: Workbook, sheet: number, more = 0): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of workbook.rows(sheet)) {
    rows.push(...batch.slice(0, choosable + more - rows.length));
    if (rows.length === choosable + more) break;
  }
  return rows;
}

/**
 * The heading among a sheet's first rows: as the person chose, else where the names in our templates point (`named`),
 * else where headers of fields are found. Two rows form it if merged cells of the first group parts in the second, and
 * together they match more fields than one alone, or the second has only words below the merged cells. Undefined if the
 * sheet has no such row.
 */
export function headingOf(
  rows: readonly SheetRow[],
  named: number | undefined,
  wish: HeadingWish,
  known: Known,
): Heading | undefined {
  const found = untitled(rows, named, wish, known);
  return found && { ...found, titles: titlesAbove(rows, found.first) };
}

/** The single-cell lines above a row, from the top down. */
function titlesAbove(rows: readonly SheetRow[], first: number): string[] {
  return rows
    .filter(({ number, cells }) => number < first && filled(cells) === 1)
    .slice(-lookedAt)
    .flatMap(({ cells }) => texts(cells).filter(text => text !== ''));
}

function untitled(
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
  // Repeated headers are distinguished by the texts above them.
  if (above?.spans && repeats(row.cells) && !repeats(above.heading.cells)) return above.heading;
  const count = known.likely(row.cells);
  return [below, above].find(two => two?.spans && known.likely(two.heading.cells) > count)?.heading ?? one;
}

/** Reports whether two cells of a row are equal. */
function repeats(cells: readonly Cell[]): boolean {
  const said = texts(cells).filter(text => text !== '');
  return new Set(said).size < said.length;
}

/**
 * Reports whether a row below a heading only names the parts of its merged cells: at least two words, each below a
 * merged cell or next to an empty one, where a data row would have begun with values.
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
 * The index of the header row among a sheet's first rows: where the names in our templates point, else the first row
 * with two headers, or the one below the titles with most likely headers. A title is a single cell above a wider row,
 * merged or not, and is never the header.
 */
function headerRowOf(rows: readonly SheetRow[], named: number | undefined, known: Known): number {
  const byName = rows.findIndex(({ number }) => number === named);
  if (byName > 0) return byName;
  const top = rows.slice(0, lookedAt);
  const widest = Math.max(0, ...top.map(({ cells }) => filled(cells)));
  const isTitle = ({ cells }: SheetRow) => filled(cells) === 1 && widest > 2 && known.sure(cells) === 0;
  const counts = top.map(row => (isTitle(row) ? 0 : known.sure(row.cells)));
  const begin = Math.max(
    0,
    top.findIndex(row => !isTitle(row)),
  );
  if ((counts[begin] ?? 0) > 1) return begin;
  // Rows below a header do not repeat it, so the first row with two known headers is the one.
  const found = counts.findIndex(
    (count, at) => count > Math.max(1, counts[begin] ?? 0) && count * 2 >= filled(top[at]?.cells ?? []),
  );
  if (found !== -1) return found;
  const guessed = top.findIndex(
    row => !isTitle(row) && known.likely(row.cells) > 1 && known.likely(row.cells) * 2 >= filled(row.cells),
  );
  return guessed === -1 ? begin : guessed;
}

/** The number of non-empty cells of a row. */
export function filled(cells: readonly Cell[]): number {
  return texts(cells).filter(text => text !== '').length;
}

/** The cells of a row as people see them. */
export function texts(cells: readonly Cell[]): string[] {
  return Array.from(cells, cell => cellText(cell).trim());
}

/**
 * Joins two rows into one heading: a merged cell has its text only in its first column, so an upper cell applies to the
 * empty ones after it as long as there is text below them. A column is named by both texts, unless the lower one alone
 * is a field's header and no other column's. `spans` reports whether there was such a merged cell.
 */
function joined(
  upper: SheetRow | undefined,
  lower: SheetRow | undefined,
  known: Known,
): { heading: Heading; spans: boolean } | undefined {
  if (!upper || !lower || lower.number !== upper.number + 1) return undefined;
  const [tops, bottoms] = [texts(upper.cells), texts(lower.cells)];
  // A title spans everything below it, and none of that is part of it.
  if (filled(upper.cells) === 1 && filled(lower.cells) > 2) return undefined;
  let spanning = '';
  let spans = false;
  const parts: { upper: string; lower: string }[] = [];
  const cells = Array.from({ length: Math.max(tops.length, bottoms.length) }, (_, index) => {
    const top = tops[index] ?? '';
    const bottom = bottoms[index] ?? '';
    if (top !== '') spanning = top;
    else if (bottom === '') spanning = '';
    parts.push(bottom === '' ? { upper: '', lower: top } : { upper: spanning, lower: bottom });
    if (bottom === '') return top;
    if (top === '' && spanning !== '') spans = true;
    const whole = `${spanning} ${bottom}`.trim();
    const alone = bottoms.indexOf(bottom) === bottoms.lastIndexOf(bottom);
    return known.sure([whole]) === 0 && alone && known.sure([bottom]) > 0 ? bottom : whole;
  });
  return { heading: { first: upper.number, last: lower.number, rows: [upper, lower], cells, parts }, spans };
}
