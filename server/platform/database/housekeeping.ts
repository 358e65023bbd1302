import type { Sessions } from './sessions.ts';

/** Milliseconds between two looks. */
const everyMs = 15_000;
/** Bytes of write-ahead log after which a checkpoint is due: bounds the disk space and the time of a restart. */
const checkpointBytes = 64 * 1024 * 1024;
/**
 * Share of time up to which the database counts as quiet. The job queue polls several times per second, which takes two
 * percent.
 */
const quietShare = 0.05;
/** Largest table, in bytes, whose VACUUM is too short to notice (some 20 ms). */
const smallBytes = 8 * 1024 * 1024;
/** Consecutive quiet checks before a large table is processed: a minute with hardly any work. */
const calm = 4;
/** Checks after which it is processed without such a minute: an hour. */
const patience = 240;

/** The table most in need, among all or the small ones; the thresholds are those of PostgreSQL's autovacuum. */
const dueTable = (small: boolean) => `
  select format('%I.%I', schemaname, relname),
    case when n_dead_tup > 50 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
      then 'vacuum (analyze)' else 'analyze' end
  from pg_stat_user_tables
  where (n_dead_tup > 50 + 0.2 * n_live_tup
    or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
    or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
    ${small ? `and pg_table_size(relid) <= ${smallBytes}` : ''}
  order by n_mod_since_analyze + n_dead_tup desc
  limit 1`;

const logSize = `
  select (pg_current_wal_insert_lsn() - redo_lsn) from pg_control_checkpoint()`;

/** Runs a simple query at once and returns its rows as text. */
export type Ask = (query: string) => (string | null)[][];

/**
 * Does the work of PostgreSQL's background processes, which PGlite lacks: a checkpoint when the log has grown, and
 * VACUUM or ANALYZE of the table most in need. A large table, which blocks everyone for seconds, waits for a quiet
 * moment, but not for ever.
 */
export class Housekeeping {
  readonly #sessions: Pick<Sessions, 'held' | 'busyMs'>;
  readonly #ask: Ask;
  #lookedAt: number;
  #busyMs = 0;
  /** Looks in a row at which the database was quiet. */
  #quietLooks = 0;
  /** Looks since large tables last had their turn. */
  #sparedLooks = 0;

  constructor(sessions: Pick<Sessions, 'held' | 'busyMs'>, ask: Ask, now = performance.now()) {
    this.#sessions = sessions;
    this.#ask = ask;
    this.#lookedAt = now;
  }

  /** Runs one check, with at most one action of each kind. Never inside a transaction. */
  look(now = performance.now()): void {
    const { held, busyMs } = this.#sessions;
    const quiet = busyMs - this.#busyMs <= quietShare * (now - this.#lookedAt);
    this.#lookedAt = now;
    this.#busyMs = busyMs;
    this.#quietLooks = quiet ? this.#quietLooks + 1 : 0;
    this.#sparedLooks += 1;
    if (held) return;
    if (Number(this.#ask(logSize)[0]?.[0]) > checkpointBytes) this.#ask('checkpoint');
    const spared = this.#quietLooks < calm && this.#sparedLooks < patience;
    if (!spared) this.#sparedLooks = 0;
    const due = this.#ask(dueTable(spared))[0];
    if (due !== undefined) this.#ask(`${due[1]} ${due[0]}`);
  }
}

/** Runs checks periodically; returns the function that stops them. */
export function startHousekeeping(sessions: Pick<Sessions, 'held' | 'busyMs'>, ask: Ask): () => void {
  const housekeeping = new Housekeeping(sessions, ask);
  const timer = setInterval(() => housekeeping.look(), everyMs);
  return () => clearInterval(timer);
}
