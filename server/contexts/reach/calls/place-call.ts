import { registry } from '@yikao/model/contexts/datasets.ts';
import { callRecordSteps } from '@yikao/model/contexts/reach/call-record.machine.ts';
import type { CallAsk } from '@yikao/model/contexts/reach/reach.calls.ts';
import { callStatus } from '@yikao/model/contexts/reach/reach.codes.ts';
import { numbersOf } from '@yikao/model/contexts/shared/rules/several-numbers.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { shanghaiInstant, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { maskMobile } from '@yikao/model/rules/mask.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { tryStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { type CallGateway, CallRefused } from '../../../platform/calls/types.ts';
import { ownerOf } from '../../people/accounts/organisation.ts';
import { hasNumber } from '../../shared/lead-numbers.ts';
import { blockedAmong } from '../blocked.ts';
import { keysOf, lockSeatOf, type Seat } from './seats.ts';

const callIs = codesOf(callStatus);

const { callRecord, lead, wishUser } = registry;

/** Seconds for which a seat is taken by a call of which nothing was heard yet. */
const busySeconds = 20;
/** Hours after which a call without a notice counts as not connected. */
const giveUpHours = 3;

/** Somebody who is called. */
interface Target {
  readonly mobile: string;
  readonly leadId: number | null;
  readonly wishUserId: number | null;
}

function wrongNumber(zh: string, en: string) {
  return failure('invalidFields', {
    issues: [issue('mobile', 'rule', { zh, en })],
    labels: () => lead.fields.mobile.label,
  });
}

/**
 * The number to call: of a lead or candidate within the actor's reach, or as it was given. A number alone is a call of
 * the newest lead that the actor has with it, so that a call that was typed is not lost to its lead.
 */
async function targetOf(engine: Engine, actor: Actor, asked: CallAsk): Promise<Target> {
  const { db } = engine;
  const { leadId, wishUserId } = asked;
  const given = asked.mobile || undefined;
  const known =
    leadId != null
      ? await findRow(engine, db, lead, actor, leadId, { forUpdate: true })
      : wishUserId != null
        ? await findRow(engine, db, wishUser, actor, wishUserId)
        : undefined;
  if (leadId != null || wishUserId != null) {
    if (!known) throw failure('notFound');
    const others = 'otherMobiles' in known ? numbersOf(known.otherMobiles) : [];
    const mobile = [String(known.mobile), ...others].find(
      one => given === undefined || given === one || given === maskMobile(one),
    );
    if (mobile === undefined) {
      throw wrongNumber('不是该线索或考生的号码', 'is not the number of this lead or candidate');
    }
    return { mobile, leadId: leadId ?? null, wishUserId: leadId == null ? (wishUserId ?? null) : null };
  }
  if (given === undefined) throw wrongNumber('请先填写电话号码', 'needs a phone number');
  const read = validateValue('mobile', callRecord.fields.calledNumber, given);
  if ('issue' in read) {
    throw failure('invalidFields', { issues: [read.issue], labels: () => lead.fields.mobile.label });
  }
  const mobile = String(read.value);
  const found = await sql<Columns<typeof lead, 'leadId'>>`
    select d.lead_id from t_lead as d
    where ${hasNumber('d', sql`${mobile}::text`)} and not d.deleted and ${scopeCondition(lead, actor, 'd', 'write')}
    order by (d.mobile = ${mobile}) desc, d.data_year desc, d.lead_id desc limit 1`.execute(db);
  return { mobile, leadId: found.rows[0]?.leadId ?? null, wishUserId: null };
}

/** Throws if the seat has reached its daily limit, or is still placing a call. Call it with the seat locked. */
async function assertFree(db: Db, seat: Seat, now: Date): Promise<void> {
  const midnight = shanghaiInstant(`${shanghaiTime(now).slice(0, 10)} 00:00:00`);
  const counted = await sql<{ today: number; busy: number }>`
    select count(*)::integer as today, (count(*) filter (
      where call_status = ${callIs.dialling}
        and begin_time > ${new Date(now.getTime() - busySeconds * 1_000)}))::integer as busy
    from t_call_record where seat_id = ${seat.id} and begin_time >= ${midnight} and not deleted`.execute(db);
  const { today = 0, busy = 0 } = counted.rows[0] ?? {};
  if (busy > 0) throw failure('seatBusy');
  if (today >= seat.dailyLimit) throw failure('callLimit', { params: { max: seat.dailyLimit } });
}

/**
 * Places a call from the actor's seat (domain M5). The row is stored before the vendor is asked, so that a notice which
 * comes before the vendor's answer finds it; a call is never placed again by itself, since a telephone would ring
 * twice. Throws `noSeat`, `seatWithoutKeys`, `callLimit`, `seatBusy`, `numberBlocked`, `notFound`, `invalidFields`,
 * `callFailed`, and `callUnanswered`.
 */
export async function placeCall(
  engine: Engine,
  gateway: CallGateway | undefined,
  actor: Actor,
  asked: CallAsk,
): Promise<{ readonly taskId: string | null; readonly callId: number }> {
  if (!gateway) throw failure('callsOff');
  const target = await targetOf(engine, actor, asked);
  const owner = await ownerOf(engine.db, { userId: actor.userId });
  const { seat, keys, callId } = await transact(engine.db, async db => {
    const now = engine.clock.now();
    const mine = await lockSeatOf(db, actor.userId);
    if (!mine) throw failure('noSeat');
    if ((await blockedAmong(db, [target.mobile], 'call')).size > 0) throw failure('numberBlocked');
    await assertFree(db, mine, now);
    // Asked before anything is written: a row says that a number was dialled.
    const opened = gateway.local ? undefined : await keysOf(engine, db, mine.id);
    if (!gateway.local && opened === undefined) throw failure('seatWithoutKeys');
    const row = {
      userId: actor.userId,
      seatId: mine.id,
      extension: mine.extension,
      outboundNumber: mine.outboundNumber,
      calledNumber: target.mobile,
      leadId: target.leadId,
      wishUserId: target.wishUserId,
      beginTime: shanghaiTime(now),
      giveUpTime: shanghaiTime(new Date(now.getTime() + giveUpHours * 3_600_000)),
      partnersId: owner.partnersId,
      provinceId: owner.provinceId,
      agentId: owner.agentId,
    };
    const [key = 0] = await insertRows(engine, db, callRecord, [row], { by: actor });
    return { seat: mine, keys: opened, callId: key };
  });
  try {
    const taskId = await gateway.place(keys, {
      callId,
      extension: seat.extension,
      calledNumber: target.mobile,
    });
    // A notice that came first has written it already.
    await sql`update t_call_record set task_id = ${taskId} where call_id = ${callId} and task_id is null`.execute(
      engine.db,
    );
    return { taskId, callId };
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    const given = {
      errorMsg: error.message,
      taskId: null,
      callDuration: 0,
      beginTime: shanghaiTime(engine.clock.now()),
      endTime: null,
      outboundNumber: seat.outboundNumber,
      remark: null,
    };
    await tryStep(engine, callRecordSteps, 'miss', { keys: callId, by: { kind: 'vendor' }, given });
    if (error.unanswered) throw failure('callUnanswered', { cause: error });
    throw failure('callFailed', { params: { why: error.message }, cause: error });
  }
}
