import { fieldOf, isStored } from '@yikao/model/kernel/dataset.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Workbook } from '../../../excel/index.ts';
import { storeAdded } from '../../store/added.ts';
import { findDifferences, storeCompared, type WriteContext } from '../../store/compared.ts';
import { type Whole, wholeName, wholeOf } from '../../store/wholes.ts';
import { tableName } from '../../table/naming.ts';
import { serverSideOf } from '../../table/server-side.ts';
import type { Db, Tx } from '../../table/sql.ts';
import { refusedIssues } from '../../write/assert-unique.ts';
import { removeRows } from '../../write/remove.ts';
import { transact } from '../../write/transaction.ts';
import { isUniqueViolation } from '../../write/unique.ts';
import type { Job } from '../lifecycle/job.ts';
import { reachCheckpoint } from '../lifecycle/rights.ts';
import type { HeaderMap } from '../sheet/column-match.ts';
import { type Numbering, refusedInFile, rowOfFile, rowText } from '../sheet/row-parts.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import type { JobContext } from '../work.ts';
import type { ChunkRules } from '../write/chunk-rules.ts';
import { TableStatistics } from '../write/query-planner.ts';
import { keepRefused } from '../write/refused-rows.ts';
import { keepDifferences } from './differences.ts';
import { findExisting, type MatchRules } from './match.ts';
import type { Plan, Planner } from './plan.ts';
import { type Prepared, prepareChunk, settledPlan } from './prepare.ts';
import type { RowsOfFile } from './rows-of-file.ts';
import { refusing, surplusKeys, wholeOrNothing } from './whole-rows.ts';

/** Most retries of a whole before the attempt is given up. */
const maxRetries = 5;

/** The parts that {@link ChunkWriter} works with, known once the header has been read. */
export interface ChunkParts {
  readonly context: JobContext;
  readonly job: Job;
  readonly workbook: Workbook;
  readonly rules: MatchRules;
  readonly writing: WriteContext;
  readonly planner: Planner;
  readonly chunkRules: ChunkRules;
  readonly headers: HeaderMap;
  readonly numbering: Numbering;
  readonly dryRun: boolean;
  /** False for the check before an import of whole files, whose counts are not those of the job. */
  readonly isCounted: boolean;
  /** The first row that does not say which whole it belongs to. */
  readonly homeless: number | undefined;
  /** The file replaces what is stored of its wholes. */
  readonly replacing: boolean;
  /** The rows of the file that others refer to by name; another object once references were read again. */
  readonly rowsOfFile: () => RowsOfFile | undefined;
}

/**
 * Writes the rows of a sheet, a chunk at a time: rows, counts, history, refused rows and checkpoint of a chunk commit
 * together. A dry run keeps the differences instead of writing the rows.
 */
export class ChunkWriter {
  /** Rows refused in this run. */
  failed = 0;
  /** Number of cells with truncated stored text. */
  cutCells = 0;
  private readonly parts: ChunkParts;
  private readonly statistics: TableStatistics;
  private done: number;
  /**
   * True if the last chunk looked up matched no row of the table. The next ones are then assumed to be new without a
   * look-up, which saves a tenth of the time; the unique index of the natural key detects a wrong assumption.
   */
  private meetsNothing = false;
  private readonly whole: Whole | undefined;

  /** `done` is the number of rows that earlier attempts have written. */
  constructor(parts: ChunkParts, done: number) {
    this.parts = parts;
    this.done = done;
    const { context, job } = parts;
    this.whole =
      parts.rules.by === 'naturalKey'
        ? serverSideOf(context.engine.servers, parts.rules.dataset).whole
        : undefined;
    this.statistics = new TableStatistics(context.engine.db, tableName(context.engine.dataset(job.dataset)));
  }

  /** Resolves once the statistics of the grown table are renewed. */
  renewed(): Promise<void> {
    return this.statistics.renewed();
  }

  /** Commits rows up to sheet row `last`; splits them if one violates a unique index. */
  async commit(
    rows: readonly ReadRow[],
    last: number,
    prepared?: Prepared,
    total: number | null = null,
    retries = 0,
  ): Promise<void> {
    try {
      const { failed, inserted, cutCells } = await transact(this.parts.context.engine.db, db =>
        this.write(db, rows, last, prepared, total),
      );
      this.failed += failed;
      this.cutCells += cutCells;
      this.statistics.grown(inserted);
      this.done += rows.length;
    } catch (error) {
      if (!isUniqueViolation(error) || rows.length === 0) throw error;
      this.meetsNothing = false;
      // A whole is not split: it is planned again with the rows that are there by now.
      if (this.whole && retries < maxRetries) return this.commit(rows, last, undefined, total, retries + 1);
      if (this.whole) throw error;
      // A row was not new, or somebody else has added it since the look-up.
      if (prepared) return this.commit(rows, last, undefined, total);
      const [only] = rows;
      if (rows.length === 1 && only) {
        const clash = await this.clashOf(only, error);
        await this.commit([{ ...only, issues: [...only.issues, ...clash] }], last, undefined, total);
        return;
      }
      const half = Math.ceil(rows.length / 2);
      // The split may divide the parts of one sheet row: the checkpoint is then before that row.
      const next = rowOfFile(this.parts.numbering, rows[half]?.number ?? 0);
      const upTo = Math.min(rowOfFile(this.parts.numbering, rows[half - 1]?.number ?? 0), next - 1);
      await this.commit(rows.slice(0, half), upTo);
      await this.commit(rows.slice(half), last, undefined, total);
    }
  }

  /** The faults of a row that a unique index has refused, beside the row of the table that it meets. */
  private async clashOf(row: ReadRow, error: unknown): Promise<Issue[]> {
    const { rules, context, planner } = this.parts;
    const { dataset, actor } = rules;
    const { db } = context.engine;
    const fields = dataset.uniqueKeys.flatMap(unique => [...unique.fields, ...Object.keys(unique.where)]);
    const stored = [...new Set(fields)].filter(name => isStored(fieldOf(dataset, name)));
    const met = (await findExisting(db, rules, [row], stored, 'look')).get(row.number);
    const { completion, start } = planner.fitting;
    const beneath = met?.values ?? { ...completion.defaults, ...start };
    return refusedIssues(db, dataset, actor, error, { ...beneath, ...row.match, ...row.values }, met?.key);
  }

  private async write(
    db: Tx,
    rows: readonly ReadRow[],
    last: number,
    prepared: Prepared | undefined,
    total: number | null,
  ): Promise<{ failed: number; inserted: number; cutCells: number }> {
    const { context, job, workbook, rules, planner, chunkRules, headers, numbering, dryRun, isCounted } =
      this.parts;
    const { engine } = context;
    await chunkRules.open(db);
    const planned = await settledPlan(engine, db, planner, rows, prepared);
    const applied = await chunkRules.apply(db, planned, rows);
    const { plan, counts } = this.whole
      ? await this.writeWholes(db, this.whole, applied, rows)
      : await this.writePlan(db, applied, prepared);
    await keepRefused(
      db,
      job.id,
      refusedInFile(rules.dataset, headers, numbering, plan.refused),
      numbering.parts > 1,
    );
    // Last, because it locks the job's row, which the progress bar and a cancellation need; if the job was taken by
    // another worker or cancelled, the transaction is rolled back.
    await reachCheckpoint(context, db, job, {
      ...(isCounted ? counts : nothing),
      done: this.done + rows.length,
      checkpoint: dryRun ? 0 : last,
      total,
      bytesDone: Math.min(workbook.bytesRead(), workbook.totalBytes),
      bytesTotal: workbook.totalBytes,
      failed: plan.refused.length,
    });
    return {
      failed: plan.refused.length,
      inserted: dryRun ? 0 : counts.inserted,
      cutCells: plan.cutCells,
    };
  }

  /** Writes the rows of a plan, or previews them. */
  private async writePlan(db: Tx, plan: Plan, prepared?: Prepared): Promise<{ plan: Plan; counts: Counts }> {
    const { writing, chunkRules, dryRun } = this.parts;
    if (dryRun) return { plan, counts: await this.preview(db, plan) };
    const ready = plan === prepared?.plan ? prepared : undefined;
    const counts = await carryOut(db, writing, plan, ready);
    await chunkRules.follow(db, plan);
    return { plan, counts };
  }

  /**
   * Writes the wholes of a chunk, each with all of its rows or none, and removes the stored rows that they replace. The
   * wholes are checked as stored, and written again without those that turned out unsound.
   */
  private async writeWholes(
    db: Tx,
    whole: Whole,
    applied: Plan,
    rows: readonly ReadRow[],
  ): Promise<{ plan: Plan; counts: Counts }> {
    const { rules, numbering, homeless, dryRun, chunkRules, replacing, context, job } = this.parts;
    const text = (number: number) => rowText(numbering, rowOfFile(numbering, number));
    let plan = wholeOrNothing(whole, rules, applied, rows, { homeless, rowText: text });
    if (dryRun || !chunkRules.opened) return this.writePlan(db, plan);
    const { engine } = context;
    const { dataset, actor } = rules;
    const nameOf = new Map(rows.map(row => [row.number, wholeOf(whole, row.match)]));
    for (;;) {
      const written = [...plan.inserts, ...plan.updates].map(({ number }) => nameOf.get(number));
      const keys = [...new Map(written.flatMap(key => (key ? [[wholeName(key), key]] : []))).values()];
      await sql`savepoint wholes`.execute(db);
      const kept = plan.updates.map(({ key }) => key);
      const surplus = replacing ? await surplusKeys(db, rules, whole, keys, kept) : [];
      const removal = { engine, db, dataset, actor, change: chunkRules.opened, jobId: job.id };
      const gone = surplus.length > 0 ? await removeRows(removal, surplus) : [];
      const counts = await carryOut(db, this.parts.writing, plan, undefined);
      const faults = await whole.faults(db, keys, []);
      if (faults.size === 0) {
        if (gone.length > 0) await chunkRules.opened.settle('deleted', gone);
        await chunkRules.follow(db, plan);
        return { plan, counts: { ...counts, updated: counts.updated + gone.length } };
      }
      await sql`rollback to savepoint wholes`.execute(db);
      const reasons = new Map(
        [...plan.inserts, ...plan.updates].flatMap(({ number }) => {
          const key = nameOf.get(number);
          const why = key && faults.get(wholeName(key));
          return why ? [[number, why] as const] : [];
        }),
      );
      plan = refusing(plan, rows, dataset.naturalKey.at(-1) ?? dataset.key, reasons);
    }
  }

  /** Looks up and plans a chunk ahead of its turn. */
  async prepare(rows: readonly ReadRow[]): Promise<Prepared> {
    const { rules, writing, planner, chunkRules, dryRun } = this.parts;
    const { by, mode } = rules;
    // Rules that look at other rows could refuse a row for new that the table has.
    const supposable = !this.whole && by === 'naturalKey' && mode !== 'update' && !chunkRules.refuses;
    const supposedNew = this.meetsNothing && supposable && !dryRun;
    const prepared = await prepareChunk(writing, planner, rows, supposedNew);
    if (prepared.looked) this.meetsNothing = prepared.existing.size === 0;
    return prepared;
  }

  private async preview(db: Db, plan: Plan): Promise<Counts> {
    const { job, writing } = this.parts;
    const found = await findDifferences(db, writing, plan.updates);
    const rowsOfFile = this.parts.rowsOfFile();
    const differences = rowsOfFile?.tell(found) ?? found;
    await keepDifferences(db, job.id, differences);
    rowsOfFile?.suppose(plan.inserts);
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
  db: Tx,
  write: WriteContext,
  plan: Plan,
  ready: Prepared | undefined,
): Promise<Counts> {
  const { engine, dataset, actor, jobId, importBatch } = write;
  const rows = plan.inserts.map(({ values }) => values);
  const storing = { by: actor, now: engine.clock.now(), jobId, importBatch: importBatch ?? null };
  await storeAdded(engine, db, dataset, rows, { ...storing, ready: ready?.inserts, keyed: false });
  return { inserted: rows.length, ...(await storeCompared(db, write, plan.updates, ready?.updates)) };
}
