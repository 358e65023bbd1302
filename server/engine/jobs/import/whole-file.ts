import { setImmediate } from 'node:timers/promises';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import type { Actor } from '../../scope/actor.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { JobFailure } from '../lifecycle/failure.ts';
import { tellJob } from '../lifecycle/interruption.ts';
import type { Job } from '../lifecycle/job.ts';
import { sheetReader } from '../sheet/child-columns.ts';
import { filledFields } from '../sheet/column-match.ts';
import { numberingOf, rowOfFile, rowText } from '../sheet/row-parts.ts';
import type { GivenCells } from '../sheet/row-reader.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import type { ImportHeader } from './check-header.ts';
import { type MatchRules, matchValues } from './match.ts';
import { loadReferenceNames } from './reference-names.ts';
import { replaces, surplusDoubts, WholeFinder, type WholesOfFile } from './whole-rows.ts';

/** Most rows with findings stored for a file; more indicate a problem with the file as a whole. */
const mostFindings = 20_000;

/** Rows between two progress updates, which also check for cancellation. */
const rowsPerWord = 20_000;

/** Findings of the look at a whole file, by the number of a row as its reader numbers it. */
export interface FileFindings {
  readonly rows: ReadonlyMap<number, readonly Issue[]>;
  /** Doubts about the file as a whole. */
  readonly warnings: readonly Label[];
  /** The wholes of the file, if the dataset has some. */
  readonly wholes?: WholesOfFile | undefined;
}

/** The file to check, and its reader. */
interface WholeFile {
  readonly context: JobContext;
  readonly job: Job;
  readonly skipHidden: boolean;
  readonly header: ImportHeader;
  readonly actor: Actor;
  /** As the kind of import sees it. */
  readonly dataset: AnyDataset;
  /** Values of all rows, whatever the file contains. */
  readonly forced: Readonly<RowValues>;
  /** Values that a person has given for the whole file. */
  readonly given: GivenCells;
  readonly rules: MatchRules;
  readonly now: Date;
}

/**
 * Reads the whole sheet for the dataset's rules over files, before anything is written. A resumed job reads it again:
 * the findings depend on the file and on the stored rows. Throws `JobFailure` if so many rows are wrong that the file
 * must be, and the errors of its header.
 */
export async function lookAtWholeFile(file: WholeFile): Promise<FileFindings> {
  const { context, job, actor, dataset } = file;
  const { engine } = context;
  const found = new Map<number, Issue[]>();
  const warnings: Label[] = [];
  const { fileChecks: checks = [], whole } = serverSideOf(engine.servers, dataset);
  if ((checks.length === 0 && !whole) || job.op !== 'import') return { rows: found, warnings };
  const finder = whole && new WholeFinder(dataset, whole);
  const isReplacing = replaces(file.rules.mode, job.op);
  const report = (row: number, one: Issue) => {
    const known = found.get(row);
    if (known) known.push(one);
    else found.set(row, [one]);
    if (found.size > mostFindings) {
      throw new JobFailure(jobText('fileWrong', { max: mostFindings }));
    }
  };
  const source = await file.header.find();
  const { headers } = await file.header.read(source.heading);
  const numbering = numberingOf(dataset, headers, source.sheets);
  const columns = [...new Set([...filledFields(dataset, headers), ...Object.keys(file.given)])];
  const names = new Set([...columns, ...Object.keys(file.forced)]);
  const looks = checks
    .filter(({ reads }) => reads.every(name => names.has(name)))
    .map(check =>
      check.open(report, {
        rowText: number => rowText(numbering, rowOfFile(numbering, number)),
        warn: what => warnings.push(what),
        replaces: finder !== undefined && isReplacing,
      }),
    );
  if (looks.length === 0 && !finder) return { rows: found, warnings };
  const references = await loadReferenceNames(engine, engine.db, dataset, columns, actor);
  const matchOf = (values: RowValues) => matchValues(file.rules, values, file.now);
  const reader = sheetReader(engine, dataset, headers, references, file.forced, matchOf, file.given);
  let rows = 0;
  for await (const batch of source.rows(file.skipHidden)) {
    await setImmediate();
    for (const row of batch) {
      if (row.beside || row.beneath !== undefined) continue;
      const read = reader.read(row);
      finder?.row(row.number, read);
      for (const { number, values } of read) for (const look of looks) look.row(number, values);
      rows += 1;
      if (rows % rowsPerWord === 0) {
        await tellJob(context, job, jobText('lookingAtFile', { rows }));
        await context.assertRights(engine.db);
      }
    }
  }
  for (const look of looks) await look.end(engine.db);
  const wholes = finder?.found();
  if (whole && wholes && isReplacing)
    warnings.push(...(await surplusDoubts(engine.db, dataset, whole, wholes, row => found.has(row))));
  if (rows >= rowsPerWord) await tellJob(context, job, undefined);
  return { rows: found, warnings, wholes };
}
