import { failure } from '@yikao/model/errors.ts';
import { engineKinds } from '@yikao/model/jobs/engine-kinds.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { sql } from 'kysely';
import { holds } from '../../access.ts';
import { type Actor, freezeActor, thawActor } from '../../actor.ts';
import { openChange } from '../../change.ts';
import type { Engine } from '../../engine.ts';
import { historyFrom, historyOps, keysOfEntry } from '../../history.ts';
import { columnName, tableName } from '../../naming.ts';
import { type Removal, removeUnreferenced } from '../../remove.ts';
import type { ChangeWatch } from '../../server-side.ts';
import { column, type Db } from '../../sql.ts';
import { keptByState } from '../../steps/by-state.ts';
import type { PlannedUpdate } from '../import/plan.ts';
import { waitForRoom } from '../lifecycle/interruption.ts';
import { type Ending, findJob, isUndoable, type Job } from '../lifecycle/job.ts';
import { neededCodes, workOf } from '../lifecycle/job-work.ts';
import { queueJob } from '../lifecycle/queue.ts';
import { reachCheckpoint } from '../lifecycle/rights.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { applyUpdates, type WriteContext } from '../write/apply.ts';
import { writeErrorWorkbook } from '../write/error-workbook.ts';
import { preferIndexes } from '../write/query-planner.ts';
import { keepRefused } from '../write/refused-rows.ts';
import { splitRestorable } from './restorable.ts';
import { type Entry, unchangedSince } from './unchanged.ts';

/** Rows of one transaction. */
const chunkRows = 2_000;

/**
 * `POST /api/base/log/undo {id}`: takes back what a job did, as one batch and as a job of its own, which can
 * itself be taken back. Asks for the permission that the job needed. Throws `notAllowedNow` when there is
 * nothing to take back, or it was taken back already.
 */
export async function startUndo(engine: Engine, actor: Actor, target: Job): Promise<{ id: number }> {
  const dataset = engine.dataset(target.dataset);
  if (!workOf(engine, target).kind.undo) throw failure('notAllowedNow');
  const codes = await neededCodes(engine, target);
  if (!codes.every(code => holds(actor, code))) throw failure('forbidden');
  await engine.room.assertRoom();
  const id = await engine.db.transaction().execute(async db => {
    const stands = await sql`select id from t_biz_log where id = ${target.id} for update`.execute(db);
    const job = stands.rows.length > 0 ? await findJob(db, target.id) : undefined;
    if (!job || !isUndoable(engine, job)) throw failure('notAllowedNow');
    const made = await queueJob(engine, db, {
      bizType: engineKinds.undo.bizType,
      op: 'undo',
      dataset: dataset.name,
      tableId: dataset.tableId ?? null,
      title: dataset.label[actor.language],
      params: { jobId: job.id, redo: job.op === 'undo' && job.params.redo !== true },
      actor: freezeActor(actor),
      importBatch: job.importBatch,
      originName: job.originName,
    });
    await sql`update t_biz_log set undone_by = ${made} where id = ${job.id}`.execute(db);
    return made;
  });
  engine.jobs.wake();
  return { id };
}

/**
 * Goes back through what a job did, newest first: rows it added go, rows it deleted come back, rows it changed
 * get their former values. A row that somebody has touched since is left alone and listed. Each chunk commits
 * with its own history and position.
 */
export async function runUndo(context: JobContext, job: Job): Promise<Ending> {
  const { engine } = context;
  const dataset = engine.dataset(job.dataset);
  const actor = thawActor(job.actor);
  const { jobId } = engineKinds.undo.params.parse(job.params);
  const target = await findJob(engine.db, jobId);
  const total = (target?.insertNum ?? 0) + (target?.updateNum ?? 0);
  const write: WriteContext = { engine, dataset, actor, jobId: job.id, importBatch: undefined };
  const position = job.position === 0 ? Number.MAX_SAFE_INTEGER : job.position;
  let done = job.done;
  let ahead: Promise<Entry[]> | undefined = entriesBefore(engine.db, jobId, position);
  while (ahead) {
    const entries: readonly Entry[] = await ahead;
    const last = entries.at(-1);
    if (!last) break;
    // What the job did does not change any more, so that it can be read while the rows before it are put back.
    ahead = entries.length < chunkRows ? undefined : entriesBefore(engine.db, jobId, last.id);
    // Its failure counts when its turn has come.
    ahead?.catch(() => {});
    await waitForRoom(context, job);
    await engine.db.transaction().execute(async db => {
      const change = await openChange(engine, db, dataset, { actor, now: engine.clock.now() });
      await preferIndexes(db);
      const refused = new Map<number, Issue>();
      const standing = await unchangedSince(db, dataset, actor, entries, refused);
      const removed = await takeAway(
        { engine, db, dataset, actor, change, jobId: job.id },
        standing.filter(({ op }) => adds(op)),
        refused,
      );
      const restored = await bringBack(
        write,
        db,
        change,
        standing.filter(({ op }) => op === historyOps.deleted),
        refused,
      );
      const updates = standing.filter(({ op }) => op === historyOps.updated).map(formerValues);
      const keys = updates.map(update => update.key);
      const fields = [...new Set(updates.flatMap(({ values }) => Object.keys(values)))];
      if (keys.length > 0) await change.expect('updated', keys, fields);
      const { updated, same } = await applyUpdates(db, write, updates);
      if (keys.length > 0) await change.settle('updated', keys);
      await keepRefused(
        db,
        job.id,
        [...refused].map(([key, found], index) => ({
          number: done + index + 1,
          issues: [found],
          cells: [key],
        })),
      );
      await reachCheckpoint(context, db, job, {
        done: done + entries.length,
        checkpoint: 0,
        position: last.id,
        total: Math.max(total, done + entries.length),
        bytesDone: 0,
        bytesTotal: 0,
        inserted: restored,
        updated: removed + updated + same,
        same: 0,
        failed: refused.size,
      });
    });
    done += entries.length;
  }
  return ending(context, job, dataset);
}

async function ending(context: JobContext, job: Job, dataset: AnyDataset): Promise<Ending> {
  const { db } = context.engine;
  const stands = (await findJob(db, job.id)) ?? job;
  const { language } = job.actor;
  const total = stands.insertNum + stands.updateNum;
  if (stands.failNum === 0)
    return { status: 'success', message: jobText(job.params.redo === true ? 'redone' : 'undone', { total }) };
  const header = fieldOf(dataset, dataset.key)?.label[language] ?? dataset.key;
  return {
    status: 'fail',
    message: jobText(job.params.redo === true ? 'redoneSome' : 'undoneSome', { total, kept: stands.failNum }),
    logUrl: await writeErrorWorkbook(context, job, [header], new Map([[0, dataset.key]])),
  };
}

const adds = (op: number) => op === historyOps.added || op === historyOps.restored;

/** The changes of the job before `position`, newest first: whole entries, as many as have the rows of a chunk. */
async function entriesBefore(db: Db, jobId: number, position: number): Promise<Entry[]> {
  return db.transaction().execute(async within => {
    await preferIndexes(within);
    const found = await sql<Entry>`
    select h.history_id as id, r.key, h.op, h.version, h.changes
    from (
      select *, sum(row_count) over (order by history_id desc) - row_count as rows_before
      from (
        select history_id, row_id, row_count, op, version, changes from t_row_history
        where job_id = ${jobId} and history_id < ${position} order by history_id desc limit ${chunkRows}
      ) as newest
    ) as h cross join ${keysOfEntry}
    where h.rows_before < ${chunkRows} order by h.history_id desc, r.key desc`.execute(within);
    return found.rows;
  });
}

/**
 * Puts rows that the job added into the trash; those that others refer to by now, or whose state keeps them, stay and
 * are listed.
 */
async function takeAway(
  removal: Removal,
  entries: readonly Entry[],
  refused: Map<number, Issue>,
): Promise<number> {
  const { engine, db, dataset } = removal;
  const wanted = entries.map(entry => entry.key);
  const kept = await keptByState(engine, db, dataset, wanted);
  for (const [key, why] of kept) refused.set(key, why);
  const free = wanted.filter(key => !kept.has(key));
  return removeUnreferenced(removal, free, refused, 'referencedSince');
}

/** Brings rows back that the job deleted; one whose natural key another row has taken stays away and is listed. */
async function bringBack(
  write: WriteContext,
  db: Db,
  change: ChangeWatch,
  entries: readonly Entry[],
  refused: Map<number, Issue>,
): Promise<number> {
  const { dataset, actor, jobId } = write;
  if (entries.length === 0) return 0;
  const key = column('d', columnName(dataset.key));
  const { free, taken } = await splitRestorable(
    db,
    dataset,
    entries.map(entry => entry.key),
  );
  for (const rowKey of taken) refused.set(rowKey, issue(dataset.key, 'takenSince'));
  if (free.length === 0) return 0;
  await change.expect('restored', free);
  const restored = await sql<{ count: number }>`
    with restored as (
      update ${sql.table(tableName(dataset))} as d
      set deleted = false, version = d.version + 1, update_by = ${actor.userId}::bigint, update_time = now()
      where ${key} = any(${free}::bigint[]) and d.deleted returning ${key} as key, d.version
    ), kept as (${historyFrom(dataset, actor, 'restored', 'restored', jobId)})
    select count(*)::integer as count from restored`.execute(db);
  await change.settle('restored', free);
  return restored.rows[0]?.count ?? 0;
}

function formerValues(entry: Entry): PlannedUpdate {
  const before = Object.entries(entry.changes ?? {}).map(([name, [old]]) => [name, old] as const);
  return { number: 0, key: entry.key, values: Object.fromEntries(before) };
}
