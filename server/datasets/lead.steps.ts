import { registry } from '@yikao/model/datasets/index.ts';
import { leadSteps } from '@yikao/model/machines/lead.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { insertRows } from '../engine/internal-write.ts';
import type { Db } from '../engine/sql.ts';
import { defineStepServer, type StepContext } from '../engine/steps/step-server.ts';

/** Days for which a lead is not for whoever gave it back (domain 3.8). */
const restDays = 3;

/** Codes of `assignAction` (domain M3). */
const action = { assigned: 1, claimed: 2, handedOver: 3, takenBack: 4, takenBackByClock: 5 } as const;

type LeadContext = StepContext<{ readonly saleUserId: number | null }>;

/** Writes down that leads went from one salesperson to another, or to nobody. */
async function log({ engine, db, rows, by }: LeadContext, toUserId: number | null, how: number | null) {
  const entries = rows.map(row => ({
    leadId: row.rowKey,
    fromUserId: row.saleUserId,
    toUserId,
    action: how ?? (row.saleUserId === null ? action.assigned : action.handedOver),
    operator: by.actor.elevated ? null : by.actor.userId,
  }));
  await insertRows(engine, db, registry.leadAssignLog, entries, { by: by.actor });
}

/** Lets leads go to the pool. */
async function release(context: LeadContext) {
  await log(context, null, context.by.kind === 'clock' ? action.takenBackByClock : action.takenBack);
  return new Map(
    context.rows.map(row => [row.rowKey, { values: { saleUserId: null, nextFollowTime: null } }] as const),
  );
}

/**
 * How many more open leads somebody may hold. Locks the person, so that two claims at once do not both find the same
 * room.
 */
async function roomOf(db: Db, userId: number): Promise<number> {
  await sql`select 1 from t_admin_user where user_id = ${userId} for no key update`.execute(db);
  const found = await sql<{ open: number; most: number }>`
    select (select count(*)::int from t_lead where sale_user_id = ${userId} and lead_status in (1, 2, 3) and not deleted) as open,
      coalesce((select nullif(trim(config_value), '')::int from t_config where config_key = 'crm.claimMax'), 200) as most`.execute(
    db,
  );
  const [{ open, most } = { open: 0, most: 0 }] = found.rows;
  return Math.max(0, most - open);
}

/** What the steps of the leads do: the salesperson, the log of hands, the follow-ups (domain 3.8, M2, M3). */
export const leadStepServer = defineStepServer(leadSteps, {
  needs: {
    async room({ db, rows, by }) {
      const room = await roomOf(db, by.actor.userId);
      return new Set(rows.slice(room).map(row => row.rowKey));
    },
    async notJustReturned({ db, rows, by, now }) {
      const since = new Date(now.getTime() - restDays * 86_400_000);
      const found = await sql<{ leadId: number }>`
        select distinct lead_id as "leadId" from t_lead_assign_log
        where lead_id = any(${rows.map(row => row.rowKey)}::bigint[]) and from_user_id = ${by.actor.userId}
          and to_user_id is null and create_time > ${since}::timestamptz`.execute(db);
      return new Set(found.rows.map(({ leadId }) => Number(leadId)));
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
          nextFollowTime,
        })),
        { by: by.actor },
      );
      const lastFollowTime = shanghaiTime(now);
      return new Map(
        rows.map(row => [row.rowKey, { values: { lastFollowTime, intent: newIntent ?? row.intent } }]),
      );
    },
    giveUp: release,
    recycle: release,
    async reopen({ rows }) {
      const values = { saleUserId: null, invalidReason: null, nextFollowTime: null };
      return new Map(rows.map(row => [row.rowKey, { values }]));
    },
  },
});
