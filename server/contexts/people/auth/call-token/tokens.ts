import { randomBytes } from 'node:crypto';
import { type CallTokenAnswer, callTokenCalls } from '@yikao/model/contexts/people/call-token.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { type RateLimit, takeAttempt } from '../../../../engine/http/rate-limit.ts';
import { mayCall } from '../../../../engine/scope/access.ts';
import type { Actor } from '../../../../engine/scope/actor.ts';
import type { Db } from '../../../../engine/table/sql.ts';
import { transact } from '../../../../engine/write/transaction.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { AccountReader } from '../account-reader.ts';
import { hashOf } from '../token-hash.ts';
import type { ExtensionReader } from './extension.ts';

/** Seconds that a token lasts (domain A5). */
const lifeSeconds = 2 * 60 * 60;
/** Most tokens for one person: a few tabs, each reloaded now and then. */
const perPerson: RateLimit = { max: 60, windowMs: 15 * 60 * 1000 };

/** The person using the softphone. */
export interface Caller {
  readonly userId: number;
  readonly userName: string;
  readonly extension: string | null;
}

/** Tokens of softphones (domain A5, M5); see {@link createCallTokens}. */
export interface CallTokens {
  /** A token for the login of a session. Throws `tooManyRequests`. */
  exchange(actor: Actor, sessionToken: string): Promise<CallTokenAnswer>;
  /**
   * Replaces a token by the next one of the same login. Throws `tooManyRequests`, `callTokenInvalid` for an unknown,
   * expired or foreign token, and `callTokenReused` for one already replaced: it was copied, so every token of the
   * login becomes void.
   */
  refresh(actor: Actor, sessionToken: string, callToken: string): Promise<CallTokenAnswer>;
  /**
   * Returns the person whose softphone presents this token, for the gateway of calls; undefined if it may not call. The
   * gateway asks at the start of each call: the token may have expired or been replaced, the login ended, or the person
   * may be disabled, lack the permission, or have a password or second factor to set.
   */
  check(callToken: string): Promise<Caller | undefined>;
}

/** The parts that tokens are made with. */
interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly accountOf: AccountReader;
  readonly extensionOf: ExtensionReader;
}

/**
 * Random tokens of which only the SHA-256 is stored. Each belongs to a session, and the database deletes it with the
 * session, however that ends; a password change deletes all of them ({@link endCallTokens}).
 */
export function createCallTokens({ db, clock, accountOf, extensionOf }: Parts): CallTokens {
  async function count(actor: Actor, now: Date): Promise<void> {
    const attempt = await takeAttempt(db, `call-token:${actor.userId}`, perPerson, now);
    if (!attempt.allowed) throw failure('tooManyRequests');
  }

  /** Adds a token to a session; throws `unauthenticated` if it has just ended. */
  async function issue(on: Db, actor: Actor, session: Buffer, now: Date): Promise<string> {
    const callToken = randomBytes(32).toString('base64url');
    const until = new Date(now.getTime() + lifeSeconds * 1000);
    const written = await sql`
      insert into t_call_token (token_hash, session_hash, user_id, create_time, expire_time)
      select ${hashOf(callToken)}, token_hash, user_id, ${now}, ${until} from t_session
      where token_hash = ${session} and user_id = ${actor.userId}`.execute(on);
    if (Number(written.numAffectedRows ?? 0n) === 0) throw failure('unauthenticated');
    return callToken;
  }

  /** The answer with a token; outside of any transaction, since it asks for a separate connection. */
  async function answer(callToken: string, { userId }: Actor): Promise<CallTokenAnswer> {
    return { callToken, expiresIn: lifeSeconds, extension: await extensionOf(userId) };
  }

  return {
    async exchange(actor, sessionToken) {
      const now = clock.now();
      await count(actor, now);
      await sql`delete from t_call_token where expire_time < ${now}`.execute(db);
      return answer(await issue(db, actor, hashOf(sessionToken), now), actor);
    },
    async refresh(actor, sessionToken, callToken) {
      const now = clock.now();
      await count(actor, now);
      const session = hashOf(sessionToken);
      const next = await transact(db, async transaction => {
        // Of two simultaneous calls the first replaces it, and the second finds it replaced.
        const used = await sql`
          update t_call_token set replaced = true
          where token_hash = ${hashOf(callToken)} and session_hash = ${session} and expire_time > ${now}
            and not replaced`.execute(transaction);
        return Number(used.numAffectedRows ?? 0n) === 1 ? issue(transaction, actor, session, now) : undefined;
      });
      if (next !== undefined) return answer(next, actor);
      const known = await sql`
        select 1 from t_call_token
        where token_hash = ${hashOf(callToken)} and session_hash = ${session} and expire_time > ${now}`.execute(
        db,
      );
      if (known.rows.length === 0) throw failure('callTokenInvalid');
      await sql`update t_call_token set replaced = true where session_hash = ${session}`.execute(db);
      throw failure('callTokenReused');
    },
    async check(callToken) {
      const now = clock.now();
      const found = await sql<{ userId: number; version: number }>`
        select c.user_id, v.version
        from t_call_token as c join t_session as s on s.token_hash = c.session_hash
        cross join t_access_version as v
        where c.token_hash = ${hashOf(callToken)} and not c.replaced and c.expire_time > ${now}
          and s.expire_time > ${now} and not s.must_enrol`.execute(db);
      const row = found.rows[0];
      const account = row && (await accountOf(row.userId, row.version, now));
      if (!account || account.mustChange || !mayCall(callTokenCalls.exchange, account.person)) {
        return undefined;
      }
      const { userId, userName } = account.person;
      return { userId, userName, extension: await extensionOf(userId) };
    },
  };
}

/** Ends all softphone tokens of a person, at once. */
export async function endCallTokens(db: Db, userId: number): Promise<void> {
  await sql`delete from t_call_token where user_id = ${userId}`.execute(db);
}
