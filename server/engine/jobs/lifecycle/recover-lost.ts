import { sql } from 'kysely';
import type { JobQueue } from '../../engine.ts';
import type { Db, Tx } from '../../table/sql.ts';
import { transact } from '../../write/transaction.ts';
import { jobText } from '../text.ts';
import { findJob, type Job, writtenRows } from './job.ts';
import type { GiveUp } from './job-work.ts';

/** The parts that {@link recoverLostJobs} works with. */
export interface LostJobsParts {
  readonly db: Db;
  readonly queue: JobQueue;
  /** Returns the jobs that the queue does not have. */
  readonly unqueued: (ids: readonly number[]) => Promise<readonly number[]>;
  readonly giveUp: GiveUp;
}

/** Hours after which a lost job is not restarted: by then its starter has found another way. */
const freshHours = 24;

/**
 * Finds jobs marked as running that the queue no longer has: the entry was removed by hand, given up by the queue, or
 * never written by an older version of the product. Those of the last day are queued again and resume after their
 * checkpoint; older ones end as interrupted. Returns their ids.
 */
export async function recoverLostJobs(parts: LostJobsParts): Promise<readonly number[]> {
  const { db, queue, unqueued } = parts;
  const running = await sql<Pick<Job, 'id'>>`
    select id from t_biz_log where status = 'processing' order by id`.execute(db);
  if (running.rows.length === 0) return [];
  const lost = await unqueued(running.rows.map(({ id }) => id));
  for (const id of lost) await transact(db, within => recover(within, parts, id));
  if (lost.length > 0) queue.wake();
  return lost;
}

async function recover(
  db: Tx,
  { queue, giveUp }: Pick<LostJobsParts, 'queue' | 'giveUp'>,
  id: number,
): Promise<void> {
  const locked = await sql<{ fresh: boolean }>`
    select create_time > now() - make_interval(hours => ${freshHours}) as fresh from t_biz_log
    where id = ${id} and status = 'processing' for update skip locked`.execute(db);
  const [row] = locked.rows;
  if (!row) return;
  if (row.fresh) return queue.enqueue(db, id);
  const job = await findJob(db, id);
  if (!job) return;
  const message = jobText('interrupted', { done: writtenRows(job) });
  await giveUp(db, job, { status: 'fail', message });
}
