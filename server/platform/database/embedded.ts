import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../logger.ts';
import { lockDataFolder } from './data-lock.ts';
import { embeddedCacheMb } from './embedded-cache.ts';
import { embeddedCode } from './embedded-code.ts';
import type { EmbeddedOrder, EmbeddedReport, EmbeddedSettings } from './embedded-worker.ts';
import { progressMemory, stepsDone, watchProgress } from './progress.ts';

/** Longest path of a Unix socket, in bytes, on the strictest of the systems we run on. */
const longestSocketPath = 103;
/** The socket name that libpq uses for port 5432, so that `psql -h <folder>` finds it. */
const socketName = '.s.PGSQL.5432';
/** Milliseconds an open transaction may be silent. The same bound is set on a PostgreSQL server. */
export const idleInTransactionMs = 60_000;
/** Pause before the database is started again after it broke down. */
const restartMs = 1_000;
/** Looks, one a second, without any progress of a statement after which the database counts as stuck. */
const stuckLooks = 60;
/** Milliseconds for the start: creating the database takes some seconds, as does recovery after a breakdown. */
const startMs = 300_000;
/** Milliseconds for closing. Nothing is lost if it takes longer: the next start recovers acknowledged writes. */
const closeMs = 1_800;

interface EmbeddedOptions {
  /** Data folder; undefined keeps the data in memory, for tests. */
  readonly dataDir: string | undefined;
  readonly snapshot?: Uint8Array<ArrayBuffer> | undefined;
  readonly idleInTransactionMs?: number | undefined;
  /** Seconds without progress after which the database counts as stuck; only tests shorten it. */
  readonly stuckSeconds?: number | undefined;
  readonly logger: Logger;
}

/** The embedded database while it runs. */
export interface EmbeddedServer {
  /** Folder of the Unix socket, which the driver calls the host. */
  readonly host: string;
  /** The password of a connection; another one at each start of the product. */
  readonly password: string;
  /** The data folder as an uncompressed tar, to start another database from. Nothing else may be running. */
  snapshot(): Promise<Uint8Array<ArrayBuffer>>;
  /** Steps done so far, see `progress.ts`. */
  steps(): number;
  /** Ends all connections and closes the data files. */
  close(): Promise<void>;
}

/** The folder for the socket: in the data folder, or a short private one if that path is too long. */
function socketFolder(dataDir: string | undefined): { folder: string; temporary: boolean } {
  if (dataDir !== undefined) {
    const folder = join(dataDir, 'run');
    if (Buffer.byteLength(join(folder, socketName)) <= longestSocketPath) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      return { folder, temporary: false };
    }
  }
  return { folder: mkdtempSync(join(tmpdir(), 'yikao-socket-')), temporary: true };
}

/**
 * Starts PGlite in a worker thread and serves it on a Unix socket that only this user can open. Should it break down
 * (no room for its log, out of memory, a trap in WebAssembly) or stick, it is started again on the same files, until it
 * serves; the driver's pool reconnects.
 * @throws {DataFolderInUse} when another process has the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, logger } = options;
  const code = await embeddedCode();
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const unlock = dataDir === undefined ? () => {} : lockDataFolder(dataDir);
  const socket = socketFolder(dataDir);
  const progress = progressMemory();
  const folder = dataDir === undefined ? undefined : join(dataDir, 'db');
  const settings: EmbeddedSettings = {
    code,
    password: randomBytes(24).toString('base64url'),
    progress,
    folder,
    snapshot: options.snapshot,
    socketPath: join(socket.folder, socketName),
    idleInTransactionMs: options.idleInTransactionMs ?? idleInTransactionMs,
    cacheMb: await embeddedCacheMb(folder),
  };
  let closing = false;
  /** The worker while it serves. */
  let serving: Worker | undefined;

  /** Resolves when the worker is ready; after that its end counts as a breakdown, unless it was asked to close. */
  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
        workerData: settings,
      });
      let failure = 'it ended without a word';
      const patience = setTimeout(() => {
        failure = `it was not up in ${startMs} ms`;
        void worker.terminate();
      }, startMs);
      const endWatch = watchProgress(progress, options.stuckSeconds ?? stuckLooks, () => {
        failure = 'a statement got no further and touched no file';
        void worker.terminate();
      });
      worker.on('message', (report: EmbeddedReport) => {
        if (report.kind === 'ready') {
          serving = worker;
          clearTimeout(patience);
          // Closed while it was being started again.
          if (closing) void worker.terminate();
          resolve();
        }
        if (report.kind === 'failed') failure = report.text;
      });
      worker.on('error', error => {
        failure = error.stack ?? error.message;
      });
      worker.on('exit', () => {
        clearTimeout(patience);
        endWatch();
        reject(new Error(`The embedded database did not start: ${failure}`));
        if (serving !== worker) return;
        serving = undefined;
        if (closing) return;
        logger.error({ failure }, 'The embedded database broke down and is started again');
        restart();
      });
    });
  }

  function restart(): void {
    setTimeout(() => {
      if (closing) return;
      start().catch(error => {
        logger.fatal({ err: error }, 'The embedded database cannot be started again');
        restart();
      });
    }, restartMs);
  }

  /** Sends a command and waits for its report. */
  function ask<Kind extends EmbeddedReport['kind']>(worker: Worker, order: EmbeddedOrder, kind: Kind) {
    return new Promise<Extract<EmbeddedReport, { kind: Kind }>>((resolve, reject) => {
      const onExit = (): void => reject(new Error('The embedded database ended'));
      const onMessage = (report: EmbeddedReport): void => {
        if (report.kind !== kind) return;
        worker.off('message', onMessage).off('exit', onExit);
        // The kind was just compared; the compiler does not carry that into a generic type.
        resolve(report as Extract<EmbeddedReport, { kind: Kind }>);
      };
      worker.on('message', onMessage).on('exit', onExit);
      worker.postMessage(order);
    });
  }

  function release(): void {
    if (socket.temporary) rmSync(socket.folder, { recursive: true, force: true });
    else rmSync(settings.socketPath, { force: true });
    unlock();
  }

  try {
    await start();
  } catch (error) {
    release();
    throw error;
  }

  return {
    host: socket.folder,
    password: settings.password,
    steps: () => stepsDone(progress),
    snapshot: async () => {
      if (serving === undefined) throw new Error('The embedded database is not running');
      return (await ask(serving, 'snapshot', 'snapshot')).bytes;
    },
    close: async () => {
      if (closing) return;
      closing = true;
      const worker = serving;
      try {
        if (worker === undefined) return;
        const closed = ask(worker, 'close', 'closed').catch(() => {});
        await Promise.race([closed, after(closeMs, undefined, { ref: false })]);
      } finally {
        await worker?.terminate();
        release();
      }
    },
  };
}
