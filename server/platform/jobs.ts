import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Db, fromKysely, PgBoss, type Queue as StoredQueue } from 'pg-boss';
import type { z } from 'zod';
import type { Config } from './config.ts';
import type { Database } from './database/types.ts';
import type { Logger } from './logger.ts';

/**
 * Seconds without a sign of life after which a job's node counts as dead; the least that pg-boss takes. The worker
 * gives a sign every half of it.
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
/** Milliseconds that running jobs get at a stop to reach a point where they can be taken up again. */
const stopMs = 10_000;
/** Schedules are reckoned in the time zone that everybody sees. */
const timeZone = 'Asia/Shanghai';

/** A kind of job: its name, what it is given, and how often it is tried. */
export interface Queue<Data extends object> {
  /** Letters, digits, `_`, `-`, `.` and `/`. */
  readonly name: string;
  /** The message that is sent; read again by this schema before the handler sees it. */
  readonly data: z.ZodType<Data>;
  /** Times a job is taken up again after its node died, was stopped, or the handler threw; 5 unless said. */
  readonly retryLimit?: number;
  /** Seconds before it is taken up again, doubled each time; at once unless said. */
  readonly retryDelaySeconds?: number;
}

/** A queue, where only its name matters. */
export type QueueName = Pick<Queue<object>, 'name'>;

/** The facts that a handler knows of the run it is in. */
export interface JobRun {
  readonly id: string;
  /** 0 the first time, 1 after the job was taken up again once, and so on. */
  readonly attempt: number;
  /**
   * Aborted when this node stops, or has lost the job to another. The handler then throws (`signal.throwIfAborted()`)
   * at the next point from which another node can go on.
   */
  readonly signal: AbortSignal;
}

/** Does a job. Returning means done; throwing means it is tried again until the queue's limit. */
export type JobHandler<Data> = (data: Data, run: JobRun) => Promise<void>;

/** How jobs of a queue are run on this node. */
export interface HandlerOptions {
  /** Jobs of the queue at a time on this node; 1 unless said. */
  readonly concurrency?: number;
}

/** A transaction of the database. */
export type Within = Pick<Kysely<unknown>, 'executeQuery'>;

/** How a job is sent. */
export interface SendOptions {
  /** A transaction: the job exists when that commits, and not if it does not. {@link Jobs.wake} follows the commit. */
  readonly within?: Within;
  /** The earliest start; at once unless said. */
  readonly after?: Date;
  /** Larger goes first; 0 unless said. */
  readonly priority?: number;
  /** While a job with this key waits or runs in the queue, another is not added, and `send` gives undefined. */
  readonly onlyOne?: string;
}

/** A recurring job. */
export interface Schedule<Data extends object> {
  /** Tells schedules of one queue apart; setting the same key again replaces it. */
  readonly key: string;
  /** Five fields, or six with seconds first, in Asia/Shanghai. */
  readonly cron: string;
  readonly data: Data;
  /** The way with times that passed while no node was up: nothing, or one job for all of them. */
  readonly missed: 'skip' | 'once';
}

/** Jobs and schedules that survive the death of any node, on the database alone. */
export interface Jobs {
  /** Says who does a queue's jobs; before {@link start}. A node of `ROLE=web` sends jobs and does none. */
  define<Data extends object>(queue: Queue<Data>, handler: JobHandler<Data>, options?: HandlerOptions): void;
  /**
   * Adds a job; gives its id, or undefined when `onlyOne` kept it out. Inside a transaction only to a queue that this
   * node has defined.
   */
  send<Data extends object>(
    queue: Queue<Data>,
    data: Data,
    options?: SendOptions,
  ): Promise<string | undefined>;
  /** Lets this node's workers look at the queue now, for what a transaction has sent that is committed. */
  wake(queue: QueueName): void;
  /**
   * Takes the waiting job with this `onlyOne` key out, as part of a transaction. Answers false, and does nothing, while
   * somebody works on it. Only of a queue that this node has defined.
   */
  withdraw(queue: QueueName, onlyOne: string, within: Within): Promise<boolean>;
  /** Those of the `onlyOne` keys that no job has which waits or runs in any of the queues. */
  withoutJob(queues: readonly QueueName[], onlyOne: readonly string[]): Promise<readonly string[]>;
  /** Sets a recurring job, once for all nodes. */
  schedule<Data extends object>(queue: Queue<Data>, schedule: Schedule<Data>): Promise<void>;
  unschedule(queue: QueueName, key: string): Promise<void>;
  /** The next times of a cron expression, at most 1000; throws when it is none. */
  nextTimes(cron: string, count: number): Date[];
  /** Makes what is missing of the tables and queues, and begins to work. */
  start(): Promise<void>;
  /** Tells running jobs to stop, waits for them for some seconds, and lets another node have the rest. */
  stop(): Promise<void>;
}

/** The schedules that jobs are made from. */
export interface JobsOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly role: Config['role'];
}

/**
 * Jobs over pg-boss, on the connections of the database and by polling: LISTEN/NOTIFY reaches neither the embedded
 * database nor every server.
 */
export function createJobs({ database, logger, role }: JobsOptions): Jobs {
  const works = role !== 'web';
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
    // Both look into what only a server has; the embedded database keeps house by itself.
    reindex: !database.embedded,
    monitorVacuum: !database.embedded,
  });
  boss.on('error', error => logger.error({ err: error }, 'The job queue had an error'));
  boss.on('warning', warning => logger.warn({ warning }, 'The job queue warns'));

  const stopping = new AbortController();
  const starters: (() => Promise<void>)[] = [];
  const workers = new Map<string, string[]>();
  const made = new Map<string, Promise<void>>();
  const ready = new Set<string>();

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

  /** Makes a queue, or brings its settings up to date, once in the life of this process. */
  function ensure<Data extends object>(queue: Queue<Data>): Promise<void> {
    let making = made.get(queue.name);
    if (making === undefined) {
      // Exclusive: one job per key waits or runs. A job that may have company gets a key of its own.
      making = boss
        .createQueue(queue.name, { policy: 'exclusive', ...settings(queue) })
        .then(() => boss.updateQueue(queue.name, settings(queue)))
        // Any question about the queue loads it into pg-boss's memory. Left to the first `send`, it would be asked by
        // another connection than the transaction's, and on the embedded database wait for that very transaction.
        .then(() => boss.findJobs(queue.name, { id: randomUUID() }))
        .then(() => {
          ready.add(queue.name);
        });
      made.set(queue.name, making);
    }
    return making;
  }

  /** Inside a transaction nothing may have to be asked over another connection, see {@link ensure}. */
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
      const { rows } = await connections.executeSql(
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
