import { setImmediate } from 'node:timers/promises';
import { noSheetFindings } from '@yikao/model/calls/import-columns.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { asImported } from '@yikao/model/kernel/import-kinds.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import type { Workbook } from '../../../excel/index.ts';
import { thawActor } from '../../scope/actor.ts';
import { scopeValues } from '../../scope/scope.ts';
import type { WriteContext } from '../../store/compared.ts';
import { wholeName, wholeOf, wholeRows } from '../../store/wholes.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { givenOfJob, kindOfJob } from '../asked-kind.ts';
import { JobFailure } from '../lifecycle/failure.ts';
import { waitForRoom } from '../lifecycle/interruption.ts';
import { type Ending, findJob, type Job, type JobFinding } from '../lifecycle/job.ts';
import { type SheetReader, sheetReader } from '../sheet/child-columns.ts';
import { filledFields, type HeaderMap } from '../sheet/column-match.ts';
import { DefaultedKeys } from '../sheet/defaulted-keys.ts';
import { rememberLayout, shapeOf } from '../sheet/remembered-mapping.ts';
import {
  lastRow,
  type Numbering,
  numberingOf,
  ownNumbers,
  partsOfGroups,
  placeInFile,
  rowOfFile,
  rowText,
} from '../sheet/row-parts.ts';
import type { GivenCells, ReadRow } from '../sheet/row-reader.ts';
import type { TableRow, TableSource } from '../sheet/table-source.ts';
import { firstSheet } from '../sheet/workbook-sheets.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { ChunkRules } from '../write/chunk-rules.ts';
import { writeErrorWorkbook } from '../write/error-workbook.ts';
import { ImportHeader } from './check-header.ts';
import { ChunkWriter } from './chunk-writer.ts';
import type { ImportParams } from './import-params.ts';
import { KeySet } from './key-set.ts';
import { isMatchable, type MatchRules, matchKey, matchValues } from './match.ts';
import type { PictureArchive } from './pictures.ts';
import { Pipeline } from './pipeline.ts';
import { createPlanner } from './plan.ts';
import { loadReferenceNames } from './reference-names.ts';
import { RowsOfFile } from './rows-of-file.ts';
import { SheetNotes } from './sheet-notes.ts';
import { type FileFindings, lookAtWholeFile } from './whole-file.ts';
import { replaces } from './whole-rows.ts';

/** Rows per transaction: enough to be fast, few enough that others do not wait. */
const chunkRows = 2_000;

/** Cells after which a chunk has no further row: sheets of thousands of columns take no more memory than others. */
const chunkCells = 400_000;

/**
 * Chunks that may wait while one is committed: with a single one the database would idle whenever a step of the commit
 * has to wait for the busy reader.
 */
const chunksAhead = 2;

/** Most addresses of cells in a finding. */
const mostPlaces = 10;

/** One pass over a file: a check, or the import itself. */
export class ImportRun {
  /** True if the job's counts come from this run. The check before an import of whole files applies nothing. */
  private readonly counted: boolean;
  /** Findings of the look at the whole file. */
  private readonly findings: FileFindings;
  /** The zip of pictures, if the workbook is one. */
  private readonly pictures: PictureArchive | undefined;
  private readonly context: JobContext;
  private readonly job: Job;
  private readonly workbook: Workbook;
  private readonly params: ImportParams;
  private rules: MatchRules;
  private readonly writing: WriteContext;
  private readonly seen = new KeySet();
  private readonly now: Date;
  private readonly resumeAfter: number;
  private readonly sheet: number;
  /** Values of all rows, whatever the file contains: from the starter's scope, and from the kind of import. */
  private readonly forced: Readonly<RowValues>;
  private readonly given: GivenCells;
  private readonly header: ImportHeader;
  private source: TableSource | undefined;
  private numbering: Numbering = ownNumbers;
  private headers: HeaderMap | undefined;
  private notes: SheetNotes | undefined;
  private finding: JobFinding | undefined;
  private reader: SheetReader | undefined;
  private writer: ChunkWriter | undefined;
  private rowsOfFile: RowsOfFile | undefined;

  constructor(
    context: JobContext,
    job: Job,
    workbook: Workbook,
    params: ImportParams,
    findings: FileFindings,
    counted = true,
    pictures?: PictureArchive,
  ) {
    this.pictures = pictures;
    this.counted = counted;
    this.findings = findings;
    this.context = context;
    this.job = job;
    this.workbook = workbook;
    this.params = params;
    this.now = context.engine.clock.now();
    this.resumeAfter = job.checkpoint;
    const declared = context.engine.dataset(job.dataset);
    const kind = kindOfJob(declared, job.params);
    const dataset = asImported(declared, kind);
    const actor = thawActor(job.actor);
    this.forced = { ...scopeValues(dataset, actor), ...kind?.sets };
    this.given = job.op === 'import' ? givenOfJob(declared, job.params) : {};
    this.rules = {
      dataset,
      actor,
      by: job.op === 'batchUpdate' || kind?.pictures ? 'key' : 'naturalKey',
      mode: kind?.pictures ? 'update' : params.mode,
      present: [],
    };
    this.sheet = params.sheet ?? firstSheet(workbook.sheets);
    this.header = new ImportHeader({
      engine: context.engine,
      dataset,
      actor,
      forced: this.forced,
      op: job.op,
      workbook,
      sheet: this.sheet,
      wish: { headerRow: params.headerRow, headerRows: params.headerRows },
      mapping: params.mapping,
      tables: params.tables ?? [],
      groups: params.groups ?? {},
      given: this.given,
    });
    this.writing = {
      engine: context.engine,
      dataset: this.rules.dataset,
      actor: this.rules.actor,
      jobId: job.id,
      importBatch: job.importBatch,
    };
  }

  /** Reports whether rows were refused in this run. */
  get hasRefused(): boolean {
    return (this.writer?.failed ?? 0) > 0;
  }

  /** Checks the file as a whole, if the dataset has rules for that. */
  lookAtWhole(): Promise<FileFindings> {
    return lookAtWholeFile({
      context: this.context,
      job: this.job,
      skipHidden: this.params.skipHidden,
      header: this.header,
      dataset: this.rules.dataset,
      actor: this.rules.actor,
      forced: this.forced,
      given: this.given,
      rules: this.rules,
      now: this.now,
    });
  }

  /** The findings of a file that is not written because of its doubts. */
  async findingOf({ warnings }: FileFindings): Promise<JobFinding> {
    const source = await this.header.find();
    const { finding } = await this.header.read(source.heading);
    return { ...finding, sheet: { ...noSheetFindings, warnings: [...warnings] } };
  }

  /**
   * Reads the sheet to its end, a chunk at a time. The next chunks are read while the database works on one; they
   * commit in order.
   */
  async run(): Promise<void> {
    const source = await this.header.find();
    const writer = await this.takeHeader(source);
    const pipeline = new Pipeline(chunksAhead);
    let pending: ReadRow[] = [];
    let rows = 0;
    let parts = 0;
    let cells = 0;
    let last = this.resumeAfter;
    // A whole is written in one transaction, so that a job that is killed leaves it whole.
    let openUntil = 0;
    const { ends } = this.findings.wholes ?? {};
    const hand = () => {
      const chunk = pending;
      const upTo = last;
      pending = [];
      const prepared = writer.prepare(chunk);
      // Its error is handled when its turn comes.
      prepared.catch(() => {});
      return pipeline.add(async () => {
        await waitForRoom(this.context, this.job);
        await writer.commit(chunk, upTo, await prepared);
      });
    };
    const { whole } = serverSideOf(this.context.engine.servers, this.rules.dataset);
    const byNaturalKey = this.rules.by === 'naturalKey';
    this.pictures?.begin({ keep: !this.params.dryRun, after: this.resumeAfter });
    for await (const batch of source.rows(this.params.skipHidden)) {
      // The database's answers lie waiting while rows are read: they are looked at after each batch.
      await setImmediate();
      for (const row of batch) {
        if (row.beside) {
          this.notes?.noteBeside();
          if (this.params.skipBeside) continue;
        }
        rows += 1;
        let read = this.read(row);
        const isNext = row.number > this.resumeAfter;
        // A row may refer to one above it in the same file that is not written yet.
        if (isNext && read.some(one => this.rowsOfFile?.isMeantBy(one))) {
          await hand();
          await pipeline.drained();
          // A dry run writes nothing, and has already registered the names of the rows it would add.
          if (this.params.dryRun) this.rowsOfFile?.settle();
          else await this.loadReferences();
          read = this.read(row);
        }
        // A row that was read twice is the row of its second reading: with the reference that the first one lacked.
        this.notes?.note(read);
        this.refuseRepeated(read);
        parts += read.length;
        if (!isNext) continue;
        for (const one of read) this.rowsOfFile?.note(one);
        pending.push(...read);
        last = row.number;
        cells += row.cells.length;
        if (whole) {
          for (const one of read) {
            const key = wholeOf(whole, one.match);
            openUntil = Math.max(openUntil, (key && ends?.get(wholeName(key))) ?? 0);
          }
          if (pending.length > wholeRows) throw new JobFailure(jobText('wholeTooLong', { max: wholeRows }));
        }
        const mayCut = !whole || (byNaturalKey && row.number >= openUntil);
        if (mayCut && (pending.length >= chunkRows || cells > chunkCells)) {
          cells = 0;
          await hand();
        }
      }
    }
    await pipeline.drained();
    if (rows === 0) throw new JobFailure(jobText('noRows'));
    await writer.commit(pending, last, undefined, parts);
    await writer.renewed();
  }

  /** The outcome of the job, with the workbook of refused rows. */
  async ending(sentence: 'imported' | 'checked' | 'aborted'): Promise<Ending> {
    const stands = (await findJob(this.context.engine.db, this.job.id)) ?? this.job;
    const counts = {
      total: stands.done,
      inserted: stands.insertNum,
      updated: stands.updateNum,
      same: stands.sameNum,
      failed: stands.failNum,
    };
    const found = this.source?.notes ?? this.workbook.notes;
    const { hiddenRows, mergedRanges, filledRanges, coveredCells, coveredPlaces } = found;
    const floating = await this.source?.pictures();
    const headerOf = (index: number) => this.headers?.headers[index] ?? '';
    const logUrl =
      stands.failNum > 0
        ? await writeErrorWorkbook(
            this.context,
            this.job,
            this.headers?.headers ?? [],
            new Map(this.finding?.fields ?? []),
            this.numbering,
          )
        : null;
    return {
      status: stands.failNum === 0 ? 'success' : 'fail',
      message: jobText(sentence, counts),
      logUrl,
      finding: this.finding && {
        ...this.finding,
        sheet: {
          ...noSheetFindings,
          ...this.notes?.told(this.rules.actor.language),
          hiddenRows,
          hiddenSkipped: this.params.skipHidden,
          mergedRanges,
          coveredCells,
          coveredPlaces: coveredPlaces.slice(0, mostPlaces),
          filled: [...filledRanges].flatMap(([index, ranges]) =>
            headerOf(index) === '' ? [] : [{ column: headerOf(index), ranges }],
          ),
          besideSkipped: this.params.skipBeside === true,
          ...(floating && { floating: { ...floating, cells: floating.cells.slice(0, mostPlaces) } }),
          cutCells: this.writer?.cutCells ?? 0,
          headRows: this.reader?.heads?.() ?? 0,
          warnings: [...this.findings.warnings],
        },
      },
    };
  }

  private async takeHeader(source: TableSource): Promise<ChunkWriter> {
    const { headers, finding } = await this.header.read(source.heading);
    this.source = source;
    this.headers = headers;
    this.numbering = numberingOf(this.rules.dataset, headers, source.sheets);
    if (this.resumeAfter === 0 && this.job.op === 'import') {
      const said = { asked: this.given, groups: this.params.groups ?? {} };
      const { engine } = this.context;
      const { actor, dataset } = this.rules;
      await rememberLayout(engine.db, actor, dataset, shapeOf(source.shape), said);
    }
    this.finding = { ...finding, numbering: this.numbering };
    // Fields set by the kind of import are written like columns of the file, as are the fields filled by child columns.
    const { kind } = this.rules.dataset.excel ?? {};
    const set = Object.keys(kind?.sets ?? {});
    const named = [...filledFields(this.rules.dataset, headers), ...Object.keys(this.given)];
    this.rules = { ...this.rules, present: [...new Set([...named, ...set])] };
    this.notes = new SheetNotes({
      dataset: this.rules.dataset,
      headers,
      numbering: this.numbering,
      columnOf: new Map(finding.fields.map(([index, field]) => [field, index])),
      defaults: DefaultedKeys.of(this.rules.dataset, this.rules.by, this.forced, this.now),
    });
    const { engine } = this.context;
    const chunkRules = new ChunkRules({
      engine,
      dataset: this.rules.dataset,
      context: { actor: this.rules.actor, now: this.now, jobId: this.job.id },
      jobId: this.job.id,
      dryRun: this.params.dryRun,
      present: this.rules.present,
    });
    const { context, job, workbook, rules, writing, numbering, params } = this;
    const done = job.checkpoint === 0 ? 0 : job.done;
    this.writer = new ChunkWriter(
      {
        ...{ context, job, workbook, rules, writing, headers, numbering, chunkRules },
        planner: createPlanner(engine, rules, this.now),
        dryRun: params.dryRun,
        isCounted: this.counted,
        homeless: this.findings.wholes?.homeless,
        replacing: replaces(rules.mode, job.op),
        rowsOfFile: () => this.rowsOfFile,
      },
      done,
    );
    await this.loadReferences();
    return this.writer;
  }

  private async loadReferences(): Promise<void> {
    const { dataset, actor } = this.rules;
    const { engine } = this.context;
    const { headers } = this;
    if (!headers) throw new Error('The header row comes first');
    const references = await loadReferenceNames(
      engine,
      engine.db,
      dataset,
      new Set([...filledFields(dataset, headers), ...Object.keys(this.given)]),
      actor,
    );
    this.rowsOfFile = RowsOfFile.of(dataset, references);
    if (this.reader) this.reader.renew(references);
    else {
      const matchOf = (values: RowValues) => matchValues(this.rules, values, this.now);
      this.reader = sheetReader(engine, dataset, headers, references, this.forced, matchOf, this.given);
    }
  }

  /** Reads a row, with the findings of the look at the whole file. */
  private read(row: TableRow): readonly ReadRow[] {
    if (!this.reader) throw new Error('The header row comes first');
    const { numbering } = this;
    const most = lastRow(numbering);
    if (placeInFile(numbering, row.number).row > most)
      throw new JobFailure(jobText('tooManyRows', { max: most }));
    const read = this.reader.read(row);
    read[0]?.issues.push(...(this.pictures?.issuesOf(row.number) ?? []));
    for (const one of read) {
      const { number, issues } = one;
      if (row.beside || row.beneath !== undefined) one.apart = true;
      if (row.beneath !== undefined)
        issues.push(issue(this.firstField(), 'otherTable', { row: rowText(numbering, row.beneath) }));
      issues.push(...(this.findings.rows.get(number) ?? []));
    }
    return read;
  }

  /** Refuses rows that the file has named before. */
  private refuseRepeated(read: readonly ReadRow[]): void {
    const { numbering } = this;
    const { perChild } = this.rules.dataset.excel?.kind ?? {};
    for (const { number, match, issues } of read) {
      if (!isMatchable(this.rules, match)) continue;
      const earlier = this.seen.seen(matchKey(this.rules, match), number);
      if (earlier === undefined) continue;
      const field = perChild?.by ?? Object.keys(match)[0] ?? '';
      issues.push(
        issue(field, 'duplicateInFile', {
          row: rowText(numbering, rowOfFile(numbering, earlier)),
          part: this.partText(number),
          otherPart: perChild ? '' : this.partText(earlier),
          ...sameFields(this.rules.dataset, Object.keys(match)),
        }),
      );
    }
  }

  /** The heading of the columns that a row was read from, quoted; '' if its row of the sheet is one row. */
  private partText(number: number): string {
    const { numbering, headers } = this;
    const at = (number % numbering.parts) - 1;
    const heading =
      numbering.parts === partsOfGroups
        ? headers?.groups[at]?.label
        : [...(headers?.children.values() ?? [])][at];
    return heading === undefined ? '' : `“${heading}”`;
  }

  private firstField(): string {
    return this.rules.present[0] ?? this.rules.dataset.key;
  }
}

/** The end of a sentence on a repeated row: the fields in which it agrees with an earlier one. */
function sameFields(dataset: AnyDataset, names: readonly string[]): Label {
  const labels = names.map(name => fieldOf(dataset, name)?.label ?? label(name, name));
  return {
    zh: `（${labels.map(({ zh }) => zh).join('、')}相同）`,
    en: ` (the same ${labels.map(({ en }) => en).join(', ')})`,
  };
}
