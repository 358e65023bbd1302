import { sql } from 'kysely';
import type { Db } from '../table/sql.ts';
import type { Actor } from './actor.ts';

/** Reports whether the actor belongs to the house: to no partner and no agency. */
export function isOfHouse(actor: Actor): boolean {
  return actor.partnersIds === null && actor.agentId === null && !actor.noRows;
}

/**
 * The accounts of the acting person: the present one, and those with the same mobile number. Two accounts of one person
 * are one pair of eyes.
 */
export async function accountsOfPerson(db: Db, { userId }: Actor): Promise<readonly number[]> {
  const found = await sql<{ userId: number }>`
    select o.user_id from t_admin_user as u join t_admin_user as o on o.mobile = u.mobile
    where u.user_id = ${userId} and u.mobile <> ''`.execute(db);
  return [userId, ...found.rows.map(row => row.userId)];
}
