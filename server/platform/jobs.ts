import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Db, fromKysely, PgBoss, type Queue as StoredQueue } from 'pg-boss';
import type { z } from 'zod';
import type { Config } from './config.ts';
import type { Database } from './database/types.ts';
import { createFaultLog } from './fault-log.ts';
import type { Logger } from './logger.ts';

/**
 * Seconds without a heartbeat after which a job's node counts as dead; pg-boss's minimum. The worker sends one every
 * half of it.
 */
const heartbeatSeconds = 10;
/** Seconds between two looks for jobs of dead nodes, by one node of all. */
const superviseSeconds = 3;
/** Seconds between two looks for new jobs; a job sent by the same process is found at once. */
const pollSeconds = 1;
/** Seconds after which a running job is given up although it shows signs of life: the longest that pg-boss takes. */
const longestRunSeconds = 24 * 60 * 60;
/** Seconds between two looks at the schedules; a schedule fires at most this late. */
const cronSeconds = 15;
/** Milliseconds given to running jobs at a stop to reach a point from which they can resume. */
const stopMs = 10_000;
/** Schedules use the time zone that people see. */
const timeZone = 'Asia/Shanghai';

/** A kind of job: its name, its data, and its retries. */
export interface Queue<Data extends object> {
  /** Letters, digits, `_`, `-`, `.` and `/`. */
  readonly name: string;
  /** The message that is sent; read again by this schema before the handler sees it. */
  readonly data: z.ZodType<Data>;
  /** Most retries after its node died or was stopped, or the handler threw. Defaults to 5. */
  readonly retryLimit?: number;
  /** Seconds before a retry, doubled each time. Defaults to none. */
  readonly retryDelaySeconds?: number;
}

/** A queue, if only its name matters. */
export type QueueName = Pick<Queue<object>, 'name'>;

/** A handler's information about its run. */
export interface JobRun {
  readonly id: string;
  /** 0 the first time, 1 after the job was taken up again once, and so on. */
  readonly attempt: number;
  /**
   * Aborted when this node stops, or has lost the job to another. The handler then throws (`signal.throwIfAborted()`)
   * at the next point from which another node can resume.
   */
  readonly signal: AbortSignal;
}

/** Runs a job. Returning means success; an error causes a retry up to the queue's limit. */
export type JobHandler<Data> = (data: Data, run: JobRun) => Promise<void>;

/** Options for running a queue's jobs on this node. */
export interface HandlerOptions {
  /** Jobs of the queue at a time on this node. Defaults to 1. */
  readonly concurrency?: number;
}

/** A transaction of the database. */
export type Within = Pick<Kysely<unknown>, 'executeQuery'>;

/** Options for sending a job. */
export interface SendOptions {
  /** A transaction: the job exists when that commits, and not if it does not. {@link Jobs.wake} follows the commit. */
  readonly within?: Within;
  /** The earliest start. Defaults to at once. */
  readonly after?: Date;
  /** Larger goes first. Defaults to 0. */
  readonly priority?: number;
  /** While a job with this key waits or runs in the queue, `send` adds no other and returns undefined. */
  readonly onlyOne?: string;
}

/** A recurring job. */
export interface Schedule<Data extends object> {
  /** Identifies a schedule within a queue; setting the same key again replaces it. */
  readonly key: string;
  /** Five fields, or six with seconds first, in Asia/Shanghai. */
  readonly cron: string;
  readonly data: Data;
  /** Handling of times missed while no node was running: skip them, or send one job for all of them. */
  readonly missed: 'skip' | 'once';
}

/** Jobs and schedules that survive the death of any node, based only on the database. */
export interface Jobs {
  /**
   * Registers the handler of a queue's jobs; call it before {@link start}. A node with `ROLE=web` sends jobs and runs
   * none.
   */
  define<Data extends object>(queue: Queue<Data>, handler: JobHandler<Data>, options?: HandlerOptions): void;
  /**
   * Adds a job; returns its id, or undefined if `onlyOne` excluded it. Inside a transaction only for a queue that this
   * node has defined.
   */
  send<Data extends object>(
    queue: Queue<Data>,
    data: Data,
    options?: SendOptions,
  ): Promise<string | undefined>;
  /** Makes this node's workers check the queue now, after a commit that sent jobs. */
  wake(queue: QueueName): void;
  /**
   * Removes the waiting job with this `onlyOne` key, as part of a transaction. Does nothing and returns false while it
   * is running. Only for a queue that this node has defined.
   */
  withdraw(queue: QueueName, onlyOne: string, within: Within): Promise<boolean>;
  /** The `onlyOne` keys without a waiting or running job in any of the queues. */
  withoutJob(queues: readonly QueueName[], onlyOne: readonly string[]): Promise<readonly string[]>;
  /** Sets a recurring job, once for all nodes. */
  schedule<Data extends object>(queue: Queue<Data>, schedule: Schedule<Data>): Promise<void>;
  unschedule(queue: QueueName, key: string): Promise<void>;
  /** The next times of a cron expression, at most 1000; throws if it is invalid. */
  nextTimes(cron: string, count: number): Date[];
  /** Creates missing tables and queues, and starts work. */
  start(): Promise<void>;
  /** Tells running jobs to stop, waits some seconds for them, and leaves the rest to another node. */
  stop(): Promise<void>;
}

/** The schedules that jobs are made from. */
export interface JobsOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly role: Config['role'];
}

/** pg-boss on the database's connections; it does housekeeping where this node works. */
function openBoss(database: Database, logger: Logger, works: boolean): PgBoss {
  const connections: Db = {
    executeSql: (text, values) => database.pool.query(text, values),
  };
  const boss = new PgBoss({
    db: connections,
    backend: database.embedded ? 'pglite' : 'postgres',
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronMonitorIntervalSeconds: cronSeconds,
    cronWorkerIntervalSeconds: pollSeconds,
    // Both inspect what only a server has; the embedded database does its own housekeeping.
    reindex: !database.embedded,
    monitorVacuum: !database.embedded,
  });
  const tell = createFaultLog(logger, 'The job queue had an error');
  boss.on('error', tell);
  boss.on('warning', warning => logger.warn({ warning }, 'The job queue warns'));
  return boss;
}

/** The settings of a queue as pg-boss names them. */
function settings<Data extends object>(queue: Queue<Data>): Omit<StoredQueue, 'name' | 'policy'> {
  const delay = queue.retryDelaySeconds ?? 0;
  return {
    heartbeatSeconds,
    expireInSeconds: longestRunSeconds,
    retryLimit: queue.retryLimit ?? 5,
    retryDelay: delay,
    retryBackoff: delay > 0,
  };
}

/**
 * Jobs based on pg-boss, through the database's connections and by polling: LISTEN/NOTIFY works neither on the embedded
 * database nor on every server.
 */
export function createJobs({ database, logger, role }: JobsOptions): Jobs {
  const works = role !== 'web';
  const boss = openBoss(database, logger, works);

  const stopping = new AbortController();
  const starters: (() => Promise<void>)[] = [];
  const workers = new Map<string, string[]>();
  const made = new Map<string, Promise<void>>();
  const ready = new Set<string>();

  /** Creates a queue, or updates its settings, once per process. */
  function ensure<Data extends object>(queue: Queue<Data>): Promise<void> {
    let making = made.get(queue.name);
    if (making === undefined) {
      // Exclusive: one job per key waits or runs. A job that may run in parallel gets a unique key.
      making = boss
        .createQueue(queue.name, { policy: 'exclusive', ...settings(queue) })
        .then(() => boss.updateQueue(queue.name, settings(queue)))
        // Any query about the queue loads it into pg-boss's memory. On the first `send`, it would use another
        // connection than the transaction's, and on the embedded database wait for that same transaction.
        .then(() => boss.findJobs(queue.name, { id: randomUUID() }))
        .then(() => {
          ready.add(queue.name);
        });
      made.set(queue.name, making);
    }
    return making;
  }

  /** Inside a transaction nothing may need another connection, see {@link ensure}. */
  function assertReady(queue: QueueName): void {
    if (!ready.has(queue.name)) throw new Error(`The queue ${queue.name} is not defined on this node`);
  }

  function wake(queue: QueueName): void {
    for (const worker of workers.get(queue.name) ?? []) boss.notifyWorker(worker);
  }

  async function run<Data extends object>(
    queue: Queue<Data>,
    handler: JobHandler<Data>,
    job: { id: string; data: unknown; retryCount: number; signal: AbortSignal },
  ): Promise<void> {
    const about = { queue: queue.name, job: job.id, attempt: job.retryCount };
    const signal = AbortSignal.any([job.signal, stopping.signal]);
    logger.debug(about, 'Job begins');
    try {
      await handler(queue.data.parse(job.data), { id: job.id, attempt: job.retryCount, signal });
    } catch (error) {
      if (signal.aborted) logger.info(about, 'Job handed on');
      else logger.error({ ...about, err: error }, 'Job failed');
      throw error;
    }
  }

  return {
    define(queue, handler, { concurrency = 1 } = {}) {
      starters.push(async () => {
        await ensure(queue);
        if (!works) return;
        const worker = await boss.work<unknown>(
          queue.name,
          { pollingIntervalSeconds: pollSeconds, localConcurrency: concurrency },
          async jobs => {
            for (const job of jobs) await run(queue, handler, job);
          },
        );
        workers.set(queue.name, [...(workers.get(queue.name) ?? []), worker]);
      });
    },
    async send(queue, data, { within, after, priority = 0, onlyOne } = {}) {
      if (within === undefined) await ensure(queue);
      else assertReady(queue);
      const id = await boss.send(queue.name, data, {
        priority,
        ...(after && { startAfter: after }),
        singletonKey: onlyOne ?? randomUUID(),
        ...(within && { db: fromKysely(within) }),
      });
      if (within === undefined) wake(queue);
      return id ?? undefined;
    },
    wake,
    async withdraw(queue, key, within) {
      assertReady(queue);
      const db = fromKysely(within);
      const found = await boss.findJobs(queue.name, { key, db });
      if (found.some(({ state }) => state === 'active')) return false;
      const waiting = found.filter(({ state }) => state === 'created' || state === 'retry');
      if (waiting.length > 0)
        await boss.cancel(
          queue.name,
          waiting.map(({ id }) => id),
          { db },
        );
      return true;
    },
    async withoutJob(queues, keys) {
      // pg-boss answers this for one key at a time only. Written as its index of exclusive jobs is.
      const { rows } = await database.pool.query(
        `select key from unnest($2::text[]) as key where not exists (
          select 1 from pgboss.job where name = any($1::text[]) and coalesce(singleton_key, '') = key
            and state <= 'active' and policy = 'exclusive')`,
        [queues.map(({ name }) => name), [...keys]],
      );
      return rows.map(({ key }: { key: string }) => key);
    },
    async schedule(queue, { key, cron, data, missed }) {
      await ensure(queue);
      await boss.schedule(queue.name, cron, data, {
        tz: timeZone,
        key,
        missed,
        singletonKey: `schedule/${key}`,
      });
    },
    unschedule: (queue, key) => boss.unschedule(queue.name, key),
    nextTimes: (cron, count) => boss.previewSchedule(cron, { tz: timeZone, count }),
    async start() {
      await boss.start();
      for (const starter of starters) await starter();
    },
    async stop() {
      stopping.abort(new Error('This node stops'));
      await boss.stop({ close: false, graceful: true, timeout: stopMs });
    },
  };
}
