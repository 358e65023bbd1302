import { engineKinds } from '@yikao/model/jobs/engine-kinds.ts';
import { type AnyDataset, fieldOf, hasImportBatch } from '@yikao/model/kernel/dataset.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { thawActor } from '../../scope/actor.ts';
import { scopeCondition } from '../../scope/scope.ts';
import { keptByState } from '../../steps/by-state.ts';
import { wholeRows } from '../../store/wholes.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { allOf, type Condition, column, countFrom, readKeys } from '../../table/sql.ts';
import { openChange } from '../../write/change.ts';
import { removeUnreferenced } from '../../write/remove.ts';
import { transact } from '../../write/transaction.ts';
import { waitForRoom } from '../lifecycle/interruption.ts';
import type { Ending, Job } from '../lifecycle/job.ts';
import { reachCheckpoint } from '../lifecycle/rights.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { writeErrorWorkbook } from '../write/error-workbook.ts';
import { preferKeyOrder, walksByKey } from '../write/query-planner.ts';
import { keepRefused } from '../write/refused-rows.ts';
import { batchConditions } from './set.ts';

/** Rows per transaction; those of a whole are changed together. */
const chunkRowsOf = (engine: Engine, dataset: AnyDataset) =>
  serverSideOf(engine.servers, dataset).whole ? wholeRows : 1_000;

/**
 * Moves the rows of a batch, a list of keys, a filter, or the combination of them to the trash (domain 0.4, 7).
 * Referenced rows, and rows whose state forbids deletion, are kept and reported.
 */
export async function runBatchDelete(context: JobContext, job: Job): Promise<Ending> {
  const { engine } = context;
  const dataset = engine.dataset(job.dataset);
  const actor = thawActor(job.actor);
  const chunkRows = chunkRowsOf(engine, dataset);
  const params = engineKinds.batchDelete.params.parse(job.params);
  const key = column('d', columnName(dataset.key));
  const wanted: Condition[] = [
    scopeCondition(dataset, actor, 'd', 'write'),
    sql<SqlBool>`not d.deleted`,
    ...batchConditions(engine, dataset, actor, params),
  ];
  if (params.importBatch !== '') {
    wanted.push(
      hasImportBatch(dataset) ? sql<SqlBool>`d.import_batch = ${params.importBatch}` : sql<SqlBool>`false`,
    );
  }
  const where = allOf(wanted);
  const table = sql.table(tableName(dataset));
  const total = await countFrom(engine.db, sql`${table} as d where ${where}`);
  const byKey = await walksByKey(engine.db, dataset, total, chunkRows);
  let after = job.position;
  let removed = job.updateNum;
  let kept = job.failNum;
  for (;;) {
    await waitForRoom(context, job);
    const page = await transact(engine.db, async db => {
      const change = await openChange(engine, db, dataset, { actor, now: engine.clock.now() });
      if (byKey) await preferKeyOrder(db);
      const keys = await readKeys(
        db,
        sql`select ${key} as key from ${table} as d where ${where} and ${key} > ${after}
          order by ${key} limit ${chunkRows} for update`,
      );
      if (keys.length === 0) return keys;
      const refused = new Map(await keptByState(engine, db, dataset, keys));
      const free = keys.filter(one => !refused.has(one));
      const removal = { engine, db, dataset, actor, change, jobId: job.id };
      const gone = await removeUnreferenced(removal, free, refused, 'referencedNow');
      await keepRefused(
        db,
        job.id,
        [...refused].map(([one, why], index) => ({ number: kept + index + 1, issues: [why], cells: [one] })),
      );
      await reachCheckpoint(context, db, job, {
        done: removed + kept + keys.length,
        checkpoint: 0,
        position: keys.at(-1) ?? after,
        total: Math.max(total, removed + kept + keys.length),
        bytesDone: 0,
        bytesTotal: 0,
        inserted: 0,
        updated: gone,
        same: 0,
        failed: keys.length - gone,
      });
      removed += gone;
      kept += keys.length - gone;
      return keys;
    });
    after = page.at(-1) ?? after;
    if (page.length < chunkRows) break;
  }
  const { language } = actor;
  if (kept === 0) return { status: 'success', message: jobText('deleted', { total: removed }) };
  const header = fieldOf(dataset, dataset.key)?.label[language] ?? dataset.key;
  return {
    status: 'fail',
    message: jobText('deletedSome', { total: removed, kept }),
    logUrl: await writeErrorWorkbook(context, job, [header], new Map([[0, dataset.key]])),
  };
}
