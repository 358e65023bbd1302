import type { Issue } from '@yikao/model/kernel/issues.ts';
import { sql } from 'kysely';
import type { Cell } from '../../../excel/index.ts';
import type { Db } from '../../sql.ts';
import { storableJson } from '../../storable.ts';

/** A row that a job leaves alone, and why. */
export interface RefusedRow {
  /** Row of the sheet; of a job without a sheet, a number of its own. */
  readonly number: number;
  readonly issues: readonly Issue[];
  readonly cells: readonly Cell[];
}

/** Keeps refused rows (`joined`: beside what was kept of the same row before), from which the job's workbook of errors is written. */
export async function keepRefused(
  db: Db,
  jobId: number,
  refused: readonly RefusedRow[],
  joined = false,
): Promise<void> {
  if (refused.length === 0) return;
  const rows = refused.map(({ number, issues, cells }) => ({
    row_number: number,
    errors: issues,
    cells: Array.from(cells, cell => cell ?? null),
  }));
  await sql`
    insert into t_biz_log_error (job_id, row_number, errors, cells)
    select ${jobId}::bigint, r.row_number, r.errors, r.cells
    from json_to_recordset(${storableJson(rows)}::json) as r(row_number integer, errors jsonb, cells jsonb)
    -- Parts of one row of the sheet that another transaction has refused before join what it said.
    on conflict (job_id, row_number) do update set cells = excluded.cells,
      errors = case when t_biz_log_error.errors @> excluded.errors then t_biz_log_error.errors
        when ${joined} then t_biz_log_error.errors || excluded.errors else excluded.errors end`.execute(db);
}
