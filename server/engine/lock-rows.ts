import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { storedFields } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';
import { columnName } from './naming.ts';
import { selectRows } from './select.ts';
import { allOf, type Condition, column, type Db } from './sql.ts';
import { canonicalRow } from './write.ts';

/** A row under lock: its canonical values, with its key under one name for every dataset. */
export type LockedRow = Readonly<RowValues> & { readonly rowKey: number; readonly version: number };

/**
 * Reads rows and locks them in the order of their keys, which all who lock several rows keep to: those of a condition on
 * the table aliased as `d`, or those in the trash.
 */
export async function lockRows(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  keys: readonly number[],
  by: Actor,
  {
    condition = sql<SqlBool>`true`,
    trashed = false,
  }: { readonly condition?: Condition; readonly trashed?: boolean } = {},
): Promise<LockedRow[]> {
  const key = column('d', columnName(dataset.key));
  const found = await selectRows(engine, dataset, {
    fields: [...storedFields(dataset), 'version'],
    where: allOf([sql<SqlBool>`${key} = any(${[...new Set(keys)]}::bigint[])`, condition]),
    orderBy: key,
    stored: true,
    forUpdate: true,
    trashed,
    withoutNames: true,
    reader: by,
  }).execute(db);
  return found.rows.map(row => ({
    ...canonicalRow(dataset, row),
    version: Number(row.version),
    rowKey: Number(row[dataset.key]),
  }));
}
