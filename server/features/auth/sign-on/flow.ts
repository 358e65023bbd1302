import type { LoginOutcome } from '@yikao/model/calls/login.ts';
import { AppError, type ErrorCode, failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { AuditNote } from '../../../engine/http/audit-note.ts';
import type { Logger } from '../../../platform/logger.ts';
import { type Caller, type EnterParts, enter } from '../enter.ts';
import { accountOf, link } from './account.ts';
import type { ProviderClient } from './provider.ts';
import {
  noteDeparture,
  noteOutcome,
  noteReturn,
  type Purpose,
  type Returned,
  randomText,
  takeOutcome,
} from './requests.ts';

/** The parts that a sign-on works with. */
export interface SignOnParts extends EnterParts {
  readonly engine: Engine;
  readonly clients: ReadonlyMap<string, ProviderClient>;
  readonly logger: Logger;
}

/** Pages that take the outcome over: the login page, and the shell for what was linked. */
const pages = {
  login: ({ back = '', remember = false }: Partial<Purpose> = {}) =>
    `/login?signOn=1${remember ? '&remember=1' : ''}${back ? `&back=${encodeURIComponent(back)}` : ''}`,
  link: '/home?signOn=1',
} as const;

/** The message for a failure; the log is told why, in words alone: texts from outside may hold codes. */
function reasonOf(logger: Logger, provider: string, error: unknown): ErrorCode {
  const reason = error instanceof AppError ? error.code : 'internal';
  const cause = error instanceof AppError ? error.cause : error;
  logger.warn({ provider, reason, why: wordsOf(cause) }, 'A single sign-on failed');
  return reason;
}

/** The messages of an error and of those that led to it. */
function wordsOf(error: unknown): string {
  const words: string[] = [];
  for (let at = error; at instanceof Error && words.length < 5; at = at.cause) words.push(at.message);
  return words.join(': ');
}

/**
 * Sets out: notes the sign-on and gives the address that the browser goes to, with the value by which the browser
 * will be known. A provider that cannot be reached leads a login back to its page at once, which tells so. Throws
 * `notFound` for a provider that there is not, and `signOnUnavailable` where an identity was to be linked.
 */
export async function setOut(
  { db, clock, clients, logger }: SignOnParts,
  provider: string,
  purpose: Purpose,
): Promise<{ readonly url: string; readonly browser: string }> {
  const client = clients.get(provider);
  if (!client) throw failure('notFound');
  const now = clock.now();
  const binding = { state: randomText(), nonce: randomText(), verifier: randomText() };
  const browser = randomText();
  await noteDeparture(db, provider, purpose, { binding, browser, now });
  try {
    const url = await client.address(binding);
    return { url: url.href, browser };
  } catch (error) {
    if (purpose.linkUserId !== null) throw error;
    await noteReturn(db, provider, binding.state, browser, now);
    await noteOutcome(db, binding.state, { failure: reasonOf(logger, provider, error) });
    return { url: pages.login(purpose), browser };
  }
}

/** Whose account it is, or whose it has become. Throws what {@link accountOf}, {@link link} and the provider throw. */
async function resolve(
  { engine, db, clock }: SignOnParts,
  client: ProviderClient,
  query: URLSearchParams,
  { nonce, verifier, linkUserId }: Returned,
): Promise<number> {
  const claims = await client.claims(query, { state: query.get('state') ?? '', nonce, verifier });
  if (linkUserId === null) return accountOf(engine, client.provider, claims, clock.now());
  await link(db, client.provider, claims, linkUserId, clock.now());
  return linkUserId;
}

/**
 * The provider has sent the browser back: finds out who it is, notes that for the page to take over, and gives the
 * address of that page. Whatever goes wrong is noted too, and told there. No token is in any address.
 * Throws `notFound` for a provider that there is not.
 */
export async function comeBack(
  parts: SignOnParts,
  provider: string,
  query: URLSearchParams,
  browser: string,
): Promise<string> {
  const { db, clock, clients, logger } = parts;
  const client = clients.get(provider);
  const state = query.get('state') ?? '';
  if (!client) throw failure('notFound');
  const found = await noteReturn(db, provider, state, browser, clock.now());
  if (!found) return pages.login();
  try {
    await noteOutcome(db, state, { userId: await resolve(parts, client, query, found) });
  } catch (error) {
    await noteOutcome(db, state, { failure: reasonOf(logger, provider, error) });
  }
  return found.linkUserId === null ? pages.login(found) : pages.link;
}

/**
 * `POST /api/admin/signOn/finish`: the page takes the outcome over, once, by the cookie of its browser. Throws
 * `signOnExpired` when there is none, the failure that was noted, and `accountDisabled` as a login does. Strangers who
 * guess the password do not hold up whom the provider knows.
 */
export async function takeOver(
  parts: SignOnParts,
  browser: string,
  caller: Caller,
  note: (note: AuditNote) => void,
): Promise<LoginOutcome | { linked: true }> {
  const { db, clock, clients } = parts;
  const now = clock.now();
  const outcome = browser === '' ? undefined : await takeOutcome(db, browser, now);
  if (!outcome) throw failure('signOnExpired');
  note({ what: `SSO ${outcome.provider}` });
  const who = outcome.userId ?? outcome.linkUserId;
  const found = await sql<{ userId: number; userName: string; status: number }>`
    select user_id as "userId", user_name as "userName", status from t_admin_user
    where user_id = ${who} and not deleted`.execute(db);
  const user = found.rows[0];
  if (user) note(user);
  if (outcome.failure !== null) throw failure(outcome.failure);
  if (!user) throw failure('signOnUnknown');
  if (outcome.linkUserId !== null) return { linked: true };
  if (user.status !== 1) throw failure('accountDisabled');
  return enter(parts, {
    userId: user.userId,
    remember: outcome.remember,
    caller,
    passwordTyped: false,
    secondFactor: clients.get(outcome.provider)?.provider.secondFactor !== 'provider',
  });
}
