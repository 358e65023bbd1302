import { engineKinds } from '@yikao/model/jobs/engine-kinds.ts';
import { asImported, importKind } from '@yikao/model/kernel/import-kinds.ts';
import { codesOfFields } from '@yikao/model/kernel/seen.ts';
import { isPermissionCode, ownCode, permissionCode, stepCode } from '@yikao/model/permissions.ts';
import { openWorkbook } from '../../excel/index.ts';
import { holds } from '../scope/access.ts';
import { thawActor } from '../scope/actor.ts';
import { stepServerOf } from '../steps/step-server.ts';
import { kindOfJob } from './asked-kind.ts';
import { runBatchDelete } from './batch/delete.ts';
import { runBatchSet } from './batch/set.ts';
import { runBatchStep } from './batch/step.ts';
import { checkWork } from './check/check.ts';
import { runExport } from './export/export.ts';
import { runImport } from './import/import.ts';
import { openPictures } from './import/pictures.ts';
import { findJob } from './lifecycle/job.ts';
import { type JobWork, neededCodes } from './lifecycle/job-work.ts';
import { runUndo } from './undo/undo.ts';

/** Brings the job's file in. */
const runFile: JobWork['run'] = async (context, job) => {
  const copy = await context.engine.files.localCopy((job.filePath ?? '').replace(/^\//, ''));
  const declared = context.engine.dataset(job.dataset);
  const dataset = asImported(declared, kindOfJob(declared, job.params));
  try {
    const pictures = dataset.excel?.kind?.pictures && (await openPictures(context, job, dataset, copy.path));
    const workbook = pictures ?? (await openWorkbook(copy.path, { name: job.originName ?? '' }));
    try {
      return await runImport(context, job, workbook, pictures);
    } finally {
      await workbook.close();
    }
  } finally {
    await copy.release();
  }
};

/** The work of the server for the kinds of jobs that any dataset can have. */
export const engineWorks: readonly JobWork[] = [
  {
    kind: engineKinds.import,
    run: runFile,
    // A kind of import may require a further code, besides that of the import.
    codes: async (engine, job) => {
      const dataset = engine.dataset(job.dataset);
      const may = importKind(dataset, job.params.kind)?.may;
      const code = permissionCode(dataset, 'import');
      return may === undefined ? [code] : [code, ownCode(dataset, may)];
    },
  },
  {
    kind: engineKinds.batchUpdate,
    // By a file, or by the same values for all rows of a condition.
    run: (context, job) => (job.filePath === null ? runBatchSet : runFile)(context, job),
  },
  { kind: engineKinds.batchDelete, run: runBatchDelete },
  {
    kind: engineKinds.export,
    run: runExport,
    // An export that shows whole numbers needs the right to see them, too; one that shows a field, the code that it needs.
    codes: async (engine, job) => {
      const dataset = engine.dataset(job.dataset);
      const starter = thawActor(job.actor);
      const shown = codesOfFields(dataset).filter(isPermissionCode);
      const further = [permissionCode(dataset, 'update'), ...shown].filter(code => holds(starter, code));
      return [permissionCode(dataset, 'export'), ...further];
    },
  },
  checkWork,
  {
    kind: engineKinds.undo,
    run: runUndo,
    codes: async (engine, job) => {
      const target = await findJob(engine.db, engineKinds.undo.params.parse(job.params).jobId);
      return target ? neededCodes(engine, target) : [];
    },
  },
  {
    kind: engineKinds.step,
    run: runBatchStep,
    codes: async (engine, job) => {
      const dataset = engine.dataset(job.dataset);
      const step = stepServerOf(engine, dataset)?.machine.steps[String(job.params.step)];
      return step ? [stepCode(dataset, step)] : [];
    },
  },
];
