import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { LoginOutcome } from '@yikao/model/contexts/people/login.calls.ts';
import { AppError, type ErrorCode, failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../../engine/engine.ts';
import type { AuditNote } from '../../../../engine/http/audit-note.ts';
import type { Columns } from '../../../../engine/table/columns.ts';
import type { Logger } from '../../../../platform/logger.ts';
import { assertMayEnter } from '../../accounts/organisation.ts';
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

/** Pages that receive the outcome: the login page, and the shell for a linked identity. */
const pages = {
  login: ({ back = '', remember = false }: Partial<Purpose> = {}) =>
    `/login?signOn=1${remember ? '&remember=1' : ''}${back ? `&back=${encodeURIComponent(back)}` : ''}`,
  link: '/home?signOn=1',
} as const;

/** The message for a failure; the log gets only messages, because other outside text may contain codes. */
function reasonOf(logger: Logger, provider: string, error: unknown): ErrorCode {
  const reason = error instanceof AppError ? error.code : 'internal';
  const cause = error instanceof AppError ? error.cause : error;
  logger.warn({ provider, reason, why: wordsOf(cause) }, 'A single sign-on failed');
  return reason;
}

/** The messages of an error and its causes. */
function wordsOf(error: unknown): string {
  const words: string[] = [];
  for (let at = error; at instanceof Error && words.length < 5; at = at.cause) words.push(at.message);
  return words.join(': ');
}

/**
 * Starts a sign-on: records it and returns the address for the browser, with the browser's identifying value. If the
 * provider cannot be reached, a login returns to its page at once with a message. Throws `notFound` for an unknown
 * provider, and `signOnUnavailable` when linking an identity.
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

/** The account of the identity, possibly new. Throws the errors of {@link accountOf}, {@link link} and the provider. */
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
 * Handles the provider's redirect: identifies the person, records the outcome for the page, and returns the page's
 * address. Failures are recorded and reported the same way. No address contains a token. Throws `notFound` for an
 * unknown provider.
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
 * `POST /api/admin/signOn/finish`: the page takes the outcome, once, with its browser's cookie. Throws `signOnExpired`
 * if there is none, the recorded failure, and `accountDisabled` and `organisationDisabled` as a login does. Lockouts by
 * strangers do not affect people identified by the provider.
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
  const found = await sql<Columns<typeof registry.adminUser, 'userId' | 'userName'>>`
    select user_id, user_name from t_admin_user
    where user_id = ${who} and not deleted`.execute(db);
  const user = found.rows[0];
  if (user) note(user);
  if (outcome.failure !== null) throw failure(outcome.failure);
  if (!user) throw failure('signOnUnknown');
  if (outcome.linkUserId !== null) return { linked: true };
  await assertMayEnter(db, user.userId);
  return enter(parts, {
    userId: user.userId,
    remember: outcome.remember,
    caller,
    passwordTyped: false,
    secondFactor: clients.get(outcome.provider)?.provider.secondFactor !== 'provider',
  });
}
