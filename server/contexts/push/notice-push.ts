import { registry } from '@yikao/model/contexts/datasets.ts';
import { type NoticeEventCode, noticeEvent } from '@yikao/model/contexts/notice/notice.codes.ts';
import { sendStatus } from '@yikao/model/contexts/push/push.codes.ts';
import { pushTaskSteps } from '@yikao/model/contexts/push/push-task.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import type { Sender } from '../../engine/outbox/sender.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { transact } from '../../engine/write/transaction.ts';
import { enabled } from '../shared/enabled.ts';
import { inAudience } from './audience.ts';
import { findTask, states } from './tasks.ts';

const sendIs = codesOf(sendStatus);

/** Kind of an audience that is a list of people. */
const named = 3;

/** A notice whose people get a push. */
const content = z.object({ noticeId: z.int() });

interface Waiting {
  readonly event: NoticeEventCode;
  readonly pushContent: string;
  readonly consumerIds: readonly number[];
}

/**
 * Makes the push task of a notice, with its list of devices, and has it sent: from there it is a task as any other, each
 * device gets it once. The notice keeps the number of its task, so that a message that comes twice makes one. People
 * without a device get nothing, and no task is made for them.
 */
export function noticePushSender(engine: Engine): Sender {
  return async given => {
    const { noticeId } = content.parse(given);
    await transact(engine.db, async db => {
      const found = await sql<Waiting>`
        select event, push_content, consumer_ids from t_notice
        where notice_id = ${noticeId} and task_id is null and consumer_ids is not null for update`.execute(
        db,
      );
      const [notice] = found.rows;
      if (!notice) return;
      const apps = await sql<{ ids: number[] | null }>`
        select array_agg(app_id order by app_id) as ids from t_push_app where status = ${enabled}
          and not deleted`.execute(db);
      const now = engine.clock.now();
      const audience = {
        appIds: apps.rows[0]?.ids ?? [],
        userIds: notice.consumerIds,
        audienceType: named,
      } as const;
      const reached = await sql`
        select 1 from t_push_device as d where ${inAudience(
          {
            ...{ taskId: 0, provinceId: null, provinceIds: null, jointParents: null, dataYear: null },
            ...{ cardTypes: null, tags: null, activeDays: null },
            ...audience,
          },
          now,
        )} limit 1`.execute(db);
      if (reached.rows.length === 0) {
        await sql`update t_notice set consumer_ids = null where notice_id = ${noticeId}`.execute(db);
        return;
      }
      const name = noticeEvent.items.find(({ code }) => code === notice.event)?.label.zh ?? notice.event;
      const [taskId] = await insertRows(
        engine,
        db,
        registry.pushTask,
        [
          {
            taskName: `通知：${name} #${noticeId}`,
            title: name,
            content: notice.pushContent,
            ...audience,
            audience: { userIds: notice.consumerIds },
            pushStatus: states.building,
            sendTime: shanghaiTime(now),
          },
        ],
        { by: elevated() },
      );
      if (taskId === undefined) throw new Error('A task was not made');
      const task = await findTask(db, taskId, true);
      if (!task) throw new Error('A task was made and is not there');
      await sql`
        insert into t_push_record (task_id, app_id, device_id, user_id, send_status, clicked, create_time, update_time)
        select ${taskId}, d.app_id, d.device_id, d.user_id, ${sendIs.waiting}, 0, ${now}::timestamptz, ${now}::timestamptz
        from t_push_device as d where ${inAudience(task, now)} order by d.device_id on conflict do nothing`.execute(
        db,
      );
      const by = { kind: 'step', cause: `notice:${noticeId}` } as const;
      await takeStep(engine, pushTaskSteps, 'finishBuild', { keys: taskId, by, within: db });
      await sql`update t_notice set task_id = ${taskId}, consumer_ids = null where notice_id = ${noticeId}`.execute(
        db,
      );
    });
  };
}
