import { CompiledQuery } from 'kysely';
import type { Db } from '../../engine/sql.ts';
import type { Clock } from '../../platform/clock.ts';

/** A session as each call reads it: small, by its primary key, with the version of what people may do. */
export interface SessionRow {
  readonly userId: number;
  readonly createTime: Date;
  readonly seenTime: Date;
  readonly remember: boolean;
  /** The person has to turn the second factor on before anything else. */
  readonly mustEnrol: boolean;
  readonly version: number;
}

/** Milliseconds after which a read that has not come back keeps nobody waiting any more. */
const patienceMs = 1_000;

// Written out, since every call sends it: building it each time costs about what the database needs to answer it.
const statement = `
  select s.token_hash as "hash", s.user_id as "userId", s.create_time as "createTime", s.seen_time as "seenTime",
    s.remember, s.must_enrol as "mustEnrol", v.version
  from t_session as s cross join t_access_version as v where s.expire_time > $2 and s.token_hash =`;
const one = `${statement} $1`;
const several = `${statement} any($1::bytea[])`;

interface Waiting {
  readonly hash: Buffer;
  readonly tell: (row: SessionRow | undefined) => void;
  readonly fail: (cause: unknown) => void;
}

/**
 * Reads sessions that have not run out, by the hash of their token. Calls that come while a read is under way wait for
 * it and are then read together, in one statement: under load most of what a session costs falls away, and still no
 * call is answered by what was read before it came, so that a session ended anywhere is ended at the next call.
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
    // One that was given up on has nobody waiting for it.
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
