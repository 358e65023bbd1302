import { randomBytes } from 'node:crypto';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Authenticate } from '../../../engine/http/actor.ts';
import { languageFor } from '../../../engine/http/answer.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Db } from '../../../engine/table/sql.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { AccountReader } from './account-reader.ts';
import { createSessionReader, type SessionRow } from './session-reader.ts';
import { hashOf } from './token-hash.ts';

/** Milliseconds after which the use of a session is written down again: not with every call. */
const seenEveryMs = 60_000;
/** Time of the last password in a session opened without one. */
const longAgo = new Date(0);

/** Options of a new session. */
export interface NewSession {
  readonly userId: number;
  readonly remember: boolean;
  readonly ip: string;
  readonly userAgent: string;
  /** The person has just typed the password; false if another site authenticated them. */
  readonly passwordTyped: boolean;
  /** The person must enrol a second factor before anything else. */
  readonly mustEnrol: boolean;
}

/** Sessions, stored in the database, which alone decides; see {@link createSessions}. */
export interface Sessions {
  /** Opens a session and returns its token, which is not stored. */
  open(session: NewSession): Promise<string>;
  readonly authenticate: Authenticate;
  /** Ends a session at once; does nothing if there is none. */
  close(token: string): Promise<void>;
  /** Ends all sessions of a person but one. */
  closeOthers(userId: number, token: string): Promise<void>;
  /** The last time the person typed the password in this session; undefined without such a session. */
  passwordTime(token: string): Promise<Date | undefined>;
  /** Reports whether the person must enrol a second factor before anything else in this session. */
  mustEnrol(token: string): Promise<boolean>;
  /** Notes that the person has turned the second factor on in this session. */
  enrolled(token: string): Promise<void>;
  /** Notes that the person has typed the password just now. */
  passwordTyped(token: string): Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open to people who must still set a password. */
    beforePasswordChange?: boolean;
    /** Open to people who must still enrol a second factor. */
    beforeEnrolment?: boolean;
  }
}

/**
 * Sessions with opaque random tokens, of which only the SHA-256 is stored: reading the table does not allow logging in.
 * A session lasts 12 hours from its last use, a remembered one 7 days (domain A5; parameters `session.hours` and
 * `session.rememberDays`), and neither longer than `session.maxDays` from its login.
 *
 * Each call reads the session's row, so that a session ended anywhere ends with the next call. The person, with roles
 * and scopes, is cached until the version stored with the session changes (`raiseAccessVersion`).
 */
export function createSessions(db: Db, clock: Clock, accountOf: AccountReader): Sessions {
  const read = createSessionReader(db, clock);

  async function expiry(remember: boolean, opened: Date, now: Date): Promise<Date> {
    const days = await readParameter(db, 'session.maxDays');
    const idle = remember
      ? (await readParameter(db, 'session.rememberDays')) * 86_400_000
      : (await readParameter(db, 'session.hours')) * 3_600_000;
    return new Date(Math.min(now.getTime() + idle, opened.getTime() + days * 86_400_000));
  }

  async function readSession(hash: Buffer, now: Date): Promise<SessionRow | undefined> {
    const row = await read(hash);
    if (row && now.getTime() - row.seenTime.getTime() > seenEveryMs) {
      const until = await expiry(row.remember, row.createTime, now);
      await sql`update t_session set seen_time = ${now}, expire_time = ${until} where token_hash = ${hash}`.execute(
        db,
      );
    }
    return row;
  }

  return {
    async open({ userId, remember, ip, userAgent, passwordTyped, mustEnrol }) {
      const now = clock.now();
      const token = randomBytes(32).toString('base64url');
      const until = await expiry(remember, now, now);
      await sql`delete from t_session where expire_time < ${now}`.execute(db);
      await sql`
        insert into t_session
          (token_hash, user_id, ip, user_agent, remember, create_time, seen_time, password_time,
            must_enrol, expire_time)
        values (${hashOf(token)}, ${userId}, ${ip.slice(0, 45)}, ${userAgent.slice(0, 255)}, ${remember},
          ${now}, ${now}, ${passwordTyped ? now : longAgo}, ${mustEnrol}, ${until})
      `.execute(db);
      return token;
    },
    async authenticate(token, request) {
      const now = clock.now();
      const session = await readSession(hashOf(token), now);
      if (!session) return undefined;
      const account = await accountOf(session.userId, session.version, now);
      if (!account) return undefined;
      const { config } = request.routeOptions;
      if (account.mustChange && config.public !== true && config.beforePasswordChange !== true) {
        throw failure('mustChangePassword');
      }
      if (session.mustEnrol && config.public !== true && config.beforeEnrolment !== true) {
        throw failure('mustEnrolSecondFactor');
      }
      return { ...account.person, address: request.ip, language: languageFor(request) };
    },
    async close(token) {
      await sql`delete from t_session where token_hash = ${hashOf(token)}`.execute(db);
    },
    async closeOthers(userId, token) {
      await sql`delete from t_session where user_id = ${userId} and token_hash <> ${hashOf(token)}`.execute(
        db,
      );
      await sql`delete from t_login_challenge where user_id = ${userId}`.execute(db);
    },
    async passwordTime(token) {
      const found = await sql<{ passwordTime: Date }>`
        select password_time from t_session where token_hash = ${hashOf(token)}`.execute(db);
      return found.rows[0]?.passwordTime;
    },
    async mustEnrol(token) {
      const found = await sql`
        select 1 from t_session where token_hash = ${hashOf(token)} and must_enrol`.execute(db);
      return found.rows.length > 0;
    },
    async enrolled(token) {
      await sql`update t_session set must_enrol = false where token_hash = ${hashOf(token)}`.execute(db);
    },
    async passwordTyped(token) {
      await sql`update t_session set password_time = ${clock.now()} where token_hash = ${hashOf(token)}`.execute(
        db,
      );
    },
  };
}
