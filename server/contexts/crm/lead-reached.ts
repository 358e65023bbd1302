import { followType } from '@yikao/model/contexts/crm/crm.codes.ts';
import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { callStatus } from '@yikao/model/contexts/reach/reach.codes.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { elevated } from '../../engine/scope/actor.ts';
import type { StepRow } from '../../engine/steps/step-server.ts';
import { tryStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { dropRows, setRows } from '../../engine/write/set-rows.ts';

type CallRow = StepRow<RowOf<typeof registry.callRecord>>;

/** Code of `followType` for a telephone call, and for a text. */
const followedBy = { call: followType.is.phone, text: followType.is.text } as const;

/** The conversation of a call that was not connected, and the beginning of one that was. */
const missedCall = '电话未接通';
const connectedCall = '电话接通，';

/**
 * Writes calls that ended among the conversations of their leads, and moves leads that were reached on (domain M5). A
 * call that is corrected from not connected to connected keeps its one conversation, which says so.
 */
export async function followCalls(
  engine: Engine,
  db: Tx,
  rows: readonly CallRow[],
  ended: { readonly connected: boolean; readonly seconds: number; readonly cause: string },
): Promise<void> {
  const ofLeads = rows.flatMap(row => (row.leadId === null ? [] : [{ ...row, leadId: row.leadId }]));
  if (ofLeads.length === 0) return;
  const content = ended.connected
    ? `${connectedCall}通话 ${Math.floor(ended.seconds / 60)} 分 ${ended.seconds % 60} 秒`
    : missedCall;
  const by = { by: elevated() };
  const corrected = await setRows(
    engine,
    db,
    registry.leadFollow,
    {
      where: sql<SqlBool>`d.call_id = any(${ofLeads.map(({ callId }) => callId)}::bigint[])
        and d.content = ${missedCall} and d.lead_id is not null`,
      values: () => ({ content }),
    },
    by,
  );
  const known = new Set(corrected.map(({ callId }) => callId));
  await insertRows(
    engine,
    db,
    registry.leadFollow,
    ofLeads
      .filter(({ callId }) => !known.has(callId))
      .map(row => ({
        leadId: row.leadId,
        userId: row.userId,
        followType: followedBy.call,
        content,
        callId: row.callId,
      })),
    by,
  );
  if (!ended.connected) return;
  // A lead that is in the pool or closed meanwhile keeps its state.
  await tryStep(engine, leadSteps, 'called', {
    keys: [...new Set(ofLeads.map(({ leadId }) => leadId))],
    by: { kind: 'step', cause: ended.cause },
    within: db,
  });
}

/** Code of `callStatus` for a call that was connected. */
const { connected } = callStatus.is;

/**
 * Writes ended calls among the conversations of the lead that they are linked to now, and takes them out of those of
 * another lead; a note that a person wrote stays where it was written.
 */
export async function moveCalls(
  engine: Engine,
  db: Tx,
  rows: readonly CallRow[],
  { leadId, cause }: { readonly leadId: number; readonly cause: string },
): Promise<void> {
  const others = rows.filter(row => row.leadId !== leadId);
  const written = sql<SqlBool>`d.call_id = any(${others.map(({ callId }) => callId)}::bigint[])
    and d.lead_id <> ${leadId} and (d.content = ${missedCall} or d.content like ${`${connectedCall}%`})`;
  await dropRows(engine, db, registry.leadFollow, written, { by: elevated() });
  // A call that the vendor did not place is no conversation.
  for (const row of others.filter(({ errorMsg }) => errorMsg === null)) {
    const ended = { connected: row.callStatus === connected, seconds: row.callDuration ?? 0, cause };
    await followCalls(engine, db, [{ ...row, leadId }], ended);
  }
}

/** Hours for which a note by telephone belongs to a call that its writer has placed to the lead. */
const noteHours = 2;

/** The latest calls of a person to leads, by lead, that a note by telephone belongs to now. */
export async function callsJustPlaced(
  db: Db,
  leadIds: readonly number[],
  userId: number,
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const found = await sql<Columns<typeof registry.callRecord, 'callId'> & { leadId: number }>`
    select lead_id, max(call_id) as call_id from t_call_record
    where lead_id = any(${[...leadIds]}::bigint[]) and user_id = ${userId} and not deleted
      and begin_time > ${new Date(now.getTime() - noteHours * 3_600_000)}
    group by lead_id`.execute(db);
  return new Map(found.rows.map(({ leadId, callId }) => [leadId, callId]));
}

/** Writes texts among the conversations of their leads. */
export async function followTexts(
  engine: Engine,
  db: Tx,
  rows: readonly StepRow<RowOf<typeof registry.smsRecord>>[],
): Promise<void> {
  const ofLeads = rows.flatMap(({ leadId, userId, content }) =>
    leadId === null ? [] : [{ leadId, userId, followType: followedBy.text, content: content.slice(0, 500) }],
  );
  if (ofLeads.length > 0) await insertRows(engine, db, registry.leadFollow, ofLeads, { by: elevated() });
}
