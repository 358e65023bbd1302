import { columnLabel } from '@yikao/model/kernel/import-kinds.ts';
import { issueText } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { type Cell, createXlsxWriter, type WriteCell, type WriteValue } from '../../../excel/index.ts';
import type { Job } from '../lifecycle/job.ts';
import { storeResult } from '../lifecycle/result-file.ts';
import { errorHeaders } from '../sheet/column-match.ts';
import { type Numbering, ownNumbers, rowText } from '../sheet/row-parts.ts';
import type { JobContext } from '../work.ts';
import { isOfRecords, type StoredRefusal } from './refused-rows.ts';

/** Rows read at a time. */
const pageRows = 1_000;

/**
 * The refused rows of an import as a workbook for correction: the original columns with the bad cells coloured, the
 * row's number in the original and the reasons (domain 0.4, 3). Returns its path.
 */
export async function writeErrorWorkbook(
  context: JobContext,
  job: Job,
  headers: readonly string[],
  fields: ReadonlyMap<number, string>,
  numbering: Numbering = ownNumbers,
): Promise<string> {
  const { engine } = context;
  const dataset = engine.dataset(job.dataset);
  const language = job.actor.language;
  const { reason, row: rowNumber } = errorHeaders[language];
  const name = `${(job.originName ?? 'import').replace(/\.[^.]*$/, '')}-${reason}.xlsx`;
  const ofRecords = isOfRecords(job.op);
  const columnOf = new Map([...fields].map(([index, field]) => [field, index]));
  // A corrected file that failed again already has these two columns; they are rewritten at the end.
  const kept = headers
    .map((_, index) => index)
    .filter(index => headers[index] !== reason && headers[index] !== rowNumber);
  return storeResult(context, job, 'xlsx', name, async path => {
    const writer = await createXlsxWriter(path, {
      sheets: [
        {
          name: dataset.label[language],
          freezeHeader: true,
          columns: [
            ...kept.map(index => ({ header: headers[index] ?? '', width: 18, format: 'text' as const })),
            { header: reason, width: 48, format: 'text' as const },
            ...(ofRecords ? [] : [{ header: rowNumber, width: 10, format: 'general' as const }]),
          ],
        },
      ],
    });
    let after = 0;
    for (;;) {
      const page = await sql<StoredRefusal>`
        select row_number, errors, cells from t_biz_log_error
        where job_id = ${job.id} and row_number > ${after} order by row_number limit ${pageRows}`.execute(
        engine.db,
      );
      for (const row of page.rows) {
        const bad = new Map<number, string>();
        const reasons = row.errors.map(error => {
          const text = issueText(error, columnLabel(dataset, error.field), language);
          const index = columnOf.get(error.field);
          if (index !== undefined) bad.set(index, text);
          return text;
        });
        const cells = kept.map((index): WriteCell => {
          const value = writeValue(row.cells[index]);
          const note = bad.get(index);
          return note === undefined ? value : { value, bad: true, note };
        });
        await writer.row([
          ...cells,
          reasons.join(language === 'zh' ? '；' : '; '),
          ...(ofRecords ? [] : [rowCell(numbering, row.rowNumber)]),
        ]);
        after = row.rowNumber;
      }
      if (page.rows.length < pageRows) break;
    }
    await writer.close();
  });
}

/** The row's number in the original, with its sheet if several were read. */
function rowCell(numbering: Numbering, row: number): WriteValue {
  return numbering.sheets.length > 0 ? rowText(numbering, row) : row;
}

/** A cell as read, in a form for writing. */
function writeValue(cell: Cell | null): WriteValue {
  if (cell === null || cell === undefined) return null;
  if (typeof cell !== 'object') return cell;
  if (cell.kind === 'date') return cell.text.length === 10 ? { date: cell.text } : { dateTime: cell.text };
  return cell.text;
}
