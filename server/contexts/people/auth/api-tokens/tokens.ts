import { randomBytes } from 'node:crypto';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Authenticate } from '../../../../engine/http/actor.ts';
import { languageFor } from '../../../../engine/http/answer.ts';
import { type RateLimit, takeAttempt } from '../../../../engine/http/rate-limit.ts';
import { holdsKept } from '../../../../engine/scope/access.ts';
import type { Db } from '../../../../engine/table/sql.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Person } from '../../accounts/person.ts';
import type { AccountReader } from '../account-reader.ts';
import { hashOf } from '../token-hash.ts';

/** Signs of a token before its random part; a session's token is three signs shorter and never of this form. */
const form = /^yk_[\w-]{43}$/;
/** First characters of a token that stay readable. */
const hintLength = 7;
/** Milliseconds after which the use of a token is written down again: not with every call. */
const seenEveryMs = 60_000;
const perToken: RateLimit = { max: limits.apiTokenCalls, windowMs: 60_000 };

/** A token as read by each call, with the version of people's rights. */
interface TokenRow {
  readonly tokenId: number;
  readonly userId: number;
  readonly name: string;
  readonly hint: string;
  readonly codes: readonly string[];
  readonly readOnly: boolean;
  readonly seenTime: Date | null;
  readonly seenIp: string | null;
  readonly version: number;
}

/** Reports whether a token of a request is one of a script, by its looks. */
export function isApiToken(token: string): boolean {
  return form.test(token);
}

/** A new token, which is stored nowhere, with its hash and its readable beginning. */
export function makeApiToken(): { token: string; hash: Buffer; hint: string } {
  const token = `yk_${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOf(token), hint: token.slice(0, hintLength) };
}

/**
 * The rights of a token at this moment; undefined once it was revoked or has run out.
 */
export async function personOfToken(
  db: Db,
  person: Person,
  tokenId: number,
  now: Date,
): Promise<Person | undefined> {
  const found = await sql<{ codes: readonly string[] }>`
    select codes from t_api_token
    where token_id = ${tokenId} and user_id = ${person.userId} and expire_time > ${now}`.execute(db);
  const [token] = found.rows;
  return token && limitedTo(person, token.codes);
}

/**
 * The rights of a token: the codes chosen for it that the owner currently holds, without administrator rights. Its
 * scope is the owner's.
 */
function limitedTo(person: Person, codes: readonly string[]): Person {
  const permissions = new Set(codes.filter(code => holdsKept(person, code)));
  return { ...person, admin: false, permissions };
}

/**
 * Authenticates an API token. Throws `tooManyRequests` if it calls too often, and `mustChangePassword` while its owner
 * must set a password.
 */
export function authenticateByToken(db: Db, clock: Clock, accountOf: AccountReader): Authenticate {
  return async (token, request) => {
    const now = clock.now();
    const hash = hashOf(token);
    const found = await sql<TokenRow>`
      select t.token_id, t.user_id, t.name, t.hint, t.codes, t.read_only, t.seen_time, t.seen_ip, v.version
      from t_api_token as t cross join t_access_version as v
      where t.token_hash = ${hash} and t.expire_time > ${now}`.execute(db);
    const row = found.rows[0];
    const account = row && (await accountOf(row.userId, row.version, now));
    if (!account) return undefined;
    if (!(await takeAttempt(db, `api-token:${row.tokenId}`, perToken, now)).allowed) {
      throw failure('tooManyRequests');
    }
    const ip = request.ip.slice(0, 45);
    if (row.seenIp !== ip || now.getTime() - (row.seenTime?.getTime() ?? 0) > seenEveryMs) {
      await sql`update t_api_token set seen_time = ${now}, seen_ip = ${ip} where token_hash = ${hash}`.execute(
        db,
      );
    }
    if (account.mustChange && request.routeOptions.config.public !== true) {
      throw failure('mustChangePassword');
    }
    const { tokenId, name, hint, readOnly } = row;
    return {
      ...limitedTo(account.person, row.codes),
      address: request.ip,
      language: languageFor(request),
      token: { tokenId, name, hint, readOnly },
    };
  };
}
