import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';

/** The accounts of candidates by their mobile numbers; disabled accounts are left out. */
export async function usersOf(db: Db, mobiles: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const users = await sql<Columns<typeof registry.wishUser, 'userId'> & { mobile: string }>`
    select mobile, user_id from t_wish_user
    where mobile = any(${[...mobiles]}::text[]) and status = ${enabled} and not deleted`.execute(db);
  return new Map(users.rows.map(({ mobile, userId }) => [mobile, userId]));
}
