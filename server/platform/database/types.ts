import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';

/** The settings that locate the database. */
export type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool' | 'databasePrepares'>;

/** Use of named prepared statements: `auto` disables them behind a pooler. */
export type Prepares = Config['databasePrepares'];

/**
 * An open database: a PostgreSQL server, or the embedded one. `Tables` is the mapped type over the dataset registry;
 * the platform itself knows none of its tables.
 *
 * Values read: `int8` a safe integer (anything larger throws {@link RangeError}), `numeric` a decimal string,
 * `timestamptz` a Date, `date` a `YYYY-MM-DD` string, `json` and `jsonb` parsed. Values written: a JavaScript array
 * becomes an SQL array, so pass a JSON array as `JSON.stringify(rows)`.
 */
export interface Database<Tables = unknown> {
  readonly kysely: Kysely<Tables>;
  /** The same connections, for statements that have no builder. */
  readonly pool: Pool;
  /** True for the embedded database: one statement runs at a time, and an open transaction blocks all others. */
  readonly embedded: boolean;
  /** Steps that the embedded database has done so far: one that counts on is at work, however late its answers are. */
  readonly steps?: () => number;
  /** Connection URL with which another process on this machine reaches the same database. */
  readonly url: string;
  /** Waits for running statements, then closes the connections and the embedded database. May be called twice. */
  close(): Promise<void>;
}

/** Dependencies of opening a database besides its settings. */
export interface OpenOptions {
  readonly logger: Logger;
}
