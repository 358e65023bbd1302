/**
 * Reads the first rows of an uploaded workbook in a separate process, so that a hostile file harms only this process
 *. It handles only sheets; its parent sends the request and ends it.
 */
import { openWorkbook, type SheetRow, type Workbook, WorkbookError } from '../../../excel/index.ts';
import { choosable, filled, firstRows, texts } from './heading.ts';
import type { PreviewAnswer, PreviewWish } from './preview.ts';
import { firstSheet, isOwnSheet, namedColumns, namedRow, signatureRows } from './workbook-sheets.ts';

/** Most further sheets whose first rows are read. */
const otherSheets = 40;

/** Rows of a sheet among which headings of further tables are looked for: published tables are shorter. */
const scanned = 20_000;

/** Rows further down that may head a table; there are few tables in one sheet. */
const mostFurther = 60;

/**
 * The first rows of a sheet, and later rows that look like headings: only words after a gap, or after a row with one
 * cell. Each comes with the rows around it.
 */
async function scan(
  workbook: Workbook,
  sheet: number,
  wanted: number,
): Promise<{ rows: SheetRow[]; further: PreviewAnswer['further'] }> {
  const rows: SheetRow[] = [];
  const further: SheetRow[][] = [];
  let before: SheetRow[] = [];
  let open: SheetRow[] | undefined;
  for await (const batch of workbook.rows(sheet)) {
    for (const row of batch) {
      if (rows.length < choosable + wanted) rows.push(row);
      open?.push(row);
      open = undefined;
      const above = before.at(-1);
      const apart = above !== undefined && (row.number > above.number + 1 || filled(above.cells) === 1);
      if (apart && further.length < mostFurther && isWords(row)) {
        open = [...before, row];
        further.push(open);
      }
      before = [...before.slice(-2), row];
    }
    if ((before.at(-1)?.number ?? 0) > scanned) break;
  }
  return { rows, further };
}

/** Reports whether a row consists of words, at least two of them. */
function isWords({ cells }: SheetRow): boolean {
  const said = texts(cells).filter(text => text !== '');
  return said.length > 1 && said.every(text => /\p{L}/u.test(text) && !/^[\d.,]/.test(text));
}

/** Most merged ranges reported for a sheet. */
const mostMerged = 20_000;

/** Most unreadable cells reported for a sheet. */
const mostUnread = 20_000;

/** Milliseconds for scanning the rest of a sheet. The check reports anything beyond that. */
const lookMs = 3_000;

/** The cells of a sheet that display something without a stored value, as far as time allows. */
async function unreadCells(workbook: Workbook, sheet: number): Promise<PreviewAnswer['unread']> {
  const found: PreviewAnswer['unread'][number][] = [];
  const end = performance.now() + lookMs;
  for await (const batch of workbook.rows(sheet)) {
    for (const { number, cells } of batch) {
      for (const [column, cell] of cells.entries()) {
        if (typeof cell === 'object' && cell.kind === 'error' && cell.why) {
          found.push({ row: number, column, why: cell.why });
        }
      }
    }
    if (found.length > mostUnread || performance.now() > end) break;
  }
  return found;
}

/** The first rows of a sheet beside the chosen one; undefined if it cannot be read, which refuses only that sheet. */
async function firstRowsOrNone(workbook: Workbook, sheet: number): Promise<SheetRow[] | undefined> {
  try {
    return await firstRows(workbook, sheet);
  } catch (error) {
    if (error instanceof WorkbookError) return undefined;
    throw error;
  }
}

async function look({ path, name, sheet, rows: wanted }: PreviewWish): Promise<PreviewAnswer> {
  const workbook = await openWorkbook(path, { name });
  try {
    const chosen = sheet ?? firstSheet(workbook.sheets);
    const signature = await signatureRows(workbook);
    const { rows, further } = await scan(workbook, chosen, wanted);
    const others: PreviewAnswer['others'][number][] = [];
    for (const { index, hidden, name: sheetName } of workbook.sheets) {
      if (index === chosen || hidden || isOwnSheet({ name: sheetName }) || others.length >= otherSheets)
        continue;
      const found = await firstRowsOrNone(workbook, index);
      if (found) others.push({ sheet: index, rows: found });
    }
    const merged = await workbook.merged(chosen);
    return {
      further,
      others,
      format: workbook.format,
      sheets: workbook.sheets,
      sheet: chosen,
      rows,
      merged: merged.slice(0, mostMerged),
      unread: await unreadCells(workbook, chosen),
      pictures: await workbook.pictures(chosen),
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
