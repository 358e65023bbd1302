import { setTimeout as after } from 'node:timers/promises';
import type { Label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { faultOf } from '../../../platform/faults.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { findJob, type Job, JobCancelled, JobLost } from './job.ts';

/** Milliseconds between checks for disk space and for cancellation. */
const lookMs = 2_000;

/** Milliseconds before a job resumes after a fault: doubled each time without progress, up to the maximum. */
const pause = { firstMs: 1_000, longestMs: 30_000 } as const;

/** Pauses in a row without getting further after which a job is not tried again: some minutes. */
const maxPauses = 12;

/**
 * Writes to the job's row why it waits, or its current activity; nothing if there is no message. Throws {@link JobLost}
 * and {@link JobCancelled}.
 */
export async function tellJob({ engine }: JobContext, job: Job, message: Label | undefined): Promise<void> {
  const told = await sql<Pick<Job, 'cancelRequested'>>`
    update t_biz_log set message = ${message?.zh ?? ''}, message_en = ${message?.en ?? ''}
    where id = ${job.id} and attempts = ${job.attempts} and status = 'processing'
    returning cancel_requested`.execute(engine.db);
  const row = told.rows[0];
  if (!row) throw new JobLost(job.id);
  if (row.cancelRequested) throw new JobCancelled(job.id);
}

/**
 * Pauses a job while there is too little disk space for its writes; the job's row says so. Called between chunks.
 * Throws {@link JobLost} and {@link JobCancelled}.
 */
export async function waitForRoom(context: JobContext, job: Job): Promise<void> {
  const { room } = context.engine;
  if (!(await room.low())) return;
  context.logger.warn({ job: job.id }, 'the job waits for room on the disk');
  while (await room.low()) {
    // Where even this finds no room, or no database, the job waits without a word.
    await tellJob(context, job, jobText('waitsForRoom')).catch(error => {
      if (faultOf(error) === undefined) throw error;
    });
    await after(lookMs);
  }
  await tellJob(context, job, undefined);
}

/** Restarts the job in this process as a new attempt, which fences off work of the former one. */
async function takeUpAgain({ engine }: JobContext, job: Job): Promise<Job | undefined> {
  const mine = await sql`
    update t_biz_log set attempts = attempts + 1
    where id = ${job.id} and attempts = ${job.attempts} and status = 'processing'`.execute(engine.db);
  return mine.numAffectedRows === 1n ? findJob(engine.db, job.id) : undefined;
}

const placeOf = (job: Job) => `${job.checkpoint} ${job.position} ${job.done}`;

/** Handles temporary faults: the job waits, and resumes from its position. */
export class Interruptions {
  readonly #context: JobContext;
  /** The job's position at the last fault, and the number of faults there. */
  #place = '';
  #pauses = 0;

  constructor(context: JobContext) {
    this.#context = context;
  }

  /**
   * Waits until a retry after an error makes sense, and returns the job to resume. Throws the error again if waiting
   * does not help, and {@link JobLost} if another worker has taken the job.
   */
  async over(error: unknown, job: Job): Promise<Job> {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    this.#context.logger.warn({ job: job.id, fault, err: error }, 'the job waits after a fault');
    for (;;) {
      await this.#pause(error);
      try {
        const again = await takeUpAgain(this.#context, job);
        if (!again) throw new JobLost(job.id);
        if (placeOf(again) !== this.#place) this.#pauses = 0;
        this.#place = placeOf(again);
        if (again.cancelRequested) throw new JobCancelled(job.id);
        if (fault === 'diskFull') await waitForRoom(this.#context, again);
        return again;
      } catch (next) {
        // The database is away still, or again.
        if (faultOf(next) === undefined) throw next;
      }
    }
  }

  async #pause(error: unknown): Promise<void> {
    // A disk known to be full may stay so for long, and people are informed: this wait does not count.
    if (!(await this.#context.engine.room.low())) this.#pauses += 1;
    if (this.#pauses > maxPauses) throw error;
    await after(Math.min(pause.firstMs * 2 ** Math.max(0, this.#pauses - 1), pause.longestMs));
  }
}
