import { setImmediate } from 'node:timers/promises';
import type { importBody } from '@yikao/model/calls/jobs.ts';
import { asImported } from '@yikao/model/kernel/import-kinds.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { SheetRow, Workbook } from '../../../excel/index.ts';
import { thawActor } from '../../actor.ts';
import { tableName } from '../../naming.ts';
import { scopeValues } from '../../scope.ts';
import type { Db } from '../../sql.ts';
import { isLostRace } from '../../transaction.ts';
import { isUniqueViolation, refusedIssues } from '../../unique.ts';
import { kindOfJob } from '../asked-kind.ts';
import { JobFailure } from '../lifecycle/failure.ts';
import { waitForRoom } from '../lifecycle/interruption.ts';
import { type Ending, findJob, type Job, type JobFinding } from '../lifecycle/job.ts';
import { reachCheckpoint } from '../lifecycle/rights.ts';
import { besideData } from '../sheet/beside-data.ts';
import {
  lastRowWithParts,
  refusedInSheet,
  type SheetReader,
  sheetReader,
  sheetRowOf,
} from '../sheet/child-columns.ts';
import type { Heading } from '../sheet/header-row.ts';
import { filledFields, type HeaderMap } from '../sheet/headers.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import { firstSheet } from '../sheet/workbook-sheets.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { applyInserts, applyUpdates, findDifferences, type WriteContext } from '../write/apply.ts';
import { ChunkRules } from '../write/chunk-rules.ts';
import { writeErrorWorkbook } from '../write/error-workbook.ts';
import { TableStatistics } from '../write/query-planner.ts';
import { keepRefused } from '../write/refused-rows.ts';
import { keepDifferences } from './differences.ts';
import { ImportHeader } from './header.ts';
import { KeySet } from './key-set.ts';
import { isMatchable, type MatchRules, matchValues } from './match.ts';
import type { PictureArchive } from './pictures.ts';
import { Pipeline } from './pipeline.ts';
import { createPlanner, type Plan, type Planner } from './plan.ts';
import { type Prepared, prepareChunk, settledPlan } from './prepare.ts';
import { loadReferenceNames } from './reference-names.ts';
import { RowsOfFile } from './rows-of-file.ts';
import { type FileFindings, lookAtWholeFile } from './whole-file.ts';

type ImportParams = Pick<
  z.infer<typeof importBody>,
  | 'mode'
  | 'onError'
  | 'dryRun'
  | 'skipHidden'
  | 'skipBeside'
  | 'mapping'
  | 'sheet'
  | 'headerRow'
  | 'headerRows'
>;

/** Rows of one transaction: large enough to be quick, short enough that nobody waits for it. */
const chunkRows = 2_000;

/** Cells after which a chunk has no further row: sheets of thousands of columns take no more memory than others. */
const chunkCells = 400_000;

/**
 * Chunks that may wait while one is committed: with one alone the database would idle whenever a step of the commit
 * has to wait for the reader to look up from its work.
 */
const chunksAhead = 2;

/** How often a chunk is done again before the attempt is given up. */
const maxRetries = 5;

/**
 * Brings a workbook in, or sets columns of existing rows from it (domain 0.4). Rows, counts, history, refused
 * rows and checkpoint of a chunk commit together, so that a job taken over goes on where the last one stood.
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
    // Nothing is written yet: what an earlier attempt, or the check before this pass, has counted is void.
    if (job.checkpoint === 0) await forget(context.engine.db, job);
    await run.run();
    return run;
  };
  const file = new ImportRun(context, job, workbook, params, new Map(), true, pictures);
  const findings = await file.lookAtWhole();
  if (params.onError === 'abort' && !params.dryRun && job.checkpoint === 0) {
    const check = await once(
      new ImportRun(context, job, workbook, { ...params, dryRun: true }, findings, false, pictures),
    );
    if (check.failed > 0) return check.ending('aborted');
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

class ImportRun {
  /** Rows refused in this run. */
  failed = 0;
  /**
   * Whether the job's counts tell what this run does. The check before a whole import has done none of what it finds.
   */
  private readonly counted: boolean;
  /** Findings of the look at the whole file. */
  private readonly findings: FileFindings;
  /** The zip of pictures that the workbook is, where it is one. */
  private readonly pictures: PictureArchive | undefined;
  private readonly context: JobContext;
  private readonly job: Job;
  private readonly workbook: Workbook;
  private readonly params: ImportParams;
  private rules: MatchRules;
  private readonly writing: WriteContext;
  private readonly seen = new KeySet();
  private readonly statistics: TableStatistics;
  private readonly now: Date;
  private readonly resumeAfter: number;
  private readonly sheet: number;
  /** Values that rows have whatever stands in the file: of the starter's scope, and of the kind of import. */
  private readonly forced: Readonly<RowValues>;
  private readonly header: ImportHeader;
  private headers: HeaderMap | undefined;
  private finding: JobFinding | undefined;
  private reader: SheetReader | undefined;
  private planner: Planner | undefined;
  private chunkRules: ChunkRules | undefined;
  private rowsOfFile: RowsOfFile | undefined;
  private done: number;
  /** Rows that are none of the table's, left out or not. */
  private besideRows = 0;
  /**
   * Whether the last chunk that was looked up met no row of the table. The next ones are then taken for new without
   * looking, which saves a tenth of the whole work; the unique index of the natural key tells when one is not.
   */
  private meetsNothing = false;

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
    this.statistics = new TableStatistics(context.engine.db, tableName(context.engine.dataset(job.dataset)));
    this.resumeAfter = job.checkpoint;
    this.done = job.checkpoint === 0 ? 0 : job.done;
    const declared = context.engine.dataset(job.dataset);
    const kind = kindOfJob(declared, job.params);
    const dataset = asImported(declared, kind);
    const actor = thawActor(job.actor);
    this.forced = { ...scopeValues(dataset, actor), ...kind?.sets };
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
    });
    this.writing = {
      engine: context.engine,
      dataset: this.rules.dataset,
      actor: this.rules.actor,
      jobId: job.id,
      importBatch: job.importBatch,
    };
  }

  /** Looks at the file as a whole, where the dataset has rules for that. */
  lookAtWhole(): Promise<FileFindings> {
    return lookAtWholeFile({
      context: this.context,
      job: this.job,
      workbook: this.workbook,
      sheet: this.sheet,
      skipHidden: this.params.skipHidden,
      header: this.header,
      dataset: this.rules.dataset,
      actor: this.rules.actor,
      forced: this.forced,
    });
  }

  /**
   * Reads the sheet to its end, a chunk at a time. While the database works on one chunk the next ones are read; they
   * commit in their order.
   */
  async run(): Promise<void> {
    const pipeline = new Pipeline(chunksAhead);
    let pending: ReadRow[] = [];
    let rows = 0;
    let parts = 0;
    let cells = 0;
    let last = this.resumeAfter;
    const hand = () => {
      const chunk = pending;
      const upTo = last;
      pending = [];
      const prepared = this.prepare(chunk);
      // Its failure counts when its turn has come.
      prepared.catch(() => {});
      return pipeline.add(async () => {
        await waitForRoom(this.context, this.job);
        await this.commit(chunk, upTo, await prepared);
      });
    };
    const heading = await this.header.find();
    await this.takeHeader(heading);
    const isBeside = besideData(heading);
    const taken = this.params.skipHidden ? { visibleBelow: heading.last } : {};
    this.pictures?.begin({ keep: !this.params.dryRun, after: this.resumeAfter });
    for await (const batch of this.workbook.rows(this.sheet, taken)) {
      // The database's answers lie waiting while rows are read: they are looked at after each batch.
      await setImmediate();
      for (const row of batch) {
        if (row.number <= heading.last) continue;
        if (isBeside(row.cells)) {
          this.besideRows += 1;
          if (this.params.skipBeside) continue;
        }
        rows += 1;
        let read = this.read(row);
        parts += read.length;
        if (row.number <= this.resumeAfter) continue;
        // The row may refer to one that stands above it in the same file and is not written yet.
        if (read.some(one => this.rowsOfFile?.isMeantBy(one))) {
          await hand();
          await pipeline.drained();
          // A dry run writes nothing; what it would have added it has told the names by itself.
          if (this.params.dryRun) this.rowsOfFile?.settle();
          else await this.loadReferences();
          read = this.read(row, true);
        }
        for (const one of read) this.rowsOfFile?.note(one);
        pending.push(...read);
        last = row.number;
        cells += row.cells.length;
        if (pending.length >= chunkRows || cells > chunkCells) {
          cells = 0;
          await hand();
        }
      }
    }
    await pipeline.drained();
    if (rows === 0) throw new JobFailure(jobText('noRows'));
    await this.commit(pending, last, undefined, parts);
    await this.statistics.renewed();
  }

  /** How the job ended, with the workbook of refused rows. */
  async ending(sentence: 'imported' | 'checked' | 'aborted'): Promise<Ending> {
    const stands = (await findJob(this.context.engine.db, this.job.id)) ?? this.job;
    const counts = {
      total: stands.done,
      inserted: stands.insertNum,
      updated: stands.updateNum,
      same: stands.sameNum,
      failed: stands.failNum,
    };
    const { hiddenRows, mergedRanges } = this.workbook.notes;
    const logUrl =
      stands.failNum > 0
        ? await writeErrorWorkbook(
            this.context,
            this.job,
            this.headers?.headers ?? [],
            new Map(this.finding?.fields ?? []),
          )
        : null;
    return {
      status: stands.failNum === 0 ? 'success' : 'fail',
      message: jobText(sentence, counts),
      logUrl,
      finding: this.finding && {
        ...this.finding,
        sheet: {
          hiddenRows,
          hiddenSkipped: this.params.skipHidden,
          mergedRanges,
          besideRows: this.besideRows,
          besideSkipped: this.params.skipBeside === true,
        },
      },
    };
  }

  private async takeHeader(heading: Heading): Promise<void> {
    const { headers, finding } = await this.header.read(heading);
    this.finding = finding;
    this.headers = headers;
    // What a kind of import sets is written like a column of the file, and so is what its columns of children stand for.
    const { kind } = this.rules.dataset.excel ?? {};
    const set = Object.keys(kind?.sets ?? {});
    const named = filledFields(this.rules.dataset, headers);
    this.rules = { ...this.rules, present: [...new Set([...named, ...set])] };
    this.planner = createPlanner(this.context.engine, this.rules, this.now);
    this.chunkRules = new ChunkRules({
      engine: this.context.engine,
      dataset: this.rules.dataset,
      context: { actor: this.rules.actor, now: this.now, jobId: this.job.id },
      jobId: this.job.id,
      dryRun: this.params.dryRun,
      present: this.rules.present,
    });
    await this.loadReferences();
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
      filledFields(dataset, headers),
      actor,
    );
    this.rowsOfFile = RowsOfFile.of(dataset, references);
    if (this.reader) this.reader.renew(references);
    else {
      const matchOf = (values: RowValues) => matchValues(this.rules, values, this.now);
      this.reader = sheetReader(dataset, headers, references, this.forced, matchOf);
    }
  }

  /** Reads a row and notices when the file has named the same one before. */
  private read(row: SheetRow, again = false): readonly ReadRow[] {
    if (!this.reader) throw new Error('The header row comes first');
    const { dataset } = this.rules;
    const { perChild } = dataset.excel?.kind ?? {};
    if (perChild && row.number > lastRowWithParts) {
      throw new JobFailure(jobText('tooManyRows', { max: lastRowWithParts }));
    }
    const read = this.reader.read(row);
    const found = this.findings.get(row.number);
    read[0]?.issues.push(...(found ?? []), ...(this.pictures?.issuesOf(row.number) ?? []));
    if (again) return read;
    for (const { number, match, issues } of read) {
      if (!isMatchable(this.rules, match)) continue;
      const earlier = this.seen.seen(Object.values(match), number);
      if (earlier === undefined) continue;
      const field = perChild?.by ?? Object.keys(match)[0] ?? '';
      issues.push(issue(field, 'duplicateInFile', { row: sheetRowOf(dataset, earlier) }));
    }
    return read;
  }

  /** Commits rows up to sheet row `last`; splits them where one of them breaks a unique index. */
  private async commit(
    rows: readonly ReadRow[],
    last: number,
    prepared?: Prepared,
    total: number | null = null,
    retries = 0,
  ): Promise<void> {
    try {
      const { failed, inserted } = await this.context.engine.db
        .transaction()
        .execute(db => this.write(db, rows, last, prepared, total));
      this.failed += failed;
      this.statistics.grown(inserted);
      this.done += rows.length;
    } catch (error) {
      if (isLostRace(error) && retries < maxRetries) {
        return this.commit(rows, last, undefined, total, retries + 1);
      }
      if (!isUniqueViolation(error) || rows.length === 0) throw error;
      this.meetsNothing = false;
      // A row was not new, or somebody else has added it since it was looked for.
      if (prepared) return this.commit(rows, last, undefined, total);
      const [only] = rows;
      if (rows.length === 1 && only) {
        const clash = refusedIssues(this.rules.dataset, error);
        await this.commit([{ ...only, issues: [...only.issues, ...clash] }], last, undefined, total);
        return;
      }
      const half = Math.ceil(rows.length / 2);
      // Parts of one row of the sheet may fall apart here: the checkpoint then stands before that row.
      const next = sheetRowOf(this.rules.dataset, rows[half]?.number ?? 0);
      const upTo = Math.min(sheetRowOf(this.rules.dataset, rows[half - 1]?.number ?? 0), next - 1);
      await this.commit(rows.slice(0, half), upTo);
      await this.commit(rows.slice(half), last, undefined, total);
    }
  }

  private async write(
    db: Db,
    rows: readonly ReadRow[],
    last: number,
    prepared: Prepared | undefined,
    total: number | null,
  ): Promise<{ failed: number; inserted: number }> {
    const { engine } = this.context;
    if (!this.planner) throw new Error('The header row comes first');
    await this.chunkRules?.open(db);
    const planned = await settledPlan(engine, db, this.planner, rows, prepared);
    const plan = (await this.chunkRules?.apply(db, planned, rows)) ?? planned;
    const ready = plan === prepared?.plan ? prepared : undefined;
    const counts = this.params.dryRun
      ? await this.preview(db, plan)
      : await carryOut(db, this.writing, plan, ready);
    if (!this.params.dryRun) await this.chunkRules?.follow(db, plan);
    const { dataset } = this.rules;
    await keepRefused(
      db,
      this.job.id,
      refusedInSheet(dataset, this.headers?.children ?? new Map(), plan.refused),
      dataset.excel?.kind?.perChild !== undefined,
    );
    // Last, because it locks the job's row, which the progress bar and a cancel want to reach; when the job is
    // no longer this worker's, or was cancelled, the transaction leaves nothing.
    await reachCheckpoint(this.context, db, this.job, {
      ...(this.counted ? counts : nothing),
      done: this.done + rows.length,
      checkpoint: this.params.dryRun ? 0 : last,
      total,
      bytesDone: Math.min(this.workbook.bytesRead(), this.workbook.totalBytes),
      bytesTotal: this.workbook.totalBytes,
      failed: plan.refused.length,
    });
    return { failed: plan.refused.length, inserted: this.params.dryRun ? 0 : counts.inserted };
  }

  /** Looks up and plans a chunk whose turn has not come yet. */
  private async prepare(rows: readonly ReadRow[]): Promise<Prepared> {
    if (!this.planner) throw new Error('The header row comes first');
    const { by, mode } = this.rules;
    // Rules that look at other rows could refuse a row for new that the table has.
    const supposable = by === 'naturalKey' && mode !== 'update' && !this.chunkRules?.refuses;
    const supposedNew = this.meetsNothing && supposable && !this.params.dryRun;
    const prepared = await prepareChunk(this.writing, this.planner, rows, supposedNew);
    if (prepared.looked) this.meetsNothing = prepared.existing.size === 0;
    return prepared;
  }

  private async preview(db: Db, plan: Plan): Promise<Counts> {
    const found = await findDifferences(db, this.writing, plan.updates);
    const differences = this.rowsOfFile?.tell(found) ?? found;
    await keepDifferences(db, this.job.id, differences);
    this.rowsOfFile?.suppose(plan.inserts);
    return {
      inserted: plan.inserts.length,
      updated: differences.length,
      same: plan.updates.length - differences.length,
    };
  }
}

const nothing: Counts = { inserted: 0, updated: 0, same: 0 };

interface Counts {
  readonly inserted: number;
  readonly updated: number;
  readonly same: number;
}

async function carryOut(
  db: Db,
  write: WriteContext,
  plan: Plan,
  ready: Prepared | undefined,
): Promise<Counts> {
  const inserted = await applyInserts(db, write, plan.inserts, ready?.inserts);
  return { inserted, ...(await applyUpdates(db, write, plan.updates, ready?.updates)) };
}
