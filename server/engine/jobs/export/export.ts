import { rm } from 'node:fs/promises';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { exportHeader } from '@yikao/model/kernel/export-headers.ts';
import { combinedFields, importKind } from '@yikao/model/kernel/import-kinds.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import { createCsvWriter, createXlsxWriter, type WriterCheckpoint } from '../../../excel/index.ts';
import { filterConditions, type Query } from '../../read/filters.ts';
import { type FoundRow, selectRows } from '../../read/select.ts';
import { countRows } from '../../read/totals.ts';
import { type Actor, thawActor } from '../../scope/actor.ts';
import { scopeCondition } from '../../scope/scope.ts';
import { seenBy } from '../../scope/seen.ts';
import { columnName } from '../../table/naming.ts';
import { allOf, type Condition, column } from '../../table/sql.ts';
import { exportedSecrets, openExported } from '../../write/sealing.ts';
import { transact } from '../../write/transaction.ts';
import { withDescendants } from '../../write/tree.ts';
import { isDiskFull } from '../lifecycle/failure.ts';
import { waitForRoom } from '../lifecycle/interruption.ts';
import { type Ending, type Job, JobCancelled, JobLost, type Progress } from '../lifecycle/job.ts';
import { storeFile } from '../lifecycle/result-file.ts';
import { RightsLost, reachCheckpoint } from '../lifecycle/rights.ts';
import { takeOver, unfinishedPath } from '../lifecycle/unfinished-file.ts';
import { type CutCells, cutCell, cutCellsText, mayBeCut, noteCut } from '../sheet/cut-cells.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { preferKeyOrder, walksByKey } from '../write/query-planner.ts';
import { type ChildColumn, ChildColumns } from './child-columns.ts';
import { combinedColumns, exportColumns } from './columns.ts';
import { forgetHandedOut, HandOuts } from './hand-outs.ts';
import { ReferredNames } from './referred-names.ts';

interface ExportParams {
  readonly fieldNames: readonly string[];
  readonly format: 'xlsx' | 'csv';
  readonly codesAs: 'label' | 'code';
  readonly filters: Query;
  /** Includes all descendants of matching rows. */
  readonly withDescendants?: boolean;
  /** Hands out the secrets of its rows; see `handsOut` of the server side. */
  readonly issues?: boolean;
  /** Kind of header; some select certain rows (domain D3). */
  readonly headerType?: number;
  /** Kind of import whose file format to write, with one column per child. */
  readonly kind?: number;
}

/** The position of an export whose file is on disk. */
interface Standing {
  readonly path: string;
  /** Key of the last row in the file. */
  readonly after: number;
  readonly done: number;
  readonly total: number;
  /** Cells that were cut so far. */
  readonly cut?: CutCells;
  /** Rows that were left out so far, since they could not be handed out. */
  readonly kept?: number;
  /** Child columns of the file, if it has one per child. */
  readonly children?: readonly ChildColumn[];
  readonly writer: WriterCheckpoint;
}

/** Rows read at a time. */
const pageRows = 2_000;

/** Most rows between two checkpoints; the first ones are closer together. */
const checkpointRows = 40_000;

/** Milliseconds between checks for cancellation, which also update the progress. */
const progressMs = 300;

/**
 * Writes the matching rows to a file, using keyset pages by primary key, so that memory stays flat and statements
 * short. An exported file can be imported again without changing anything; masked numbers, which people get who may not
 * change the rows, are refused. After a crash the export continues with the file at its last checkpoint on this node's
 * disk, or starts again if the file is elsewhere.
 */
export async function runExport(context: JobContext, job: Job): Promise<Ending> {
  const { engine } = context;
  // Written by `startExport` from a validated body.
  const params = job.params as unknown as ExportParams;
  // Written by `writeRows`, in an earlier attempt.
  const earlier = job.resume as unknown as Standing | null;
  const path = await unfinishedPath(context.workFolder, job, params.format, earlier?.path);
  const stamp = shanghaiTime(engine.clock.now()).replace(/\D/g, '').slice(0, 14);
  let over = true;
  try {
    const { total, cut, kept } = await writeRows(context, job, params, path, earlier);
    const url = await storeFile(context, job, params.format, `${job.title}-${stamp}.${params.format}`, path);
    await forgetHandedOut(engine.db, job.id);
    const message =
      kept > 0
        ? jobText('exportedKept', { total, kept })
        : cut.count === 0
          ? jobText('exported', { total })
          : jobText('exportedCut', { total, cut: cut.count, cells: cutCellsText(cut) });
    return { status: 'success', message, url };
  } catch (error) {
    // Another attempt, which continues the file, may succeed after any other error.
    over = [JobLost, JobCancelled, RightsLost].some(end => error instanceof end) || isDiskFull(error);
    throw error;
  } finally {
    if (over) await rm(path, { force: true });
  }
}

/**
 * Writes the file to its end and returns its number of rows, the truncated cells, and the number of rows that it left out
 * since their secrets could not be handed out.
 */
async function writeRows(
  context: JobContext,
  job: Job,
  params: ExportParams,
  path: string,
  earlier: Standing | null,
): Promise<{ total: number; cut: CutCells; kept: number }> {
  const { engine } = context;
  const actor = thawActor(job.actor);
  const { language } = actor;
  const dataset = seenBy(engine.dataset(job.dataset), actor);
  const fields = params.fieldNames.length > 0 ? params.fieldNames : (dataset.excel?.export ?? []);
  const matching = (alias: string) =>
    allOf([
      scopeCondition(dataset, actor, alias),
      ...filterConditions(engine, dataset, withId(dataset, params.filters), alias, {
        reader: actor,
        ignoreUnknown: true,
      }),
      ...headerConditions(dataset, params.headerType, alias),
    ]);
  const kind = importKind(dataset, params.kind);
  const parts = combinedFields(kind);
  const names = new ReferredNames(engine, dataset, [...fields, ...parts], actor);
  const perChild = kind?.perChild;
  const [value] = perChild ? exportColumns(dataset, [perChild.value], actor, params.codesAs, names) : [];
  const children =
    perChild && value
      ? await ChildColumns.of({ engine, dataset, perChild, actor, matching, value }, earlier?.children)
      : undefined;
  const ordinary = exportColumns(dataset, fields, actor, params.codesAs, names);
  const joined = combinedColumns(kind, exportColumns(dataset, parts, actor, params.codesAs, names), language);
  const columns = [...ordinary, ...joined, ...(children?.columns.columns ?? [])];
  const matched = params.withDescendants ? withDescendants(dataset, actor, matching, 'd') : matching('d');
  const secrets = exportedSecrets(dataset, fields);
  const hands = secrets.length > 0 ? new HandOuts(engine, dataset, job, params.issues === true) : undefined;
  const asked = children ? allOf([matched, children.columns.first]) : matched;
  const where = hands?.including(asked) ?? asked;
  const open = (resume?: WriterCheckpoint) => {
    const sheet = { name: job.title, freezeHeader: true, columns: columns.map(({ write }) => write) };
    const from = resume && { resume };
    return params.format === 'csv'
      ? createCsvWriter(path, { columns: sheet.columns, ...from })
      : createXlsxWriter(path, { sheets: [sheet], ...from });
  };
  const goesOn = earlier !== null && (await takeOver(earlier.path, path));
  const writer = await open(goesOn ? earlier.writer : undefined);
  let { done, after, total } = goesOn
    ? earlier
    : { done: 0, after: 0, total: (await countRows(engine, dataset, where, { exact: true })).total };
  const cut: CutCells = (goesOn ? earlier.cut : undefined) ?? { count: 0, named: [] };
  let kept = (goesOn ? earlier.kept : undefined) ?? 0;
  // A csv file holds texts of any length.
  const long = params.format === 'csv' ? [] : longColumns(dataset, fields);
  let checkpointAt = goesOn ? done : pageRows;
  let lastLook = performance.now();
  const reach = (so: Pick<Progress, 'total' | 'resume'>) =>
    transact(engine.db, db => reachCheckpoint(context, db, job, { ...nothingCounted, done, ...so }));
  try {
    const byKey = await walksByKey(engine.db, dataset, total, pageRows);
    const read = [...fields, ...parts, ...(children?.columns.needed ?? [])];
    const pages = readPages(context, dataset, {
      reader: actor,
      fields: read,
      where,
      after,
      names,
      byKey,
      hands,
    });
    for await (const { rows: found, last } of pages) {
      const rows = hands?.leaving(found, secrets) ?? found;
      kept += found.length - rows.length;
      await waitForRoom(context, job);
      await children?.columns.learn(rows);
      for (const row of rows) {
        const cells = columns.map(one => one.cell(row));
        for (const { at, label } of long) {
          const part = cutCell(cells[at] ?? null);
          if (part === undefined) continue;
          cells[at] = part;
          noteCut(cut, Number(row[dataset.key]), label);
        }
        const waiting = writer.row(cells);
        if (waiting) await waiting;
      }
      done += rows.length;
      after = last;
      total = Math.max(total, done + kept);
      const safe = done >= checkpointAt;
      if (!safe && performance.now() - lastLook < progressMs) continue;
      lastLook = performance.now();
      const resume = safe
        ? {
            path,
            after,
            done,
            total,
            cut,
            kept,
            children: children?.known,
            writer: await writer.checkpoint(),
          }
        : undefined;
      await reach({ total, resume });
      if (!safe) continue;
      checkpointAt = done + Math.min(done, checkpointRows);
      if (goesOn) await rm(earlier.path, { force: true });
    }
    await reach({ total: done });
    await writer.close();
    return { total: done, cut, kept };
  } catch (error) {
    await writer.abort(true);
    throw error;
  }
}

/** The columns whose texts may be too long for a cell. */
function longColumns(dataset: AnyDataset, fields: readonly string[]): { at: number; label: Label }[] {
  return fields.flatMap((name, at) => {
    const field = fieldOf(dataset, name);
    return field && mayBeCut(field) ? [{ at, label: field.label }] : [];
  });
}

const nothingCounted = {
  checkpoint: 0,
  bytesDone: 0,
  bytesTotal: 0,
  inserted: 0,
  updated: 0,
  same: 0,
  failed: 0,
};

/** The part of a dataset that is read. */
interface Walk {
  readonly fields: readonly string[];
  readonly where: Condition;
  /** The key after which it begins. */
  readonly after: number;
  readonly names: ReferredNames;
  readonly reader: Actor;
  /** True if it keeps to the key's index. */
  readonly byKey: boolean;
  /** Decides which secrets leave, for a dataset that exports some. */
  readonly hands?: HandOuts | undefined;
}

interface Page {
  readonly rows: FoundRow[];
  /** The key of the last row. */
  readonly last: number;
}

/** The rows that match, in the order of their key, with the names that they refer to. */
async function* readPages(context: JobContext, dataset: AnyDataset, walk: Walk): AsyncGenerator<Page> {
  const opened = exportedSecrets(dataset, walk.fields);
  const pages = foundPages(context, dataset, walk, opened.length > 0);
  for await (const page of opened.length > 0 ? openedPages(context, dataset, pages, opened) : pages) {
    // Right before they are written: names of a later page may take the place of these.
    await walk.names.learn(page.rows);
    yield page;
  }
}

/** Pages as they are stored; the database looks the next one up while one is being written. */
async function* foundPages(
  { engine }: JobContext,
  dataset: AnyDataset,
  { reader, fields, where, after: start, byKey, hands }: Walk,
  sealed: boolean,
): AsyncGenerator<Page> {
  const key = column('d', columnName(dataset.key));
  const select = (condition: Condition) =>
    selectRows(engine, dataset, {
      reader,
      fields: [...new Set([dataset.key, ...fields])],
      where: condition,
      orderBy: key,
      limit: pageRows,
      canonical: true,
      withoutNames: true,
      ...(sealed && { sealed }),
    });
  const readAfter = (after: number) => {
    const matching = allOf([where, sql<SqlBool>`${key} > ${after}`]);
    const page = hands
      ? hands.read(matching, { byKey, limit: pageRows, select })
      : byKey
        ? transact(engine.db, async db => {
            await preferKeyOrder(db);
            return select(matching).execute(db);
          })
        : select(matching).execute(engine.db);
    // Awaited one page later; until then a failure must not count as unhandled.
    page.catch(() => {});
    return page;
  };
  let next = readAfter(start);
  for (;;) {
    const { rows } = await next;
    const last = Number(rows.at(-1)?.[dataset.key] ?? start);
    if (rows.length === pageRows) next = readAfter(last);
    if (rows.length > 0) yield { rows, last };
    if (rows.length < pageRows) return;
  }
}

/** Pages with their secrets opened; a thread opens the next one while one is being written. */
async function* openedPages(
  { engine }: JobContext,
  dataset: AnyDataset,
  pages: AsyncIterable<Page>,
  names: readonly string[],
): AsyncGenerator<Page> {
  const opener = engine.secrets.opener();
  const open = async (page: Page) => {
    await openExported(opener, dataset, page.rows, names);
    return page;
  };
  try {
    let next: Promise<Page> | undefined;
    for await (const page of pages) {
      const before = next;
      next = open(page);
      next.catch(() => {});
      if (before) yield await before;
    }
    if (next) yield await next;
  } finally {
    await opener.close();
  }
}

/** The condition that a kind of header sets on rows. */
function headerConditions(dataset: AnyDataset, type: number | undefined, alias: string): Condition[] {
  const where = exportHeader(dataset, type)?.where ?? {};
  return Object.entries(where).map(
    ([name, value]) => sql<SqlBool>`${column(alias, columnName(name))} = ${value}`,
  );
}

/** Every dataset accepts its own key or `id` as the id filter of an export (domain Q29). */
function withId(dataset: AnyDataset, filters: Query): Query {
  const { id, ...rest } = filters;
  return id === undefined || Object.hasOwn(dataset.fields, 'id')
    ? filters
    : { ...rest, [dataset.key]: rest[dataset.key] ?? id };
}
