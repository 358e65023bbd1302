import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type RowValues, validateRow } from '@yikao/model/kernel/validate.ts';
import { sql } from 'kysely';
import { datasetServers } from '../datasets/index.ts';
import { columnName, tableName } from '../engine/naming.ts';
import { sanitiseHtml } from '../engine/sanitise.ts';
import { serverSideOf } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';
import { columnList, rowSource, sourceColumn } from '../engine/write.ts';

/** What the loader works with: a database or the transaction of a step, and the instant of the start. */
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

/** Key of each row of a dataset by the name that people give it. */
export async function keysByName(db: Db, dataset: AnyDataset): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ key: number; name: string }>`
    select ${sql.id(columnName(dataset.identity.value))} as key, ${sql.id(columnName(dataset.identity.name))} as name
    from ${sql.table(tableName(dataset))} where not deleted`.execute(db);
  return new Map(found.rows.map(({ key, name }) => [name, Number(key)]));
}
