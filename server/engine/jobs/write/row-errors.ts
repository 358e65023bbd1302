import type { Page } from '@yikao/model/calls/envelope.ts';
import type { RowErrors } from '@yikao/model/calls/import-columns.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { columnLabel } from '@yikao/model/kernel/import-kinds.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import { issueText } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import type { Actor } from '../../scope/actor.ts';
import { countFrom } from '../../table/sql.ts';
import type { Job } from '../lifecycle/job.ts';
import { ownNumbers, placeInFile } from '../sheet/row-parts.ts';
import { isOfRecords, type StoredRefusal } from './refused-rows.ts';

/** Most refused rows included in the error counts per column, so that a million of them cost no more. */
const countedRows = 20_000;

/** Characters of a cell that are shown. */
const shownText = 80;

/** Shown in place of a column. */
const wholeRow = label('整行', 'Whole row');

interface RowErrorsPage extends Omit<Page<RowErrors>, 'estimated' | 'next'> {
  readonly columns: { readonly field: string; readonly column: string; readonly count: number }[];
}

/** `GET /api/base/log/errors`: refused rows of a job, one page at a time, optionally of one column. */
export async function rowErrors(
  engine: Engine,
  job: Job,
  actor: Actor,
  field: string | undefined,
  { current, size }: { readonly current: number; readonly size: number },
): Promise<RowErrorsPage> {
  const dataset = engine.dataset(job.dataset);
  const labelOf = (name: string) => columnLabel(dataset, name)?.[actor.language] ?? name;
  const indexOf = new Map(job.finding?.fields.map(([index, name]) => [name, index]));
  const asked = field === undefined ? sql`` : sql`and errors @> ${JSON.stringify([{ field }])}::jsonb`;
  const [rows, total, columns] = await Promise.all([
    sql<StoredRefusal>`
      select row_number, errors, cells from t_biz_log_error where job_id = ${job.id} ${asked}
      order by row_number limit ${size} offset ${(current - 1) * size}`.execute(engine.db),
    countFrom(engine.db, sql`t_biz_log_error where job_id = ${job.id} ${asked}`),
    sql<{ field: string; count: number }>`
      select e.value ->> 'field' as field, count(distinct r.row_number)::integer as count
      from (select row_number, errors from t_biz_log_error where job_id = ${job.id}
        order by row_number limit ${countedRows}) as r, jsonb_array_elements(r.errors) as e
      group by 1 order by 2 desc, 1`.execute(engine.db),
  ]);
  return {
    records: rows.rows.map(({ rowNumber, errors, cells }) => ({
      ...placeInFile(job.finding?.numbering ?? ownNumbers, rowNumber),
      ...(isOfRecords(job.op) && { key: Number(cells[0]) }),
      errors: errors.map(error => {
        // A repeated row is at fault as a whole, in no column more than in another.
        const isWhole = error.code === 'duplicateInFile' && fieldOf(dataset, error.field) !== undefined;
        const index = isWhole ? undefined : indexOf.get(error.field);
        const cell = index === undefined ? undefined : (cells[index] ?? undefined);
        return {
          field: error.field,
          column: isWhole ? wholeRow[actor.language] : labelOf(error.field),
          value: (cellText(cell) || String(error.params.value ?? '')).slice(0, shownText),
          message: issueText(error, columnLabel(dataset, error.field), actor.language),
        };
      }),
    })),
    total,
    current,
    size,
    columns: columns.rows.map(found => ({ ...found, column: labelOf(found.field) })),
  };
}
