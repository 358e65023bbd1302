import { sql } from 'kysely';
import type { Db } from '../engine/sql.ts';

/**
 * Says, in the transaction of a change, that what people may do or see has changed: roles, permissions, scopes,
 * accounts. Every node reads the version with each session and reads the person anew when it has moved (domain
 * 4.15). The row is locked until the transaction ends, so call it late.
 */
export async function raiseAccessVersion(db: Db): Promise<void> {
  await sql`update t_access_version set version = version + 1`.execute(db);
}

/** Ends all sessions of people, at the next call of each, and their logins that wait for a second step. */
export async function endSessionsOf(db: Db, userIds: readonly number[]): Promise<void> {
  await sql`delete from t_login_challenge where user_id = any(${[...userIds]}::bigint[])`.execute(db);
  await sql`delete from t_session where user_id = any(${[...userIds]}::bigint[])`.execute(db);
}
