import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import type { Tx } from '../../table/sql.ts';
import { transact } from '../../write/transaction.ts';
import { jobText } from '../text.ts';
import { createJob, type Ending, findJob, finishJob, type Job, type NewJob, writtenRows } from './job.ts';
import { stopJob } from './job-work.ts';

/**
 * Adds a new job to the history and to the queue, both in the transaction of `db`, so that no job appears as running
 * without being queued. Call {@link Engine.jobs}`.wake` after the commit.
 */
export async function queueJob(engine: Engine, db: Tx, job: NewJob): Promise<number> {
  const id = await createJob(db, job);
  await engine.jobs.enqueue(db, id);
  return id;
}

/**
 * Starts a job and returns its id once it is in the history and the queue. Throws `diskFull` if there is too little
 * space for the job.
 */
export async function startJob(engine: Engine, job: NewJob): Promise<{ readonly id: number }> {
  await engine.room.assertRoom();
  const id = await transact(engine.db, db => queueJob(engine, db, job));
  engine.jobs.wake();
  return { id };
}

/**
 * Cancels a job: at once while it waits, and at its next checkpoint while it runs. Throws `notAllowedNow` for a
 * finished one.
 */
export async function cancelJob(engine: Engine, id: number): Promise<void> {
  await transact(engine.db, async db => {
    const become = await cancel(engine, db, id, (job, ending) => stopJob(engine, db, job, ending));
    if (become === 'over') throw failure('notAllowedNow');
  });
}

/** The fate of a job that was to be cancelled: it ended at once, it was asked to end, or it was over before. */
export type Cancelled = 'ended' | 'asked' | 'over';

/**
 * Cancels a job as {@link cancelJob} does, in the caller's transaction. The caller does for its own rows what would
 * follow a job that ends at once (`stopped` of its work), because it holds their locks.
 */
export async function cancelWithin(engine: Engine, db: Tx, id: number): Promise<Cancelled> {
  return cancel(engine, db, id, (job, ending) => finishJob(db, job, ending));
}

async function cancel(
  engine: Engine,
  db: Tx,
  id: number,
  end: (job: Job, ending: Ending) => Promise<unknown>,
): Promise<Cancelled> {
  // A worker that takes the job waits for this lock, and then finds it cancelled.
  const locked =
    await sql`select id from t_biz_log where id = ${id} and status = 'processing' for update`.execute(db);
  const job = locked.rows.length > 0 ? await findJob(db, id) : undefined;
  if (!job) return 'over';
  if (!(await engine.jobs.withdraw(db, id))) {
    await sql`update t_biz_log set cancel_requested = true where id = ${id}`.execute(db);
    return 'asked';
  }
  const message = jobText('cancelled', { done: writtenRows(job) });
  await end(job, { status: 'cancelled', message });
  return 'ended';
}
