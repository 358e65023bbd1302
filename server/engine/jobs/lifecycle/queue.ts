import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import type { Db } from '../../sql.ts';
import { jobText } from '../text.ts';
import { createJob, findJob, finishJob, type NewJob, writtenRows } from './job.ts';

/**
 * Writes a new job into the history and into the queue, both in the transaction of `db`, so that no job is shown as
 * running that nobody will run. {@link Engine.jobs}`.wake` follows the commit.
 */
export async function queueJob(engine: Engine, db: Db, job: NewJob): Promise<number> {
  const id = await createJob(db, job);
  await engine.jobs.enqueue(db, id);
  return id;
}

/**
 * Starts a job: answers its id once it stands in the history and in the queue. Throws `diskFull` while there is too
 * little room for what a job writes.
 */
export async function startJob(engine: Engine, job: NewJob): Promise<{ readonly id: number }> {
  await engine.room.assertRoom();
  const id = await engine.db.transaction().execute(db => queueJob(engine, db, job));
  engine.jobs.wake();
  return { id };
}

/**
 * Cancels a job: at once while it waits, and at its next checkpoint while somebody works on it. Throws `notAllowedNow`
 * for one that is over.
 */
export async function cancelJob(engine: Engine, id: number): Promise<void> {
  await engine.db.transaction().execute(async db => {
    // Whoever takes the job up has to wait for this lock, and then finds it cancelled.
    const locked =
      await sql`select id from t_biz_log where id = ${id} and status = 'processing' for update`.execute(db);
    const job = locked.rows.length > 0 ? await findJob(db, id) : undefined;
    if (!job) throw failure('notAllowedNow');
    if (await engine.jobs.withdraw(db, id)) {
      const message = jobText('cancelled', { done: writtenRows(job) });
      await finishJob(db, job, { status: 'cancelled', message });
    } else {
      await sql`update t_biz_log set cancel_requested = true where id = ${id}`.execute(db);
    }
  });
}
