import { sendStatus } from '@yikao/model/contexts/push/push.codes.ts';
import { buildPush } from '@yikao/model/contexts/push/push.jobs.ts';
import { pushTaskSteps } from '@yikao/model/contexts/push/push-task.machine.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { defineJobWork } from '../../engine/jobs/feature/define-job-work.ts';
import { JobFailure } from '../../engine/jobs/lifecycle/failure.ts';
import { estimatedRows } from '../../engine/jobs/write/query-planner.ts';
import { takeStep, tryStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import { inAudience } from './audience.ts';
import { findTask, states } from './tasks.ts';

const sendIs = codesOf(sendStatus);

/** Devices of one transaction. */
const chunkRows = 50_000;

const over = () =>
  new JobFailure(label('该任务已不在生成名单', 'The list of the task is not being made any more'));

/**
 * Writes the list of devices of a task, in the order of their ids, {@link chunkRows} looked at in a transaction. A job
 * that is taken up again goes on after the last device that was looked at.
 */
export const buildPushWork = defineJobWork(buildPush, {
  carry: {},
  async total({ engine }) {
    return Math.max(0, await estimatedRows(engine.db, 't_push_device'));
  },
  async chunk(db, { engine, params: { taskId }, jobId }, after) {
    const task = await findTask(db, taskId, true);
    if (task?.pushStatus !== states.building || task.jobId !== jobId) throw over();
    const now = engine.clock.now();
    const end = await sql<{ id: number | null }>`
      select max(r.device_id) as id from (select device_id from t_push_device where device_id > ${after}
        order by device_id limit ${chunkRows}) as r`.execute(db);
    const last = end.rows[0]?.id ?? null;
    let inserted = 0;
    if (last !== null) {
      const made = await sql`
        insert into t_push_record (task_id, app_id, device_id, user_id, send_status, clicked, create_time, update_time)
        select ${taskId}, d.app_id, d.device_id, d.user_id, ${sendIs.waiting}, 0, ${now}::timestamptz, ${now}::timestamptz
        from t_push_device as d
        where d.device_id > ${after} and d.device_id <= ${last} and ${inAudience(task, now)}
        order by d.device_id
        on conflict do nothing`.execute(db);
      inserted = Number(made.numAffectedRows ?? 0);
      return { rows: chunkRows, next: last, inserted };
    }
    await takeStep(engine, pushTaskSteps, 'finishBuild', {
      keys: taskId,
      by: { kind: 'step', cause: buildPush.name },
      within: db,
    });
    return { rows: 0, next: undefined, inserted };
  },
  async stopped(db, { engine, params: { taskId }, jobId }) {
    const task = await findTask(db, taskId, true);
    if (task?.jobId !== jobId) return;
    await tryStep(engine, pushTaskSteps, 'failBuild', {
      keys: taskId,
      by: { kind: 'step', cause: buildPush.name },
      given: { errorMsg: '生成名单被中断，请重新生成' },
      within: db,
    });
  },
  message: ({ inserted }) => label(`名单共 ${inserted} 台设备`, `The list has ${inserted} devices`),
});
