import { type SqlBool, sql } from 'kysely';
import { type ReadPerson, readPeople } from '../../accounts/person.ts';
import type { Db } from '../../engine/sql.ts';

/**
 * Milliseconds after which a person is read anew even though nothing was said to have changed: somebody may work on
 * the database by hand.
 */
const cacheMs = 3_000;
/** Most people a node remembers; reached only by a flood, the memory is then emptied. */
const cacheSize = 10_000;

/** Who is behind a session or a token, worked out once for all calls. */
export type Remembered = Omit<ReadPerson, 'active'>;

interface Known {
  readonly version: number;
  readonly until: number;
  readonly account: Promise<Remembered | undefined>;
}

/** Reads an account as it stands; undefined for one that is disabled or gone. */
export async function readAccount(db: Db, userId: number): Promise<Remembered | undefined> {
  const which = sql<SqlBool>`u.user_id = ${userId} and u.status = 1 and not u.deleted`;
  const [found] = await readPeople(db, which);
  return found;
}

/** Gives the account behind a session or a token; undefined for one that is disabled or gone. */
export type AccountReader = (userId: number, version: number, now: Date) => Promise<Remembered | undefined>;

/**
 * Reads accounts with their roles and scopes, and remembers each as long as the version of what people may do stays
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
    // A failed read must not be remembered.
    account.catch(() => {
      if (people.get(userId)?.account === account) people.delete(userId);
    });
    return account;
  };
}
