import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { hasImportBatch } from '@yikao/model/kernel/dataset.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Engine } from '../engine.ts';
import { historyOps } from '../history.ts';
import { columnName, tableName } from '../naming.ts';
import { serverSideOf } from '../server-side.ts';
import { column, type Db } from '../sql.ts';
import { canonicalColumn, columnList, rowSource, sourceColumn } from '../write.ts';
import type { Plan, PlannedUpdate } from './plan.ts';

/** What a chunk's writes belong to. */
export interface WriteContext {
  readonly engine: Engine;
  readonly dataset: AnyDataset;
  readonly actor: Actor;
  readonly jobId: number;
  /** Label written to every row that the file touches; undefined leaves the rows' own alone. */
  readonly importBatch: string | null | undefined;
}

/** Adds the new rows of a plan and their history, in one statement. Answers how many. */
export async function applyInserts(db: Db, write: WriteContext, inserts: Plan['inserts']): Promise<number> {
  if (inserts.length === 0) return 0;
  const { engine, dataset, actor, jobId } = write;
  const rows = inserts.map(({ values }) => values);
  await serverSideOf(engine.servers, dataset).beforeInsert?.(db, rows);
  const fields = Object.keys(rows[0] ?? {});
  const batch = hasImportBatch(dataset);
  const made = await sql`
    with added as (
      insert into ${sql.table(tableName(dataset))}
        (${columnList(fields)}, create_by, update_by ${batch ? sql`, import_batch` : sql``})
      select ${sql.join(fields.map(name => sourceColumn(dataset, name)))}, ${actor.userId}::bigint, ${actor.userId}::bigint
        ${batch ? sql`, ${write.importBatch ?? null}::varchar` : sql``}
      from ${rowSource(dataset, fields, rows)}
      returning ${sql.id(columnName(dataset.key))} as key
    )
    insert into t_row_history (dataset, row_id, op, version, job_id, user_id)
    select ${dataset.name}, key, ${historyOps.added}::smallint, 1, ${jobId}::bigint, ${actor.userId}::bigint from added
  `.execute(db);
  return Number(made.numAffectedRows ?? 0n);
}

/** Whether the rows get the label of a batch. */
function labels(write: WriteContext): boolean {
  return write.importBatch !== undefined && hasImportBatch(write.dataset);
}

/** How many rows an update changes, and how many already are as the file says. */
export interface UpdateCounts {
  readonly updated: number;
  readonly same: number;
}

/**
 * Sets existing rows to what the file says and keeps, of each, the fields that differ, old and new. The
 * database compares; a row that differs in nothing keeps its version.
 */
export async function applyUpdates(
  db: Db,
  write: WriteContext,
  updates: readonly PlannedUpdate[],
): Promise<UpdateCounts> {
  if (updates.length === 0) return { updated: 0, same: 0 };
  const { dataset, actor, jobId } = write;
  const found = differences(write, updates);
  const set = [
    ...found.fields.map(name => sql`${sql.id(columnName(name))} = f.${sql.id(columnName(name))}`),
    ...(labels(write) ? [sql`import_batch = ${write.importBatch}`] : []),
  ];
  const key = column('d', columnName(dataset.key));
  const after = found.fields.map(name => sql`${found.value(name)} as ${sql.id(columnName(name))}`);
  // A row that only gets the label of the batch is the same row: it keeps its version, and the label its history.
  const done = await sql<{ changed: boolean }>`
    with found as materialized (
      select ${sql.join([sql`${key} as row_key`, sql`(${found.differs}) as changed`, sql`${found.changes} as changes`, ...after])}
      from ${found.source} join ${sql.table(tableName(dataset))} as d on ${key} = r.row_key
    ),
    written as (
      update ${sql.table(tableName(dataset))} as d
      set ${sql.join(set)}, update_time = case when f.changed then now() else d.update_time end,
        update_by = case when f.changed then ${actor.userId}::bigint else d.update_by end,
        version = d.version + f.changed::integer
      from found as f
      where ${key} = f.row_key and f.changes <> '{}'
      returning f.row_key, d.version, f.changes
    ),
    kept as (
      insert into t_row_history (dataset, row_id, op, version, job_id, user_id, changes)
      select ${dataset.name}, row_key, ${historyOps.updated}::smallint, version, ${jobId}::bigint,
        ${actor.userId}::bigint, changes::jsonb from written
    )
    select changed from found`.execute(db);
  const updated = done.rows.filter(row => row.changed).length;
  return { updated, same: done.rows.length - updated };
}

/** A difference that a dry run found: the row of the file, and old and new by field. */
export interface Difference {
  readonly number: number;
  readonly key: number;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/** What {@link applyUpdates} would change, row by row, without changing it. */
export async function findDifferences(
  db: Db,
  write: WriteContext,
  updates: readonly PlannedUpdate[],
): Promise<Difference[]> {
  if (updates.length === 0) return [];
  const { dataset } = write;
  const found = differences(write, updates);
  const rows = await sql<Difference>`
    select r.row_no as number, r.row_key as key, (${found.changes})::jsonb as changes
    from ${found.source} join ${sql.table(tableName(dataset))} as d
      on ${column('d', columnName(dataset.key))} = r.row_key
    where ${found.differs}`.execute(db);
  return rows.rows;
}

/** The largest number of columns whose absence a bit mask of 62 bits can tell. */
const maskBits = 62;

/** SQL pieces by which the rows `r` of a file are compared with the rows `d` of the table. */
function differences(write: WriteContext, updates: readonly PlannedUpdate[]) {
  const { dataset } = write;
  const fields = [...new Set(updates.flatMap(update => Object.keys(update.values)))];
  // A blank cell keeps what stands there: the fields a row leaves out are marked by a bit of its mask.
  const masks = updates.map(({ values }) => maskOf(fields, values));
  const masked = masks.some(mask => mask !== '0');
  if (masked && fields.length > maskBits) throw new Error(`${dataset.name} has more columns than a mask`);
  const source = rowSource(
    dataset,
    fields,
    updates.map(({ values }) => values),
    [
      { name: 'row_no', type: 'integer', values: updates.map(({ number }) => number) },
      { name: 'row_key', type: 'bigint', values: updates.map(({ key }) => key) },
      { name: 'mask', type: 'bigint', values: masks },
    ],
  );
  const value = (name: string): RawBuilder<unknown> => {
    if (!masked) return sourceColumn(dataset, name);
    const bit = 2n ** BigInt(fields.indexOf(name));
    return sql`case when r.mask & ${sql.raw(String(bit))} <> 0 then ${column('d', columnName(name))} else ${sourceColumn(dataset, name)} end`;
  };
  const differ = (name: string) => sql`${column('d', columnName(name))} is distinct from ${value(name)}`;
  const entry = (name: string, condition: RawBuilder<unknown>, before: string, after: string) => sql`
    case when ${condition} then ${sql.raw(`'"${name}":['`)} || coalesce(to_json(${sql.raw(before)})::text, 'null') || ','
      || coalesce(to_json(${sql.raw(after)})::text, 'null') || ']' end`;
  const entries = fields.map(name =>
    entry(name, differ(name), canonicalColumn(dataset, name, 'd'), canonicalSource(dataset, name)),
  );
  if (labels(write)) {
    const label = sql`${write.importBatch}::varchar`;
    entries.push(sql`case when d.import_batch is distinct from ${label} then '"importBatch":['
      || coalesce(to_json(d.import_batch)::text, 'null') || ',' || coalesce(to_json(${label})::text, 'null') || ']' end`);
  }
  return {
    fields,
    source,
    value,
    differs: fields.length === 0 ? sql`false` : sql.join(fields.map(differ), sql` or `),
    changes: sql`'{' || concat_ws(',', ${sql.join(entries)}) || '}'`,
  };
}

/** SQL of the canonical value of a column of the rows `r`; arrays of arrays come as text and are cast first. */
function canonicalSource(dataset: AnyDataset, name: string): string {
  const canonical = canonicalColumn(dataset, name, 'r');
  const field = dataset.fields[name];
  if (field?.kind === 'refs') return `${canonical}::bigint[]`;
  return field?.kind === 'json' ? `${canonical}::jsonb` : canonical;
}

function maskOf(fields: readonly string[], values: Readonly<Record<string, unknown>>): string {
  let mask = 0n;
  for (let i = 0; i < fields.length; i++) {
    if (!Object.hasOwn(values, fields[i] ?? '')) mask |= 1n << BigInt(i);
  }
  return String(mask);
}
