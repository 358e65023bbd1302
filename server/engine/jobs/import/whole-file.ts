import { setImmediate } from 'node:timers/promises';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Issue } from '@yikao/model/kernel/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import type { Workbook } from '../../../excel/index.ts';
import type { Actor } from '../../actor.ts';
import { serverSideOf } from '../../server-side.ts';
import { JobFailure } from '../lifecycle/failure.ts';
import { tellJob } from '../lifecycle/interruption.ts';
import type { Job } from '../lifecycle/job.ts';
import { besideData } from '../sheet/beside-data.ts';
import { sheetReader } from '../sheet/child-columns.ts';
import { filledFields } from '../sheet/headers.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import type { ImportHeader } from './header.ts';
import { loadReferenceNames } from './reference-names.ts';

/** Rows with findings that are remembered of one file; one with more has another fault than those of single rows. */
const mostFindings = 20_000;

/** Rows between two words on how far the look is, and two questions whether somebody cancels the job. */
const rowsPerWord = 20_000;

/** Findings of the look at a whole file, by row of the sheet. */
export type FileFindings = ReadonlyMap<number, readonly Issue[]>;

/** The file to be looked at, and how it is read. */
interface WholeFile {
  readonly context: JobContext;
  readonly job: Job;
  readonly workbook: Workbook;
  readonly sheet: number;
  readonly skipHidden: boolean;
  readonly header: ImportHeader;
  readonly actor: Actor;
  /** As the kind of import sees it. */
  readonly dataset: AnyDataset;
  /** Values that all rows have, whatever stands in the file. */
  readonly forced: Readonly<RowValues>;
}

/**
 * Reads the sheet once from its first row to its last for the dataset's rules over whole files, before anything is
 * written. A job that is taken up again reads it anew: what is found depends on the file, and on the rows that stand
 * beside it. Throws `JobFailure` where so many rows are wrong that the file is, and what its header throws.
 */
export async function lookAtWholeFile(file: WholeFile): Promise<FileFindings> {
  const { context, job, workbook, actor, dataset } = file;
  const { engine } = context;
  const found = new Map<number, Issue[]>();
  const checks = serverSideOf(engine.servers, dataset).fileChecks ?? [];
  if (checks.length === 0 || job.op !== 'import') return found;
  const report = (row: number, one: Issue) => {
    const known = found.get(row);
    if (known) known.push(one);
    else found.set(row, [one]);
    if (found.size > mostFindings) {
      throw new JobFailure(jobText('fileWrong', { max: mostFindings }));
    }
  };
  const heading = await file.header.find();
  const { headers } = await file.header.read(heading);
  const columns = [...filledFields(dataset, headers)];
  const names = new Set([...columns, ...Object.keys(file.forced)]);
  const looks = checks
    .filter(({ reads }) => reads.every(name => names.has(name)))
    .map(check => check.open(report));
  if (looks.length === 0) return found;
  const references = await loadReferenceNames(engine, engine.db, dataset, columns, actor);
  const reader = sheetReader(dataset, headers, references, file.forced, () => ({}));
  const isBeside = besideData(heading);
  let rows = 0;
  const taken = file.skipHidden ? { visibleBelow: heading.last } : {};
  for await (const batch of workbook.rows(file.sheet, taken)) {
    await setImmediate();
    for (const row of batch) {
      if (row.number <= heading.last || isBeside(row.cells)) continue;
      for (const { values } of reader.read(row)) for (const look of looks) look.row(row.number, values);
      rows += 1;
      if (rows % rowsPerWord === 0) {
        await tellJob(context, job, jobText('lookingAtFile', { rows }));
        await context.assertRights(engine.db);
      }
    }
  }
  for (const look of looks) await look.end(engine.db);
  if (rows >= rowsPerWord) await tellJob(context, job, undefined);
  return found;
}
