import { type JobLogRow, scheduleCalls } from '@yikao/model/calls/schedule.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { machines } from '@yikao/model/machines/index.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import type { PageAsked } from '../../engine/paging.ts';
import { remove } from '../../engine/remove.ts';
import { add, addWithin } from '../../engine/save.ts';
import type { Db } from '../../engine/sql.ts';
import { takeStep, tryStep } from '../../engine/steps/take-step.ts';
import { transact } from '../../engine/transaction.ts';
import { clashOf } from '../../engine/unique.ts';
import type { Feature } from '../feature.ts';

const { sysJob } = registry;

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

async function runs(
  engine: Engine,
  actor: Actor,
  { jobId, current, size }: PageAsked & { readonly jobId?: number | undefined },
) {
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

/** The calls of the scheduled jobs that spec section 7 names, and those of a run (domain A10). */
export const scheduleFeature: Feature = (app, { engine }) => {
  const { db } = engine;
  const turnAll = (actor: Actor, name: 'pause' | 'resume') =>
    db.transaction().execute(async within => {
      const found = await sql<{ id: number }>`
        select job_id as id from t_sys_job where not deleted order by job_id`.execute(within);
      const keys = found.rows.map(({ id }) => Number(id));
      const by = { kind: 'person', actor } as const;
      const { taken } = await tryStep(engine, machines.sysJob, name, { keys, by, within });
      return { count: taken.length };
    });

  handle(app, scheduleCalls.add, async ({ actor, body: { paused, ...job } }) => {
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
  });
  handle(app, scheduleCalls.pauseAll, ({ actor }) => turnAll(actor, 'pause'));
  handle(app, scheduleCalls.resumeAll, ({ actor }) => turnAll(actor, 'resume'));
  handle(app, scheduleCalls.remove, async ({ actor, body: { jobId, force } }) => {
    if (force) {
      await assertJob(db, jobId);
      await sql`
        update t_sys_job_log set end_time = now(), sent = true, result = 2, message = '任务被强制删除',
          message_en = 'The job was deleted by force'
        where job_id = ${jobId} and end_time is null`.execute(db);
    }
    return { count: await remove(engine, sysJob, actor, [jobId]) };
  });
  handle(app, scheduleCalls.runOnce, ({ body }) => runOnce(engine, body.jobId));
  handle(app, scheduleCalls.runs, ({ actor, query, page }) => runs(engine, actor, { ...query, ...page }));
};
