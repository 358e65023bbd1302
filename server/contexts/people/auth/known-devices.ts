import { randomBytes } from 'node:crypto';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import { hashOf } from './token-hash.ts';

/** Most known devices of an account; beyond that, the least recently used one is forgotten. */
const mostDevices = 10;

/** Reports whether a header has the format of a token from {@link rememberDevice}. */
export function isDeviceToken(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}

/** The device from which an account has been logged in to before; undefined for a stranger's, and for no account. */
export async function findDevice(
  db: Db,
  userName: string,
  token: string,
  now: Date,
): Promise<number | undefined> {
  if (token === '') return undefined;
  const found = await sql<{ deviceId: number }>`
    select d.device_id from t_known_device as d join t_admin_user as u using (user_id)
    where d.token_hash = ${hashOf(token)} and d.seen_time > ${new Date(now.getTime() - limits.knownDeviceMs)}
      and lower(u.user_name) = lower(${userName}) and not u.deleted`.execute(db);
  return found.rows[0]?.deviceId;
}

/**
 * Remembers the device of a person who has just logged in, and returns a token for it if it has none. People who share
 * a browser share its token, and are each remembered with it.
 */
export async function rememberDevice(
  db: Db,
  userId: number,
  token: string,
  now: Date,
): Promise<string | undefined> {
  // Accept only tokens issued here: one planted in a person's browser would make its author's device known too.
  const ours =
    token !== '' &&
    (await sql`select 1 from t_known_device where token_hash = ${hashOf(token)} limit 1`.execute(db)).rows
      .length > 0;
  const kept = ours ? token : randomBytes(32).toString('base64url');
  await sql`
    insert into t_known_device (user_id, token_hash, create_time, seen_time)
    values (${userId}, ${hashOf(kept)}, ${now}, ${now})
    on conflict (token_hash, user_id) do update set seen_time = excluded.seen_time`.execute(db);
  await sql`
    delete from t_known_device where user_id = ${userId} and device_id not in (
      select device_id from t_known_device where user_id = ${userId}
      order by seen_time desc, device_id desc limit ${mostDevices})`.execute(db);
  return ours ? undefined : kept;
}
