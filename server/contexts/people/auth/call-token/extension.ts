import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { columnName, tableName } from '../../../../engine/table/naming.ts';
import type { Db } from '../../../../engine/table/sql.ts';

/** Returns the extension of a person's seat; null without one. */
export type ExtensionReader = (userId: number) => Promise<string | null>;

/** The dataset of seats (domain M4). */
const seats = 'feigeAccount';

/**
 * Reads extensions from the seats of domain M4: the person's enabled seat, the first one if there are several. Until
 * that dataset is declared there are none.
 */
export function createExtensionReader(db: Db, datasets: readonly AnyDataset[]): ExtensionReader {
  const dataset = datasets.find(({ name }) => name === seats);
  if (!dataset) return async () => null;
  const table = sql.table(tableName(dataset));
  const key = sql.ref(columnName(dataset.key));
  return async userId => {
    const found = await sql<{ extension: string }>`
      select extension from ${table} where user_id = ${userId} and status = 1 and not deleted
      order by ${key} limit 1`.execute(db);
    return found.rows[0]?.extension ?? null;
  };
}
