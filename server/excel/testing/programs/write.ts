import { writeFileSync } from 'node:fs';
import exceljs from 'exceljs';
import { writeXlsxStream } from 'hucre/xlsx';
import xlsx from 'xlsx';
import type { PlannedCell, PlannedWorkbook } from './plan.ts';

/** Forms that SheetJS writes. */
export type SheetJsForm = 'xlsx' | 'biff8' | 'xlml' | 'html' | 'csv' | 'txt';

function dateOf(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}${text.includes(' ') ? '' : 'T00:00:00'}Z`);
}

function formatOf(cell: Exclude<PlannedCell, null>): string | undefined {
  if (cell.kind === 'number') return cell.format;
  if (cell.kind !== 'date') return undefined;
  return cell.text.includes(' ') ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd';
}

/** Writes a workbook with exceljs. */
export async function writeWithExceljs(plan: PlannedWorkbook, path: string): Promise<void> {
  const book = new exceljs.Workbook();
  book.properties.date1904 = plan.date1904;
  const sheet = book.addWorksheet('一');
  for (const [number, row] of plan.rows.entries()) {
    for (const [column, cell] of row.entries()) {
      if (cell === null) continue;
      const place = sheet.getCell(number + 1, column + 1);
      if (cell.kind === 'text') place.value = cell.text;
      else if (cell.kind === 'date') place.value = dateOf(cell.text);
      else if (cell.kind === 'formula')
        place.value = cell.known ? { formula: cell.code, result: cell.value } : { formula: cell.code };
      else place.value = cell.value;
      const format = formatOf(cell);
      if (format !== undefined) place.numFmt = format;
    }
  }
  for (const [first, last] of plan.merged) sheet.mergeCells(first, 1, last, 1);
  await book.xlsx.writeFile(path, { useSharedStrings: !plan.inline, useStyles: true });
}

const days1904 = 1462;

/** The serial number of a date, which avoids SheetJS's time zone conversion. */
function serialOf(text: string, date1904: boolean): number {
  return dateOf(text).getTime() / 86_400_000 + 25_569 - (date1904 ? days1904 : 0);
}

/** Writes a workbook with SheetJS. */
export function writeWithSheetjs(plan: PlannedWorkbook, path: string, form: SheetJsForm): void {
  const sheet: xlsx.WorkSheet = {};
  for (const [number, row] of plan.rows.entries()) {
    for (const [column, cell] of row.entries()) {
      if (cell === null) continue;
      const place = xlsx.utils.encode_cell({ r: number, c: column });
      const format = formatOf(cell);
      const shown = format === undefined ? {} : { z: format };
      if (cell.kind === 'text') sheet[place] = { t: 's', v: cell.text };
      else if (cell.kind === 'date')
        sheet[place] = { t: 'n', v: serialOf(cell.text, plan.date1904), ...shown };
      else if (cell.kind === 'boolean') sheet[place] = { t: 'b', v: cell.value };
      else if (cell.kind === 'number') sheet[place] = { t: 'n', v: cell.value, ...shown };
      else sheet[place] = cell.known ? { t: 'n', v: cell.value, f: cell.code } : { t: 'n', f: cell.code };
    }
  }
  const width = Math.max(...plan.rows.map(row => row.length));
  sheet['!ref'] = xlsx.utils.encode_range({
    s: { r: 0, c: 0 },
    e: { r: plan.rows.length - 1, c: width - 1 },
  });
  sheet['!merges'] = plan.merged.map(([first, last]) => ({
    s: { r: first - 1, c: 0 },
    e: { r: last - 1, c: 0 },
  }));
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, sheet, '一');
  book.Workbook = { WBProps: { date1904: plan.date1904 } };
  const made = xlsx.write(book, { type: 'buffer', bookType: form, bookSST: !plan.inline, compression: true });
  writeFileSync(path, made);
}

/** Writes the values of a workbook with hucre, whose stream supports formats only for whole columns. */
export async function writeWithHucre(plan: PlannedWorkbook, path: string): Promise<void> {
  function* rows(): Generator<(string | number | boolean | null)[], void, void> {
    for (const row of plan.rows.slice(1)) {
      yield row.map(cell => {
        if (cell === null) return null;
        return cell.kind === 'text' || cell.kind === 'date' ? cell.text : cell.value;
      });
    }
  }
  const headers = plan.rows[0] ?? [];
  const stream = writeXlsxStream(rows(), {
    name: '一',
    columns: headers.map(cell => ({ header: cell?.kind === 'text' ? cell.text : '' })),
    inlineStrings: plan.inline,
  });
  writeFileSync(path, Buffer.from(await new Response(stream).arrayBuffer()));
}
