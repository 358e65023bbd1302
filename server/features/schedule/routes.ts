import { pageOf } from '@yikao/model/calls/envelope.ts';
import {
  addJobBody,
  deleteJobBody,
  type JobLogRow,
  jobBody,
  jobLogQuery,
  jobLogRow,
} from '@yikao/model/calls/schedule.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import type { Action } from '@yikao/model/kernel/dataset.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { machines } from '@yikao/model/machines/index.ts';
import type { MessageKey } from '@yikao/model/messages.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { authorise } from '../../engine/access.ts';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Query } from '../../engine/filters.ts';
import { actorOf } from '../../engine/http/actor.ts';
import { answer } from '../../engine/http/answer.ts';
import type { CallDoc } from '../../engine/http/doc.ts';
import { page } from '../../engine/page.ts';
import { pageParameters, readPage } from '../../engine/paging.ts';
import { remove } from '../../engine/remove.ts';
import { add, addWithin, update } from '../../engine/save.ts';
import type { Db } from '../../engine/sql.ts';
import { takeStep, tryStep } from '../../engine/steps/take-step.ts';
import { transact } from '../../engine/transaction.ts';
import { clashOf } from '../../engine/unique.ts';
import type { Feature } from '../feature.ts';

const { sysJob } = registry;

const counted = z.object({ count: z.number() });

/** How many jobs were meant, and a document entry for it. */
const doc = (action: Action, summary: Label, body?: z.ZodType, data?: z.ZodType): CallDoc => ({
  summary,
  tag: sysJob,
  permission: permissionCode(sysJob, action),
  ...(body && { body }),
  ...(data && { data }),
});

async function assertJob(db: Db, jobId: number): Promise<void> {
  const found = await sql`select 1 from t_sys_job where job_id = ${jobId} and not deleted`.execute(db);
  if (found.rows.length === 0) throw failure('notFound');
}

/** Asks for a run at once; whichever node works takes it up within seconds. A paused job may be run, too. */
async function runOnce(engine: Engine, jobId: number): Promise<{ logId: number }> {
  await assertJob(engine.db, jobId);
  const made = await sql<{ logId: number }>`
    insert into t_sys_job_log (job_id, cause, fire_time) values (${jobId}, 2, ${engine.clock.now()})
    returning log_id as "logId"`.execute(engine.db);
  return { logId: Number(made.rows[0]?.logId) };
}

type FoundRun = Omit<JobLogRow, 'fireTime' | 'startTime' | 'endTime' | 'message'> & {
  readonly fireTime: Date;
  readonly startTime: Date | null;
  readonly endTime: Date | null;
  readonly zh: string;
  readonly en: string;
};

async function runs(engine: Engine, actor: Actor, query: unknown) {
  const { jobId } = jobLogQuery.parse(query);
  const { current, size } = readPage(query);
  const where = jobId === undefined ? sql`true` : sql`l.job_id = ${jobId}`;
  const [found, count] = await Promise.all([
    sql<FoundRun>`
      select l.log_id as "logId", l.job_id as "jobId", j.job_name as "jobName", l.cause, l.fire_time as "fireTime",
        l.start_time as "startTime", l.end_time as "endTime", l.result, l.message as zh, l.message_en as en, l.attempts
      from t_sys_job_log as l join t_sys_job as j using (job_id)
      where ${where} order by l.log_id desc limit ${size} offset ${(current - 1) * size}`.execute(engine.db),
    sql<{ total: number }>`
      select count(*)::integer as total from t_sys_job_log as l where ${where}`.execute(engine.db),
  ]);
  return {
    records: found.rows.map(({ zh, en, ...row }) => ({
      ...row,
      fireTime: shanghaiTime(row.fireTime),
      startTime: row.startTime && shanghaiTime(row.startTime),
      endTime: row.endTime && shanghaiTime(row.endTime),
      message: actor.language === 'zh' ? zh : en,
    })),
    total: count.rows[0]?.total ?? 0,
    current,
    size,
  };
}

/** The calls of the scheduled jobs under the names of spec section 7, and those of a run (domain A10). */
export const scheduleFeature: Feature = (app, { engine }) => {
  const { db } = engine;
  const at = (name: string) => `${sysJob.path}/${name}`;
  const post = (
    name: string,
    action: Action,
    what: CallDoc,
    act: (actor: Actor, body: unknown) => Promise<unknown>,
    message?: MessageKey,
  ) =>
    app.post(at(name), { config: { doc: what } }, async request => {
      const actor = actorOf(request);
      authorise(actor, sysJob, action);
      return answer(request, await act(actor, request.body), message);
    });
  const turnAll = (name: 'pause' | 'resume') => async (actor: Actor) => {
    return db.transaction().execute(async within => {
      const found = await sql<{ id: number }>`
        select job_id as id from t_sys_job where not deleted order by job_id`.execute(within);
      const keys = found.rows.map(({ id }) => Number(id));
      const by = { kind: 'person', actor } as const;
      const { taken } = await tryStep(engine, machines.sysJob, name, { keys, by, within });
      return { count: taken.length };
    });
  };

  app.get(
    at('quartz'),
    { config: { doc: doc('list', label('定时任务列表', 'List scheduled jobs')) } },
    async request => answer(request, await page(engine, sysJob, actorOf(request), request.query as Query)),
  );
  post(
    'add_job',
    'add',
    doc('add', label('新增定时任务', 'Add a scheduled job'), addJobBody),
    async (actor, body) => {
      const { paused, ...job } = addJobBody.parse(body ?? {});
      if (!paused) return add(engine, sysJob, actor, job);
      const by = { kind: 'person', actor } as const;
      // It does not fire in between: it is seen once both stand.
      const work = async (within: Db) => {
        const keys = await addWithin(engine, within, sysJob, actor, job);
        await takeStep(engine, machines.sysJob, 'pause', { keys, by, within });
        return { jobId: keys };
      };
      return transact(db, work).catch(error => {
        throw clashOf(sysJob, error) ?? error;
      });
    },
    'added',
  );
  post(
    'update_job',
    'update',
    doc('update', label('修改定时任务', 'Change a scheduled job')),
    (actor, body) => update(engine, sysJob, actor, body),
    'modified',
  );
  post(
    'pause_all',
    'update',
    doc('update', label('暂停全部定时任务', 'Pause all scheduled jobs'), undefined, counted),
    turnAll('pause'),
  );
  post(
    'resume_all',
    'update',
    doc('update', label('恢复全部定时任务', 'Resume all scheduled jobs'), undefined, counted),
    turnAll('resume'),
  );
  post(
    'delete_job',
    'delete',
    doc('delete', label('删除定时任务', 'Delete a scheduled job'), deleteJobBody, counted),
    async (actor, body) => {
      const { jobId, force } = deleteJobBody.parse(body ?? {});
      if (force) {
        await assertJob(db, jobId);
        await sql`
          update t_sys_job_log set end_time = now(), sent = true, result = 2, message = '任务被强制删除',
            message_en = 'The job was deleted by force'
          where job_id = ${jobId} and end_time is null`.execute(db);
      }
      return { count: await remove(engine, sysJob, actor, [jobId]) };
    },
    'deleted',
  );
  post(
    'run_once',
    'update',
    doc('update', label('立即执行一次', 'Run once now'), jobBody, z.object({ logId: z.number() })),
    (_, body) => runOnce(engine, jobBody.parse(body ?? {}).jobId),
    'jobStarted',
  );
  app.get(
    at('log'),
    {
      config: {
        doc: {
          ...doc('list', label('定时任务执行记录', 'Runs of scheduled jobs'), undefined, pageOf(jobLogRow)),
          query: jobLogQuery.extend(pageParameters().shape),
        },
      },
    },
    async request => {
      const actor = actorOf(request);
      authorise(actor, sysJob, 'list');
      return answer(request, await runs(engine, actor, request.query));
    },
  );
};
