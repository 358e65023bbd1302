import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { JobQueue } from './engine/engine.ts';
import { createJobRunner } from './engine/jobs/runner.ts';
import type { Db } from './engine/sql.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/types.ts';
import { createJobs, type Jobs, type Queue } from './platform/jobs.ts';
import type { Logger } from './platform/logger.ts';
import type { Metrics } from './platform/metrics.ts';

/** Jobs of one node that run at a time, each in a process of its own. */
const concurrency = 2;

/** The jobs of the history (domain A7): each send names a row of t_biz_log, which holds all the rest. */
const history: Queue<{ jobId: number }> = {
  name: 'biz-log',
  data: z.object({ jobId: z.number().int().positive() }),
  // Every stop of a node counts as a try here; how often a job may crash is the runner's to say.
  retryLimit: 100,
};

/** The queue of a node, with its life. */
export interface NodeQueue extends JobQueue {
  /** The queues beneath, for further kinds of jobs; those are defined before the start. */
  readonly jobs: Jobs;
  start(): Promise<void>;
  /** Hands running jobs on and waits until they are let go. */
  stop(): Promise<void>;
}

/** PostgreSQL's codes for something that another node has just made. */
const madeAlready = new Set(['23505', '42P06', '42P07', '42710']);

/**
 * Starts the queue. Nodes that meet an empty database together all set out to make the queue's tables; those that
 * come second find them half made, and try again.
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
}): NodeQueue {
  const { config, database, db, logger, metrics } = parts;
  const jobs = createJobs({ database, logger, role: config.role });
  const runner = createJobRunner({
    program: new URL('./job-process.ts', import.meta.url),
    env: { ...process.env, JOB_DATABASE_URL: database.url },
    db,
    logger,
  });
  jobs.define(
    history,
    async ({ jobId }) => {
      const start = performance.now();
      const count = (result: 'done' | 'failed') =>
        metrics.onJob(history.name, result, (performance.now() - start) / 1000);
      await runner.run(jobId).catch(error => {
        count('failed');
        throw error;
      });
      count('done');
    },
    { concurrency },
  );
  return {
    jobs,
    async enqueue(jobId) {
      await jobs.send(history, { jobId }, { onlyOne: `job/${jobId}` });
    },
    start: () => startBeside(jobs),
    async stop() {
      await Promise.all([jobs.stop(), runner.stop()]);
    },
  };
}
