import { createHash, randomBytes } from 'node:crypto';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Authenticate } from '../../engine/http/actor.ts';
import { languageFor } from '../../engine/http/answer.ts';
import type { Db } from '../../engine/sql.ts';
import type { Clock } from '../../platform/clock.ts';
import { readSetting } from '../settings.ts';
import { type Account, accountColumns, type Person, personOf } from './person.ts';
import { createSessionReader, type SessionRow } from './session-reader.ts';

/**
 * Milliseconds after which a person is read anew even though nothing was said to have changed: somebody may work on
 * the database by hand.
 */
const cacheMs = 3_000;
/** Most people a node remembers; reached only by a flood, the memory is then emptied. */
const cacheSize = 10_000;
/** Milliseconds after which the use of a session is written down again: not with every call. */
const seenEveryMs = 60_000;

/** How a login wants its session. */
export interface NewSession {
  readonly userId: number;
  readonly remember: boolean;
  readonly ip: string;
  readonly userAgent: string;
}

/** Sessions live in the database, which alone decides; see {@link createSessions}. */
export interface Sessions {
  /** Opens a session and gives its token, which is stored nowhere. */
  open(session: NewSession): Promise<string>;
  readonly authenticate: Authenticate;
  /** Ends a session at once; nothing happens when there is none. */
  close(token: string): Promise<void>;
  /** Ends all sessions of a person but one. */
  closeOthers(userId: number, token: string): Promise<void>;
  /** When the person last typed the password in this session; undefined when there is no such session. */
  passwordTime(token: string): Promise<Date | undefined>;
  /** Notes that the person has typed the password just now. */
  passwordTyped(token: string): Promise<void>;
}

/** What the table knows a token by. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Who is behind a session, worked out once for all calls. */
interface Remembered {
  readonly person: Person;
  /** Has still to set an own password. */
  readonly mustChange: boolean;
}

interface Known {
  readonly version: number;
  readonly until: number;
  readonly account: Promise<Remembered | undefined>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** May be called by somebody who has still to set an own password. */
    beforePasswordChange?: boolean;
  }
}

/**
 * Sessions by opaque random tokens, of which only the SHA-256 is stored: whoever reads the table cannot log in.
 * A session lasts 12 hours from its last use, a remembered one 7 days (domain A5; parameters `session.hours`
 * and `session.rememberDays`), and neither longer than `session.maxDays` from its login.
 *
 * Each call reads the session's own row, so that a session ended anywhere is ended at the next call. The person
 * behind it, with roles and scopes, is remembered as long as the version beside it stays (`raiseAccessVersion`).
 */
export function createSessions(db: Db, clock: Clock): Sessions {
  const people = new Map<number, Known>();
  const read = createSessionReader(db, clock);

  async function expiry(remember: boolean, opened: Date, now: Date): Promise<Date> {
    const days = await readSetting(db, 'session.maxDays');
    const idle = remember
      ? (await readSetting(db, 'session.rememberDays')) * 86_400_000
      : (await readSetting(db, 'session.hours')) * 3_600_000;
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

  async function readAccount(userId: number): Promise<Remembered | undefined> {
    const found = await sql<Account>`
      select ${accountColumns} from t_admin_user as u
      where u.user_id = ${userId} and u.status = 1 and not u.deleted`.execute(db);
    const account = found.rows[0];
    return account && { person: personOf(account), mustChange: account.mustChange === true };
  }

  function accountOf(userId: number, version: number, now: Date): Promise<Remembered | undefined> {
    const known = people.get(userId);
    if (known && known.version === version && known.until > now.getTime()) return known.account;
    const account = readAccount(userId);
    if (people.size >= cacheSize) people.clear();
    people.set(userId, { version, until: now.getTime() + cacheMs, account });
    // A failed read must not be remembered.
    account.catch(() => {
      if (people.get(userId)?.account === account) people.delete(userId);
    });
    return account;
  }

  return {
    async open({ userId, remember, ip, userAgent }) {
      const now = clock.now();
      const token = randomBytes(32).toString('base64url');
      const until = await expiry(remember, now, now);
      await sql`delete from t_session where expire_time < ${now}`.execute(db);
      await sql`
        insert into t_session
          (token_hash, user_id, ip, user_agent, remember, create_time, seen_time, password_time, expire_time)
        values (${hashOf(token)}, ${userId}, ${ip.slice(0, 45)}, ${userAgent.slice(0, 255)}, ${remember},
          ${now}, ${now}, ${now}, ${until})
      `.execute(db);
      return token;
    },
    async authenticate(token, request) {
      const now = clock.now();
      const session = await readSession(hashOf(token), now);
      const account = session && (await accountOf(session.userId, session.version, now));
      if (!account) return undefined;
      const { config } = request.routeOptions;
      if (account.mustChange && config.public !== true && config.beforePasswordChange !== true) {
        throw failure('mustChangePassword');
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
    },
    async passwordTime(token) {
      const found = await sql<{ time: Date }>`
        select password_time as time from t_session where token_hash = ${hashOf(token)}`.execute(db);
      return found.rows[0]?.time;
    },
    async passwordTyped(token) {
      await sql`update t_session set password_time = ${clock.now()} where token_hash = ${hashOf(token)}`.execute(
        db,
      );
    },
  };
}
