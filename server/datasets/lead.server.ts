import { type FollowAsk, leadCalls, type SellerStat, type StatusAsk } from '@yikao/model/calls/leads.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { validateValue } from '@yikao/model/kernel/validate.ts';
import { limits } from '@yikao/model/limits.ts';
import { leadSteps } from '@yikao/model/machines/lead.ts';
import { stepCode } from '@yikao/model/permissions.ts';
import { dataYear, shanghaiInstant, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import { holds } from '../engine/access.ts';
import type { Actor } from '../engine/actor.ts';
import { aggregate } from '../engine/aggregate.ts';
import type { Engine } from '../engine/engine.ts';
import type { Query } from '../engine/filters.ts';
import { handle } from '../engine/http/handle.ts';
import { boundTo } from '../engine/scope.ts';
import { type Change, defineServer } from '../engine/server-side.ts';
import { type Condition, column, type Db } from '../engine/sql.ts';
import { takeStep } from '../engine/steps/take-step.ts';
import { assign, claim, recycle } from './lead-hands.ts';
import { unwinByOrders, winByHand, winByOrders } from './lead-orders.ts';
import { claimMax, openLeadsOf, sellersFor } from './lead-sellers.ts';
import { amongLeads, requestTransfers } from './lead-transfers.ts';

const { lead } = registry;

/** `PUT …/status` (domain M1): the step that leads to the wanted state. Throws what the step throws. */
async function changeStatus(engine: Engine, actor: Actor, asked: StatusAsk): Promise<void> {
  const { leadId, leadStatus, reason, orderNo } = asked;
  const by = { kind: 'person', actor } as const;
  const missing = (field: string, name: Label) =>
    failure('invalidFields', { issues: [issue(field, 'required')], labels: () => name });
  const why = () => {
    if (!reason) throw missing('reason', label('原因', 'Reason'));
    return reason;
  };
  switch (leadStatus) {
    case 0:
      // A salesperson may end a lead; that it begins anew is a manager's to say.
      if (!holds(actor, stepCode(lead, { may: 'assign' }))) throw failure('forbidden');
      await takeStep(engine, leadSteps, 'reopen', { keys: leadId, by });
      return;
    case 2:
      await takeStep(engine, leadSteps, 'cool', { keys: leadId, by });
      return;
    case 3:
      await takeStep(engine, leadSteps, 'interest', { keys: leadId, by });
      return;
    case 4:
      if (!orderNo) throw missing('orderNo', label('订单号', 'Order number'));
      return winByHand(engine, actor, leadId, orderNo);
    case 5:
      await takeStep(engine, leadSteps, 'invalidate', { keys: leadId, given: { invalidReason: why() }, by });
      return;
    case 6:
      await takeStep(engine, leadSteps, 'giveUp', { keys: leadId, given: { reason: why() }, by });
  }
}

/** `POST …/follow` (domain M2): read as the step's own call reads it. */
async function follow(engine: Engine, actor: Actor, asked: FollowAsk): Promise<{ leadStatus: number }> {
  const { leadFollow } = registry;
  const issues: Issue[] = [];
  const read = <K extends 'followType' | 'intent' | 'nextFollowTime'>(name: K) => {
    const raw = asked[name];
    if (raw === null || raw === undefined || raw === '') return null;
    const result = validateValue(name, leadFollow.fields[name], raw);
    if ('value' in result) return result.value;
    issues.push(result.issue);
    return null;
  };
  const [followType, newIntent, nextFollowTime] = [
    read('followType'),
    read('intent'),
    read('nextFollowTime'),
  ];
  if (issues.length > 0) {
    throw failure('invalidFields', {
      issues,
      labels: name => Object.entries(leadFollow.fields).find(([field]) => field === name)?.[1].label,
    });
  }
  const { leadId, content } = asked;
  const [taken] = await takeStep(engine, leadSteps, 'follow', {
    keys: leadId,
    // Each was read by its own field.
    given: { followType, content, newIntent, nextFollowTime } as Parameters<
      typeof takeStep<typeof leadSteps, 'follow'>
    >[3]['given'],
    by: { kind: 'person', actor },
  });
  const states = lead.fields.leadStatus.of.items;
  return { leadStatus: states.find(({ name }) => name === taken?.state)?.code ?? 0 };
}

/** `GET …/stat` (domain 10): what became of the leads of each salesperson within reach, the most sold first. */
async function stat(engine: Engine, actor: Actor, filters: Query): Promise<SellerStat[]> {
  const of = (where: Condition) =>
    aggregate(engine, lead, actor, {
      measures: { leads: 'count', amount: { sum: 'orderAmount' } },
      filters,
      where: sql<SqlBool>`d.sale_user_id is not null and ${where}`,
      by: 'saleUserId',
      top: limits.groupsMax,
    });
  const [all, followed, won] = await Promise.all([
    of(sql<SqlBool>`true`),
    of(sql<SqlBool>`d.last_follow_time is not null`),
    of(sql<SqlBool>`d.lead_status = 4`),
  ]);
  const names = await sql<{ userId: number; nickName: string }>`
    select user_id as "userId", nick_name as "nickName" from t_admin_user
    where user_id = any(${all.map(({ key }) => Number(key))}::bigint[])`.execute(engine.db);
  const nameOf = new Map(names.rows.map(({ userId, nickName }) => [Number(userId), nickName]));
  const byKey = (groups: typeof all) => new Map(groups.map(group => [group.key, group.values]));
  const [followedBy, wonBy] = [byKey(followed), byKey(won)];
  const rows = all.map(({ key, name, values }) => {
    // A name that the reader may not see is left out by the aggregate.
    const sold = wonBy.get(key);
    return {
      saleUserId: Number(key),
      saleUserName: name === null ? null : (nameOf.get(Number(key)) ?? name),
      assigned: values.leads,
      followed: followedBy.get(key)?.leads ?? 0,
      won: sold?.leads ?? 0,
      amount: Number(sold?.amount ?? '0'),
      conversion: Number(((sold?.leads ?? 0) / values.leads).toFixed(4)),
    };
  });
  return rows.toSorted((one, other) => other.amount - one.amount || other.won - one.won);
}

/** `GET …/due`: the caller's own open leads whose next follow-up is by the end of today, and those that are late. */
async function due(engine: Engine, actor: Actor) {
  const now = engine.clock.now();
  const midnight = shanghaiInstant(`${shanghaiTime(now).slice(0, 10)} 23:59:59`);
  const until = async (instant: Date) => {
    const { leads } = await aggregate(engine, lead, actor, {
      measures: { leads: 'count' },
      where: sql<SqlBool>`d.sale_user_id = ${actor.userId} and d.lead_status in (1, 2, 3)
        and d.next_follow_time <= ${instant}::timestamptz`,
    });
    return leads;
  };
  const [today, overdue] = await Promise.all([until(midnight), until(now)]);
  return { today, overdue };
}

/** The addresses that the catalogue gives to leads (domain M1 to M3), beside those of every dataset and step. */
function leadRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, leadCalls.assign, ({ actor, body }) => assign(engine, actor, body));
  handle(app, leadCalls.claim, ({ actor, body }) => claim(engine, actor, body.leadIds));
  handle(app, leadCalls.recycle, ({ actor, body }) => recycle(engine, actor, body.leadIds, body.reason));
  handle(app, leadCalls.status, async ({ actor, body }) => {
    await changeStatus(engine, actor, body);
    return undefined;
  });
  handle(app, leadCalls.follow, ({ actor, body }) => follow(engine, actor, body));
  handle(app, leadCalls.quota, async ({ actor }) => ({
    cap: await claimMax(engine.db),
    open: await openLeadsOf(engine.db, actor.userId),
  }));
  handle(app, leadCalls.loads, async ({ actor, body }) => ({
    cap: await claimMax(engine.db),
    sellers: await sellersFor(engine.db, actor, body.leadIds),
  }));
  handle(app, leadCalls.stat, ({ actor, query }) => stat(engine, actor, query));
  handle(app, leadCalls.due, ({ actor }) => due(engine, actor));
}

type LeadChange = Change<typeof lead.fields>;

/** Fields by which a lead meets another one. */
const meeting = ['mobile', 'dataYear', 'partnersId'] as const;

/** The number and year that a change gives a lead; undefined where it leaves them. */
function numberOf({ values, before, row, now }: LeadChange): { mobile: string; year: number } | undefined {
  const moved = !before || meeting.some(name => Object.hasOwn(values, name) && values[name] !== before[name]);
  if (!moved || typeof row.mobile !== 'string') return undefined;
  return { mobile: row.mobile, year: Number(row.dataYear ?? dataYear(now)) };
}

/**
 * Leads with the same number and year, of another partner than the row's, that are within the reach of whoever changes
 * it. Those beyond it are a manager's to settle, and nothing of them is told (0.7, 14).
 */
async function knownHolders(db: Db, changes: readonly LeadChange[]): Promise<(number | undefined)[]> {
  const asked = changes.map(numberOf);
  const mobiles = asked.flatMap(one => (one ? [one.mobile] : []));
  const [first] = changes;
  if (!first || mobiles.length === 0) return changes.map(() => undefined);
  const reach = boundTo(first.actor, 'partner', 'read');
  const found = await sql<{ leadId: number; mobile: string; year: number; partnersId: number | null }>`
    select lead_id as "leadId", mobile, data_year as year, partners_id as "partnersId" from t_lead
    where mobile = any(${mobiles}::text[]) and not deleted
      and ${reach === null ? sql`true` : sql`partners_id = any(${[...reach]}::bigint[])`}`.execute(db);
  const held = Map.groupBy(found.rows, row => `${row.mobile}/${row.year}`);
  return changes.map(({ key, row }, at) => {
    const one = asked[at];
    const others = one && held.get(`${one.mobile}/${one.year}`);
    const other = others?.find(
      ({ leadId, partnersId }) =>
        Number(leadId) !== key && Number(partnersId ?? 0) !== Number(row.partnersId ?? 0),
    );
    return other && Number(other.leadId);
  });
}

/** The source that a file gives of a lead: of one that somebody works on, a further source (domain 4.15). */
function sourcesOf({ before, row, jobId }: LeadChange) {
  if (!before || jobId === undefined) return undefined;
  // As it stands, none at all and an empty list told apart: a file that changes nothing writes nothing.
  const { otherSourceIds } = before;
  const others = otherSourceIds ?? [];
  const kept = before.saleUserId !== null && before.saleUserId !== undefined;
  const { sourceId } = row;
  if (!kept || sourceId == null || sourceId === before.sourceId)
    return { sourceId: row.sourceId ?? before.sourceId ?? null, otherSourceIds: otherSourceIds ?? null };
  return {
    sourceId: before.sourceId ?? null,
    otherSourceIds: others.includes(sourceId) ? others : [...others, sourceId],
  };
}

/** Server side of the leads. What a salesperson adds is that person's from the beginning (domain 3.8). */
export const leadServer = defineServer(lead, {
  routes: leadRoutes,
  expressions: {
    followNum: alias => sql`(
      select count(*)::int from t_lead_follow as follows
      where follows.lead_id = ${column(alias, 'lead_id')} and not follows.deleted)`,
  },
  reads: ['mobile', 'dataYear', 'partnersId', 'sourceId', 'otherSourceIds', 'saleUserId'],
  async before(db, changes) {
    const holders = await knownHolders(db, changes);
    return changes.map((change, at) => {
      const holder = holders[at];
      const values = sourcesOf(change);
      return {
        ...(values && { values }),
        issues:
          holder === undefined
            ? []
            : [
                issue('mobile', 'rule', {
                  zh: `本年度已有该手机号的线索（ID ${holder}），属于另一合伙人，不能重复添加`,
                  en: `has a lead this year already (ID ${holder}), of another partner`,
                }),
              ],
      };
    });
  },
  on: {
    'lead.add': async (engine, db, { rows, keys, by, name }) => {
      const own = rows.flatMap(({ rowKey, saleUserId }) =>
        saleUserId === null ? [] : [{ rowKey, saleUserId }],
      );
      for (const [saleUserId, group] of Map.groupBy(own, row => row.saleUserId)) {
        await takeStep(engine, leadSteps, 'assign', {
          keys: group.map(({ rowKey }) => rowKey),
          given: { saleUserId },
          by: { kind: 'step', actor: by.actor, cause: name },
          within: db,
        });
      }
      await requestTransfers(engine, db, amongLeads(keys));
    },
    'lead.update': async (engine, db, { keys }) => {
      await requestTransfers(engine, db, amongLeads(keys));
    },
    'lead.restore': async (engine, db, { keys }) => {
      await requestTransfers(engine, db, amongLeads(keys));
    },
    'serviceOrder.pay': (engine, db, { keys, by, name }) =>
      winByOrders(engine, db, keys, { actor: by.actor, cause: name }),
    'serviceOrder.endRefund': (engine, db, { keys, by, name }) =>
      unwinByOrders(engine, db, keys, { actor: by.actor, cause: name }),
  },
});
