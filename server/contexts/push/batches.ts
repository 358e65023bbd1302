import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sendStatus } from '@yikao/model/contexts/push/push.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { type SqlBool, sql } from 'kysely';
import { readParameter } from '../../engine/read/parameter.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import type { PushOutcome } from '../../platform/push/types.ts';
import { markDead } from './devices.ts';

const sendIs = codesOf(sendStatus);

/** A device of a batch. */
export interface BatchRow {
  readonly id: number;
  readonly deviceId: number;
  readonly token: string;
}

/** A batch on its way: claimed, and not settled. */
export interface Batch {
  readonly batchNo: number;
  readonly appId: number;
  readonly callKey: string;
  readonly claimTime: Date;
  readonly rows: readonly BatchRow[];
}

/** Codes of `sendStatus`. */
const sendStates = sendStatus.is;

/** The sentences of what a device did not get; in the language of the back-office. */
const sentences = {
  dead: '设备令牌已失效',
  unreached: '厂商没有认出这台设备',
  unknown: '发送时中断，结果未知，不再重发',
} as const;

/** The rows of a batch that wait for their outcome. */
async function rowsOf(db: Db, ids: readonly number[]): Promise<BatchRow[]> {
  const found = await sql<BatchRow>`
    select r.id, r.device_id, d.token from t_push_record as r join t_push_device as d on d.device_id = r.device_id
    where r.id = any(${ids}::bigint[]) and r.send_status = ${sendIs.waiting} order by r.id`.execute(db);
  return found.rows;
}

/**
 * Takes over the batch of a task that was claimed and not settled, for the sender `owner`; undefined if there is none. The
 * caller holds the task.
 */
export async function takeOver(db: Db, taskId: number, owner: string): Promise<Batch | undefined> {
  const found = await sql<Omit<Batch, 'rows'> & { recordIds: number[] | null }>`
    update t_push_batch set owner = ${owner} where task_id = ${taskId} and settle_time is null
    returning batch_no, app_id, call_key, claim_time, record_ids`.execute(db);
  const [batch] = found.rows;
  if (!batch) return undefined;
  const { batchNo, appId, callKey, claimTime, recordIds } = batch;
  return { batchNo, appId, callKey, claimTime, rows: await rowsOf(db, recordIds ?? []) };
}

/** The app whose devices are next; undefined once none of a task waits. */
export async function nextApp(db: Db, taskId: number): Promise<number | undefined> {
  const found = await sql<Columns<typeof registry.pushRecord, 'appId'>>`
    select app_id from t_push_record where task_id = ${taskId} and send_status = ${sendIs.waiting} and not deleted
    order by app_id, id limit 1`.execute(db);
  return found.rows[0]?.appId;
}

/**
 * The devices that may still be claimed within this minute, of all tasks and nodes. Infinite for the task of a notice, which
 * does not wait behind a campaign. The transaction holds off other claims until it ends.
 */
export async function roomOfMinute(db: Tx, taskId: number, now: Date): Promise<number> {
  const ofNotice = sql<SqlBool>`exists (select 1 from t_notice as n where n.task_id = b.task_id)`;
  const notice =
    await sql`select 1 from (select ${taskId}::bigint as task_id) as b where ${ofNotice}`.execute(db);
  if (notice.rows.length > 0) return Number.POSITIVE_INFINITY;
  await sql`select pg_advisory_xact_lock(hashtext('push.minuteMax'))`.execute(db);
  const since = new Date(now.getTime() - 60_000);
  const claimed = await sql<{ devices: number }>`
    select coalesce(sum(coalesce(cardinality(b.record_ids), b.sent_num)), 0)::integer as devices from t_push_batch as b
    where b.claim_time > ${since}::timestamptz and not ${ofNotice}`.execute(db);
  return (await readParameter(db, 'push.minuteMax')) - (claimed.rows[0]?.devices ?? 0);
}

/** Claims the next devices of an app, in the transaction of a caller who holds the task and has no claimed batch. */
export async function claimBatch(
  db: Tx,
  taskId: number,
  appId: number,
  size: number,
  { callKey, owner }: { readonly callKey: string; readonly owner: string },
  now: Date,
): Promise<Batch | undefined> {
  const found = await sql<Columns<typeof registry.pushRecord, 'id'>>`
    select id from t_push_record
    where task_id = ${taskId} and app_id = ${appId} and send_status = ${sendIs.waiting} and not deleted
    order by id limit ${size}`.execute(db);
  const ids = found.rows.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const made = await sql<{ batchNo: number }>`
    insert into t_push_batch (task_id, batch_no, app_id, call_key, owner, record_ids, claim_time)
    select ${taskId}, coalesce(max(batch_no), 0) + 1, ${appId}, ${callKey}, ${owner}, ${ids}::bigint[], ${now}::timestamptz
    from t_push_batch where task_id = ${taskId} returning batch_no`.execute(db);
  const batchNo = made.rows[0]?.batchNo ?? 0;
  return { batchNo, appId, callKey, claimTime: now, rows: await rowsOf(db, ids) };
}

/** Gives a claimed batch back, of which certainly nothing was sent; not one that another sender has taken over. */
export async function releaseBatch(db: Db, taskId: number, batchNo: number, owner: string): Promise<void> {
  await sql`
    delete from t_push_batch
    where task_id = ${taskId} and batch_no = ${batchNo} and owner = ${owner} and settle_time is null`.execute(
    db,
  );
}

/** The state and sentence of a device by its outcome; undefined for one that goes on waiting. */
function resultOf(outcome: PushOutcome): { state: number; message: string | null } | undefined {
  switch (outcome.kind) {
    case 'sent':
      return { state: sendStates.sent, message: null };
    case 'later':
      return undefined;
    case 'refused':
      return { state: sendStates.failed, message: outcome.reason.zh.slice(0, limits.address) };
    default:
      return { state: sendStates.failed, message: sentences[outcome.kind] };
  }
}

/**
 * Settles a claimed batch with the outcomes of its rows, in the transaction of a caller who holds the task: the rows, the
 * tokens that are dead, and the sums of the task, counted from the rows of its batches. One that was settled by another
 * sender meanwhile stays as it is.
 */
export async function settleBatch(
  db: Tx,
  taskId: number,
  batch: Batch,
  outcomes: readonly PushOutcome[],
  now: Date,
): Promise<void> {
  const open = await sql`
    select 1 from t_push_batch where task_id = ${taskId} and batch_no = ${batch.batchNo} and settle_time is null
    for update`.execute(db);
  if (open.rows.length === 0) return;
  const results = batch.rows.flatMap(({ id, deviceId }, at) => {
    const outcome = outcomes[at] ?? ({ kind: 'unknown' } as const);
    const result = resultOf(outcome);
    return result ? [{ id, deviceId, dead: outcome.kind === 'dead', ...result }] : [];
  });
  await sql`
    update t_push_record as r set send_status = s.state, error_msg = s.message, send_time = ${now}::timestamptz,
      update_time = ${now}::timestamptz
    from unnest(${results.map(({ id }) => id)}::bigint[], ${results.map(({ state }) => state)}::smallint[],
      ${results.map(({ message }) => message)}::text[]) as s(id, state, message)
    where r.id = s.id and r.send_status = ${sendIs.waiting}`.execute(db);
  await markDead(
    db,
    results.filter(({ dead }) => dead).map(({ deviceId }) => deviceId),
  );
  await sql`
    with counted as (
      select count(*) filter (where send_status = ${sendIs.sent})::integer as sent,
        count(*) filter (where send_status = ${sendIs.failed})::integer as failed
      from t_push_record where id = any(${results.map(({ id }) => id)}::bigint[])
    )
    update t_push_batch set settle_time = ${now}::timestamptz, record_ids = null, sent_num = counted.sent + counted.failed,
      success_num = counted.sent, fail_num = counted.failed
    from counted where task_id = ${taskId} and batch_no = ${batch.batchNo}`.execute(db);
  await sql`
    with sums as (
      select coalesce(sum(sent_num), 0)::integer as sent, coalesce(sum(success_num), 0)::integer as good,
        coalesce(sum(fail_num), 0)::integer as bad
      from t_push_batch where task_id = ${taskId}
    )
    update t_push_task set sent_num = sums.sent, success_num = sums.good, fail_num = sums.bad
    from sums where task_id = ${taskId}`.execute(db);
}

/** Devices of a cancelled task that are ended in one transaction. */
const endedAtOnce = 20_000;

/**
 * Ends devices of a cancelled task that wait, in the transaction of a caller who holds the task; returns whether there
 * may be more. Those of a batch whose sender died count as lost, as nobody sends it again.
 */
export async function endWaiting(db: Tx, taskId: number, owner: string, now: Date): Promise<boolean> {
  const batch = await takeOver(db, taskId, owner);
  if (batch) await settleBatch(db, taskId, batch, [], now);
  const ended = await sql`
    update t_push_record set send_status = ${sendStates.cancelled}, update_time = ${now}::timestamptz
    where id in (select id from t_push_record where task_id = ${taskId} and send_status = ${sendIs.waiting}
      and not deleted
      limit ${endedAtOnce})`.execute(db);
  return Number(ended.numAffectedRows ?? 0) === endedAtOnce;
}
