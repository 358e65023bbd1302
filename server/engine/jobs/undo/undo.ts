import { failure } from '@yikao/model/errors.ts';
import { engineKinds } from '@yikao/model/jobs/engine-kinds.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { keysOfEntry } from '../../history/history.ts';
import { holds } from '../../scope/access.ts';
import { type Actor, freezeActor, thawActor } from '../../scope/actor.ts';
import { wholeRows } from '../../store/wholes.ts';
import { serverSideOf } from '../../table/server-side.ts';
import type { Db } from '../../table/sql.ts';
import { openChange } from '../../write/change.ts';
import { lockTree } from '../../write/living-references.ts';
import { transact } from '../../write/transaction.ts';
import { waitForRoom } from '../lifecycle/interruption.ts';
import { type Ending, findJob, isUndoable, type Job } from '../lifecycle/job.ts';
import { neededCodes, workOf } from '../lifecycle/job-work.ts';
import { queueJob } from '../lifecycle/queue.ts';
import { reachCheckpoint } from '../lifecycle/rights.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { writeErrorWorkbook } from '../write/error-workbook.ts';
import { preferIndexes } from '../write/query-planner.ts';
import { keepRefused } from '../write/refused-rows.ts';
import { takeBack } from './take-back.ts';
import { type Entry, unchangedSince } from './unchanged.ts';

/** Rows per transaction; those of a whole go back together. */
const chunkRowsOf = (engine: Engine, dataset: AnyDataset) =>
  serverSideOf(engine.servers, dataset).whole ? wholeRows : 2_000;

/**
 * `POST /api/base/log/undo {id}`: undoes a job in one job, which can itself be undone. Requires the permission of the
 * original job. Throws `notAllowedNow` if there is nothing to undo, or if it was already undone.
 */
export async function startUndo(engine: Engine, actor: Actor, target: Job): Promise<{ id: number }> {
  const dataset = engine.dataset(target.dataset);
  if (!workOf(engine, target).kind.undo) throw failure('notAllowedNow');
  const codes = await neededCodes(engine, target);
  if (!codes.every(code => holds(actor, code))) throw failure('forbidden');
  await engine.room.assertRoom();
  const id = await transact(engine.db, async db => {
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
 * Reverses a job's changes, newest first: added rows are deleted, deleted rows restored, changed rows get their former
 * values, under the rules of a save. Rows changed since, and rows that would now violate a rule, are left unchanged and
 * listed. Each chunk commits with its own history and position.
 */
export async function runUndo(context: JobContext, job: Job): Promise<Ending> {
  const { engine } = context;
  const dataset = engine.dataset(job.dataset);
  const actor = thawActor(job.actor);
  const { jobId } = engineKinds.undo.params.parse(job.params);
  const target = await findJob(engine.db, jobId);
  const total = (target?.insertNum ?? 0) + (target?.updateNum ?? 0);
  const chunkRows = chunkRowsOf(engine, dataset);
  const position = job.position === 0 ? Number.MAX_SAFE_INTEGER : job.position;
  let done = job.done;
  let ahead: Promise<Entry[]> | undefined = entriesBefore(engine.db, jobId, position, chunkRows);
  while (ahead) {
    const entries: readonly Entry[] = await ahead;
    const last = entries.at(-1);
    if (!last) break;
    // The original job's entries no longer change, so they can be read while earlier rows are reversed.
    ahead = entries.length < chunkRows ? undefined : entriesBefore(engine.db, jobId, last.id, chunkRows);
    // Its error is handled when its turn comes.
    ahead?.catch(() => {});
    await waitForRoom(context, job);
    await transact(engine.db, async db => {
      const now = engine.clock.now();
      const change = await openChange(engine, db, dataset, { actor, now });
      await lockTree(db, dataset);
      await preferIndexes(db);
      const refused = new Map<number, Issue>();
      const standing = await unchangedSince(db, dataset, actor, entries, refused);
      const taking = { engine, db, dataset, actor, change, jobId: job.id, now };
      const { removed, restored, updated, same } = await takeBack(taking, standing, refused);
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
        updated: removed + updated,
        same,
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

/** The changes of the job before `position`, newest first: whole entries, as many as have the rows of a chunk. */
async function entriesBefore(db: Db, jobId: number, position: number, chunkRows: number): Promise<Entry[]> {
  return transact(db, async within => {
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
