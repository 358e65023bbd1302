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
  readonly expireTime: Date;
  readonly version: number;
}

/** Reads sessions; see {@link createSessionReader}. */
export interface SessionReader {
  /** The session of a token's hash; undefined where it has run out, was ended, or never was. */
  read(hash: Buffer): Promise<SessionRow | undefined>;
  /** Has every session read anew: this node has written something, which may have ended one or changed what people may do. */
  forget(): void;
  /** Has one session read anew; answers whether it was remembered. */
  drop(hash: Buffer): boolean;
}

/** Milliseconds that a session stands as it was read: what another node has ended or changed is seen after them. */
const rememberedMs = 50;
/** Most sessions that are remembered; reached only by a flood, the memory is then emptied. */
const mostRemembered = 1_000;
/** Milliseconds after which a read that has not come back keeps nobody waiting any more. */
const patienceMs = 1_000;

// Written out, since every call sends it: building it each time costs about what the database needs to answer it.
const statement = `
  select s.token_hash as "hash", s.user_id as "userId", s.create_time as "createTime", s.seen_time as "seenTime",
    s.remember, s.must_enrol as "mustEnrol", s.expire_time as "expireTime", v.version
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
 * it and are then read together, in one statement. A session that was read a moment ago stands for 50 ms: under load
 * that is nearly all of what sessions cost. Whatever this node writes ends that at once, so that a session ended here is
 * ended at the next call, and one ended by another node 50 ms later.
 */
export function createSessionReader(db: Db, clock: Clock): SessionReader {
  const remembered = new Map<string, { readonly row: SessionRow; readonly until: number }>();
  let waiting: Waiting[] = [];
  let began: number | undefined;
  /** Raised by each {@link SessionReader.forget}: a read from before it is not remembered. */
  let writes = 0;

  async function read(batch: readonly Waiting[]): Promise<void> {
    const mine = performance.now();
    const writesBefore = writes;
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
      if (remembered.size >= mostRemembered) remembered.clear();
      if (writes === writesBefore) {
        for (const [key, row] of rows) remembered.set(key, { row, until: mine + rememberedMs });
      }
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

  return {
    async read(hash) {
      const known = remembered.get(hash.toString('latin1'));
      if (known && known.until > performance.now()) {
        return known.row.expireTime > clock.now() ? known.row : undefined;
      }
      return new Promise((tell, fail) => {
        waiting.push({ hash, tell, fail });
        if (began === undefined || performance.now() - began > patienceMs) next();
      });
    },
    forget() {
      writes += 1;
      remembered.clear();
    },
    drop: hash => remembered.delete(hash.toString('latin1')),
  };
}
