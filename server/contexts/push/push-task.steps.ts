import type { registry } from '@yikao/model/contexts/datasets.ts';
import { buildPush } from '@yikao/model/contexts/push/push.jobs.ts';
import { pushTaskSteps } from '@yikao/model/contexts/push/push-task.machine.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { startFeatureJob } from '../../engine/jobs/feature/start-feature-job.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { countFrom, type Tx } from '../../engine/table/sql.ts';
import { postRun } from './push-sender.ts';
import { dropList } from './tasks.ts';

type Task = RowOf<typeof registry.pushTask>;

/** The values that clear what a list had. */
const emptied = {
  ...{ targetNum: 0, sentNum: 0, successNum: 0, failNum: 0, errorMsg: null, buildTime: null },
  ...{ doneTime: null, dueTime: null },
} as const;

/** Begins a distribution of each row: earlier messages of the task do nothing any more. */
async function beginRun(
  engine: Engine,
  db: Tx,
  rows: readonly { readonly rowKey: number; readonly runNo: number }[],
) {
  const outcomes = new Map<number, { values: Partial<Task> }>();
  for (const { rowKey, runNo } of rows) {
    const run = runNo + 1;
    await postRun(engine, db, { taskId: rowKey, run });
    outcomes.set(rowKey, { values: { runNo: run, errorMsg: null, dueTime: null } });
  }
  return outcomes;
}

/** The effects of the steps of a push task (domain 3.9). */
export const pushTaskStepServer = defineStepServer(pushTaskSteps, {
  needs: {},
  effects: {
    async build({ engine, db, rows, by }) {
      await dropList(
        db,
        rows.map(({ rowKey }) => rowKey),
      );
      const outcomes = new Map<number, { values: Partial<Task> }>();
      for (const { rowKey } of rows) {
        const { id } = await startFeatureJob(engine, buildPush, by.actor, { taskId: rowKey }, db);
        outcomes.set(rowKey, { values: { ...emptied, jobId: id } });
      }
      return outcomes;
    },
    async finishBuild({ db, rows, now }) {
      const outcomes = new Map<number, { to: 'built' | 'failed'; values: Partial<Task> }>();
      for (const { rowKey, sendTime } of rows) {
        const targetNum = await countFrom(db, sql`t_push_record where task_id = ${rowKey}`);
        const none = targetNum === 0;
        outcomes.set(rowKey, {
          to: none ? 'failed' : 'built',
          values: {
            ...{ targetNum, buildTime: shanghaiTime(now), errorMsg: none ? '无目标设备' : null },
            dueTime: none ? null : sendTime,
          },
        });
      }
      return outcomes;
    },
    async reopen({ db, rows }) {
      const keys = rows.map(({ rowKey }) => rowKey);
      await dropList(db, keys);
      return new Map(keys.map(key => [key, { values: emptied }]));
    },
    distribute: ({ engine, db, rows }) => beginRun(engine, db, rows),
    resume: ({ engine, db, rows }) => beginRun(engine, db, rows),
    finish: async ({ rows, now }) =>
      new Map(rows.map(({ rowKey }) => [rowKey, { values: { doneTime: shanghaiTime(now) } }])),
    async cancel({ engine, db, rows, now }) {
      // A list may be long: its devices that wait are ended after this transaction.
      for (const { rowKey, runNo, targetNum } of rows)
        if (targetNum > 0) await postRun(engine, db, { taskId: rowKey, run: runNo });
      return new Map(
        rows.map(({ rowKey }) => [rowKey, { values: { doneTime: shanghaiTime(now), dueTime: null } }]),
      );
    },
  },
});
