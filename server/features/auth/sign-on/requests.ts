import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/sql.ts';
import { hashOf } from '../token-hash.ts';
import type { Binding } from './provider.ts';

/** Seconds from setting out until the page has taken the answer over: people type passwords on the way. */
export const signOnSeconds = 10 * 60;

/** Where a sign-on leads once it is answered. */
export interface Purpose {
  readonly back: string;
  readonly remember: boolean;
  /** Set where an identity is linked to the own account; null for a login. */
  readonly linkUserId: number | null;
}

/** A sign-on that came back. */
export interface Returned extends Purpose, Omit<Binding, 'state'> {}

/** The outcome of a sign-on. */
export interface Outcome extends Purpose {
  readonly provider: string;
  readonly userId: number | null;
  readonly failure: ErrorCode | null;
}

/** A random text of 256 bits. */
export const randomText = () => randomBytes(32).toString('base64url');

/** Notes a sign-on that sets out, bound to the browser by a cookie of which only the hash is kept. */
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
 * The sign-on that a state belongs to; each comes back once. Undefined for a state that was never given out to this
 * browser for this provider, that is too old, or that has come back before.
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
    returning nonce, verifier, back, remember, link_user_id as "linkUserId"`.execute(db);
  return found.rows[0];
}

/** Notes what became of a sign-on, for the page to take over. */
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

/** Takes the outcome of this browser's sign-on over, once; undefined when there is none. */
export async function takeOutcome(db: Db, browser: string, now: Date): Promise<Outcome | undefined> {
  const found = await sql<Outcome>`
    delete from t_sign_on
    where browser_hash = ${hashOf(browser)} and answered and expire_time > ${now}
      and (user_id is not null or failure is not null)
    returning provider, back, remember, link_user_id as "linkUserId", user_id as "userId", failure`.execute(
    db,
  );
  return found.rows[0];
}
