import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { historyFrom } from '../history/history.ts';
import { columnName, tableName } from '../table/naming.ts';
import { type Condition, column, type Db, readKeys } from '../table/sql.ts';
import type { Storing } from './storing.ts';

/** Moves the rows `d` of a condition to the trash, with history, in one statement; returns the keys of those moved. */
export async function storeRemoved(
  db: Db,
  dataset: AnyDataset,
  condition: Condition,
  { by, now, jobId }: Storing,
): Promise<number[]> {
  return readKeys(
    db,
    sql`with removed as (
        update ${sql.table(tableName(dataset))} as d
        set deleted = true, version = d.version + 1, update_by = ${by.userId}::bigint, update_time = ${now}::timestamptz
        where ${condition} and not d.deleted
        returning ${column('d', columnName(dataset.key))} as key, d.version
      ), kept as (${historyFrom(dataset, by, 'deleted', 'removed', jobId ?? null)})
      select key from removed`,
  );
}
