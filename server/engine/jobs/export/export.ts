import { rm } from 'node:fs/promises';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { exportHeader } from '@yikao/model/kernel/export-headers.ts';
import { combinedFields, importKind } from '@yikao/model/kernel/import-kinds.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import { createCsvWriter, createXlsxWriter, type WriterCheckpoint } from '../../../excel/index.ts';
import { type Actor, thawActor } from '../../actor.ts';
import { filterConditions, type Query } from '../../filters.ts';
import { columnName } from '../../naming.ts';
import { scopeCondition } from '../../scope.ts';
import { seenBy } from '../../seen.ts';
import { selectRows } from '../../select.ts';
import { allOf, type Condition, column } from '../../sql.ts';
import { countRows } from '../../totals.ts';
import { withDescendants } from '../../tree.ts';
import { isDiskFull } from '../lifecycle/failure.ts';
import { waitForRoom } from '../lifecycle/interruption.ts';
import { type Ending, type Job, JobCancelled, JobLost } from '../lifecycle/job.ts';
import { storeFile } from '../lifecycle/result-file.ts';
import { RightsLost, reachCheckpoint } from '../lifecycle/rights.ts';
import { takeOver, unfinishedPath } from '../lifecycle/unfinished-file.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { preferKeyOrder, walksByKey } from '../write/query-planner.ts';
import { type ChildColumn, ChildColumns } from './child-columns.ts';
import { combinedColumns, exportColumns } from './columns.ts';
import { ReferredNames } from './referred-names.ts';

interface ExportParams {
  readonly fieldNames: readonly string[];
  readonly format: 'xlsx' | 'csv';
  readonly codesAs: 'label' | 'code';
  readonly filters: Query;
  /** All beneath what matches comes along. */
  readonly withDescendants?: boolean;
  /** Kind of header, of which some take certain rows only (domain D3). */
  readonly headerType?: number;
  /** Kind of import whose files these are, of one column per child. */
  readonly kind?: number;
}

/** Where an export stands whose file is on the disk. */
interface Standing {
  readonly path: string;
  /** Key of the last row in the file. */
  readonly after: number;
  readonly done: number;
  readonly total: number;
  /** Columns of children that the file has, where it has one for each. */
  readonly children?: readonly ChildColumn[];
  readonly writer: WriterCheckpoint;
}

/** Rows read at a time. */
const pageRows = 2_000;

/** Most rows between two places that another attempt can go on from; the first ones lie closer together. */
const checkpointRows = 40_000;

/** Milliseconds between two looks at whether the job is to go on, which also move its progress. */
const progressMs = 300;

/**
 * Writes the rows that match into a file: keyset pages by the key, so that memory stays flat and no statement
 * is long. What is exported can be imported again and changes nothing; masked numbers, which those get who may not
 * change the rows, are refused. After a crash it goes on with the file where that was last known to be on this node's
 * disk, and begins again where it is not.
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
    const total = await writeRows(context, job, params, path, earlier);
    const url = await storeFile(context, job, params.format, `${job.title}-${stamp}.${params.format}`, path);
    return { status: 'success', message: jobText('exported', { total }), url };
  } catch (error) {
    // Anything else may be cured by another attempt, which goes on with the file.
    over = [JobLost, JobCancelled, RightsLost].some(end => error instanceof end) || isDiskFull(error);
    throw error;
  } finally {
    if (over) await rm(path, { force: true });
  }
}

/** Writes the file to its end and answers how many rows are in it. */
async function writeRows(
  context: JobContext,
  job: Job,
  params: ExportParams,
  path: string,
  earlier: Standing | null,
): Promise<number> {
  const { engine } = context;
  const actor = thawActor(job.actor);
  const { language } = actor;
  const dataset = seenBy(engine.dataset(job.dataset), actor);
  const fields = params.fieldNames.length > 0 ? params.fieldNames : (dataset.excel?.export ?? []);
  const matching = (alias: string) =>
    allOf([
      scopeCondition(dataset, actor, alias),
      ...filterConditions(engine, dataset, withId(dataset, params.filters), alias, { ignoreUnknown: true }),
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
  const where = children ? allOf([matched, children.columns.first]) : matched;
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
  let checkpointAt = goesOn ? done : pageRows;
  let lastLook = performance.now();
  try {
    const byKey = await walksByKey(engine.db, dataset, total, pageRows);
    const read = [...fields, ...parts, ...(children?.columns.needed ?? [])];
    const pages = readPages(context, dataset, { reader: actor, fields: read, where, after, names, byKey });
    for await (const { rows, last } of pages) {
      await waitForRoom(context, job);
      await children?.columns.learn(rows);
      for (const row of rows) {
        const waiting = writer.row(columns.map(one => one.cell(row)));
        if (waiting) await waiting;
      }
      done += rows.length;
      after = last;
      total = Math.max(total, done);
      const safe = done >= checkpointAt;
      if (!safe && performance.now() - lastLook < progressMs) continue;
      lastLook = performance.now();
      const resume = safe
        ? { path, after, done, total, children: children?.known, writer: await writer.checkpoint() }
        : undefined;
      await reachCheckpoint(context, engine.db, job, { ...nothingCounted, done, total, resume });
      if (!safe) continue;
      checkpointAt = done + Math.min(done, checkpointRows);
      if (goesOn) await rm(earlier.path, { force: true });
    }
    await reachCheckpoint(context, engine.db, job, { ...nothingCounted, done, total: done });
    await writer.close();
    return done;
  } catch (error) {
    await writer.abort(true);
    throw error;
  }
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
  /** Whether it keeps to the key's index. */
  readonly byKey: boolean;
}

/** The rows that match, in the order of their key; the database looks the next page up while one is being written. */
async function* readPages(
  { engine }: JobContext,
  dataset: AnyDataset,
  { reader, fields, where, after: start, names, byKey }: Walk,
) {
  const key = column('d', columnName(dataset.key));
  const readAfter = (after: number) => {
    const rows = selectRows(engine, dataset, {
      reader,
      fields: [...new Set([dataset.key, ...fields])],
      where: allOf([where, sql<SqlBool>`${key} > ${after}`]),
      orderBy: key,
      limit: pageRows,
      canonical: true,
      withoutNames: true,
    });
    const page = byKey
      ? engine.db.transaction().execute(async db => {
          await preferKeyOrder(db);
          return rows.execute(db);
        })
      : rows.execute(engine.db);
    // Awaited one page later; until then a failure must not count as unhandled.
    page.catch(() => {});
    return page;
  };
  let next = readAfter(start);
  for (;;) {
    const { rows } = await next;
    const last = Number(rows.at(-1)?.[dataset.key] ?? start);
    if (rows.length === pageRows) next = readAfter(last);
    await names.learn(rows);
    if (rows.length > 0) yield { rows, last };
    if (rows.length < pageRows) return;
  }
}

/** The condition that a kind of header puts to the rows. */
function headerConditions(dataset: AnyDataset, type: number | undefined, alias: string): Condition[] {
  const where = exportHeader(dataset, type)?.where ?? {};
  return Object.entries(where).map(
    ([name, value]) => sql<SqlBool>`${column(alias, columnName(name))} = ${value}`,
  );
}

/** Every dataset takes its own key or plain `id` as the id filter of an export (domain Q29). */
function withId(dataset: AnyDataset, filters: Query): Query {
  const { id, ...rest } = filters;
  return id === undefined || Object.hasOwn(dataset.fields, 'id')
    ? filters
    : { ...rest, [dataset.key]: rest[dataset.key] ?? id };
}
