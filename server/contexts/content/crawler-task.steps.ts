import { crawlerSwitch, selectorState } from '@yikao/model/contexts/content/crawler.codes.ts';
import { crawl } from '@yikao/model/contexts/content/crawler.jobs.ts';
import { crawlerTaskSteps } from '@yikao/model/contexts/content/crawler-task.machine.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { startFeatureJob } from '../../engine/jobs/feature/start-feature-job.ts';
import { cancelWithin } from '../../engine/jobs/lifecycle/queue.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { tellOfTrouble } from './crawler/crawler-notice.ts';
import { nextRunTime } from './crawler/next-run.ts';

type Task = RowOf<typeof registry.crawlerTask>;

/** Failures in a row after which a task is switched off (domain 3.13). */
const mostFailures = 3;

/** Code of selectors that are broken. */
const { broken } = selectorState.is;

/** Reports whether this run is the first to find the selectors broken. */
const breaks = (row: Pick<Task, 'selectorState'>, now: number | null) =>
  now === broken && row.selectorState !== broken;

/** The effects of a task's steps (domain 3.13). Its job starts in the transaction of the step. */
export const crawlerTaskStepServer = defineStepServer(crawlerTaskSteps, {
  needs: {},
  effects: {
    async start({ engine, db, rows, by, now }) {
      const outcomes = new Map<number, { values: Partial<Task> }>();
      for (const row of rows) {
        const { id } = await startFeatureJob(engine, crawl, by.actor, { taskId: row.rowKey }, db);
        outcomes.set(row.rowKey, {
          values: {
            ...{ jobId: id, lastRunTime: shanghaiTime(now), newNum: 0, errorMsg: null },
            nextRunTime: nextRunTime(row, now),
          },
        });
      }
      return outcomes;
    },
    async stop({ engine, db, rows }) {
      const outcomes = new Map<number, { to: 'running' | 'stopped' }>();
      for (const row of rows) {
        // A job that works looks at its next page; one that waits, or is no more, leaves the state to us.
        const asked = row.jobId !== null && (await cancelWithin(engine, db, row.jobId)) === 'asked';
        outcomes.set(row.rowKey, { to: asked ? 'running' : 'stopped' });
      }
      return outcomes;
    },
    async finish({ engine, db, rows, given }) {
      for (const row of rows) {
        if (breaks(row, given.selectorState)) await tellOfTrouble(engine, db, row, 'broken');
      }
      return new Map(
        rows.map(row => [
          row.rowKey,
          {
            values: {
              failNum: 0,
              totalNum: row.totalNum + (given.newNum ?? 0),
              errorMsg: given.errorMsg ?? null,
            },
          },
        ]),
      );
    },
    async fail({ engine, db, rows, given }) {
      const outcomes = new Map<number, { values: Partial<Task> }>();
      for (const row of rows) {
        const failNum = row.failNum + 1;
        const off = failNum >= mostFailures && row.status === crawlerSwitch.is.on;
        const broke = breaks(row, given.selectorState);
        if (off || broke) {
          const trouble = off && broke ? 'brokenOff' : off ? 'off' : 'broken';
          await tellOfTrouble(engine, db, row, trouble);
        }
        outcomes.set(row.rowKey, {
          values: {
            ...{ failNum, totalNum: row.totalNum + (given.newNum ?? 0) },
            ...(off && { status: crawlerSwitch.is.off, nextRunTime: null }),
          },
        });
      }
      return outcomes;
    },
    halt: async ({ rows, given }) =>
      new Map(rows.map(row => [row.rowKey, { values: { totalNum: row.totalNum + (given.newNum ?? 0) } }])),
  },
});
