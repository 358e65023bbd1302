import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { changesBetween, historyFrom, historyOf } from '../history/history.ts';
import { withSearchColumns } from '../search/columns.ts';
import { columnName, tableName } from '../table/naming.ts';
import { serverSideOf } from '../table/server-side.ts';
import { column, readKeys, type Tx } from '../table/sql.ts';
import { lockRows } from '../write/lock-rows.ts';
import { rowSource, sourceColumn } from '../write/write.ts';
import type { Storing } from './storing.ts';

/**
 * Takes rows out of the trash, with history, in one statement; returns the keys of those that were in it. Values that must
 * differ in a restored row (`restoredWith`) are set, and named by the history.
 */
export async function storeRestored(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  keys: readonly number[],
  { by, now, jobId }: Storing,
): Promise<number[]> {
  const other: RowValues = serverSideOf(engine.servers, dataset).restoredWith ?? {};
  const columns = withSearchColumns(dataset, Object.keys(other));
  const set = columns.map(name => sql`${sql.id(columnName(name))} = ${sourceColumn(dataset, name)}, `);
  const history =
    columns.length === 0
      ? historyFrom(dataset, by, 'restored', 'restored', jobId ?? null, { single: keys.length === 1 })
      : historyOf(dataset, by, await entriesOf(engine, db, dataset, keys, other, by), jobId);
  const key = column('d', columnName(dataset.key));
  return readKeys(
    db,
    sql`with restored as (
        update ${sql.table(tableName(dataset))} as d
        set ${sql.join(set, sql``)} deleted = false, version = d.version + 1, update_by = ${by.userId}::bigint,
          update_time = ${now}::timestamptz
        ${columns.length === 0 ? sql`` : sql`from ${rowSource(dataset, columns, [other])}`}
        where ${key} = any(${[...keys]}::bigint[]) and d.deleted returning ${key} as key, d.version
      ), kept as (${history})
      select key from restored`,
  );
}

async function entriesOf(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  keys: readonly number[],
  other: Readonly<RowValues>,
  by: Storing['by'],
) {
  const rows = await lockRows(engine, db, dataset, keys, by, { trashed: true });
  return rows.map(row => {
    const changes = changesBetween(row, other);
    return {
      rowId: row.rowKey,
      op: 'restored' as const,
      version: row.version + 1,
      changes: Object.keys(changes).length === 0 ? null : changes,
    };
  });
}
