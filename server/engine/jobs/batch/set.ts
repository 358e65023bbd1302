import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf, settableFields } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { filterConditions, pageKeys, type Query } from '../../read/filters.ts';
import { countRows } from '../../read/totals.ts';
import { type Actor, thawActor } from '../../scope/actor.ts';
import { scopeCondition } from '../../scope/scope.ts';
import { seenBy } from '../../scope/seen.ts';
import { storeCompared } from '../../store/compared.ts';
import { wholeRows } from '../../store/wholes.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { allOf, type Condition, column, readKeys } from '../../table/sql.ts';
import { readBody } from '../../write/fit.ts';
import { referenceIssues } from '../../write/references.ts';
import { transact } from '../../write/transaction.ts';
import { createPlanner, planChunk } from '../import/plan.ts';
import { waitForRoom } from '../lifecycle/interruption.ts';
import { type Ending, findJob, type Job } from '../lifecycle/job.ts';
import { reachCheckpoint } from '../lifecycle/rights.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { ChunkRules } from '../write/chunk-rules.ts';
import { writeErrorWorkbook } from '../write/error-workbook.ts';
import { preferIndexes, preferKeyOrder, walksByKey } from '../write/query-planner.ts';
import { keepRefused } from '../write/refused-rows.ts';
import { emptyCondition } from './empty-condition.ts';

/** Rows per transaction; those of a whole are changed together. */
const chunkRowsOf = (engine: Engine, dataset: AnyDataset) =>
  serverSideOf(engine.servers, dataset).whole ? wholeRows : 2_000;

/** Which rows a batch call is about. */
export interface BatchCondition {
  readonly ids: readonly number[];
  readonly filters: Query;
  readonly everything: boolean;
}

/** The rows of a batch call as conditions on the table aliased as `d`; the scope is not among them. */
export function batchConditions(
  engine: Engine,
  dataset: AnyDataset,
  reader: Actor,
  { ids, filters }: Pick<BatchCondition, 'ids' | 'filters'>,
): Condition[] {
  const key = column('d', columnName(dataset.key));
  return [
    ...(ids.length > 0 ? [sql<SqlBool>`${key} = any(${[...ids]}::bigint[])`] : []),
    ...filterConditions(engine, seenBy(dataset, reader), filters, 'd', { reader, skip: pageKeys }),
  ];
}

/**
 * Throws `emptyCondition` for a batch call without a condition, in the words of a deletion or of another change, and the
 * errors of an invalid filter.
 */
export function assertCondition(
  engine: Engine,
  dataset: AnyDataset,
  reader: Actor,
  condition: BatchCondition,
  lacking: 'delete' | 'change' = 'change',
): void {
  const filters = filterConditions(engine, dataset, condition.filters, 'd', { reader, skip: pageKeys });
  if (condition.ids.length === 0 && filters.length === 0 && !condition.everything) {
    throw emptyCondition(lacking);
  }
}

/** The values to be set, canonical. Throws `invalidFields` with everything that is wrong with them. */
export async function settableValues(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  given: Readonly<Record<string, unknown>>,
): Promise<RowValues> {
  const allowed = settableFields(dataset);
  const settable = Object.entries(given).filter(([name]) => allowed.includes(name));
  const { values, issues } = readBody(dataset, Object.fromEntries(settable), 'update');
  for (const name of Object.keys(given)) {
    if (!allowed.includes(name)) issues.push(issue(name.slice(0, 64), 'unknownField'));
  }
  if (Object.keys(given).length === 0) issues.push(issue('values', 'required'));
  issues.push(...(await referenceIssues(engine, engine.db, dataset, actor, values, values)));
  if (issues.length > 0) {
    throw failure('invalidFields', { issues, labels: name => fieldOf(dataset, name)?.label });
  }
  return values;
}

/**
 * Sets the same values in the rows of a condition: each chunk runs as a batch update by file, with the same checks,
 * scope, history and undo. Rows that cannot take the values stay unchanged and are reported.
 */
export async function runBatchSet(context: JobContext, job: Job): Promise<Ending> {
  const { engine } = context;
  const dataset = engine.dataset(job.dataset);
  const actor = thawActor(job.actor);
  const chunkRows = chunkRowsOf(engine, dataset);
  // Written by `startBatchSet` from a validated body.
  const params = job.params as unknown as BatchCondition & { readonly values: RowValues };
  const now = engine.clock.now();
  const present = [dataset.key, ...Object.keys(params.values)];
  const planner = createPlanner(engine, { dataset, actor, by: 'key', mode: 'update', present }, now);
  const rules = new ChunkRules({
    engine,
    dataset,
    context: { actor, now, jobId: job.id },
    jobId: job.id,
    dryRun: false,
    present,
  });
  const where = allOf([
    scopeCondition(dataset, actor, 'd', 'write'),
    ...batchConditions(engine, dataset, actor, params),
  ]);
  const { total } = await countRows(engine, dataset, where, { exact: true });
  const key = column('d', columnName(dataset.key));
  const byKey = await walksByKey(engine.db, dataset, total, chunkRows);
  let after = job.position;
  let done = job.done;
  for (;;) {
    await waitForRoom(context, job);
    const found = await transact(engine.db, async db => {
      await rules.open(db);
      await preferIndexes(db);
      if (byKey) await preferKeyOrder(db);
      const keys = await readKeys(
        db,
        sql`select ${key} as key from ${sql.table(tableName(dataset))} as d
          where ${where} and not d.deleted and ${key} > ${after} order by ${key} limit ${chunkRows}`,
      );
      if (keys.length === 0) return keys;
      const rows = keys.map(
        (one, index): ReadRow => ({
          number: done + index + 1,
          values: { [dataset.key]: one, ...params.values },
          match: { [dataset.key]: one },
          issues: [],
          cells: [one],
        }),
      );
      const planned = await planChunk(engine, db, planner, rows);
      const plan = await rules.apply(db, planned, rows);
      const write = { engine, dataset, actor, jobId: job.id, importBatch: undefined };
      const counts = await storeCompared(db, write, plan.updates);
      await rules.follow(db, plan);
      await keepRefused(db, job.id, plan.refused);
      await reachCheckpoint(context, db, job, {
        ...counts,
        done: done + keys.length,
        checkpoint: 0,
        position: keys.at(-1) ?? after,
        total: Math.max(total, done + keys.length),
        bytesDone: 0,
        bytesTotal: 0,
        inserted: 0,
        failed: plan.refused.length,
      });
      return keys;
    });
    done += found.length;
    after = found.at(-1) ?? after;
    if (found.length < chunkRows) break;
  }
  return ending(context, job, dataset);
}

async function ending(context: JobContext, job: Job, dataset: AnyDataset): Promise<Ending> {
  const stands = (await findJob(context.engine.db, job.id)) ?? job;
  const { language } = job.actor;
  const key = dataset.fields[dataset.key]?.label[language] ?? dataset.key;
  const counts = {
    total: stands.done,
    updated: stands.updateNum,
    same: stands.sameNum,
    failed: stands.failNum,
  };
  return {
    status: stands.failNum === 0 ? 'success' : 'fail',
    message: jobText('set', counts),
    logUrl:
      stands.failNum > 0 ? await writeErrorWorkbook(context, job, [key], new Map([[0, dataset.key]])) : null,
  };
}
