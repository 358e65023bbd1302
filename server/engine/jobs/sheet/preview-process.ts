/**
 * Reads the first rows of an uploaded workbook in a process of its own, so that a hostile file costs this process
 * and nothing else (workbooks.md, hostile files). Knows nothing but sheets; its parent sends what to read and ends it.
 */
import { openWorkbook, WorkbookError } from '../../../excel/index.ts';
import { firstRows } from './header-row.ts';
import type { PreviewAnswer, PreviewWish } from './preview.ts';
import { firstSheet, namedColumns, namedRow, signatureRows } from './workbook-sheets.ts';

async function look({ path, name, sheet, rows: wanted }: PreviewWish): Promise<PreviewAnswer> {
  const workbook = await openWorkbook(path, { name });
  try {
    const chosen = sheet ?? firstSheet(workbook.sheets);
    const signature = await signatureRows(workbook);
    const rows = await firstRows(workbook, chosen, wanted);
    return {
      format: workbook.format,
      sheets: workbook.sheets,
      sheet: chosen,
      rows,
      signature,
      names: namedColumns(workbook, chosen),
      namedRow: namedRow(workbook, chosen),
    };
  } finally {
    await workbook.close();
  }
}

process.once('disconnect', () => process.exit(1));
process.once('message', async (wish: PreviewWish) => {
  try {
    process.send?.(await look(wish));
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    process.send?.({ error: { zh: error.text('zh'), en: error.text('en') } });
  }
});
