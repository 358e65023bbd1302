import { isDeepStrictEqual } from 'node:util';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { combinedColumn, headedColumn } from '@yikao/model/kernel/import-kinds.ts';
import type { RefusedRow } from '../write/refused-rows.ts';
import type { HeaderMap } from './column-match.ts';

/**
 * Numbering of the dataset's rows from one file: by the rows of its sheet; if a sheet row produces several rows, or
 * several sheets are read, by numbers that encode both.
 */
export interface Numbering {
  /** Numbers reserved for each row of a sheet; 1 if a row is one row of the dataset. */
  readonly parts: number;
  /** Names of the sheets read together, in order; empty for a single one. */
  readonly sheets: readonly string[];
}

/** Numbers reserved for a row with one column per child: the row itself, and more than the limit of child columns. */
export const partsOfChildren = 256;

/** Numbers kept for a row with groups of columns. */
export const partsOfGroups = 16;

/**
 * Numbers reserved per sheet: more than a sheet has rows, and few enough that the database's integers hold the sixty
 * sheets that may be read together (`fileLayout.tables`), each row in its sixteen parts.
 */
const rowsOfSheet = 2_000_000;

/** Numbering by the sheet's own rows. */
export const ownNumbers: Numbering = { parts: 1, sheets: [] };

/** The numbering of a file with these columns. */
export function numberingOf(
  dataset: AnyDataset,
  { groups }: Pick<HeaderMap, 'groups'>,
  sheets: readonly string[],
): Numbering {
  const parts = dataset.excel?.kind?.perChild ? partsOfChildren : groups.length > 0 ? partsOfGroups : 1;
  return { parts, sheets: sheets.length > 1 ? sheets : [] };
}

/** Last row of a sheet whose parts have numbers within the database's integers. */
export function lastRow({ parts, sheets }: Numbering): number {
  return sheets.length > 0 ? rowsOfSheet - 1 : Math.floor((2 ** 31 - 1) / parts) - 1;
}

/** The number of a row in the sheet at this place among those read together. */
export function numberInFile(place: number, row: number): number {
  return place * rowsOfSheet + row;
}

/** The file row that a row of the dataset came from, numbered as by {@link numberInFile}. */
export function rowOfFile({ parts }: Numbering, number: number): number {
  return Math.floor(number / parts);
}

/** The sheet row of a row in the file, with the sheet's name if several are read. */
export function placeInFile(
  { sheets }: Numbering,
  row: number,
): { readonly row: number; readonly sheet?: string } {
  if (sheets.length === 0) return { row };
  return { row: row % rowsOfSheet, sheet: sheets[Math.floor(row / rowsOfSheet)] ?? '' };
}

/** The name of a row of the file in messages: its number, with the sheet's name if several are read. */
export function rowText(numbering: Numbering, row: number): string {
  const { row: number, sheet } = placeInFile(numbering, row);
  return sheet === undefined ? String(number) : `${sheet}!${number}`;
}

/**
 * Refused rows as the rows of the file that they are of: each row once, with all that is wrong with its parts, under the
 * columns of these; faults of fields that share a column under that column. Other rows as they are.
 */
export function refusedInFile(
  dataset: AnyDataset,
  headers: HeaderMap,
  numbering: Numbering,
  refused: readonly RefusedRow[],
): readonly RefusedRow[] {
  const { combines = [], perChild } = dataset.excel?.kind ?? {};
  const combined = new Map(
    combines.flatMap(column => column.fields.map(name => [name, combinedColumn(column)] as const)),
  );
  if (numbering.parts === 1 && combined.size === 0) return refused;
  const children = [...headers.children.values()];
  const columnOf = (field: string, part: number): string => {
    const child = children[part - 1];
    if (perChild && child !== undefined && (field === perChild.by || field === perChild.value))
      return headedColumn(perChild.value, child);
    const { fields } = headers.groups[part - 1] ?? {};
    const [index] = [...(fields ?? [])].find(([, name]) => name === field) ?? [];
    return index === undefined
      ? (combined.get(field) ?? field)
      : headedColumn(field, headers.headers[index] ?? '');
  };
  const rows = new Map<number, RefusedRow & { readonly issues: RefusedRow['issues'][number][] }>();
  for (const { number, issues, cells } of refused) {
    const row = rowOfFile(numbering, number);
    const found = rows.get(row) ?? { number: row, issues: [], cells };
    rows.set(row, found);
    for (const one of issues) {
      const field = columnOf(one.field, number % numbering.parts);
      const known = found.issues.some(
        other =>
          other.field === field && other.code === one.code && isDeepStrictEqual(other.params, one.params),
      );
      if (!known) found.issues.push({ ...one, field });
    }
  }
  return [...rows.values()];
}
