import type { HistoryOperation } from '@yikao/model/calls/history.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { ActorKind } from '@yikao/model/kernel/steps.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../scope/actor.ts';
import type { Tx } from '../table/sql.ts';

/** Kinds of changes of a row; stored as these numbers. */
export const historyOps = {
  added: 1,
  updated: 2,
  deleted: 3,
  restored: 4,
} as const satisfies Record<HistoryOperation, number>;

/** Old and new value by field. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

/** One change of one row. */
export interface HistoryEntry {
  readonly rowId: number;
  readonly op: HistoryOperation;
  /** Version of the row after the change. */
  readonly version: number;
  readonly changes: Changes | null;
  /** The step that changed the row. */
  readonly step?: StepNote;
}

/** The record of a step in the history, besides its changes. */
export interface StepNote {
  readonly name: string;
  readonly by: ActorKind;
  /** The step or vendor's event that caused it. */
  readonly cause?: string;
  /** The inputs given with it that are no column. */
  readonly inputs?: Readonly<Record<string, unknown>>;
}

/**
 * Records changes in the transaction that makes them, so that both are stored or neither. The entry, or its job, names
 * the person and the address.
 */
export async function recordHistory(
  db: Tx,
  dataset: AnyDataset,
  actor: Actor,
  entries: readonly HistoryEntry[],
  jobId: number | null = null,
): Promise<void> {
  if (entries.length > 0) await historyOf(dataset, actor, entries, jobId).execute(db);
}

/** {@link recordHistory} as an INSERT, for use within the statement that makes the changes. */
export function historyOf(
  dataset: AnyDataset,
  actor: Actor,
  entries: readonly HistoryEntry[],
  jobId: number | null = null,
): RawBuilder<unknown> {
  const rows = entries.map(entry => ({
    row_id: entry.rowId,
    op: historyOps[entry.op],
    version: entry.version,
    changes: entry.changes && told(dataset, entry.changes),
    step: entry.step ?? null,
  }));
  const who = jobId === null ? actor : undefined;
  const [only, ...others] = rows;
  if (only && others.length === 0) {
    // The usual case by far, and half as dear without a function that takes the JSON apart.
    return sql`
      insert into t_row_history (dataset, row_id, op, version, job_id, user_id, user_name, address, changes, step)
      values (${dataset.name}, ${only.row_id}, ${only.op}, ${only.version}, ${jobId}::bigint, ${actor.userId},
        ${who?.userName ?? null}, ${who?.address ?? null}, ${only.changes && JSON.stringify(only.changes)}::jsonb,
        ${only.step && JSON.stringify(only.step)}::jsonb)`;
  }
  return sql`
    insert into t_row_history (dataset, row_id, op, version, job_id, user_id, user_name, address, changes, step)
    select ${dataset.name}, r.row_id, r.op, r.version, ${jobId}::bigint, ${actor.userId}::bigint,
      ${who?.userName ?? null}::varchar, ${who?.address ?? null}::varchar, r.changes, r.step
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(row_id bigint, op smallint, version integer, changes jsonb, step jsonb)`;
}

/** Changes in the form stored in the history: a secret is recorded only as set or removed. */
function told(dataset: AnyDataset, changes: Changes): Changes {
  const mark = (value: unknown) => (value === null || value === undefined ? null : true);
  return Object.fromEntries(
    Object.entries(changes).map(([name, [before, after]]) =>
      dataset.fields[name]?.kind === 'secret'
        ? [name, [mark(before), mark(after)] as const]
        : [name, [before, after] as const],
    ),
  );
}

/** Most rows in one entry; a run of rows never crosses a multiple of it (migration 0018). */
const longestRun = 2_000;

/**
 * Records one action on the rows of a WITH query, which supplies their `key` and `version`, as an INSERT in the same
 * statement, so that thousands of rows need not travel to the server and back. Rows with consecutive keys and the same
 * version share an entry, which saves a quarter of the database's work in an import. Set `single` for a single row,
 * which cannot share one; it may have `changes`.
 */
export function historyFrom(
  dataset: AnyDataset,
  actor: Actor,
  op: keyof typeof historyOps,
  rows: string,
  jobId: number | null,
  { single = false, changes }: { readonly single?: boolean; readonly changes?: Changes | undefined } = {},
): RawBuilder<unknown> {
  const who = jobId === null ? actor : undefined;
  if (single) {
    return sql`
      insert into t_row_history (dataset, row_id, op, version, job_id, user_id, user_name, address, changes)
      select ${dataset.name}, key, ${historyOps[op]}::smallint, version, ${jobId}::bigint, ${actor.userId}::bigint,
        ${who?.userName ?? null}::varchar, ${who?.address ?? null}::varchar,
        ${changes ? JSON.stringify(told(dataset, changes)) : null}::jsonb
      from ${sql.id(rows)}`;
  }
  return sql`
    insert into t_row_history (dataset, row_id, row_count, op, version, job_id, user_id, user_name, address)
    select ${dataset.name}, min(key), count(*), ${historyOps[op]}::smallint, version, ${jobId}::bigint,
      ${actor.userId}::bigint, ${who?.userName ?? null}::varchar, ${who?.address ?? null}::varchar
    from (
      select key, version, key - row_number() over (partition by version order by key) as island from ${sql.id(rows)}
    ) as numbered
    group by version, island, key / ${sql.lit(longestRun)} order by min(key)`;
}

/** The entries of one row, as a FROM item: its own, and those of runs that include it. `key` is SQL of a bigint. */
export function entriesOfRow(dataset: AnyDataset, key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select * from t_row_history where dataset = ${dataset.name} and row_id = ${key}
    union all
    select * from t_row_history where dataset = ${dataset.name} and row_count > 1
      and row_id >= ${key} - ${key} % ${sql.lit(longestRun)} and row_id < ${key} and row_id + row_count > ${key}
  )`;
}

/** The keys of the rows in the entry `h`, as a FROM item next to it: `r.key`. */
export const keysOfEntry: RawBuilder<unknown> = sql`lateral generate_series(h.row_id, h.row_id + h.row_count - 1) as r(key)`;

/** The fields whose values differ, with both values; values are canonical, so equal JSON means equal values. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  const changes: Record<string, Changes[string]> = {};
  for (const name of Object.keys(after)) {
    if (isSet(before, after, name)) changes[name] = [before[name] ?? null, after[name] ?? null];
  }
  return changes;
}

/** Reports whether `after` sets the field to another value than that of `before`; a missing value is empty. */
export function isSet(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  name: string,
): boolean {
  if (!Object.hasOwn(after, name)) return false;
  const [one, other] = [before[name] ?? null, after[name] ?? null];
  // Most values are equal, and most are no lists.
  return one !== other && JSON.stringify(one) !== JSON.stringify(other);
}
