import { setTimeout as after } from 'node:timers/promises';
import type { Label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { faultOf } from '../../../platform/faults.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { findJob, type Job, JobCancelled, JobLost } from './job.ts';

/** Milliseconds between two looks at whether there is room again, and whether somebody cancels the job meanwhile. */
const lookMs = 2_000;

/** Milliseconds before a job goes on after a fault: doubled each time it got no further, up to the longest. */
const pause = { firstMs: 1_000, longestMs: 30_000 } as const;

/** Pauses in a row without getting further after which a job is not tried again: some minutes. */
const maxPauses = 12;

/** Says in the job's row why it waits, or what it is at; nothing when there is nothing to say. Throws {@link JobLost} and {@link JobCancelled}. */
export async function tellJob({ engine }: JobContext, job: Job, message: Label | undefined): Promise<void> {
  const told = await sql<{ cancelled: boolean }>`
    update t_biz_log set message = ${message?.zh ?? ''}, message_en = ${message?.en ?? ''}
    where id = ${job.id} and attempts = ${job.attempts} and status = 'processing'
    returning cancel_requested as cancelled`.execute(engine.db);
  const row = told.rows[0];
  if (!row) throw new JobLost(job.id);
  if (row.cancelled) throw new JobCancelled(job.id);
}

/**
 * Holds a job up while there is too little room on a disk for what it is about to write; the job's row says so. Called
 * between two chunks. Throws {@link JobLost} and {@link JobCancelled}.
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

/** Takes the job up once more in this process, under a new attempt, which fences off what the former one has under way. */
async function takeUpAgain({ engine }: JobContext, job: Job): Promise<Job | undefined> {
  const mine = await sql`
    update t_biz_log set attempts = attempts + 1
    where id = ${job.id} and attempts = ${job.attempts} and status = 'processing'`.execute(engine.db);
  return mine.numAffectedRows === 1n ? findJob(engine.db, job.id) : undefined;
}

const placeOf = (job: Job) => `${job.checkpoint} ${job.position} ${job.done}`;

/** The faults that pass without anybody touching the job: it waits, and goes on where it stands. */
export class Interruptions {
  readonly #context: JobContext;
  /** Where the job stood at the last fault, and how many it had there. */
  #place = '';
  #pauses = 0;

  constructor(context: JobContext) {
    this.#context = context;
  }

  /**
   * Waits until it is worth going on after an error, and gives the job to go on with. Throws the error again when
   * waiting does not help, and {@link JobLost} when somebody else has taken the job over.
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
    // A disk that is seen to be full may stay so for long, and somebody knows it: that wait is not counted.
    if (!(await this.#context.engine.room.low())) this.#pauses += 1;
    if (this.#pauses > maxPauses) throw error;
    await after(Math.min(pause.firstMs * 2 ** Math.max(0, this.#pauses - 1), pause.longestMs));
  }
}
