import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../../engine/table/sql.ts';
import { hashOf } from '../token-hash.ts';

/** Seconds to find the phone and type its code. */
const lifeSeconds = 5 * 60;

/** A login that has passed the first step and waits for the second. */
export interface Challenge {
  readonly userId: number;
  readonly remember: boolean;
  readonly passwordTyped: boolean;
}

/** A person who is asked for a second step. */
interface Challenged extends Challenge {
  readonly userName: string;
}

/** Creates the challenge of a login: a random token, stored as a hash, that is useless without a code. */
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

/** The person of a challenge; undefined if it is used, expired or unknown. */
export async function readChallenge(db: Db, challenge: string, now: Date): Promise<Challenged | undefined> {
  const found = await sql<Challenged>`
    select c.user_id, c.remember, c.password_typed, u.user_name
    from t_login_challenge as c join t_admin_user as u using (user_id)
    where c.token_hash = ${hashOf(challenge)} and c.expire_time > ${now} and not u.deleted`.execute(db);
  return found.rows[0];
}

/** Uses up a challenge; false if a concurrent call was faster. */
export async function useChallenge(db: Db, challenge: string): Promise<boolean> {
  const used = await sql`delete from t_login_challenge where token_hash = ${hashOf(challenge)}`.execute(db);
  return Number(used.numAffectedRows ?? 0n) === 1;
}
