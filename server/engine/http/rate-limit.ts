import { sql } from 'kysely';
import type { Db } from '../table/sql.ts';

/** Time after the end of a lock during which it still lengthens the next one. */
const forgetLocks = sql`interval '1 day'`;

/** A number of attempts per key within a period. */
export interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
  /** When set, each lock in a row lasts twice as long as the one before, up to this; a quiet day forgets them. */
  readonly longestMs?: number;
}

/** The outcome of an attempt. */
export interface Attempt {
  readonly allowed: boolean;
  /** Attempts in this window, this one included; past the bound it stays one above it. */
  readonly count: number;
  /** Time at which the count is reset. */
  readonly resetTime: Date;
}

/**
 * Counts an attempt before it is made, so that parallel guesses gain nothing over sequential ones. The window starts
 * with the first attempt and restarts with the last one allowed: after using up all attempts a caller waits the whole
 * window, or longer each time if the limit grows. Counted in the database, for all nodes together.
 */
export async function takeAttempt(db: Db, key: string, limit: RateLimit, now: Date): Promise<Attempt> {
  const { max, windowMs, longestMs = windowMs } = limit;
  const reset = new Date(now.getTime() + windowMs);
  const lock = sql`${now}::timestamptz
    + least(${windowMs}::float8 * power(2, least(t.locks, 30)), ${longestMs}::float8) * interval '1 millisecond'`;
  const counted = await sql<{ count: number; resetTime: Date }>`
    insert into t_rate_limit as t (key, count, reset_time) values (${key}, 1, ${reset})
    on conflict (key) do update set
      count = case when t.reset_time <= ${now}::timestamptz then 1 else least(t.count, ${max}::integer) + 1 end,
      locks = case
        when t.reset_time <= ${now}::timestamptz - ${forgetLocks} then 0
        when t.reset_time > ${now}::timestamptz and t.count = ${max - 1}::integer then t.locks + 1
        else t.locks end,
      reset_time = case
        when t.reset_time <= ${now}::timestamptz then excluded.reset_time
        when t.count = ${max - 1}::integer then ${lock}
        else t.reset_time end
    returning count, reset_time
  `.execute(db);
  const row = counted.rows[0];
  return {
    allowed: row !== undefined && row.count <= max,
    count: row?.count ?? max + 1,
    resetTime: row?.resetTime ?? reset,
  };
}

/** The number of attempts currently counted under a key, at most one more than the limit. Does not count one itself. */
export async function attemptsTaken(db: Db, key: string, now: Date): Promise<number> {
  const found = await sql<{ count: number }>`
    select count from t_rate_limit where key = ${key} and reset_time > ${now}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** Takes back a counted attempt that turned out to be legitimate. */
export async function giveBackAttempt(db: Db, key: string): Promise<void> {
  await sql`update t_rate_limit set count = greatest(count - 1, 0) where key = ${key}`.execute(db);
}

/** Forgets all attempts under a key. */
export async function forgetAttempts(db: Db, key: string): Promise<void> {
  await sql`delete from t_rate_limit where key = ${key}`.execute(db);
}

/**
 * Deletes expired counts and returns their number; called now and then, so that addresses seen once do not accumulate.
 * Locks that still lengthen the next one are kept.
 */
export async function sweepAttempts(db: Db, now: Date): Promise<number> {
  const gone = await sql`
    delete from t_rate_limit
    where reset_time < ${now} and (locks = 0 or reset_time < ${now}::timestamptz - ${forgetLocks})`.execute(
    db,
  );
  return Number(gone.numAffectedRows ?? 0n);
}
