import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';

/** The settings that say where the database is. */
export type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>;

/**
 * A database that is open: a PostgreSQL server, or the embedded one. `Tables` is the mapped type over the
 * dataset registry; the platform itself knows no table of it.
 *
 * Values read: `int8` a safe integer (anything larger throws {@link RangeError}), `numeric` a decimal string,
 * `timestamptz` a Date, `date` a `YYYY-MM-DD` string, `json` and `jsonb` parsed. Values written: a JavaScript
 * array becomes an SQL array, so a JSON array is passed as `JSON.stringify(rows)`.
 */
export interface Database<Tables = unknown> {
  readonly kysely: Kysely<Tables>;
  /** The same connections, for statements that have no builder. */
  readonly pool: Pool;
  /** True on the embedded database: one statement runs at a time, and an open transaction holds up all others. */
  readonly embedded: boolean;
  /** Connection URL by which another process of this machine reaches the same database. */
  readonly url: string;
  /** Waits for running statements, closes the connections and, if embedded, the database. May be called twice. */
  close(): Promise<void>;
}

/** The parts that opening a database needs besides its settings. */
export interface OpenOptions {
  readonly logger: Logger;
}
