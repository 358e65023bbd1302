import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import { type ReadPerson, readPeople } from '../accounts/person.ts';

/**
 * Milliseconds after which a person is reloaded even without a recorded change: somebody may edit the database
 * directly.
 */
const cacheMs = 3_000;
/** Most people cached by a node; reached only by a flood, when the cache is cleared. */
const cacheSize = 10_000;

/** The person of a session or token, loaded once for all calls. */
export type Remembered = Omit<ReadPerson, 'active'>;

interface Known {
  readonly version: number;
  readonly until: number;
  readonly account: Promise<Remembered | undefined>;
}

/** Reads the current account; undefined if it, or its organisation, is disabled or gone. */
export async function readAccount(db: Db, userId: number): Promise<Remembered | undefined> {
  const [found] = await readPeople(db, sql<SqlBool>`u.user_id = ${userId}`);
  return found?.active ? found : undefined;
}

/** Returns the account of a session or token; undefined as in {@link readAccount}. */
export type AccountReader = (userId: number, version: number, now: Date) => Promise<Remembered | undefined>;

/**
 * Reads accounts with their roles and scopes, and caches each until the version of people's rights changes
 * (`raiseAccessVersion`).
 */
export function createAccountReader(db: Db): AccountReader {
  const people = new Map<number, Known>();

  return (userId, version, now) => {
    const known = people.get(userId);
    if (known && known.version === version && known.until > now.getTime()) return known.account;
    const account = readAccount(db, userId);
    if (people.size >= cacheSize) people.clear();
    people.set(userId, { version, until: now.getTime() + cacheMs, account });
    // A failed read must not be cached.
    account.catch(() => {
      if (people.get(userId)?.account === account) people.delete(userId);
    });
    return account;
  };
}
