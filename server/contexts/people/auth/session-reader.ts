import { CompiledQuery } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import type { Clock } from '../../../platform/clock.ts';

/** A session as read by each call: a small row by primary key, with the version of people's rights. */
export interface SessionRow {
  readonly userId: number;
  readonly createTime: Date;
  readonly seenTime: Date;
  readonly remember: boolean;
  /** The person must enrol a second factor before anything else. */
  readonly mustEnrol: boolean;
  readonly version: number;
}

/** Milliseconds after which an unanswered read no longer delays other callers. */
const patienceMs = 1_000;

// Written as text, since every call sends it: building it takes about as long as the database needs to answer it.
const statement = `
  select s.token_hash as hash, s.user_id, s.create_time, s.seen_time, s.remember, s.must_enrol, v.version
  from t_session as s cross join t_access_version as v where s.expire_time > $2 and s.token_hash =`;
const one = `${statement} $1`;
const several = `${statement} any($1::bytea[])`;

interface Waiting {
  readonly hash: Buffer;
  readonly tell: (row: SessionRow | undefined) => void;
  readonly fail: (cause: unknown) => void;
}

/**
 * Reads valid sessions by the hash of their token. Calls that arrive during a read wait for it and are then read
 * together, in one statement: under load this saves most of a session's cost, and no call uses data read before it
 * arrived, so that a session ended anywhere ends with the next call.
 */
export function createSessionReader(db: Db, clock: Clock): (hash: Buffer) => Promise<SessionRow | undefined> {
  let waiting: Waiting[] = [];
  let began: number | undefined;

  async function read(batch: readonly Waiting[]): Promise<void> {
    const mine = performance.now();
    began = mine;
    try {
      const hashes = batch.map(({ hash }) => hash);
      const now = clock.now();
      const found = await db.executeQuery<SessionRow & { readonly hash: Buffer }>(
        hashes.length === 1
          ? CompiledQuery.raw(one, [hashes[0], now])
          : CompiledQuery.raw(several, [hashes, now]),
      );
      const rows = new Map(found.rows.map(row => [row.hash.toString('latin1'), row]));
      for (const { hash, tell } of batch) tell(rows.get(hash.toString('latin1')));
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
    // Nobody waits for a read that was given up.
    if (began === mine) next();
  }

  function next(): void {
    began = undefined;
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    void read(batch);
  }

  return hash =>
    new Promise((tell, fail) => {
      waiting.push({ hash, tell, fail });
      if (began === undefined || performance.now() - began > patienceMs) next();
    });
}
