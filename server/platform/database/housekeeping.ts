import type { Sessions } from './sessions.ts';

/** Milliseconds between two looks. */
const everyMs = 15_000;
/** Bytes of write-ahead log after which a checkpoint is due: bounds the disk space and the time of a restart. */
const checkpointBytes = 64 * 1024 * 1024;
/** Milliseconds without work after which the database counts as idle, so that a table may be vacuumed. */
const quietMs = 3_000;

/** One table at a time, the neediest first; the thresholds are those of PostgreSQL's autovacuum. */
const dueTable = `
  select format('%I.%I', schemaname, relname),
    case when n_dead_tup > 50 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
      then 'vacuum (analyze)' else 'analyze' end
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup
    or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
    or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by n_mod_since_analyze + n_dead_tup desc
  limit 1`;

const logSize = `
  select (pg_current_wal_insert_lsn() - redo_lsn) from pg_control_checkpoint()`;

/** Runs a simple query at once and gives its rows as text. */
export type Ask = (query: string) => (string | null)[][];

/**
 * Does once what PostgreSQL's background processes do, which PGlite has not: a checkpoint when the log has grown, and
 * VACUUM or ANALYZE of the neediest table when nobody is at work. Never inside somebody's transaction.
 */
export function keepHouse(sessions: Pick<Sessions, 'held' | 'idleMs'>, ask: Ask): void {
  if (sessions.held) return;
  if (Number(ask(logSize)[0]?.[0]) > checkpointBytes) ask('checkpoint');
  if (sessions.idleMs < quietMs) return;
  const due = ask(dueTable)[0];
  if (due !== undefined) ask(`${due[1]} ${due[0]}`);
}

/** Keeps house from time to time; gives the function that stops it. */
export function startHousekeeping(sessions: Pick<Sessions, 'held' | 'idleMs'>, ask: Ask): () => void {
  const timer = setInterval(() => keepHouse(sessions, ask), everyMs);
  return () => clearInterval(timer);
}
