import type { JobKind } from '@yikao/model/jobs/job-kind.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import type { z } from 'zod';
import type { Engine } from '../../engine.ts';
import { type Actor, thawActor } from '../../scope/actor.ts';
import type { Tx } from '../../table/sql.ts';
import { transact } from '../../write/transaction.ts';
import { giveWay } from '../lifecycle/give-way.ts';
import { waitForRoom } from '../lifecycle/interruption.ts';
import { type Ending, findJob, type Job } from '../lifecycle/job.ts';
import type { JobWork } from '../lifecycle/job-work.ts';
import { storeResult } from '../lifecycle/result-file.ts';
import { reachCheckpoint } from '../lifecycle/rights.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { writeErrorWorkbook } from '../write/error-workbook.ts';
import { keepRefused } from '../write/refused-rows.ts';

/** The sums that a chunk hands on from one to the next, kept with the job's checkpoint: plain JSON. */
type Carry = Readonly<Record<string, string | number | boolean | null>>;

/** A job as its work sees it. */
export interface JobTask<P> {
  readonly engine: Engine;
  /** The dataset of the job's rows. */
  readonly dataset: AnyDataset;
  /** The starter, with the scope at that time. */
  readonly actor: Actor;
  /** Its settings, read by the kind's schema. */
  readonly params: P;
  /** Pass it along when writing rows, so that their history names the job and an undo finds them. */
  readonly jobId: number;
}

/** A row that a job left unchanged, with the reason; listed in the job's details and workbook. */
export interface JobProblem {
  /** Its key, or another identifier that the work uses (`told`). */
  readonly key: number | string;
  /** Its row in the file that the job reads. */
  readonly row?: number;
  readonly issues: readonly Issue[];
}

/** The result of one transaction of a job. */
export interface JobChunk<C extends Carry> {
  /** Rows that it looked at. */
  readonly rows: number;
  /** Start of the next chunk, above 0 and increasing; undefined after the last one. */
  readonly next: number | undefined;
  readonly inserted?: number;
  readonly updated?: number;
  readonly same?: number;
  readonly problems?: readonly JobProblem[];
  readonly carry?: C;
}

/** The final counts of a job. */
export interface JobCounts<C extends Carry> {
  readonly total: number;
  readonly inserted: number;
  readonly updated: number;
  readonly same: number;
  readonly failed: number;
  readonly carry: C;
}

/** The argument of {@link defineJobWork} of a kind of job. */
interface JobWorkInput<P, C extends Carry> {
  /** The sums before the first chunk. */
  readonly carry: C;
  /** The field that names rows in problems. Defaults to the key. */
  readonly told?: string;
  /** Rows that it will look at, for its progress. */
  readonly total: (task: JobTask<P>) => Promise<number>;
  /**
   * Processes the rows after `after` (0 at first) in the transaction `db`, which commits together with the job's
   * checkpoint: a job whose process dies continues after the last committed chunk. It may run again if the transaction
   * loses a race, so it must not have effects outside the database. Throws `JobFailure` to end the job with a message. A
   * chunk whose `next` does not go forward is rolled back, and fails the attempt.
   */
  readonly chunk: (db: Tx, task: JobTask<P>, after: number, carry: C) => Promise<JobChunk<C>>;
  /** A file created at the end, with its download name. It may be created again after a crash. */
  readonly file?: {
    readonly kind: 'xlsx' | 'csv';
    readonly name: (task: JobTask<P>) => string;
    readonly write: (path: string, task: JobTask<P>) => Promise<void>;
  };
  /**
   * Follows a job that was cancelled, failed or whose starter lost the rights for it, in the transaction that ends it.
   * What its chunks committed stays.
   */
  readonly stopped?: (db: Tx, task: JobTask<P>) => Promise<void>;
  /** The final message of the job. Defaults to the usual counts. */
  readonly message?: (counts: JobCounts<C>, task: JobTask<P>) => Label;
}

/**
 * Defines the server's implementation of a kind of job, one transaction at a time. The engine does the rest: progress,
 * checkpoints, resuming after a crash, cancelling, checking the starter's rights at each checkpoint, disk space, the
 * workbook of problems, and storing the file.
 */
export function defineJobWork<P extends z.ZodType, C extends Carry>(
  kind: JobKind<P>,
  input: JobWorkInput<z.output<P>, C>,
): JobWork {
  const { stopped } = input;
  return {
    kind,
    run: (context, job) => runChunks(kind, input, context, job),
    ...(stopped && { stopped: (engine, db, job) => stopped(db, taskOf(kind, engine, job)) }),
  };
}

function taskOf<P extends z.ZodType>(kind: JobKind<P>, engine: Engine, job: Job): JobTask<z.output<P>> {
  return {
    engine,
    dataset: engine.dataset(job.dataset),
    actor: thawActor(job.actor),
    params: kind.params.parse(job.params),
    jobId: job.id,
  };
}

async function runChunks<P extends z.ZodType, C extends Carry>(
  kind: JobKind<P>,
  input: JobWorkInput<z.output<P>, C>,
  context: JobContext,
  job: Job,
): Promise<Ending> {
  const { engine } = context;
  const task = taskOf(kind, engine, job);
  const total = await input.total(task);
  // Written below, by an earlier attempt.
  let carry = (job.resume ?? input.carry) as C;
  let after = job.position;
  let { done, failNum: failed } = job;
  for (;;) {
    await waitForRoom(context, job);
    const began = performance.now();
    const chunk = await transact(engine.db, async db => {
      const made = await input.chunk(db, task, after, carry);
      // The job would look at the same rows for ever.
      if (made.next !== undefined && made.next <= after)
        throw new Error(`${kind.name} does not go forward: ${made.next} comes after ${after}`);
      const problems = made.problems ?? [];
      await keepRefused(
        db,
        job.id,
        problems.map(({ key, row, issues }, index) => ({
          number: row ?? failed + index + 1,
          issues,
          cells: [key],
        })),
      );
      await reachCheckpoint(context, db, job, {
        done: done + made.rows,
        checkpoint: 0,
        position: made.next ?? after,
        resume: made.carry,
        total: Math.max(total, done + made.rows),
        bytesDone: 0,
        bytesTotal: 0,
        inserted: made.inserted ?? 0,
        updated: made.updated ?? 0,
        same: made.same ?? 0,
        failed: problems.length,
      });
      return made;
    });
    done += chunk.rows;
    failed += chunk.problems?.length ?? 0;
    carry = chunk.carry ?? carry;
    if (chunk.next === undefined) break;
    after = chunk.next;
    await giveWay(context, performance.now() - began);
  }
  return ending(input, context, job, task, carry);
}

async function ending<P, C extends Carry>(
  { file, message, told }: JobWorkInput<P, C>,
  context: JobContext,
  job: Job,
  task: JobTask<P>,
  carry: C,
): Promise<Ending> {
  const { dataset } = task;
  const { language } = task.actor;
  const stands = (await findJob(context.engine.db, job.id)) ?? job;
  const counts = {
    total: stands.done,
    inserted: stands.insertNum,
    updated: stands.updateNum,
    same: stands.sameNum,
    failed: stands.failNum,
  };
  const by = told ?? dataset.key;
  const header = fieldOf(dataset, by)?.label[language] ?? by;
  return {
    status: counts.failed === 0 ? 'success' : 'fail',
    message: message?.({ ...counts, carry }, task) ?? jobText('imported', counts),
    url: file
      ? await storeResult(context, job, file.kind, file.name(task), path => file.write(path, task))
      : null,
    logUrl: counts.failed > 0 ? await writeErrorWorkbook(context, job, [header], new Map([[0, by]])) : null,
  };
}
