import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { type Changes, entriesOfRow } from '../../history/history.ts';
import type { Actor } from '../../scope/actor.ts';
import { scopeCondition } from '../../scope/scope.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { column, type Db, type Tx } from '../../table/sql.ts';

/** One job's changes to one row, from its history. */
export interface Entry {
  readonly id: number;
  readonly key: number;
  readonly op: number;
  readonly version: number;
  readonly changes: Changes | null;
}

/**
 * The entries whose rows are unchanged since the job and within reach; they stay locked. Later changes by jobs that
 * were themselves undone do not count. The other entries are added to `refused`.
 */
export async function unchangedSince(
  db: Tx,
  dataset: AnyDataset,
  actor: Actor,
  entries: readonly Entry[],
  refused: Map<number, Issue>,
): Promise<Entry[]> {
  const key = column('d', columnName(dataset.key));
  const found = await sql<{ key: number; version: number; reached: boolean }>`
    select ${key} as key, d.version, (${scopeCondition(dataset, actor, 'd', 'write')}) as reached
    from ${sql.table(tableName(dataset))} as d
    where ${key} = any(${entries.map(entry => entry.key)}::bigint[])
    order by ${key} for update`.execute(db);
  const versions = new Map(found.rows.flatMap(row => (row.reached ? [[row.key, row.version] as const] : [])));
  const outside = new Set(found.rows.flatMap(row => (row.reached ? [] : [row.key])));
  const moved = entries.filter(({ key: row, version }) => {
    const now = versions.get(row);
    return now !== undefined && now !== version;
  });
  const cameBack = await takenBack(db, dataset, moved);
  return entries.filter(entry => {
    const stands = versions.get(entry.key) === entry.version || cameBack.has(entry.key);
    const why = outside.has(entry.key) ? 'outOfScope' : 'editedSince';
    if (!stands) refused.set(entry.key, issue(dataset.key, why));
    return stands;
  });
}

/** Keys of the rows whose later changes cancel out: each by a job and by the undo of that job. */
async function takenBack(db: Db, dataset: AnyDataset, entries: readonly Entry[]): Promise<Set<number>> {
  const back = new Set<number>();
  if (entries.length === 0) return back;
  // Row by row along the index: the planner would rather read all that was done to any row since.
  const later = await sql<{ key: number; jobId: number | null; undoneBy: number | null }>`
    select e.row_key as key, h.job_id, j.undone_by
    from unnest(${entries.map(({ key }) => key)}::bigint[], ${entries.map(({ id }) => id)}::bigint[]) as e(row_key, since)
    cross join lateral (
      select done.job_id, done.history_id from ${entriesOfRow(dataset, sql`e.row_key`)} as done
      where done.history_id > e.since
    ) as h
    left join t_biz_log as j on j.id = h.job_id
    order by e.row_key, h.history_id`.execute(db);
  /** For each row, the jobs whose changes are not undone yet, latest last. */
  const open = new Map<number, { readonly undoneBy: number | null }[]>();
  for (const { key, jobId, undoneBy } of later.rows) {
    const jobs = open.get(key) ?? [];
    open.set(key, jobs);
    if (jobId !== null && jobs.at(-1)?.undoneBy === jobId) jobs.pop();
    else jobs.push({ undoneBy });
  }
  for (const [key, jobs] of open) if (jobs.length === 0) back.add(key);
  return back;
}
