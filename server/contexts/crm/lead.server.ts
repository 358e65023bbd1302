import { followType, leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import { leadMergeCalls } from '@yikao/model/contexts/crm/lead-merge.calls.ts';
import { type FollowAsk, leadCalls, type StatusAsk } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { dataYear, shanghaiInstant, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { aggregate } from '../../engine/read/aggregate.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { boundTo, scopeCondition } from '../../engine/scope/scope.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type Change, defineServer } from '../../engine/table/server-side.ts';
import { column, type Db } from '../../engine/table/sql.ts';
import { assign, claim, recycle } from './assign-leads.ts';
import { tellOfLeads } from './lead-notice.ts';
import { unwinByOrders, winByHand, winByOrders } from './lead-orders.ts';
import { followCalls, followTexts, moveCalls } from './lead-reached.ts';
import { claimMax, openLeadsOf, sellersFor } from './lead-sellers.ts';
import { amongLeads, requestTransfers } from './lead-transfers.ts';
import { mergeLeads } from './merge/merge-leads.ts';
import { standingMerges } from './merge/stored-merge.ts';
import { undoMerge } from './merge/undo-merge.ts';
import { sellerStats } from './seller-stats.ts';

const leadIs = codesOf(leadStatus);
const followIs = codesOf(followType);

const { lead } = registry;

/** `PUT …/status` (domain M1): takes the step that leads to the requested state. Throws the step's errors. */
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
      // A salesperson may close a lead; only a manager may reopen it.
      if (!holds(actor, 'crm:lead:assign')) throw failure('forbidden');
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

/** `POST …/follow` (domain M2): parsed like the step's own call. */
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
    // Each value was parsed by its own field.
    given: { followType, content, newIntent, nextFollowTime } as Parameters<
      typeof takeStep<typeof leadSteps, 'follow'>
    >[3]['given'],
    by: { kind: 'person', actor },
  });
  const states = lead.fields.leadStatus.of.items;
  return { leadStatus: states.find(({ name }) => name === taken?.state)?.code ?? 0 };
}

/** `GET …/due`: the caller's own open leads whose next follow-up is due by the end of today, and the overdue ones. */
async function due(engine: Engine, actor: Actor) {
  const now = engine.clock.now();
  const midnight = shanghaiInstant(`${shanghaiTime(now).slice(0, 10)} 23:59:59`);
  const until = async (instant: Date) => {
    const { leads } = await aggregate(engine, lead, actor, {
      measures: { leads: 'count' },
      where: sql<SqlBool>`d.sale_user_id = ${actor.userId}
        and d.lead_status in (${leadIs.assigned}, ${leadIs.following}, ${leadIs.interested})
        and d.next_follow_time <= ${instant}::timestamptz`,
    });
    return leads;
  };
  const [today, overdue] = await Promise.all([until(midnight), until(now)]);
  return { today, overdue };
}

/** The catalogue's addresses for leads (domain M1 to M3). */
function leadRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, leadCalls.assign, ({ actor, body }) => assign(engine, actor, body));
  handle(app, leadCalls.claim, ({ actor, body }) => claim(engine, actor, body.leadIds));
  handle(app, leadCalls.recycle, ({ actor, body }) => recycle(engine, actor, body.leadIds, body.reason));
  handle(app, leadCalls.status, async ({ actor, body }) => {
    await changeStatus(engine, actor, body);
    return undefined;
  });
  handle(app, leadCalls.follow, ({ actor, body }) => follow(engine, actor, body));
  handle(app, leadMergeCalls.merge, ({ actor, body }) => mergeLeads(engine, actor, body));
  handle(app, leadMergeCalls.undo, ({ actor, body }) => undoMerge(engine, actor, body.mergeId));
  handle(app, leadMergeCalls.standing, ({ actor, query }) => standingMerges(engine, actor, query.leadId));
  handle(app, leadCalls.quota, async ({ actor }) => ({
    cap: await claimMax(engine.db),
    open: await openLeadsOf(engine.db, actor.userId),
  }));
  handle(app, leadCalls.loads, async ({ actor, body }) => ({
    cap: await claimMax(engine.db),
    sellers: await sellersFor(engine.db, actor, body.leadIds),
  }));
  handle(app, leadCalls.stat, ({ actor, query }) => sellerStats(engine, actor, query));
  handle(app, leadCalls.due, ({ actor }) => due(engine, actor));
}

type LeadChange = Change<typeof lead.fields>;

/** Fields that match a lead to another one. */
const meeting = ['mobile', 'dataYear', 'partnersId'] as const;

/** The number and year that a change gives a lead; undefined if it changes neither. */
function numberOf({ values, before, row, now }: LeadChange): { mobile: string; year: number } | undefined {
  const moved = !before || meeting.some(name => Object.hasOwn(values, name) && values[name] !== before[name]);
  if (!moved || typeof row.mobile !== 'string') return undefined;
  return { mobile: row.mobile, year: Number(row.dataYear ?? dataYear(now)) };
}

/**
 * Leads with the same number and year but another partner, within the reach of the person making the change. Those out
 * of reach are left to a manager and not revealed (0.7, 14).
 */
async function knownHolders(db: Db, changes: readonly LeadChange[]): Promise<(number | undefined)[]> {
  const asked = changes.map(numberOf);
  const mobiles = asked.flatMap(one => (one ? [one.mobile] : []));
  const [first] = changes;
  if (!first || mobiles.length === 0) return changes.map(() => undefined);
  const reach = boundTo(first.actor, 'partner', 'read');
  const found = await sql<Columns<typeof lead, 'leadId' | 'mobile' | 'partnersId'> & { year: number }>`
    select lead_id, mobile, data_year as year, partners_id from t_lead
    where mobile = any(${mobiles}::text[]) and not deleted
      and ${reach === null ? sql`true` : sql`partners_id = any(${[...reach]}::bigint[])`}`.execute(db);
  const held = Map.groupBy(found.rows, row => `${row.mobile}/${row.year}`);
  return changes.map(({ key, row }, at) => {
    const one = asked[at];
    const others = one && held.get(`${one.mobile}/${one.year}`);
    const other = others?.find(
      ({ leadId, partnersId }) => leadId !== key && Number(partnersId ?? 0) !== Number(row.partnersId ?? 0),
    );
    return other?.leadId;
  });
}

/**
 * Reports whether the partner already has a new lead's number with somebody the reader does not see: a colleague, or
 * the pool. A file's row is matched to that lead and changes it; a lead within reach is reported like any existing row.
 */
async function heldByColleague(db: Db, changes: readonly LeadChange[]): Promise<boolean[]> {
  const asked = changes.map(change =>
    change.key === undefined && change.jobId === undefined ? numberOf(change) : undefined,
  );
  const mobiles = asked.flatMap(one => (one ? [one.mobile] : []));
  const [first] = changes;
  if (!first || mobiles.length === 0) return changes.map(() => false);
  const found = await sql<Columns<typeof lead, 'mobile' | 'partnersId'> & { year: number; mine: boolean }>`
    select d.mobile, d.data_year as year, d.partners_id, ${scopeCondition(lead, first.actor, 'd')} as mine
    from t_lead as d where d.mobile = any(${mobiles}::text[]) and not d.deleted`.execute(db);
  return changes.map(({ row }, at) => {
    const one = asked[at];
    const other = found.rows.find(
      ({ mobile, year, partnersId }) =>
        mobile === one?.mobile &&
        year === one.year &&
        Number(partnersId ?? 0) === Number(row.partnersId ?? 0),
    );
    return other !== undefined && !other.mine;
  });
}

const heldAlready = {
  zh: '本年度已有该手机号的线索，由同事负责或在公海中，请联系主管分配',
  en: 'has a lead this year already, which a colleague or the pool has: ask your manager to assign it',
} as const;

/** The source of a lead in a file: for a lead already being worked on, a further source (domain 4.15). */
function sourcesOf({ before, row, jobId }: LeadChange) {
  if (!before || jobId === undefined) return undefined;
  // Distinguish null from an empty list: a file that changes nothing writes nothing.
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

/** Server side of the leads. A salesperson owns the leads they add (domain 3.8). */
export const leadServer = defineServer(lead, {
  routes: leadRoutes,
  expressions: {
    followNum: alias => sql`(
      select count(*)::int from t_lead_follow as follows
      where follows.lead_id = ${column(alias, 'lead_id')} and not follows.deleted)`,
    // Calls are follow-ups by telephone (domain M4 writes one for each call); a call and the note on it count once.
    callNum: alias => sql`(
      select count(distinct coalesce(calls.call_id, -calls.id))::int from t_lead_follow as calls
      where calls.lead_id = ${column(alias, 'lead_id')} and calls.follow_type = ${followIs.phone}
        and not calls.deleted)`,
  },
  reads: ['mobile', 'dataYear', 'partnersId', 'sourceId', 'otherSourceIds', 'saleUserId'],
  async before(db, changes) {
    const holders = await knownHolders(db, changes);
    const held = await heldByColleague(db, changes);
    return changes.map((change, at) => {
      const holder = holders[at];
      const values = sourcesOf(change);
      return {
        ...(values && { values }),
        issues:
          holder === undefined
            ? held[at]
              ? [issue('mobile', 'rule', heldAlready)]
              : []
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
    'lead.assign': (engine, db, { rows, given: { saleUserId }, by }) =>
      saleUserId === null ? Promise.resolve() : tellOfLeads(engine, db, { rows, saleUserId, by }),
    'lead.update': async (engine, db, { keys }) => {
      await requestTransfers(engine, db, amongLeads(keys));
    },
    'lead.restore': async (engine, db, { keys }) => {
      await requestTransfers(engine, db, amongLeads(keys));
    },
    'callRecord.connect': (engine, db, { rows, given, name }) =>
      followCalls(engine, db, rows, { connected: true, seconds: given.callDuration ?? 0, cause: name }),
    // A call that the vendor did not place is no conversation.
    'callRecord.miss': (engine, db, { rows, given, name }) =>
      given.errorMsg != null
        ? Promise.resolve()
        : followCalls(engine, db, rows, { connected: false, seconds: 0, cause: name }),
    'callRecord.link': (engine, db, { rows, given, name }) =>
      moveCalls(engine, db, rows, { leadId: Number(given.leadId), cause: name }),
    'smsRecord.add': (engine, db, { rows }) => followTexts(engine, db, rows),
    'serviceOrder.pay': (engine, db, { keys, by, name }) =>
      winByOrders(engine, db, keys, { bizType: payBizType.is.service, actor: by.actor, cause: name }),
    'serviceOrder.endRefund': (engine, db, { keys, by, name }) =>
      unwinByOrders(engine, db, keys, { bizType: payBizType.is.service, actor: by.actor, cause: name }),
    'abroadOrder.pay': (engine, db, { keys, by, name }) =>
      winByOrders(engine, db, keys, { bizType: payBizType.is.abroad, actor: by.actor, cause: name }),
    'abroadOrder.endRefund': (engine, db, { keys, by, name }) =>
      unwinByOrders(engine, db, keys, { bizType: payBizType.is.abroad, actor: by.actor, cause: name }),
  },
});
