import type { Cell, Workbook } from '../../excel/index.ts';

/** Hidden sheet of our templates that tells which field each column is, whatever becomes of its header. */
export const signatureSheet = '_yikao';

/** Rows of the sheet that are looked at: more than any dataset has fields. */
const maxRows = 500;

/** The cells of the signature's sheet, header row first; undefined where the workbook has no such sheet. */
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

/** The sheet that is read unless a person chose another: the first that is not hidden, else the first. */
export function firstSheet(sheets: Workbook['sheets']): number {
  return (sheets.find(({ hidden }) => !hidden) ?? sheets[0])?.index ?? 0;
}
