import { assignAction, followType, leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { defineStepServer, type StepContext } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { callsJustPlaced } from './lead-reached.ts';
import { lockSellers, roomOf, sellersReach } from './lead-sellers.ts';

/** Days during which a lead is not returned to the person who gave it back (domain 3.8). */
const restDays = 3;

/** Code of `leadStatus` for a lead in the pool that somebody had. */
const lostPool = leadStatus.is.lost;

/** Code of `followType` for a telephone call. */
const byTelephone = followType.is.phone;

/** Cause of a step that the scheduled job `leadRecycleJob` takes. */
export const recycleCause = 'leadRecycleJob';

/** Codes of `assignAction` (domain M3). */
const action = assignAction.is;

type AssignAction = (typeof action)[keyof typeof action];

type LeadContext = StepContext<{ readonly saleUserId: number | null }>;

/** Logs that leads went from one salesperson to another, or to nobody. */
async function log({ engine, db, rows, by }: LeadContext, toUserId: number | null, how: AssignAction | null) {
  const entries = rows.map(row => ({
    leadId: row.rowKey,
    fromUserId: row.saleUserId,
    toUserId,
    action: how ?? (row.saleUserId === null ? action.assigned : action.handedOver),
    operator: by.actor.elevated ? null : by.actor.userId,
  }));
  await insertRows(engine, db, registry.leadAssignLog, entries, { by: by.actor });
}

/** The leads that a salesperson gave back, or lost to the pool, within {@link restDays}; their keys. */
async function justReturned(
  db: Db,
  rows: readonly { readonly rowKey: number }[],
  saleUserId: number,
  now: Date,
): Promise<ReadonlySet<number>> {
  const since = new Date(now.getTime() - restDays * 86_400_000);
  const found = await sql<Columns<typeof registry.leadAssignLog, 'leadId'>>`
    select distinct lead_id from t_lead_assign_log
    where lead_id = any(${rows.map(row => row.rowKey)}::bigint[]) and from_user_id = ${saleUserId}
      and to_user_id is null and create_time > ${since}::timestamptz`.execute(db);
  return new Set(found.rows.map(({ leadId }) => leadId));
}

/** Releases leads to the pool. */
async function release(context: LeadContext) {
  await log(context, null, context.by.cause === recycleCause ? action.takenBackByClock : action.takenBack);
  return new Map(
    context.rows.map(row => [row.rowKey, { values: { saleUserId: null, nextFollowTime: null } }] as const),
  );
}

/** The name of a state by its code. */
function stateNamed(code: number) {
  const name = leadStatus.items.find(item => item.code === code)?.name;
  if (name === undefined) throw new Error(`${code} is no state of a lead`);
  return name;
}

/** The state that a merge or its undo gives leads; a change of their salesperson is logged. */
async function ended<Context extends LeadContext & { readonly given: MergeGiven }>(context: Context) {
  const { saleUserId, endState } = context.given;
  const passed = context.rows.filter(row => row.saleUserId !== saleUserId);
  if (passed.length > 0)
    await log({ ...context, rows: passed }, saleUserId, saleUserId === null ? action.takenBack : null);
  return new Map(context.rows.map(row => [row.rowKey, { to: stateNamed(endState) }] as const));
}

interface MergeGiven {
  readonly saleUserId: number | null;
  readonly endState: number;
}

/** The effects of the steps of the leads: the salesperson, the ownership log, the follow-ups (domain 3.8, M2, M3). */
export const leadStepServer = defineStepServer(leadSteps, {
  needs: {
    // A person keeps every lead they add; the cap limits only assigned ones.
    async sees({ db, rows, by, given }) {
      if (by.kind !== 'person') return new Set();
      const keys = rows.map(row => row.rowKey);
      const saleUserId = Number(given.saleUserId);
      const reached = (await sellersReach(db, [saleUserId], keys)).get(saleUserId);
      return new Set(keys.filter(key => !reached?.has(key)));
    },
    async hasRoom({ db, rows, by, given }) {
      if (by.kind !== 'person') return new Set();
      const saleUserId = Number(given.saleUserId);
      await lockSellers(db, [saleUserId]);
      const room = await roomOf(db, saleUserId);
      const others = rows.filter(row => row.saleUserId !== saleUserId);
      return new Set(others.slice(room).map(row => row.rowKey));
    },
    async room({ db, rows, by }) {
      await lockSellers(db, [by.actor.userId]);
      const room = await roomOf(db, by.actor.userId);
      return new Set(rows.slice(room).map(row => row.rowKey));
    },
    notJustReturned: ({ db, rows, by, now }) => justReturned(db, rows, by.actor.userId, now),
    async notJustReturnedBy({ db, rows, by, given, now }) {
      if (by.kind !== 'person') return new Set();
      const lost = rows.filter(row => row.leadStatus === lostPool);
      return justReturned(db, lost, Number(given.saleUserId), now);
    },
  },
  effects: {
    async assign(context) {
      await log(context, context.given.saleUserId, null);
      const assignTime = shanghaiTime(context.now);
      return new Map(context.rows.map(row => [row.rowKey, { values: { assignTime } }]));
    },
    async claim(context) {
      const { userId } = context.by.actor;
      await log(context, userId, action.claimed);
      const values = { saleUserId: userId, assignTime: shanghaiTime(context.now) };
      return new Map(context.rows.map(row => [row.rowKey, { values }]));
    },
    async follow({ engine, db, rows, given, by, now }) {
      const { followType, content, newIntent, nextFollowTime } = given;
      const late = (time: string | null | undefined) => Boolean(time && time <= shanghaiTime(now));
      // If it is unchanged, it is the appointment that was just kept.
      if (late(nextFollowTime) && rows.some(row => row.nextFollowTime !== nextFollowTime)) {
        throw failure('invalidFields', {
          issues: [issue('nextFollowTime', 'rule', { zh: '须晚于现在', en: 'must be later than now' })],
          labels: () => registry.lead.fields.nextFollowTime.label,
        });
      }
      const next = late(nextFollowTime) ? null : (nextFollowTime ?? null);
      const leadIds = rows.map(({ rowKey }) => rowKey);
      const calls =
        followType === byTelephone
          ? await callsJustPlaced(db, leadIds, by.actor.userId, now)
          : new Map<number, number>();
      await insertRows(
        engine,
        db,
        registry.leadFollow,
        rows.map(row => ({
          leadId: row.rowKey,
          userId: by.actor.userId,
          followType,
          content,
          intent: newIntent ?? row.intent,
          nextFollowTime: next,
          // A call and the note on it are one conversation.
          callId: calls.get(row.rowKey) ?? null,
        })),
        { by: by.actor },
      );
      const lastFollowTime = shanghaiTime(now);
      // A kept appointment is over, whether or not there is another one.
      return new Map(
        rows.map(row => [
          row.rowKey,
          {
            values: {
              lastFollowTime,
              nextFollowTime: next,
              intent: newIntent ?? row.intent,
            },
          },
        ]),
      );
    },
    async called({ rows, now }) {
      const at = shanghaiTime(now);
      return new Map(
        rows.map(row => {
          // A call keeps the appointment that it was for.
          const kept = row.nextFollowTime !== null && row.nextFollowTime.slice(0, 10) <= at.slice(0, 10);
          return [
            row.rowKey,
            { values: { lastFollowTime: at, ...(kept && { nextFollowTime: null }) } },
          ] as const;
        }),
      );
    },
    giveUp: release,
    recycle: release,
    async win({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { nextFollowTime: null } }]));
    },
    async unwin({ rows, given }) {
      const sold = compare(given.orderAmount, '0') > 0;
      return new Map(
        rows.map(row => [
          row.rowKey,
          { to: sold ? 'won' : row.saleUserId === null ? 'lost' : 'interested' } as const,
        ]),
      );
    },
    merge: ended,
    undoMerge: ended,
    async joinOther({ rows }) {
      return new Map(
        rows.map(row => [row.rowKey, { to: row.saleUserId === null ? 'lost' : 'interested' } as const]),
      );
    },
    async reopen(context) {
      const { rows } = context;
      const owned = rows.filter(row => row.saleUserId !== null);
      if (owned.length > 0) await log({ ...context, rows: owned }, null, action.takenBack);
      const values = { saleUserId: null, invalidReason: null, nextFollowTime: null };
      return new Map(rows.map(row => [row.rowKey, { values }]));
    },
  },
});
