/**
 * The worker thread that runs the embedded database and serves it on a Unix socket; started by `embedded.ts`.
 *
 * Limits of PGlite (PostgreSQL in WebAssembly), which other code must respect:
 * - there is one underlying session: an open transaction blocks everyone, so transactions are short, and code inside
 *   one
 *   must not use another connection (it would wait for itself until the transaction times out);
 * - session state does not outlive its transaction, since all connections share one session: a SET, a temporary table,
 *   a session's advisory lock is dropped at its end (`session-state.ts`), as are named prepared statements, except
 *   those
 *   that the product's own clients repeat (`kept-statements.ts`);
 * - only the product's own processes can connect;
 * - LISTEN/NOTIFY does not arrive; cancelling a statement and `statement_timeout` have no effect;
 * - COPY FROM STDIN would end the process and is refused; insert rows by `insert … select from jsonb_to_recordset`;
 * - no background processes: this worker runs the checkpoints, VACUUM and ANALYZE;
 * - fsync is off: acknowledged writes survive a killed process, but not a power failure.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { startHousekeeping } from './housekeeping.ts';
import { markProgress } from './progress.ts';
import { Sessions } from './sessions.ts';
import { answerRows, simpleQuery } from './wire.ts';

/** The data that the worker is started with. */
export interface EmbeddedSettings {
  /** The compiled code of PGlite, so that no start compiles it again. */
  readonly code: WebAssembly.Module;
  /** Folder of the data files; undefined keeps them in memory. */
  readonly folder: string | undefined;
  /** An initial data folder as an uncompressed tar; ignored if a folder exists. */
  readonly snapshot: Uint8Array<ArrayBuffer> | undefined;
  /** Where connections are taken. */
  readonly socketPath: string;
  readonly idleInTransactionMs: number;
  /** PostgreSQL's shared_buffers, in megabytes. */
  readonly cacheMb: number;
  /** The password required from connections. */
  readonly password: string;
  /** Where the worker shows that it is at work and gets on, see `progress.ts`. */
  readonly progress: SharedArrayBuffer;
}

/** The messages of the worker. */
export type EmbeddedReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'snapshot'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'closed' };

/** The messages to the worker. */
export type EmbeddedOrder = 'close' | 'snapshot';

if (parentPort === null) throw new Error('This module runs as a worker thread');
const parent = parentPort;
const report = (message: EmbeddedReport): void => parent.postMessage(message);

// The neighbouring module starts the worker and types what it passes.
const settings = workerData as EmbeddedSettings;

const paramsWith = (cacheMb: number) => [
  ...PGlite.defaultStartParams,
  ...['-c', `shared_buffers=${cacheMb}MB`],
  // Compiling is not in the WebAssembly build; the planner must not count on it.
  ...['-c', 'jit=off'],
];
const startParams = paramsWith(settings.cacheMb);
/** Cache of a database that is only being created, by several processes of PostgreSQL at once; in megabytes. */
const firstCacheMb = 16;
const beginning = settings.snapshot === undefined ? {} : { loadDataDir: new Blob([settings.snapshot]) };
const pgliteWasmModule = settings.code;

async function createFolder(dataDir: string): Promise<void> {
  const first = await PGlite.create({
    dataDir,
    startParams: paramsWith(firstCacheMb),
    initDbStartParams: ['--set', `shared_buffers=${firstCacheMb}MB`],
    pgliteWasmModule,
    ...beginning,
  });
  await first.close();
}

/** The database of a folder. A new one is created next to it and renamed when complete, since a start may be killed. */
async function openFolder(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    await createFolder(unfinished);
    renameSync(unfinished, folder);
  }
  return PGlite.create({ dataDir: folder, startParams, pgliteWasmModule });
}

const database =
  settings.folder === undefined
    ? // In memory the write-ahead log is dead weight: its segments are 1 MB there instead of 16.
      await PGlite.create({
        startParams,
        pgliteWasmModule,
        initDbStartParams: ['--wal-segsize=1'],
        ...beginning,
      })
    : await openFolder(settings.folder);

/** The exit code of PostgreSQL's own error handling: the library continues after it. */
const errorHandled = 100;

/**
 * Any other exception ends the session: a PANIC (no room for the write-ahead log), out of memory, a trap. The library
 * treats it as a failed statement too; the next statement would wait for ever for orphaned locks, or be retried
 * endlessly.
 */
function endAtBreakdown(): void {
  const engine = database.Module;
  const step = engine._PostgresMainLoopOnce;
  engine._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if ((error as { status?: unknown }).status !== errorHandled) fail(error);
      throw error;
    }
  };
}

const progress = markProgress(settings.progress, database.Module.FS);
endAtBreakdown();

/** Runs a unit; an error thrown here ends the database's session, unlike a failed statement. */
function execute(unit: Uint8Array): Buffer[] {
  const chunks: Buffer[] = [];
  progress.begin();
  // The work is done when the call returns; its promise only waits for file systems that need syncing.
  database
    .execProtocolRawStream(unit, { syncToFs: false, onRawData: bytes => chunks.push(Buffer.from(bytes)) })
    .catch(fail);
  progress.end();
  return chunks;
}

let sessions: Sessions | undefined;

function fail(error: unknown): void {
  sessions?.breakDown();
  report({ kind: 'failed', text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.exit(1);
}

const ask = (query: string): (string | null)[][] => answerRows(execute(simpleQuery(query)));

const served = new Sessions({
  execute,
  onBroken: fail,
  password: settings.password,
  serverVersion: ask('show server_version')[0]?.[0] ?? '',
  idleInTransactionMs: settings.idleInTransactionMs,
});
sessions = served;
const stopHousekeeping = startHousekeeping(served, ask);

rmSync(settings.socketPath, { force: true });
const server = createServer(socket => served.accept(socket));
server.on('error', fail);
server.listen({ path: settings.socketPath }, () => report({ kind: 'ready' }));

async function close(): Promise<void> {
  stopHousekeeping();
  server.close();
  served.closeAll();
  await database.close();
  report({ kind: 'closed' });
  parent.close();
}

/** Everything except the template databases, which make up two thirds of a new data folder and are not used. */
async function giveSnapshot(): Promise<void> {
  execute(simpleQuery('update pg_database set datistemplate = false'));
  execute(simpleQuery('drop database if exists template0'));
  execute(simpleQuery('drop database if exists template1'));
  execute(simpleQuery('checkpoint'));
  const file = await database.dumpDataDir('none');
  report({ kind: 'snapshot', bytes: new Uint8Array(await file.arrayBuffer()) });
}

// Only the module that started the worker can send, and it sends these.
parent.on('message', (order: EmbeddedOrder) => {
  (order === 'close' ? close() : giveSnapshot()).catch(fail);
});
