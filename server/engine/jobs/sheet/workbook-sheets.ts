import type { Language } from '@yikao/model/kernel/label.ts';
import type { Cell, Workbook } from '../../../excel/index.ts';

/** Hidden sheet in our templates that records the field of each column, even if its header changes. */
export const signatureSheet = '_yikao';

/** Sheet in our templates with an example row; it is never read as data. */
export const exampleSheets: Readonly<Record<Language, string>> = {
  zh: '填写示例（不导入）',
  en: 'Examples (not imported)',
};

const exampleNames = new Set(Object.values(exampleSheets));

/** Reports whether a sheet is one that a template of ours brings beside that for the data. */
export function isOwnSheet({ name }: { readonly name: string }): boolean {
  return name === signatureSheet || exampleNames.has(name);
}

/** Rows of the sheet that are looked at: more than any dataset has fields. */
const maxRows = 500;

/** The cells of the signature's sheet, header row first; undefined if the workbook has no such sheet. */
export async function signatureRows(workbook: Workbook): Promise<Cell[][] | undefined> {
  const sheet = workbook.sheets.find(({ name }) => name === signatureSheet);
  if (!sheet) return undefined;
  const rows: Cell[][] = [];
  for await (const batch of workbook.rows(sheet.index)) {
    rows.push(...batch.map(({ cells }) => cells));
    if (rows.length >= maxRows) break;
  }
  return rows;
}

/** Prefix of the hidden names that our templates give to header cells. */
const columnPrefix = '_yikao_';

/** The hidden name of the header cell of a field's column, in the template of column set `tableId`. */
export function columnName(tableId: number, field: string): string {
  return `${columnPrefix}${tableId}_${field}`;
}

/**
 * The template names of a sheet's columns, by column, even if a person moved them: `<tableId>_<field>`. Columns with
 * two such names, and names on two columns, are left out.
 */
export function namedColumns(workbook: Workbook, sheet: number): Map<number, string> {
  const columns = new Map<number, Set<string>>();
  const places = new Map<string, Set<number>>();
  for (const { name, sheet: on, column } of workbook.names) {
    if (on !== sheet || !name.startsWith(columnPrefix)) continue;
    const rest = name.slice(columnPrefix.length);
    columns.set(column, (columns.get(column) ?? new Set()).add(rest));
    places.set(rest, (places.get(rest) ?? new Set()).add(column));
  }
  return new Map(
    [...columns].flatMap(([column, names]) => {
      const [only] = names;
      return names.size === 1 && only !== undefined && places.get(only)?.size === 1 ? [[column, only]] : [];
    }),
  );
}

/** The row of the named columns in a template; undefined if there are none, or in several rows. */
export function namedRow(workbook: Workbook, sheet: number): number | undefined {
  const rows = new Set<number>();
  for (const { name, sheet: on, row } of workbook.names) {
    if (on === sheet && name.startsWith(columnPrefix)) rows.add(row);
  }
  const [only] = rows;
  return rows.size === 1 ? only : undefined;
}

/** The default sheet: the first visible one for data, else the first. */
export function firstSheet(sheets: Workbook['sheets']): number {
  return (sheets.find(sheet => !sheet.hidden && !isOwnSheet(sheet)) ?? sheets[0])?.index ?? 0;
}
