import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { camelNaming } from './camel-names.ts';
import { idleInTransactionMs, startEmbedded } from './embedded.ts';
import { OneConnection } from './one-connection.ts';
import { type RepeatingClients, repeatingClients } from './repeating-client.ts';
import type { Database, DatabaseConfig, OpenOptions, Prepares } from './types.ts';
import { valueTypes } from './values.ts';

/**
 * Milliseconds a caller waits for a free or new connection before the database counts as unavailable. A server that is
 * down refuses at once; this is for one that does not respond, or has more callers than connections.
 */
const connectMs = 8_000;
/** Milliseconds of silence after which a connection is tested. */
const keepAliveMs = 10_000;
/** Connections to the embedded database: they cost nothing, but only one is served at a time. */
const embeddedPool = 20;

/** Milliseconds that callers of the embedded database get to finish before it ends. */
const callersMs = 1_000;

/** The connections and the query builder over them, for a database that is already there. */
function connect<Tables>(settings: pg.PoolConfig, clients: RepeatingClients, logger: Logger) {
  const pool = new pg.Pool({
    types: valueTypes,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    Client: clients.Client,
    application_name: 'yikao',
    ...settings,
  });
  // The other side closed a connection that was not waiting for an answer: idle in the pool, which replaces it on
  // demand, or inside a transaction, whose next statement then fails. Without a listener on the client itself the
  // second case would end the process.
  const onLost = (error: Error): void => logger.warn({ err: error }, 'A database connection was lost');
  pool.on('error', onLost);
  pool.on('connect', client => client.on('error', onLost));
  const kysely = new OneConnection<Tables>(pool, [camelNaming]);
  return { pool, kysely };
}

function closeOnce(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= close();
    return closed;
  };
}

/**
 * Opens a PostgreSQL server by URL, directly or through a pooler in transaction mode. Each connection uses UTC, writes
 * dates as ISO text and aborts transactions left open, so that both kinds of database behave alike.
 */
export function openServer<Tables>(
  url: string,
  poolSize: number,
  logger: Logger,
  prepares: Prepares = 'auto',
): Database<Tables> {
  const clients = repeatingClients(prepares, logger);
  const { pool, kysely } = connect<Tables>(
    {
      connectionString: url,
      max: poolSize,
      // The pool awaits the result before it hands out the connection; its declaration says void.
      onConnect: async client => {
        // A message with several statements has an answer for each; the driver's declaration has one.
        const answers = (await client.query(
          `set time zone 'UTC'; set datestyle = 'ISO';
           set idle_in_transaction_session_timeout = ${idleInTransactionMs}; select pg_backend_pid() as pid`,
        )) as unknown as pg.QueryResult<{ pid: number }>[];
        const pid = answers.at(-1)?.rows[0]?.pid;
        if (pid !== undefined) clients.lookForPooler(client, pid);
      },
    },
    clients,
    logger,
  );
  return { kysely, pool, embedded: false, url, close: closeOnce(() => pool.end()) };
}

interface EmbeddedOpenOptions extends OpenOptions {
  /** Data folder; undefined keeps the data in memory. */
  readonly dataDir: string | undefined;
  /** Data to begin with, as {@link EmbeddedDatabase.snapshot} gave it. */
  readonly snapshot?: Uint8Array<ArrayBuffer>;
  /** Milliseconds an open transaction may be silent; only tests shorten it. */
  readonly idleInTransactionMs?: number;
  /** Seconds without progress after which the database counts as stuck; only tests shorten it. */
  readonly stuckSeconds?: number;
}

/** The embedded database, which can also be copied. */
export interface EmbeddedDatabase<Tables = unknown> extends Database<Tables> {
  /** All data as a tar; no other statement may run meanwhile. */
  snapshot(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens the embedded database.
 * @throws {DataFolderInUse} when another process has the folder.
 */
export async function openEmbedded<Tables>(options: EmbeddedOpenOptions): Promise<EmbeddedDatabase<Tables>> {
  const server = await startEmbedded(options);
  const { pool, kysely } = connect<Tables>(
    {
      host: server.host,
      port: 5432,
      user: 'yikao',
      password: server.password,
      database: 'yikao',
      ssl: false,
      max: embeddedPool,
    },
    repeatingClients('on', options.logger),
    options.logger,
  );
  return {
    kysely,
    pool,
    embedded: true,
    url: `postgresql://yikao:${server.password}@localhost/yikao?host=${encodeURIComponent(server.host)}`,
    steps: () => server.steps(),
    snapshot: () => server.snapshot(),
    close: closeOnce(async () => {
      // Callers that are still waiting for an answer are answered by the end of the database itself.
      await Promise.race([pool.end(), after(callersMs, undefined, { ref: false })]);
      await server.close();
    }),
  };
}

/**
 * Opens the database of the settings: the server of `DATABASE_URL`, or the embedded one in the data folder. A server
 * that cannot be reached shows with the first statement.
 * @throws {DataFolderInUse} when another process has the data folder.
 */
export function openDatabase<Tables>(
  config: DatabaseConfig,
  options: OpenOptions,
): Promise<Database<Tables>> {
  return config.databaseUrl === undefined
    ? openEmbedded<Tables>({ ...options, dataDir: config.dataDir })
    : Promise.resolve(
        openServer<Tables>(config.databaseUrl, config.databasePool, options.logger, config.databasePrepares),
      );
}
