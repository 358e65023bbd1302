import { registry } from '@yikao/model/contexts/datasets.ts';
import { machines } from '@yikao/model/contexts/machines.ts';
import { runResult } from '@yikao/model/contexts/shared/schedule.codes.ts';
import { type JobLogRow, scheduleCalls } from '@yikao/model/contexts/system/schedule.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { PageAsked } from '../../../engine/read/paging.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { takeStep, tryStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { countFrom, type Db, type Tx } from '../../../engine/table/sql.ts';
import { remove } from '../../../engine/write/remove.ts';
import { add, addWithin } from '../../../engine/write/save.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { clashOf } from '../../../engine/write/unique.ts';
import type { Feature } from '../../shared/feature.ts';

const runResultIs = codesOf(runResult);

const { sysJob } = registry;

async function assertJob(db: Db, jobId: number): Promise<void> {
  const found = await sql`select 1 from t_sys_job where job_id = ${jobId} and not deleted`.execute(db);
  if (found.rows.length === 0) throw failure('notFound');
}

/** Requests a run at once; a node picks it up within seconds. Paused jobs may also be run. */
async function runOnce(engine: Engine, jobId: number): Promise<{ logId: number }> {
  await assertJob(engine.db, jobId);
  const made = await sql<Pick<JobLogRow, 'logId'>>`
    insert into t_sys_job_log (job_id, cause, fire_time) values (${jobId}, 2, ${engine.clock.now()})
    returning log_id`.execute(engine.db);
  return { logId: made.rows[0]?.logId ?? 0 };
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
  const [found, total] = await Promise.all([
    sql<FoundRun>`
      select l.log_id, l.job_id, j.job_name, l.cause, l.fire_time, l.start_time, l.end_time, l.result,
        l.message as zh, l.message_en as en, l.attempts
      from t_sys_job_log as l join t_sys_job as j using (job_id)
      where ${where} order by l.log_id desc limit ${size} offset ${(current - 1) * size}`.execute(engine.db),
    countFrom(engine.db, sql`t_sys_job_log as l where ${where}`),
  ]);
  return {
    records: found.rows.map(({ zh, en, ...row }) => ({
      ...row,
      fireTime: shanghaiTime(row.fireTime),
      startTime: row.startTime && shanghaiTime(row.startTime),
      endTime: row.endTime && shanghaiTime(row.endTime),
      message: actor.language === 'zh' ? zh : en,
    })),
    total,
    current,
    size,
  };
}

/** The calls of scheduled jobs in spec section 7, and those of a run (domain A10). */
export const scheduleFeature: Feature = (app, { engine }) => {
  const { db } = engine;
  const turnAll = (actor: Actor, name: 'pause' | 'resume') =>
    transact(db, async within => {
      const found = await sql<Columns<typeof registry.sysJob, 'jobId'>>`
        select job_id from t_sys_job where not deleted order by job_id`.execute(within);
      const keys = found.rows.map(({ jobId }) => jobId);
      const by = { kind: 'person', actor } as const;
      const { taken } = await tryStep(engine, machines.sysJob, name, { keys, by, within });
      return { count: taken.length };
    });

  handle(app, scheduleCalls.add, async ({ actor, body: { paused, ...job } }) => {
    if (!paused) return add(engine, sysJob, actor, job);
    const by = { kind: 'person', actor } as const;
    // It must not fire in between: it becomes visible once both are committed.
    const work = async (within: Tx) => {
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
        update t_sys_job_log set end_time = now(), sent = true, result = ${runResultIs.failed}, message = '任务被强制删除',
          message_en = 'The job was deleted by force'
        where job_id = ${jobId} and end_time is null`.execute(db);
    }
    return { count: await remove(engine, sysJob, actor, [jobId]) };
  });
  handle(app, scheduleCalls.runOnce, ({ body }) => runOnce(engine, body.jobId));
  handle(app, scheduleCalls.runs, ({ actor, query, page }) => runs(engine, actor, { ...query, ...page }));
};
