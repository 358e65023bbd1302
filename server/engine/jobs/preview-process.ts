/**
 * Reads the first rows of an uploaded workbook in a process of its own, so that a hostile file costs this process
 * and nothing else (workbooks.md, hostile files). Knows nothing but sheets; its parent sends what to read and ends it.
 */
import { openWorkbook, WorkbookError } from '../../excel/index.ts';
import type { PreviewAnswer, PreviewWish } from './preview.ts';
import { firstSheet, namedColumns, signatureRows } from './workbook-sheets.ts';

async function look({ path, name, sheet, rows: wanted }: PreviewWish): Promise<PreviewAnswer> {
  const workbook = await openWorkbook(path, { name });
  try {
    const chosen = sheet ?? firstSheet(workbook.sheets);
    const signature = await signatureRows(workbook);
    const rows: PreviewAnswer['rows'][number][] = [];
    for await (const batch of workbook.rows(chosen)) {
      rows.push(...batch.slice(0, wanted + 1 - rows.length));
      if (rows.length > wanted) break;
    }
    return {
      format: workbook.format,
      sheets: workbook.sheets,
      sheet: chosen,
      rows,
      signature,
      names: namedColumns(workbook, chosen),
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
