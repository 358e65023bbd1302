import { type AnyDataset, storedFields } from '@yikao/model/kernel/dataset.ts';
import { validateRow } from '@yikao/model/kernel/validate/row.ts';
import { defaultOf, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { withoutForeign } from '@yikao/model/kernel/validate/when.ts';
import { sql } from 'kysely';
import { datasetServers } from '../contexts/datasets.ts';
import { withSearchColumns } from '../engine/search/columns.ts';
import { columnName, tableName } from '../engine/table/naming.ts';
import { serverSideOf } from '../engine/table/server-side.ts';
import { type Db, readKeys, type Tx } from '../engine/table/sql.ts';
import { sanitiseHtml } from '../engine/write/sanitise.ts';
import { columnList, rowSource, sourceColumn } from '../engine/write/write.ts';

/** The parts that the loader works with: the transaction of a step, and the instant of the start. */
export interface LoadContext {
  readonly db: Tx;
  readonly now: Date;
}

/** A row of the seeds: values of the dataset's fields, which the loader validates. */
type Seed<D extends AnyDataset> = { readonly [K in keyof D['fields']]?: unknown };

/**
 * Inserts rows of one dataset with one statement, with the same validation and hooks as rows added by people; rows
 * whose natural key exists are left unchanged. References are not checked: the data's own tests do that.
 *
 * @throws Error naming a row that does not fit the declaration.
 */
export async function insertRows<D extends AnyDataset>(
  { db, now }: LoadContext,
  dataset: D,
  rows: readonly NoInfer<Seed<D>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const server = serverSideOf(datasetServers, dataset);
  const ready = rows.map((row: Readonly<RowValues>) => {
    const lost = Object.keys(row).find(name => !Object.hasOwn(dataset.fields, name));
    if (lost !== undefined) throw new Error(`Seed of ${dataset.name}: there is no field ${lost}`);
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
  const fields = withSearchColumns(dataset, Object.keys(ready[0] ?? {}));
  await sql`
    insert into ${sql.table(tableName(dataset))} (${columnList(fields)})
    select ${sql.join(fields.map(name => sourceColumn(dataset, name)))} from ${rowSource(dataset, fields, ready)}
    on conflict do nothing`.execute(db);
}

/**
 * Inserts rows in the state that later events would have left, with their creation times: values are canonical and
 * trusted, and omitted fields get their defaults. Returns their keys in order.
 */
export async function insertStored<D extends AnyDataset>(
  { db, now }: LoadContext,
  dataset: D,
  rows: readonly (NoInfer<Seed<D>> & { readonly createTime: string })[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const server = serverSideOf(datasetServers, dataset);
  const fields = storedFields(dataset).filter(name => name !== dataset.key);
  const whole = rows.map((row: Readonly<RowValues>) => {
    const values: RowValues = {};
    for (const name of fields) {
      const field = dataset.fields[name];
      values[name] = row[name] !== undefined ? row[name] : field ? defaultOf(field, now) : null;
    }
    return withoutForeign(dataset, Object.assign(values, server.normalise?.(values, now, undefined)));
  });
  await server.beforeInsert?.(db, whole);
  const ready = whole.map((row, at) => ({ ...row, createTime: rows[at]?.createTime }));
  const columns = withSearchColumns(dataset, [...fields, 'createTime']);
  return readKeys(
    db,
    sql`insert into ${sql.table(tableName(dataset))} (${columnList(columns)}, update_time)
      select ${sql.join(columns.map(name => sourceColumn(dataset, name)))}, ${sourceColumn(dataset, 'createTime')}
      from ${rowSource(dataset, columns, ready)}
      returning ${sql.id(columnName(dataset.key))} as key`,
  );
}

/** Key of each row of a dataset by name. */
export async function keysByName(db: Db, dataset: AnyDataset): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ key: number; name: string }>`
    select ${sql.id(columnName(dataset.identity.value))} as key, ${sql.id(columnName(dataset.identity.name))} as name
    from ${sql.table(tableName(dataset))} where not deleted`.execute(db);
  return new Map(found.rows.map(({ key, name }) => [name, key]));
}
