import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { storedFields } from '@yikao/model/kernel/dataset.ts';
import type { Row } from '@yikao/model/kernel/names.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { selectRows } from '../read/select.ts';
import type { Actor } from '../scope/actor.ts';
import { columnName } from '../table/naming.ts';
import { allOf, type Condition, column, type Tx } from '../table/sql.ts';
import { canonicalRow } from './write.ts';

/** A row under lock: its canonical values, with its key under one name for every dataset. */
export type LockedRow<D extends Pick<AnyDataset, 'fields'> = AnyDataset> = Readonly<Row<D['fields']>> & {
  readonly rowKey: number;
  readonly version: number;
};

/**
 * Reads and locks rows in key order, which all code that locks several rows must keep: those matching a condition on
 * the table aliased as `d`, or those in the trash.
 */
export async function lockRows<D extends AnyDataset>(
  engine: Engine,
  db: Tx,
  dataset: D,
  keys: readonly number[],
  by: Actor,
  {
    condition = sql<SqlBool>`true`,
    trashed = false,
  }: { readonly condition?: Condition; readonly trashed?: boolean } = {},
): Promise<LockedRow<D>[]> {
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
  return found.rows.map(
    row =>
      ({
        ...canonicalRow(dataset, row),
        version: row.version,
        rowKey: row[dataset.key],
        // All stored fields were read, and each kind of field has made its canonical value.
      }) as LockedRow<D>,
  );
}
