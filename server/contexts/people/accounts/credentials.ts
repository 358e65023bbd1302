import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import { passwordMatches } from './passwords.ts';

/** The hashes of a password and of earlier ones. */
interface Credential {
  readonly password: string;
  readonly previous: readonly string[];
}

async function readCredential(db: Db, userId: number): Promise<Credential | undefined> {
  const found = await sql<Credential>`
    select password, previous from t_credential where user_id = ${userId}`.execute(db);
  return found.rows[0];
}

/**
 * Sets a person's password to a hash from `hashPassword`, and remembers the previous one. `mustChange`: somebody else
 * chose it, so that the person must set their own before anything else.
 */
export async function setPassword(
  db: Db,
  userId: number,
  stored: string,
  { now, mustChange }: { readonly now: Date; readonly mustChange: boolean },
): Promise<void> {
  await sql`
    insert into t_credential as c (user_id, password, must_change, pwd_time)
    values (${userId}, ${stored}, ${mustChange}, ${now})
    on conflict (user_id) do update set
      password = excluded.password, must_change = excluded.must_change, pwd_time = excluded.pwd_time,
      previous = (array_prepend(c.password, c.previous))[1:${limits.passwordsRemembered - 1}]`.execute(db);
}

/** Replaces an account's initial random password by the hash of the one the person chose before the account existed. */
export async function setChosenPassword(db: Db, userId: number, stored: string, now: Date): Promise<void> {
  await sql`
    update t_credential set password = ${stored}, must_change = false, pwd_time = ${now}, previous = '{}'
    where user_id = ${userId}`.execute(db);
}

/** Reports whether `password` is the one in force; false for an account that is not there, after the same work. */
export async function passwordIs(db: Db, userId: number, password: string): Promise<boolean> {
  return passwordMatches((await readCredential(db, userId))?.password, password);
}

/** Reports whether `password` is one of the last few that the person had, the present one among them. */
export async function passwordWasUsed(db: Db, userId: number, password: string): Promise<boolean> {
  const known = await readCredential(db, userId);
  if (!known) return false;
  const forms = [known.password, ...known.previous];
  const matches = await Promise.all(forms.map(form => passwordMatches(form, password)));
  return matches.includes(true);
}
