import { sql } from 'kysely';
import type { Db } from '../engine/sql.ts';

/**
 * Lets changes of what people may do come one after the other, each judged by what the one before it has left. Held
 * until the transaction ends; called before any row is locked, or two changes wait for each other.
 */
export async function lockAccessVersion(db: Db): Promise<void> {
  await sql`select 1 from t_access_version for update`.execute(db);
}

/**
 * Says, in the transaction of a change, that what people may do or see has changed: roles, permissions, scopes,
 * accounts. Every node reads the version with each session and reads the person anew when it has moved (domain
 * 4.15). The row is locked until the transaction ends; see {@link lockAccessVersion}.
 */
export async function raiseAccessVersion(db: Db): Promise<void> {
  await sql`update t_access_version set version = version + 1`.execute(db);
}

/** Ends all sessions of people, at the next call of each, and their logins that wait for a second step. */
export async function endSessionsOf(db: Db, userIds: readonly number[]): Promise<void> {
  await sql`delete from t_login_challenge where user_id = any(${[...userIds]}::bigint[])`.execute(db);
  await sql`delete from t_session where user_id = any(${[...userIds]}::bigint[])`.execute(db);
}

/** Ends all API tokens of people for good, and answers how many of them still had time to run at `now`. */
export async function endApiTokensOf(db: Db, userIds: readonly number[], now: Date): Promise<number> {
  const ended = await sql<{ expireTime: Date }>`
    delete from t_api_token where user_id = any(${[...userIds]}::bigint[]) returning expire_time as "expireTime"`.execute(
    db,
  );
  return ended.rows.filter(({ expireTime }) => expireTime > now).length;
}
