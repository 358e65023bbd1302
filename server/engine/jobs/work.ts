import { AppError, failure } from '@yikao/model/errors.ts';
import { type Label, type Language, label } from '@yikao/model/kernel/label.ts';
import { WorkbookError } from '../../excel/index.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Engine } from '../engine.ts';
import type { Db } from '../table/sql.ts';
import { transact } from '../write/transaction.ts';
import { isDiskFull, JobFailure } from './lifecycle/failure.ts';
import { Interruptions, waitForRoom } from './lifecycle/interruption.ts';
import {
  claimJob,
  type Ending,
  findJob,
  type Job,
  JobCancelled,
  JobLost,
  writtenRows,
} from './lifecycle/job.ts';
import { endJob, stopJob, workOf } from './lifecycle/job-work.ts';
import { type CurrentActor, RightsLost, watchRights } from './lifecycle/rights.ts';
import { jobText } from './text.ts';

/** The parts that the process of a job works with. */
export interface WorkParts {
  readonly engine: Engine;
  readonly logger: Logger;
  /** Folder of this node for unfinished files, which outlive the process that writes them. */
  readonly workFolder: string;
  /** Who the job's starter is by now. */
  readonly currentActor: CurrentActor;
  /** All connections share one session of the database, as with the embedded one: jobs give way between chunks. */
  readonly oneSession?: boolean;
}

/** The parts that a job in progress works with. */
export interface JobContext extends Omit<WorkParts, 'currentActor'> {
  /** Throws `RightsLost` once the starter may no longer do the job. */
  readonly assertRights: (db: Db) => Promise<void>;
}

/**
 * Runs one job from its position to its end. An unreachable or full database, disk or file store pauses it, and it
 * resumes from its position. Returns when the job is over, with any outcome; throws only if another attempt may
 * succeed.
 */
export async function work(parts: WorkParts, id: number): Promise<void> {
  const { engine, logger, workFolder, currentActor, oneSession } = parts;
  const claimed = await claimJob(engine.db, id);
  if (!claimed) return;
  let job = claimed;
  const context: JobContext = {
    engine,
    logger,
    workFolder,
    ...(oneSession !== undefined && { oneSession }),
    assertRights: watchRights(engine, currentActor, claimed),
  };
  const interruptions = new Interruptions(context);
  for (;;) {
    try {
      if (job.cancelRequested) throw new JobCancelled(id);
      await context.assertRights(engine.db);
      await waitForRoom(context, job);
      const ending = await workOf(engine, job).run(context, job);
      const done = job;
      await transact(engine.db, db => endJob(engine, db, done, ending));
      return;
    } catch (error) {
      try {
        job = await interruptions.over(error, job);
      } catch (last) {
        return await endBy(last, context, job);
      }
    }
  }
}

/** A sentence in both languages, made in each. */
const inBoth = (of: (language: Language) => string): Label => label(of('zh'), of('en'));

/** Ends a job with a permanent error; throws an error if another attempt may succeed. */
async function endBy(error: unknown, { engine, logger }: JobContext, job: Job): Promise<void> {
  const { id } = job;
  const stop = (ended: Job, ending: Ending) => transact(engine.db, db => stopJob(engine, db, ended, ending));
  const written = async () => writtenRows((await findJob(engine.db, id)) ?? job);
  if (error instanceof JobLost) {
    logger.info({ job: id }, 'the job was taken over');
  } else if (error instanceof JobCancelled) {
    const stands = await claimJob(engine.db, id);
    if (stands) {
      await stop(stands, {
        status: 'cancelled',
        message: jobText('cancelled', { done: writtenRows(stands) }),
      });
    }
  } else if (error instanceof RightsLost) {
    logger.info({ job: id, loss: error.loss }, 'the starter of the job may no longer do it');
    const message = jobText(error.loss, { done: await written() });
    await stop(job, { status: 'fail', message });
  } else if (error instanceof JobFailure) {
    await stop(job, { status: 'fail', message: error.sentence, finding: error.finding });
  } else if (error instanceof WorkbookError) {
    logger.info({ job: id, code: error.code }, 'the workbook cannot be read');
    await stop(job, {
      status: 'fail',
      message: inBoth(language =>
        failure('workbookUnreadable', { params: { why: error.text(language) } }).text(language),
      ),
    });
  } else if (error instanceof AppError) {
    await stop(job, { status: 'fail', message: inBoth(language => error.text(language)) });
  } else if (isDiskFull(error)) {
    logger.error({ job: id, err: error }, 'the disk is full');
    const message = jobText('diskFull', { done: await written() });
    await stop(job, { status: 'fail', message });
  } else {
    throw error;
  }
}
