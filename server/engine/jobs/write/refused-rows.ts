import type { JobOperation } from '@yikao/model/contexts/jobs.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Cell } from '../../../excel/index.ts';
import type { Db } from '../../table/sql.ts';
import { storableJson } from '../../write/storable.ts';

/** A row left unchanged by a job, with the reason. */
export interface RefusedRow {
  /** Row of the sheet; for a job without a sheet, a sequence number. */
  readonly number: number;
  readonly issues: readonly Issue[];
  readonly cells: readonly Cell[];
}

/** Jobs on stored rows: what they refuse has a key, which is its only cell, and no row of a sheet. */
const ofRecords: ReadonlySet<JobOperation> = new Set(['undo', 'batchDelete', 'step']);

/** Reports whether a kind of job refuses stored rows, named by their keys, rather than rows of a sheet. */
export function isOfRecords(op: JobOperation): boolean {
  return ofRecords.has(op);
}

/** A row of `t_biz_log_error`: a refused row of a file. */
export interface StoredRefusal {
  readonly rowNumber: number;
  readonly errors: readonly Issue[];
  readonly cells: readonly (Cell | null)[];
}

/**
 * Stores refused rows (`joined`: in addition to earlier entries of the same row), from which the job's error workbook
 * is written.
 */
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
