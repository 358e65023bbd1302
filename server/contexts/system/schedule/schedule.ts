import { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import { transact } from '../../../engine/write/transaction.ts';
import type { Jobs, Queue } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createLoop, type Loop } from '../../../platform/loop.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { ScheduledHandler } from '../../shared/scheduled-handler.ts';
import { advanceDue, lookAhead, markSent, recoverRuns, runKey, sentRuns, waitingRuns } from './due.ts';
import { runScheduled } from './run.ts';

/** Runs of scheduled jobs: each send names a row of t_sys_job_log. */
const queue: Queue<{ logId: number }> = {
  name: 'sys-job',
  data: z.object({ logId: z.number().int().positive() }),
  retryLimit: 20,
};

/** Scheduled jobs that run at a time on one node; long ones must not hold up those of every minute. */
const concurrency = 6;
/** Milliseconds between two looks: the longest wait while nothing is due, and the shortest. */
const look = { most: 2_000, least: 200 } as const;
/** Milliseconds between two looks for runs that the queue has lost. */
const recoverMs = 10_000;

/** The parts that {@link createScheduler} works with. */
export interface SchedulerParts {
  readonly engine: Engine;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'onJob'>;
  /** Nodes with `ROLE=web` neither check nor run jobs. */
  readonly works: boolean;
  /** The work of each kind of job, by its code. */
  readonly handlers: Readonly<Record<string, ScheduledHandler>>;
}

/**
 * Fires scheduled jobs (domain A10, 3.11). The database stores their next times: the first node advances a due job,
 * records the run and queues it, in one transaction. So a due time produces one run on any number of nodes, and a
 * recorded run is executed whichever node dies. Create it before starting the queue.
 */
export function createScheduler(parts: SchedulerParts): Loop {
  const { engine, jobs, logger, metrics, works, handlers } = parts;
  const run = { engine, logger, handlers };
  jobs.define(
    queue,
    async ({ logId }, { signal }) => {
      const start = performance.now();
      const result = await runScheduled(run, logId, signal);
      metrics.onJob(queue.name, result, (performance.now() - start) / 1000);
    },
    { concurrency },
  );

  async function fire(): Promise<void> {
    await transact(engine.db, async db => {
      await advanceDue(db);
      for (const run of await waitingRuns(db)) {
        const { logId } = run;
        const sent = await jobs.send(queue, { logId }, { within: db, onlyOne: runKey(run) });
        await markSent(db, logId, sent !== undefined);
      }
    });
    jobs.wake(queue);
  }

  /** Runs that count as going on though the queue no longer has them are sent again. */
  async function recover(): Promise<void> {
    const sent = await sentRuns(engine.db);
    if (sent.length === 0) return;
    const lost = new Set(
      await jobs.withoutJob(
        [queue],
        sent.map(({ key }) => key),
      ),
    );
    const ids = sent.filter(({ key }) => lost.has(key)).map(({ logId }) => logId);
    if (ids.length === 0) return;
    logger.warn({ runs: ids }, 'Scheduled runs had lost their place in the queue');
    await recoverRuns(engine.db, ids);
  }

  let recovered = Number.NEGATIVE_INFINITY;
  return createLoop({
    logger,
    name: 'Looking for scheduled jobs',
    works,
    afterFailureMs: look.most,
    async look() {
      if (performance.now() - recovered >= recoverMs) {
        await recover();
        recovered = performance.now();
      }
      const ahead = await lookAhead(engine.db);
      if (ahead.now) await fire();
      return ahead.now ? look.least : Math.max(Math.min(ahead.nextMs ?? look.most, look.most), look.least);
    },
  });
}
