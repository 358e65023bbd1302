import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { hasImportBatch } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { bigint, integer } from '../fields/packing.ts';
import { historyOps } from '../history/history.ts';
import type { Actor } from '../scope/actor.ts';
import { searchedBy, withSearchColumns } from '../search/columns.ts';
import { columnName, tableName } from '../table/naming.ts';
import { column, type Db } from '../table/sql.ts';
import { canonicalColumn, rowSource, sourceColumn } from '../write/write.ts';

/** The job and the person that a chunk's writes belong to. */
export interface WriteContext {
  readonly engine: Engine;
  readonly dataset: AnyDataset;
  readonly actor: Actor;
  /** Undefined outside of jobs. */
  readonly jobId: number | undefined;
  /** Label for every row the file touches; undefined keeps the rows' labels. */
  readonly importBatch: string | null | undefined;
}

/** A row of the table to update from a file or a job; the database determines the differences. */
export interface GivenValues {
  /** The row's number in the file. */
  readonly number: number;
  readonly key: number;
  /** Fields that are touched; blank cells are not in it. */
  readonly values: RowValues;
}

/** Reports whether the rows get the label of a batch. */
function labels(write: WriteContext): boolean {
  return write.importBatch !== undefined && hasImportBatch(write.dataset);
}

/** The numbers of rows changed and unchanged by an update. */
export interface UpdateCounts {
  readonly updated: number;
  readonly same: number;
}

/**
 * Updates existing rows from the file and records the old and new values of the fields that differ. The database
 * compares them; an unchanged row keeps its version. `ready` are these updates from {@link updateSource}.
 */
export async function storeCompared(
  db: Db,
  write: WriteContext,
  updates: readonly GivenValues[],
  ready?: UpdateSource,
): Promise<UpdateCounts> {
  const { dataset, actor, jobId } = write;
  const found = ready ?? updateSource(write, updates);
  if (!found) return { updated: 0, same: 0 };
  const set = [
    ...found.columns.map(name => sql`${sql.id(columnName(name))} = f.${sql.id(columnName(name))}`),
    ...(labels(write) ? [sql`import_batch = ${write.importBatch}`] : []),
  ];
  const key = column('d', columnName(dataset.key));
  const after = found.columns.map(name => sql`${found.value(name)} as ${sql.id(columnName(name))}`);
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
      select ${dataset.name}, row_key, ${historyOps.updated}::smallint, version, ${jobId ?? null}::bigint,
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

/** The changes that {@link storeCompared} would make, row by row, without making them. */
export async function findDifferences(
  db: Db,
  write: WriteContext,
  updates: readonly GivenValues[],
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

/** The fields that any of the rows sets. */
export function fieldsGiven(rows: readonly { readonly values: RowValues }[]): string[] {
  // Rows of a chunk nearly always set the same fields, so that no list of them per row is made.
  const names = new Set<string>();
  for (const { values } of rows) for (const name in values) names.add(name);
  return [...names];
}

/** Most columns that a 62-bit mask of omitted values can cover. */
const maskBits = 62;

/** SQL that compares the rows `r` of a file with the rows `d` of the table. */
export interface UpdateSource {
  /** The fields that the rows of the file have, with their search columns. */
  readonly columns: readonly string[];
  /** The rows `r`. */
  readonly source: RawBuilder<unknown>;
  /** A field's value after the update. */
  readonly value: (name: string) => RawBuilder<unknown>;
  /** SQL that is true if any field differs. */
  readonly differs: RawBuilder<unknown>;
  /** The differences, old and new by field, as the text of a JSON object. */
  readonly changes: RawBuilder<unknown>;
}

/** Prepares the updates of a plan for sending; undefined if there are none. */
export function updateSource(write: WriteContext, updates: readonly GivenValues[]): UpdateSource | undefined {
  if (updates.length === 0) return undefined;
  const { dataset } = write;
  const fields = fieldsGiven(updates);
  // A blank cell keeps the stored value: a bit of the row's mask marks each omitted field.
  const masks = updates.map(({ values }) => maskOf(fields, values));
  const masked = masks.some(mask => mask !== 0n);
  if (masked && fields.length > maskBits) throw new Error(`${dataset.name} has more columns than a mask`);
  const columns = withSearchColumns(dataset, fields);
  const source = rowSource(
    dataset,
    columns,
    updates.map(({ values }) => values),
    [
      { name: 'row_no', packing: integer, values: updates.map(({ number }) => number) },
      { name: 'row_key', packing: bigint, values: updates.map(({ key }) => key) },
      { name: 'mask', packing: bigint, values: masks },
    ],
  );
  const given = (name: string): RawBuilder<unknown> =>
    dataset.fields[name]?.kind === 'richText'
      ? keptWithoutTags(column('d', columnName(name)), sourceColumn(dataset, name))
      : sourceColumn(dataset, name);
  const value = (name: string): RawBuilder<unknown> => {
    if (!masked) return given(name);
    const bit = 2n ** BigInt(fields.indexOf(searchedBy(dataset, name) ?? name));
    return sql`case when r.mask & ${sql.raw(String(bit))} <> 0 then ${column('d', columnName(name))} else ${given(name)} end`;
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
    columns,
    source,
    value,
    differs: fields.length === 0 ? sql`false` : sql.join(fields.map(differ), sql` or `),
    changes: sql`'{' || concat_ws(',', ${sql.join(entries)}) || '}'`,
  };
}

/**
 * Rich text stored without markup stays unchanged if the file has the same lines: a plain-text cell is read with one
 * paragraph per line.
 */
function keptWithoutTags(before: RawBuilder<unknown>, given: RawBuilder<unknown>): RawBuilder<unknown> {
  const paragraphs = sql`'<p>' || regexp_replace(${before}, '\\s*\\n\\s*', '</p><p>', 'g') || '</p>'`;
  return sql`case when position('<' in ${before}) = 0 and ${given} = ${paragraphs} then ${before} else ${given} end`;
}

/** SQL of the canonical value of a column of the rows `r`; arrays of arrays are sent as text and cast first. */
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
