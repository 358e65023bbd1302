import { sql } from 'kysely';
import type { Workbook } from '../../../excel/index.ts';
import type { Db } from '../../table/sql.ts';
import { JobFailure } from '../lifecycle/failure.ts';
import type { Ending, Job } from '../lifecycle/job.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import type { ImportParams } from './import-params.ts';
import { ImportRun } from './import-run.ts';
import type { PictureArchive } from './pictures.ts';
import type { FileFindings } from './whole-file.ts';

/**
 * Imports a workbook, or updates columns of existing rows from it (domain 0.4). Rows, counts, history, refused rows and
 * checkpoint of a chunk commit together, so that a resumed job continues where the last one stopped.
 */
export async function runImport(
  context: JobContext,
  job: Job,
  workbook: Workbook,
  pictures?: PictureArchive,
): Promise<Ending> {
  // Written by `startImport` from a validated body.
  const params = job.params as unknown as ImportParams;
  const once = async (run: ImportRun): Promise<ImportRun> => {
    // Nothing is written yet: discard the counts of an earlier attempt or of the check before this pass.
    if (job.checkpoint === 0) await forget(context.engine.db, job);
    await run.run();
    return run;
  };
  const nothing: FileFindings = { rows: new Map(), warnings: [] };
  const file = new ImportRun(context, job, workbook, params, nothing, true, pictures);
  const findings = await file.lookAtWhole();
  const [doubt] = findings.warnings;
  if (doubt && !params.dryRun && params.confirmed === false && job.checkpoint === 0)
    throw new JobFailure(jobText('unconfirmed', { what: doubt }), await file.findingOf(findings));
  if (params.onError === 'abort' && !params.dryRun && job.checkpoint === 0) {
    const check = await once(
      new ImportRun(context, job, workbook, { ...params, dryRun: true }, findings, false, pictures),
    );
    if (check.hasRefused) return check.ending('aborted');
  }
  const run = await once(new ImportRun(context, job, workbook, params, findings, true, pictures));
  return run.ending(params.dryRun ? 'checked' : 'imported');
}

async function forget(db: Db, job: Job): Promise<void> {
  await sql`delete from t_biz_log_error where job_id = ${job.id}`.execute(db);
  await sql`delete from t_biz_log_difference where job_id = ${job.id}`.execute(db);
  await sql`
    update t_biz_log set done = 0, insert_num = 0, update_num = 0, same_num = 0, fail_num = 0, success_num = 0
    where id = ${job.id} and attempts = ${job.attempts}`.execute(db);
}
