import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../engine/sql.ts';
import { hashOf } from '../token-hash.ts';

/** Seconds that somebody has to find the phone and type its code. */
const lifeSeconds = 5 * 60;

/** A login whose first step was right, as it waits for the second. */
export interface Challenge {
  readonly userId: number;
  readonly remember: boolean;
  readonly passwordTyped: boolean;
}

/** Somebody who is asked for a second step. */
interface Challenged extends Challenge {
  readonly userName: string;
  readonly status: number;
}

/** Makes the challenge of a login: a random token, kept as its hash, that is worth nothing without a code. */
export async function issueChallenge(
  db: Db,
  { userId, remember, passwordTyped }: Challenge,
  now: Date,
): Promise<{ challenge: string; expiresIn: number }> {
  const challenge = randomBytes(32).toString('base64url');
  const until = new Date(now.getTime() + lifeSeconds * 1000);
  await sql`delete from t_login_challenge where expire_time < ${now}`.execute(db);
  await sql`
    insert into t_login_challenge (token_hash, user_id, remember, password_typed, expire_time)
    values (${hashOf(challenge)}, ${userId}, ${remember}, ${passwordTyped}, ${until})`.execute(db);
  return { challenge, expiresIn: lifeSeconds };
}

/** Whose challenge it is; undefined for one that is used, too old or was never made. */
export async function readChallenge(db: Db, challenge: string, now: Date): Promise<Challenged | undefined> {
  const found = await sql<Challenged>`
    select c.user_id as "userId", c.remember, c.password_typed as "passwordTyped", u.user_name as "userName", u.status
    from t_login_challenge as c join t_admin_user as u using (user_id)
    where c.token_hash = ${hashOf(challenge)} and c.expire_time > ${now} and not u.deleted`.execute(db);
  return found.rows[0];
}

/** Uses a challenge up; false when somebody else was quicker. */
export async function useChallenge(db: Db, challenge: string): Promise<boolean> {
  const used = await sql`delete from t_login_challenge where token_hash = ${hashOf(challenge)}`.execute(db);
  return Number(used.numAffectedRows ?? 0n) === 1;
}
