import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Db } from '../engine/sql.ts';
import { passwordMatches } from './passwords.ts';

/** The stored forms of a password and those before it. */
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
 * Sets a person's password, as `hashPassword` has stored it, and remembers the one before it. `mustChange`: somebody
 * else chose it, so that the person must set an own one before anything else.
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

/**
 * Puts the stored form of a password that the person chose before there was an account in the place of the one that
 * the account was made with, which nobody knows.
 */
export async function setChosenPassword(db: Db, userId: number, stored: string, now: Date): Promise<void> {
  await sql`
    update t_credential set password = ${stored}, must_change = false, pwd_time = ${now}, previous = '{}'
    where user_id = ${userId}`.execute(db);
}

/** Whether `password` is the one in force; false for an account that is not there, after the same work. */
export async function passwordIs(db: Db, userId: number, password: string): Promise<boolean> {
  return passwordMatches((await readCredential(db, userId))?.password, password);
}

/** Whether `password` is one of the last few that the person had, the present one among them. */
export async function passwordWasUsed(db: Db, userId: number, password: string): Promise<boolean> {
  const known = await readCredential(db, userId);
  if (!known) return false;
  const forms = [known.password, ...known.previous];
  const matches = await Promise.all(forms.map(form => passwordMatches(form, password)));
  return matches.includes(true);
}
