import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { sql } from 'kysely';
import type { Actor } from '../../actor.ts';
import { type Changes, entriesOfRow } from '../../history.ts';
import { columnName, tableName } from '../../naming.ts';
import { scopeCondition } from '../../scope.ts';
import { column, type Db } from '../../sql.ts';

/** The changes of one job to one row, as its history keeps it. */
export interface Entry {
  readonly id: number;
  readonly key: number;
  readonly op: number;
  readonly version: number;
  readonly changes: Changes | null;
}

/**
 * The entries whose rows still are as the job left them, and within reach; they stay locked. A row that was changed
 * since by jobs which were themselves taken back is as it was. The others are put into `refused`.
 */
export async function unchangedSince(
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  entries: readonly Entry[],
  refused: Map<number, Issue>,
): Promise<Entry[]> {
  const key = column('d', columnName(dataset.key));
  const found = await sql<{ key: number; version: number }>`
    select ${key} as key, d.version from ${sql.table(tableName(dataset))} as d
    where ${key} = any(${entries.map(entry => entry.key)}::bigint[]) and ${scopeCondition(dataset, actor, 'd', 'write')}
    for update`.execute(db);
  const versions = new Map(found.rows.map(row => [Number(row.key), row.version]));
  const moved = entries.filter(({ key: row, version }) => {
    const now = versions.get(row);
    return now !== undefined && now !== version;
  });
  const cameBack = await takenBack(db, dataset, moved);
  return entries.filter(entry => {
    const stands = versions.get(entry.key) === entry.version || cameBack.has(entry.key);
    if (!stands) refused.set(entry.key, issue(dataset.key, 'editedSince'));
    return stands;
  });
}

/** Keys of those rows whose later changes all cancel out: each by a job, and then by the job that took it back. */
async function takenBack(db: Db, dataset: AnyDataset, entries: readonly Entry[]): Promise<Set<number>> {
  const back = new Set<number>();
  if (entries.length === 0) return back;
  // Row by row along the index: the planner would rather read all that was done to any row since.
  const later = await sql<{ key: number; jobId: number | null; undoneBy: number | null }>`
    select e.row_key as key, h.job_id as "jobId", j.undone_by as "undoneBy"
    from unnest(${entries.map(({ key }) => key)}::bigint[], ${entries.map(({ id }) => id)}::bigint[]) as e(row_key, since)
    cross join lateral (
      select done.job_id, done.history_id from ${entriesOfRow(dataset, sql`e.row_key`)} as done
      where done.history_id > e.since
    ) as h
    left join t_biz_log as j on j.id = h.job_id
    order by e.row_key, h.history_id`.execute(db);
  /** Of each row, the jobs whose changes nothing has taken back yet, the latest last. */
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
