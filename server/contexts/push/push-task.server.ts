import { registry } from '@yikao/model/contexts/datasets.ts';
import { pushCalls } from '@yikao/model/contexts/push/push.calls.ts';
import { audienceType } from '@yikao/model/contexts/push/push.codes.ts';
import { importPushAudience } from '@yikao/model/contexts/push/push.jobs.ts';
import { audienceConditions, conditionNames } from '@yikao/model/contexts/push/rules/audience.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { plannedTimeFault } from '@yikao/model/rules/planned-time.ts';
import { type SqlBool, sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { startFileJob } from '../../engine/jobs/feature/start-feature-job.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { allOf, type Db } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import { type Audience, estimateAudience } from './audience.ts';
import { tellOfEnd } from './push-ended.ts';
import { findTask, states } from './tasks.ts';

const { pushTask } = registry;

/** The province that bounds an audience: that of the person, whatever they ask for. */
const boundTo = (actor: Actor, asked: number | null | undefined) => actor.provinceId ?? asked ?? null;

async function assertDraft(db: Db, actor: Actor, taskId: number): Promise<void> {
  const where = allOf([sql<SqlBool>`d.task_id = ${taskId}`, scopeCondition(pushTask, actor, 'd', 'write')]);
  const found = await sql<Columns<typeof registry.pushTask, 'pushStatus' | 'audienceType'>>`
    select push_status, audience_type from t_push_task as d where ${where} and not d.deleted`.execute(db);
  const [task] = found.rows;
  if (!task) throw failure('notFound');
  if (task.pushStatus !== states.draft) throw failure('notAllowedNow');
}

/** Server side of push tasks (domain N3): the conditions as one value and as fields, the estimate and the progress. */
export const pushTaskServer = defineServer(pushTask, {
  reads: [...conditionNames, 'audience', 'audienceType'],
  before: (_, changes) =>
    Promise.resolve(
      changes.map(({ values, before, now }) => {
        const { sendTime } = values;
        const fault = sendTime && sendTime !== before?.sendTime ? plannedTimeFault(sendTime, now) : undefined;
        return fault ? { issues: [issue('sendTime', 'rule', { zh: fault.zh, en: fault.en })] } : {};
      }),
    ),
  normalise(row, _, before) {
    const parsed = audienceConditions.safeParse(row.audience ?? undefined);
    const same = JSON.stringify(row.audience ?? null) === JSON.stringify(before?.audience ?? null);
    // A call that gives the conditions as one value means these; a form gives the fields.
    const given = parsed.success && !same ? parsed.data : undefined;
    const fields = given
      ? Object.fromEntries(conditionNames.map(name => [name, given[name] ?? null]))
      : Object.fromEntries(conditionNames.map(name => [name, row[name] ?? null]));
    const { jointCategoryIds } = given ?? (parsed.success ? parsed.data : {});
    const all = { ...fields, jointCategoryIds: jointCategoryIds ?? null };
    const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
    return {
      ...(given && fields),
      audience:
        row.audienceType === audienceType.is.filtered || row.audienceType === audienceType.is.named
          ? kept
          : null,
    };
  },
  on: {
    'pushTask.finish': (engine, db, { rows }) => tellOfEnd(engine, db, rows, true),
    'pushTask.fail': (engine, db, { rows }) => tellOfEnd(engine, db, rows, false),
  },
  routes(app, engine) {
    handle(app, pushCalls.estimate, async ({ actor, body: { taskId, provinceId, ...audience } }) => {
      // No form has them: those that the call of the task gave stay.
      const { jointCategoryIds = taskId && (await findTask(engine.db, taskId, false))?.jointCategoryIds } =
        audience;
      return estimateAudience(
        engine.db,
        {
          ...{ taskId: taskId ?? 0, appIds: audience.appIds, provinceId: boundTo(actor, provinceId) },
          audienceType: audience.audienceType as 1 | 2 | 3 | 4,
          ...{ provinceIds: audience.provinceIds ?? null, userIds: audience.userIds ?? null },
          ...{ jointCategoryIds: jointCategoryIds || null, dataYear: audience.dataYear ?? null },
          ...{ tags: audience.tags ?? null, activeDays: audience.activeDays ?? null },
          jointParents: (audience.jointParents ?? null) as Audience['jointParents'],
          cardTypes: (audience.cardTypes ?? null) as Audience['cardTypes'],
        },
        engine.clock.now(),
      );
    });
    handle(app, pushCalls.progress, async ({ actor, query: { taskId } }) => {
      const where = allOf([sql<SqlBool>`d.task_id = ${taskId}`, scopeCondition(pushTask, actor, 'd')]);
      const found = await sql<
        Columns<
          typeof pushTask,
          'pushStatus' | 'targetNum' | 'sentNum' | 'successNum' | 'failNum' | 'errorMsg'
        > & { clickNum: number }
      >`
        select d.push_status, d.target_num, d.sent_num, d.success_num, d.fail_num, d.error_msg,
          (select count(*)::integer from t_push_record as r where r.task_id = d.task_id and r.clicked = 1
            and not r.deleted) as click_num
        from t_push_task as d where ${where} and not d.deleted`.execute(engine.db);
      const [task] = found.rows;
      if (!task) throw failure('notFound');
      return task;
    });
    handle(app, pushCalls.importAudience, async ({ actor, body }) => {
      await transact(engine.db, db => assertDraft(db, actor, body.taskId));
      return startFileJob(engine, importPushAudience, actor, body);
    });
  },
});
