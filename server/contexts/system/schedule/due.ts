import type { registry } from '@yikao/model/contexts/datasets.ts';
import { jobState, misfirePolicy, runResult } from '@yikao/model/contexts/shared/schedule.codes.ts';
import { isCron, nextFireTimes, parseCron } from '@yikao/model/rules/cron.ts';
import { sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';

const jobIs = codesOf(jobState);
const runResultIs = codesOf(runResult);

/** Milliseconds a job may be late and still count as on time, as in Quartz. */
const lateMs = 60_000;
/** Jobs that one look moves on. */
const mostDue = 100;

/** A run that waits to be handed to the queue. */
export interface WaitingRun {
  readonly logId: number;
  readonly jobId: number;
  readonly concurrent: boolean;
}

interface DueJob extends Columns<typeof registry.sysJob, 'jobId' | 'misfire'> {
  readonly cron: string;
  readonly due: Date;
  readonly now: Date;
}

/**
 * Reports whether anything is due or waits, and when the next job is due; by the database's clock, which all nodes
 * share.
 */
export async function lookAhead(
  db: Db,
): Promise<{ readonly now: boolean; readonly nextMs: number | undefined }> {
  const found = await sql<{ waiting: boolean; next: number | null }>`
    select exists (select 1 from t_sys_job_log where not sent) as waiting,
      (select extract(epoch from min(next_fire_time) - now())::float8 * 1000 from t_sys_job
        where job_state = ${jobIs.running} and not deleted) as next`.execute(db);
  const { waiting = false, next = null } = found.rows[0] ?? {};
  return { now: waiting || (next !== null && next <= 0), nextMs: next ?? undefined };
}

/**
 * Advances every due job to its next time and records the run, in one transaction: the first node does it, and others
 * skip locked rows. A run more than a minute late was missed: it is skipped, or made up once (domain A10).
 */
export async function advanceDue(db: Tx): Promise<void> {
  const found = await sql<DueJob>`
    select job_id, cron_expression as cron, misfire, next_fire_time as due, now() as now
    from t_sys_job where job_state = ${jobIs.running} and not deleted and next_fire_time <= now()
    order by next_fire_time limit ${mostDue} for update skip locked`.execute(db);
  for (const job of found.rows) {
    const missed = job.now.getTime() - job.due.getTime() > lateMs;
    const runs = !missed || job.misfire === misfirePolicy.is.makeUp;
    const parsed = parseCron(job.cron);
    const [next] = isCron(parsed) ? nextFireTimes(parsed, job.now, 1) : [];
    await sql`
      insert into t_sys_job_log (job_id, cause, fire_time, sent, end_time, result, message, message_en)
      values (${job.jobId}, ${missed ? 3 : 1}, ${job.due}, ${!runs}, ${runs ? null : job.now}, ${runs ? null : 3},
        ${runs ? '' : '错过执行时间，已忽略'}, ${runs ? '' : 'Missed, and skipped'})
      on conflict do nothing`.execute(db);
    await sql`
      update t_sys_job set next_fire_time = ${next ?? null},
        prev_fire_time = case when ${runs} then ${job.now}::timestamptz else prev_fire_time end
      where job_id = ${job.jobId}`.execute(db);
  }
}

/** Runs that have not been handed to the queue, locked for this transaction. */
export async function waitingRuns(db: Tx): Promise<readonly WaitingRun[]> {
  const found = await sql<WaitingRun>`
    select l.log_id, l.job_id, j.concurrent_flag = 1 as concurrent
    from t_sys_job_log as l join t_sys_job as j using (job_id)
    where not l.sent order by l.log_id limit ${mostDue} for update of l skip locked`.execute(db);
  return found.rows;
}

/** A run that was handed to the queue and is not over, with the key under which the queue has it. */
export interface SentRun {
  readonly logId: number;
  readonly key: string;
}

/** The key of a run in the queue: that of its job, unless runs of the job may overlap. */
export const runKey = (run: WaitingRun): string => (run.concurrent ? `run/${run.logId}` : `job/${run.jobId}`);

/** Runs that the queue should have: sent, and not over. */
export async function sentRuns(db: Db): Promise<readonly SentRun[]> {
  const found = await sql<WaitingRun>`
    select l.log_id, l.job_id, j.concurrent_flag = 1 as concurrent
    from t_sys_job_log as l join t_sys_job as j using (job_id)
    where l.sent and l.end_time is null order by l.log_id`.execute(db);
  return found.rows.map(run => ({ logId: run.logId, key: runKey(run) }));
}

/** Times a run may be cut off before it is given up. */
const mostAttempts = 20;

/** Requeues runs that the queue has lost; those older than a day, and those interrupted repeatedly, end as failed. */
export async function recoverRuns(db: Db, logIds: readonly number[]): Promise<void> {
  const lost = sql`log_id = any(${[...logIds]}::bigint[]) and sent and end_time is null`;
  await sql`
    with ended as (
      update t_sys_job_log set end_time = now(), result = ${runResultIs.failed}, message = '执行中断，未能完成',
        message_en = 'It was interrupted and did not finish'
      where ${lost} and (fire_time <= now() - interval '1 day' or attempts >= ${mostAttempts}) returning job_id
    )
    update t_sys_job set last_result = ${runResultIs.failed} where job_id in (select job_id from ended)`.execute(
    db,
  );
  await sql`update t_sys_job_log set sent = false where ${lost}`.execute(db);
}

/** Marks a run as queued, or as skipped because the last one is still running. */
export async function markSent(db: Db, logId: number, taken: boolean): Promise<void> {
  await (taken
    ? sql`update t_sys_job_log set sent = true where log_id = ${logId}`
    : sql`update t_sys_job_log set sent = true, end_time = now(), result = ${runResultIs.skipped},
        message = '上次执行尚未结束', message_en = 'The last run goes on'
      where log_id = ${logId}`
  ).execute(db);
}
