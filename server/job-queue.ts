import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { JobQueue } from './engine/engine.ts';
import type { GiveUp } from './engine/jobs/lifecycle/job-work.ts';
import { recoverLostJobs } from './engine/jobs/lifecycle/recover-lost.ts';
import { createJobRunner } from './engine/jobs/lifecycle/runner.ts';
import type { Db } from './engine/table/sql.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/types.ts';
import { createJobs, type Jobs, type Queue } from './platform/jobs.ts';
import type { Logger } from './platform/logger.ts';
import { createLookout } from './platform/lookout.ts';
import type { Metrics } from './platform/metrics.ts';

/** Jobs of the history (domain A7): each message names a row of t_biz_log, which holds everything else. */
function historyQueue(name: string): Queue<{ jobId: number }> {
  return {
    name,
    data: z.object({ jobId: z.number().int().positive() }),
    // Every stop of a node counts as a retry here; the runner limits how often a job may crash.
    retryLimit: 100,
  };
}

/** One waiting list for all nodes; each runs two jobs at a time, in separate processes. */
const history = { queue: historyQueue('biz-log'), concurrency: 2 };

/** The list of small files, which need not wait behind a million rows. */
const small = { queue: historyQueue('biz-log-small'), concurrency: 1 };

/** Bytes up to which a file is small: some ten thousand rows, a few seconds' work. */
const smallBytes = 1024 * 1024;

/** The queue of a node, with its life. */
export interface NodeQueue extends JobQueue {
  /** The underlying queues, for further kinds of jobs; those are defined before the start. */
  readonly jobs: Jobs;
  start(): Promise<void>;
  /** Hands over running jobs and waits until they are released. */
  stop(): Promise<void>;
}

/** PostgreSQL's codes for something that another node has just made. */
const madeAlready = new Set(['23505', '42P06', '42P07', '42710']);

/**
 * Starts the queue. Nodes that start together on an empty database all try to create the queue's tables; those that
 * find them incomplete try again.
 */
async function startBeside(jobs: Pick<Jobs, 'start'>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await jobs.start();
    } catch (error) {
      const { code } = (error ?? {}) as { code?: unknown };
      if (attempt === 5 || typeof code !== 'string' || !madeAlready.has(code)) throw error;
      await setTimeout(200 * attempt);
    }
  }
}

/** Joins the job history to the queue of the platform and the processes that carry jobs out. */
export function createJobQueue(parts: {
  readonly config: Config;
  readonly database: Database;
  readonly db: Db;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly giveUp: GiveUp;
  /** The program of a job's process; only tests have another. */
  readonly program?: URL;
}): NodeQueue {
  const { config, database, db, logger, metrics, giveUp } = parts;
  const jobs = createJobs({ database, logger, role: config.role });
  const runner = createJobRunner({
    program: parts.program ?? new URL('./job-process.ts', import.meta.url),
    env: {
      ...process.env,
      JOB_DATABASE_URL: database.url,
      // It multiplexes connections like a pooler, but keeps their prepared statements.
      ...(database.embedded && { DATABASE_PREPARES: 'on', JOB_ONE_SESSION: '1' }),
      // A small import takes less time than loading its sources: cache Node's compiled code.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(config.dataDir, 'compile-cache'),
    },
    db,
    logger,
    giveUp,
  });
  for (const { queue, concurrency } of [history, small]) {
    jobs.define(
      queue,
      async ({ jobId }) => {
        const start = performance.now();
        const count = (result: 'done' | 'failed') =>
          metrics.onJob(queue.name, result, (performance.now() - start) / 1000);
        await runner.run(jobId).catch(error => {
          count('failed');
          throw error;
        });
        count('done');
      },
      { concurrency },
    );
  }
  const queue: JobQueue = {
    async enqueue(within, jobId) {
      const { bytes, before } = await placeOf(within, jobId);
      const { queue } = bytes !== null && bytes <= smallBytes ? small : history;
      // People with many jobs wait behind those with few.
      await jobs.send(queue, { jobId }, { within, onlyOne: keyOf(jobId), priority: -before });
    },
    async withdraw(within, jobId) {
      for (const { queue } of [history, small]) {
        if (!(await jobs.withdraw(queue, keyOf(jobId), within))) return false;
      }
      return true;
    },
    wake() {
      for (const { queue } of [history, small]) jobs.wake(queue);
    },
  };
  const takeLostUp = async () => {
    const unqueued = async (ids: readonly number[]) => {
      const missing = new Set(await jobs.withoutJob([history.queue, small.queue], ids.map(keyOf)));
      return ids.filter(id => missing.has(keyOf(id)));
    };
    const found = await recoverLostJobs({ db, queue, unqueued, giveUp });
    if (found.length > 0) logger.warn({ jobs: found }, 'Jobs had lost their place in the queue');
  };
  const lookout = createLookout({ look: takeLostUp, everyMs: lookoutMs, logger });
  return {
    ...queue,
    jobs,
    async start() {
      await startBeside(jobs);
      if (config.role !== 'web') lookout.start();
    },
    async stop() {
      await lookout.stop();
      await Promise.all([jobs.stop(), runner.stop()]);
    },
  };
}

/** The unique key of a history job in a queue. */
const keyOf = (jobId: number) => `job/${jobId}`;

/** Milliseconds between two looks for jobs that have lost their place in the queue. */
const lookoutMs = 10_000;

/** The size of a job's file, and the number of its owner's other unfinished jobs. */
async function placeOf(db: Db, jobId: number): Promise<{ bytes: number | null; before: number }> {
  const found = await sql<{ bytes: number | null; before: number }>`
    select (select size from t_upload_file where path = j.file_path) as bytes,
      (select count(*)::integer from t_biz_log as o
        where o.status = 'processing' and o.user_id = j.user_id and o.id <> j.id) as before
    from t_biz_log as j where j.id = ${jobId}`.execute(db);
  return found.rows[0] ?? { bytes: null, before: 0 };
}
