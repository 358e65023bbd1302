import type { JobKind } from '@yikao/model/jobs/job-kind.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Issue } from '@yikao/model/kernel/issues.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { z } from 'zod';
import type { Logger } from '../../../platform/logger.ts';
import { type Actor, thawActor } from '../../actor.ts';
import type { Engine } from '../../engine.ts';
import type { Db } from '../../sql.ts';
import { transact } from '../../transaction.ts';
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
  readonly logger: Logger;
  /** The dataset whose rows the job is about. */
  readonly dataset: AnyDataset;
  /** Whoever started it, with the scope they had then. */
  readonly actor: Actor;
  /** Its settings, read by the kind's schema. */
  readonly params: P;
  /** Goes with rows that are written, so that their history names the job and an undo finds them. */
  readonly jobId: number;
}

/** A row that a job leaves alone, and why; told in the job's details and in its workbook. */
export interface JobProblem {
  /** Its key, or what the work says it tells rows by (`told`). */
  readonly key: number | string;
  /** Its row in the file that the job reads. */
  readonly row?: number;
  readonly issues: readonly Issue[];
}

/** The work of one transaction of a job. */
export interface JobChunk<C extends Carry> {
  /** Rows that it looked at. */
  readonly rows: number;
  /** Where the next one begins, above 0 and never lower than before; undefined when this one was the last. */
  readonly next: number | undefined;
  readonly inserted?: number;
  readonly updated?: number;
  readonly same?: number;
  readonly problems?: readonly JobProblem[];
  readonly carry?: C;
}

/** How a job stands at its end. */
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
  /** The field by which problems name their rows; the key where it is left out. */
  readonly told?: string;
  /** Rows that it will look at, for its progress. */
  readonly total: (task: JobTask<P>) => Promise<number>;
  /**
   * Does the rows after `after` (0 at first) in the transaction `db`, which commits with the job's checkpoint: a job
   * whose process dies goes on after the last chunk that stands. May be run again where the transaction loses against
   * another one, so it leaves nothing outside of the database. Throws `JobFailure` to end the job with a sentence.
   */
  readonly chunk: (db: Db, task: JobTask<P>, after: number, carry: C) => Promise<JobChunk<C>>;
  /** A file that is made at the end; its name is what the browser saves it as. May be made again after a kill. */
  readonly file?: {
    readonly kind: 'xlsx' | 'csv';
    readonly name: (task: JobTask<P>) => string;
    readonly write: (path: string, task: JobTask<P>) => Promise<void>;
  };
  /** The sentence that the job ends with; the usual counts where it is left out. */
  readonly message?: (counts: JobCounts<C>, task: JobTask<P>) => Label;
}

/**
 * Says what the server does for a kind of job, one transaction at a time. The engine does the rest of it: progress,
 * checkpoint, going on after a kill, cancelling, the question at each checkpoint whether its starter may still do it,
 * room on the disk, problems with their workbook, the file's storing.
 */
export function defineJobWork<P extends z.ZodType, C extends Carry>(
  kind: JobKind<P>,
  input: JobWorkInput<z.output<P>, C>,
): JobWork {
  return { kind, run: (context, job) => runChunks(kind, input, context, job) };
}

async function runChunks<P extends z.ZodType, C extends Carry>(
  kind: JobKind<P>,
  input: JobWorkInput<z.output<P>, C>,
  context: JobContext,
  job: Job,
): Promise<Ending> {
  const { engine, logger } = context;
  const task: JobTask<z.output<P>> = {
    engine,
    logger,
    dataset: engine.dataset(job.dataset),
    actor: thawActor(job.actor),
    params: kind.params.parse(job.params),
    jobId: job.id,
  };
  const total = await input.total(task);
  // Written below, by an earlier attempt.
  let carry = (job.resume ?? input.carry) as C;
  let after = job.position;
  let { done, failNum: failed } = job;
  for (;;) {
    await waitForRoom(context, job);
    const chunk = await transact(engine.db, async db => {
      const made = await input.chunk(db, task, after, carry);
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
