import { type AnyDataset, storedFields } from '@yikao/model/kernel/dataset.ts';
import { defaultOf, type RowValues, validateRow } from '@yikao/model/kernel/validate.ts';
import { withoutForeign } from '@yikao/model/kernel/when.ts';
import { sql } from 'kysely';
import { datasetServers } from '../datasets/index.ts';
import { columnName, tableName } from '../engine/naming.ts';
import { sanitiseHtml } from '../engine/sanitise.ts';
import { serverSideOf } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';
import { columnList, rowSource, sourceColumn } from '../engine/write.ts';

/** The parts that the loader works with: a database or the transaction of a step, and the instant of the start. */
export interface LoadContext {
  readonly db: Db;
  readonly now: Date;
}

/**
 * Puts rows of one dataset in with one statement, through the same validation and hooks as a row that a person
 * adds; rows that are there already by their natural key stay as they are. References are not looked up: the
 * data's own tests do that.
 *
 * @throws Error naming the row when one does not fit the declaration.
 */
export async function insertRows(
  { db, now }: LoadContext,
  dataset: AnyDataset,
  rows: readonly Readonly<RowValues>[],
): Promise<void> {
  if (rows.length === 0) return;
  const server = serverSideOf(datasetServers, dataset);
  const ready = rows.map(row => {
    const { values, issues } = validateRow(dataset, row, 'create', now);
    if (issues.length > 0) {
      const why = issues.map(({ field, code }) => `${field} ${code}`).join(', ');
      throw new Error(`Seed of ${dataset.name}: ${why} in ${JSON.stringify(row).slice(0, 300)}`);
    }
    for (const [name, field] of Object.entries(dataset.fields)) {
      const value = values[name];
      if (field.kind === 'richText' && typeof value === 'string') values[name] = sanitiseHtml(value) || null;
    }
    return { ...values, ...server.normalise?.(values, now, undefined) };
  });
  await server.beforeInsert?.(db, ready);
  const fields = Object.keys(ready[0] ?? {});
  await sql`
    insert into ${sql.table(tableName(dataset))} (${columnList(fields)})
    select ${sql.join(fields.map(name => sourceColumn(dataset, name)))} from ${rowSource(dataset, fields, ready)}
    on conflict do nothing`.execute(db);
}

/**
 * Puts in rows as they stand after things have happened to them, with the moment at which each was made: values are
 * canonical and trusted, a field that a row does not name gets its default. Answers their keys in the order of the
 * rows.
 */
export async function insertStored(
  { db, now }: LoadContext,
  dataset: AnyDataset,
  rows: readonly (Readonly<RowValues> & { readonly createTime: string })[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const server = serverSideOf(datasetServers, dataset);
  const fields = storedFields(dataset).filter(name => name !== dataset.key);
  const whole = rows.map(row => {
    const values: RowValues = {};
    for (const name of fields) {
      const field = dataset.fields[name];
      values[name] = row[name] !== undefined ? row[name] : field ? defaultOf(field, now) : null;
    }
    return withoutForeign(dataset, Object.assign(values, server.normalise?.(values, now, undefined)));
  });
  await server.beforeInsert?.(db, whole);
  const ready = whole.map((row, at) => ({ ...row, createTime: rows[at]?.createTime }));
  const columns = [...fields, 'createTime'];
  const added = await sql<{ key: number }>`
    insert into ${sql.table(tableName(dataset))} (${columnList(columns)}, update_time)
    select ${sql.join(columns.map(name => sourceColumn(dataset, name)))}, ${sourceColumn(dataset, 'createTime')}
    from ${rowSource(dataset, columns, ready)}
    returning ${sql.id(columnName(dataset.key))} as key`.execute(db);
  return added.rows.map(({ key }) => Number(key));
}

/** Key of each row of a dataset by the name that people give it. */
export async function keysByName(db: Db, dataset: AnyDataset): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ key: number; name: string }>`
    select ${sql.id(columnName(dataset.identity.value))} as key, ${sql.id(columnName(dataset.identity.name))} as name
    from ${sql.table(tableName(dataset))} where not deleted`.execute(db);
  return new Map(found.rows.map(({ key, name }) => [name, Number(key)]));
}
