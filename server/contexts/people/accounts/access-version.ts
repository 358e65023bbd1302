import { sql } from 'kysely';
import type { Db, Tx } from '../../../engine/table/sql.ts';

/**
 * Serialises changes of rights, so that each is checked against the result of the previous one. Held until the
 * transaction ends; call it before locking any row, or two changes may deadlock.
 */
export async function lockAccessVersion(db: Tx): Promise<void> {
  await sql`select 1 from t_access_version for update`.execute(db);
}

/**
 * Records, in the transaction of a change, that people's rights or visible data have changed: roles, permissions,
 * scopes, accounts. Every node reads the version with each session and reloads the person when it has changed (domain
 * 4.15). The row stays locked until the transaction ends; see {@link lockAccessVersion}.
 */
export async function raiseAccessVersion(db: Tx): Promise<void> {
  await sql`update t_access_version set version = version + 1`.execute(db);
}

/** Ends all sessions of people, at the next call of each, and their logins that wait for a second step. */
export async function endSessionsOf(db: Db, userIds: readonly number[]): Promise<void> {
  await sql`delete from t_login_challenge where user_id = any(${[...userIds]}::bigint[])`.execute(db);
  await sql`delete from t_session where user_id = any(${[...userIds]}::bigint[])`.execute(db);
}

/** Ends all API tokens of people for good, and returns the number that were still valid at `now`. */
export async function endApiTokensOf(db: Db, userIds: readonly number[], now: Date): Promise<number> {
  const ended = await sql<{ expireTime: Date }>`
    delete from t_api_token where user_id = any(${[...userIds]}::bigint[]) returning expire_time`.execute(db);
  return ended.rows.filter(({ expireTime }) => expireTime > now).length;
}
