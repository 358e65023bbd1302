import { registry } from '@yikao/model/contexts/datasets.ts';
import { callRecordSteps } from '@yikao/model/contexts/reach/call-record.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { postMessages } from '../../../engine/outbox/post.ts';
import { tryStep } from '../../../engine/steps/take-step.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import type { CallNotice } from '../../../platform/calls/types.ts';

const { callRecord } = registry;

/** A call that a notice may be about. */
export type NoticedCall = Columns<
  typeof callRecord,
  'callId' | 'taskId' | 'calledNumber' | 'outboundNumber' | 'beginTime' | 'seatId' | 'recordUrl'
>;

/**
 * The call of a notice: by the vendor's number, else by ours, since a notice may come before the vendor's answer is
 * written down. Undefined unless the numbers agree.
 */
export async function callOf(
  db: Db,
  { taskId, callId, calledNumber }: CallNotice,
  lock = false,
): Promise<NoticedCall | undefined> {
  const found = await sql<NoticedCall>`
    select call_id, task_id, called_number, outbound_number, begin_time, seat_id, record_url from t_call_record
    where (task_id = ${taskId} or (task_id is null and call_id = ${callId ?? null}::bigint)) and not deleted
    order by task_id nulls last limit 1 ${lock ? sql`for no key update` : sql``}`.execute(db);
  const [row] = found.rows;
  return row?.calledNumber === calledNumber ? row : undefined;
}

/**
 * Takes in a notice whose signature was verified: the step, its effects on the lead and the wish for the recording
 * commit together. Of repeated notices the first counts; one that comes later brings a recording that was not there
 * yet, or corrects a call that had counted as not connected. Returns whether the call is known.
 */
export async function takeCallNotice(engine: Engine, notice: CallNotice): Promise<boolean> {
  return transact(engine.db, async db => {
    const call = await callOf(db, notice, true);
    if (!call) return false;
    const given = {
      taskId: notice.taskId,
      callDuration: notice.connected ? notice.duration : 0,
      beginTime: notice.beginTime ?? (call.beginTime && shanghaiTime(call.beginTime)),
      endTime: notice.endTime,
      outboundNumber: notice.outboundNumber ?? call.outboundNumber,
      remark: notice.remark,
    };
    const by = { kind: 'vendor', cause: `call:${notice.taskId}` } as const;
    // A state that does not allow the step was reported already.
    const ask = { keys: call.callId, by, within: db };
    if (notice.connected) await tryStep(engine, callRecordSteps, 'connect', { ...ask, given });
    else await tryStep(engine, callRecordSteps, 'miss', { ...ask, given: { ...given, errorMsg: null } });
    if (notice.connected && notice.recordUrl !== null && call.recordUrl === null) {
      await sql`update t_call_record set record_url = ${notice.recordUrl} where call_id = ${call.callId}`.execute(
        db,
      );
      await postMessages(engine, db, [
        {
          topic: 'recording',
          subject: `${callRecord.name}:${call.callId}`,
          content: { callId: call.callId },
        },
      ]);
    }
    return true;
  });
}
