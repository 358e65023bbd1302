import { AppError, failure } from '@yikao/model/errors.ts';
import { openWorkbook, WorkbookError } from '../../excel/index.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Engine } from '../engine.ts';
import type { Db } from '../sql.ts';
import { runBatchDelete } from './batch-delete.ts';
import { runBatchSet } from './batch-set.ts';
import { runCheck } from './check.ts';
import { runExport } from './export.ts';
import { isDiskFull, JobFailure } from './failure.ts';
import { runImport } from './import.ts';
import {
  claimJob,
  type Ending,
  findJob,
  finishJob,
  type Job,
  JobCancelled,
  JobLost,
  writtenRows,
} from './job.ts';
import { type CurrentActor, RightsLost, watchRights } from './rights.ts';
import { jobText } from './text.ts';
import { runUndo } from './undo.ts';

/** What the process that carries a job out works with. */
export interface WorkParts {
  readonly engine: Engine;
  readonly logger: Logger;
  /** Folder of this node for unfinished files, which outlive the process that writes them. */
  readonly workFolder: string;
  /** Who the job's starter is by now. */
  readonly currentActor: CurrentActor;
}

/** What a job in progress works with. */
export interface JobContext extends Omit<WorkParts, 'currentActor'> {
  /** Throws `RightsLost` once the starter may no longer do the job. */
  readonly assertRights: (db: Db) => Promise<void>;
}

/**
 * Carries one job out from where it stands to its end. Returns when the job is over, in whatever way; throws
 * only what another attempt may cure, such as a lost database.
 */
export async function work(parts: WorkParts, id: number): Promise<void> {
  const { engine, logger, workFolder, currentActor } = parts;
  const job = await claimJob(engine.db, id);
  if (!job) return;
  const { language } = job.actor;
  try {
    if (job.cancelRequested) throw new JobCancelled(id);
    const assertRights = await watchRights(engine, currentActor, job);
    await assertRights(engine.db);
    await finishJob(engine.db, job, await carryOut({ engine, logger, workFolder, assertRights }, job));
  } catch (error) {
    if (error instanceof JobLost) {
      logger.info({ job: id }, 'the job was taken over');
    } else if (error instanceof JobCancelled) {
      const stands = await claimJob(engine.db, id);
      if (stands) {
        await finishJob(engine.db, stands, {
          status: 'cancelled',
          message: jobText('cancelled', language, { done: writtenRows(stands) }),
        });
      }
    } else if (error instanceof RightsLost) {
      logger.info({ job: id, loss: error.loss }, 'the starter of the job may no longer do it');
      const stands = (await findJob(engine.db, id)) ?? job;
      const message = jobText(error.loss, language, { done: writtenRows(stands) });
      await finishJob(engine.db, job, { status: 'fail', message });
    } else if (error instanceof JobFailure) {
      await finishJob(engine.db, job, { status: 'fail', message: error.message, finding: error.finding });
    } else if (error instanceof WorkbookError) {
      logger.info({ job: id, code: error.code }, 'the workbook cannot be read');
      await finishJob(engine.db, job, {
        status: 'fail',
        message: failure('workbookUnreadable', { params: { why: error.text(language) } }).text(language),
      });
    } else if (error instanceof AppError) {
      await finishJob(engine.db, job, { status: 'fail', message: error.text(language) });
    } else if (isDiskFull(error)) {
      logger.error({ job: id, err: error }, 'the disk is full');
      const stands = await findJob(engine.db, id);
      const done = (stands?.insertNum ?? 0) + (stands?.updateNum ?? 0);
      await finishJob(engine.db, job, { status: 'fail', message: jobText('diskFull', language, { done }) });
    } else {
      throw error;
    }
  }
}

async function carryOut(context: JobContext, job: Job): Promise<Ending> {
  switch (job.op) {
    case 'export':
      return runExport(context, job);
    case 'batchDelete':
      return runBatchDelete(context, job);
    case 'check':
      return runCheck(context, job);
    case 'undo':
      return runUndo(context, job);
    case 'import':
    case 'batchUpdate': {
      if (job.filePath === null) return runBatchSet(context, job);
      const copy = await context.engine.files.localCopy((job.filePath ?? '').replace(/^\//, ''));
      try {
        const workbook = await openWorkbook(copy.path, { name: job.originName ?? '' });
        try {
          return await runImport(context, job, workbook);
        } finally {
          await workbook.close();
        }
      } finally {
        await copy.release();
      }
    }
  }
}
