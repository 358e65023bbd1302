import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Columns } from '../../../../engine/table/columns.ts';
import type { Db } from '../../../../engine/table/sql.ts';
import { enabled } from '../../../shared/enabled.ts';

/** Returns the extension of a person's seat; null without one. */
export type ExtensionReader = (userId: number) => Promise<string | null>;

/** Reads extensions from the seats (domain M4): that of the person's enabled seat, the first one if there are several. */
export function createExtensionReader(db: Db): ExtensionReader {
  return async userId => {
    const found = await sql<Columns<typeof registry.feigeAccount, 'extension'>>`
      select extension from t_feige_account where user_id = ${userId} and status = ${enabled} and not deleted
      order by id limit 1`.execute(db);
    return found.rows[0]?.extension ?? null;
  };
}
