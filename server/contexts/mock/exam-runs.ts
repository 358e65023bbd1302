import { arrangeExam, numberExam } from '@yikao/model/contexts/mock/mock-exam.jobs.ts';
import type { FeatureJobKind } from '@yikao/model/jobs/job-kind.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { startFeatureJob } from '../../engine/jobs/feature/start-feature-job.ts';
import type { Job } from '../../engine/jobs/lifecycle/job.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import { type LockedExam, refused } from './seats/arrangement-rules.ts';

/** Jobs that process a whole exam. */
const runs = [arrangeExam, numberExam];

/**
 * Throws `unmetNeeds` while a job assigns numbers or seats of an exam. The caller has locked the exam, so that no job
 * can start before its transaction ends.
 */
export async function assertNoRun(db: Db, examId: number): Promise<void> {
  const found = await sql<Pick<Job, 'op'>>`
    select op from t_biz_log
    where status = 'processing' and op = any(${runs.map(({ name }) => name)}::text[])
      and (params ->> 'examId')::bigint = ${examId}
    limit 1`.execute(db);
  const running = runs.find(({ name }) => name === found.rows[0]?.op);
  if (!running) return;
  const { zh, en } = running.label;
  throw refused(
    `该考试正在执行“${zh}”任务，请等待完成或先取消任务`,
    `The job “${en}” of this exam is running: wait for its end, or cancel it first`,
  );
}

/** Starts a job over a whole exam, one at a time, after `check` has found nothing against it. Answers the job's id. */
export async function startRun<P extends z.ZodType<{ examId: number }>>(
  engine: Engine,
  kind: FeatureJobKind<P>,
  actor: Actor,
  params: z.output<P>,
  check: (db: Tx, examId: number) => Promise<LockedExam>,
): Promise<{ readonly id: number }> {
  const started = await transact(engine.db, async db => {
    await check(db, params.examId);
    await assertNoRun(db, params.examId);
    return startFeatureJob(engine, kind, actor, params, db);
  });
  engine.jobs.wake();
  return started;
}
