import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Db } from '../../../../engine/table/sql.ts';
import { hashOf } from '../token-hash.ts';
import type { Binding } from './provider.ts';

/** Seconds from setting out until the page has taken the answer over: people type passwords on the way. */
export const signOnSeconds = 10 * 60;

/** The purpose of a sign-on, which decides where it ends. */
export interface Purpose {
  readonly back: string;
  readonly remember: boolean;
  /** Set when linking an identity to the caller's account; null for a login. */
  readonly linkUserId: number | null;
}

/** A sign-on on its return. */
export interface Returned extends Purpose, Omit<Binding, 'state'> {}

/** The outcome of a sign-on. */
export interface Outcome extends Purpose {
  readonly provider: string;
  readonly userId: number | null;
  readonly failure: ErrorCode | null;
}

/** A random text of 256 bits. */
export const randomText = () => randomBytes(32).toString('base64url');

/** Records a new sign-on, bound to the browser by a cookie of which only the hash is stored. */
export async function noteDeparture(
  db: Db,
  provider: string,
  purpose: Purpose,
  { binding, browser, now }: { readonly binding: Binding; readonly browser: string; readonly now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + signOnSeconds * 1000);
  await sql`delete from t_sign_on where expire_time < ${now}`.execute(db);
  await sql`
    insert into t_sign_on
      (state_hash, browser_hash, provider, nonce, verifier, back, remember, link_user_id, expire_time)
    values (${hashOf(binding.state)}, ${hashOf(browser)}, ${provider}, ${binding.nonce}, ${binding.verifier},
      ${purpose.back}, ${purpose.remember}, ${purpose.linkUserId}, ${until})`.execute(db);
}

/**
 * The sign-on of a state; each is accepted once. Undefined if the state was not issued to this browser for this
 * provider, has expired, or was used.
 */
export async function noteReturn(
  db: Db,
  provider: string,
  state: string,
  browser: string,
  now: Date,
): Promise<Returned | undefined> {
  const found = await sql<Returned>`
    update t_sign_on set answered = true
    where state_hash = ${hashOf(state)} and browser_hash = ${hashOf(browser)} and provider = ${provider}
      and not answered and expire_time > ${now}
    returning nonce, verifier, back, remember, link_user_id`.execute(db);
  return found.rows[0];
}

/** Records the outcome of a sign-on for the page. */
export async function noteOutcome(
  db: Db,
  state: string,
  outcome: { readonly userId: number } | { readonly failure: ErrorCode },
): Promise<void> {
  const userId = 'userId' in outcome ? outcome.userId : null;
  const failed = 'failure' in outcome ? outcome.failure : null;
  await sql`
    update t_sign_on set user_id = ${userId}, failure = ${failed} where state_hash = ${hashOf(state)}`.execute(
    db,
  );
}

/** Takes the outcome of this browser's sign-on, once; undefined if there is none. */
export async function takeOutcome(db: Db, browser: string, now: Date): Promise<Outcome | undefined> {
  const found = await sql<Outcome>`
    delete from t_sign_on
    where browser_hash = ${hashOf(browser)} and answered and expire_time > ${now}
      and (user_id is not null or failure is not null)
    returning provider, back, remember, link_user_id, user_id, failure`.execute(db);
  return found.rows[0];
}
