import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { hasImportBatch } from '@yikao/model/kernel/dataset.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../actor.ts';
import type { Engine } from '../../engine.ts';
import { bigint, integer } from '../../fields/packing.ts';
import { historyFrom, historyOps } from '../../history.ts';
import { columnName, tableName } from '../../naming.ts';
import { serverSideOf } from '../../server-side.ts';
import { column, type Db } from '../../sql.ts';
import { canonicalColumn, columnList, rowSource, sourceColumn } from '../../write.ts';
import type { Plan, PlannedUpdate } from '../import/plan.ts';

/** The job and the person that a chunk's writes belong to. */
export interface WriteContext {
  readonly engine: Engine;
  readonly dataset: AnyDataset;
  readonly actor: Actor;
  readonly jobId: number;
  /** Label written to every row that the file touches; undefined leaves the rows' own alone. */
  readonly importBatch: string | null | undefined;
}

/** New rows on their way to the database, and the fields they have. */
export interface InsertSource {
  readonly fields: readonly string[];
  readonly rows: RawBuilder<unknown>;
}

/** Makes the new rows of a plan ready to be sent; undefined when there are none. */
export function insertSource(dataset: AnyDataset, inserts: Plan['inserts']): InsertSource | undefined {
  if (inserts.length === 0) return undefined;
  const rows = inserts.map(({ values }) => values);
  const fields = Object.keys(rows[0] ?? {});
  return { fields, rows: rowSource(dataset, fields, rows) };
}

/**
 * Adds the new rows of a plan and their history, in one statement. Answers how many. `ready` are these rows as
 * {@link insertSource} gave them, where the dataset's server side has no say in them.
 */
export async function applyInserts(
  db: Db,
  write: WriteContext,
  inserts: Plan['inserts'],
  ready?: InsertSource,
): Promise<number> {
  const { engine, dataset, actor, jobId } = write;
  if (!ready && inserts.length > 0) {
    await serverSideOf(engine.servers, dataset).beforeInsert?.(
      db,
      inserts.map(({ values }) => values),
    );
  }
  const source = ready ?? insertSource(dataset, inserts);
  if (!source) return 0;
  const { fields } = source;
  const batch = hasImportBatch(dataset);
  await sql`
    with added as (
      insert into ${sql.table(tableName(dataset))}
        (${columnList(fields)}, create_by, update_by ${batch ? sql`, import_batch` : sql``})
      select ${sql.join(fields.map(name => sourceColumn(dataset, name)))}, ${actor.userId}::bigint, ${actor.userId}::bigint
        ${batch ? sql`, ${write.importBatch ?? null}::varchar` : sql``}
      from ${source.rows}
      returning ${sql.id(columnName(dataset.key))} as key, version
    )
    ${historyFrom(dataset, actor, 'added', 'added', jobId)}`.execute(db);
  return inserts.length;
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
 * database compares; a row that differs in nothing keeps its version. `ready` are these updates as
 * {@link updateSource} gave them.
 */
export async function applyUpdates(
  db: Db,
  write: WriteContext,
  updates: readonly PlannedUpdate[],
  ready?: UpdateSource,
): Promise<UpdateCounts> {
  const { dataset, actor, jobId } = write;
  const found = ready ?? updateSource(write, updates);
  if (!found) return { updated: 0, same: 0 };
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

/** The changes that {@link applyUpdates} would make, row by row, without changing it. */
export async function findDifferences(
  db: Db,
  write: WriteContext,
  updates: readonly PlannedUpdate[],
): Promise<Difference[]> {
  const { dataset } = write;
  const found = updateSource(write, updates);
  if (!found) return [];
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
export interface UpdateSource {
  readonly fields: readonly string[];
  /** The rows `r`. */
  readonly source: RawBuilder<unknown>;
  /** A field's value after the update. */
  readonly value: (name: string) => RawBuilder<unknown>;
  /** Whether any field differs. */
  readonly differs: RawBuilder<unknown>;
  /** The differences, old and new by field, as the text of a JSON object. */
  readonly changes: RawBuilder<unknown>;
}

/** Makes the updates of a plan ready to be sent; undefined when there are none. */
export function updateSource(
  write: WriteContext,
  updates: readonly PlannedUpdate[],
): UpdateSource | undefined {
  if (updates.length === 0) return undefined;
  const { dataset } = write;
  const fields = [...new Set(updates.flatMap(update => Object.keys(update.values)))];
  // A blank cell keeps what stands there: the fields a row leaves out are marked by a bit of its mask.
  const masks = updates.map(({ values }) => maskOf(fields, values));
  const masked = masks.some(mask => mask !== 0n);
  if (masked && fields.length > maskBits) throw new Error(`${dataset.name} has more columns than a mask`);
  const source = rowSource(
    dataset,
    fields,
    updates.map(({ values }) => values),
    [
      { name: 'row_no', packing: integer, values: updates.map(({ number }) => number) },
      { name: 'row_key', packing: bigint, values: updates.map(({ key }) => key) },
      { name: 'mask', packing: bigint, values: masks },
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

function maskOf(fields: readonly string[], values: Readonly<Record<string, unknown>>): bigint {
  let mask = 0n;
  for (let i = 0; i < fields.length; i++) {
    if (!Object.hasOwn(values, fields[i] ?? '')) mask |= 1n << BigInt(i);
  }
  return mask;
}
