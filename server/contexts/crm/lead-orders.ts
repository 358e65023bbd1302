import { leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import type { lead } from '@yikao/model/contexts/crm/lead.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { numbersOf } from '@yikao/model/contexts/shared/rules/several-numbers.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Db, type Tx } from '../../engine/table/sql.ts';
import { lockRows } from '../../engine/write/lock-rows.ts';
import { transact } from '../../engine/write/transaction.ts';
import { inThePool } from '../shared/in-the-pool.ts';
import { hasNumber } from '../shared/lead-numbers.ts';

/** States of a lead that an order can be linked to. */
const sellable: readonly number[] = [
  leadStatus.is.assigned,
  leadStatus.is.following,
  leadStatus.is.interested,
  leadStatus.is.won,
];

const leadIs = codesOf(leadStatus);
const payBizIs = codesOf(payBizType);
const orderIs = codesOf(orderStatus);

/** Kinds of orders that win leads, by the code of `@payBizType` (domain 3.1). */
type WinningKind = 1 | 3;

/** An order that wins a lead. */
type Won = Columns<typeof registry.serviceOrder, 'orderId'> &
  Columns<typeof registry.lead, 'leadId'> & { readonly userId: number | null };

/** The orders that win leads or no longer do, and the actor with the cause. */
interface Taker {
  readonly bizType: WinningKind;
  readonly actor: Actor;
  readonly cause: string;
}

/** The table of each kind, and the leads it may win besides those of the same number: `o` is the order, `l` the lead. */
const kinds = {
  1: { table: 't_service_order', fits: sql<SqlBool>`l.data_year = o.data_year` },
  // The service takes longer than a year, and its order names none.
  3: { table: 't_abroad_order', fits: sql<SqlBool>`true` },
} as const satisfies Record<WinningKind, object>;

/**
 * The lead won by each paid order: with the same number and year, of the order's own partner before one without a
 * partner, the lead's own number before one of a lead that was merged into it, active before inactive, and the newest
 * first. A free order is no sale.
 */
async function leadsOf(db: Db, bizType: WinningKind, orderIds: readonly number[]): Promise<Won[]> {
  const { table, fits } = kinds[bizType];
  const found = await sql<Won>`
    select distinct on (o.order_id) o.order_id, o.user_id, l.lead_id
    from ${sql.table(table)} as o
      join t_lead as l on ${hasNumber('l', sql.ref('o.mobile'))} and ${fits} and not l.deleted
        and (o.partners_id is null or l.partners_id is null or l.partners_id = o.partners_id)
    where o.order_id = any(${[...orderIds]}::bigint[]) and o.pay_amount > 0
    order by o.order_id, (l.partners_id is not distinct from o.partners_id) desc, (l.mobile = o.mobile) desc,
      (l.lead_status in (${leadIs.assigned}, ${leadIs.following}, ${leadIs.interested})) desc,
      l.data_year desc, l.lead_id`.execute(db);
  return found.rows;
}

/** Locks leads in id order; returns those that still exist. */
async function lockLeads(db: Tx, leadIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await sql<Columns<typeof registry.lead, 'leadId'>>`
    select lead_id from t_lead where lead_id = any(${[...leadIds]}::bigint[]) and not deleted
    order by lead_id for update`.execute(db);
  return new Set(found.rows.map(row => row.leadId));
}

/** Amount that a lead's orders have earned so far, less refunds, in yuan. */
export async function soldBy(db: Db, leadId: number): Promise<string> {
  const found = await sql<{ amount: string }>`
    select coalesce(sum(coalesce(s.pay_amount - s.refund_amount, a.pay_amount - a.refund_amount)), 0)::numeric(12,2)::text
      as amount
    from t_lead_order as x
      left join t_service_order as s on x.biz_type = ${payBizIs.service} and s.order_id = x.order_id
      left join t_abroad_order as a on x.biz_type = ${payBizIs.abroad} and a.order_id = x.order_id
    where x.lead_id = ${leadId}`.execute(db);
  return found.rows[0]?.amount ?? '0.00';
}

/** {@link leadsOf}, with the leads locked. One that is merged into another one meanwhile is looked for again. */
async function lockedLeadsOf(db: Tx, bizType: WinningKind, orderIds: readonly number[]): Promise<Won[]> {
  for (;;) {
    const won = await leadsOf(db, bizType, orderIds);
    const leadIds = [...new Set(won.map(({ leadId }) => leadId))];
    if (leadIds.length === 0 || (await lockLeads(db, leadIds)).size === leadIds.length) return won;
  }
}

/** Orders that were just paid win their leads, in the transaction of the payment (domain 3.1, 3.8). */
export async function winByOrders(
  engine: Engine,
  db: Tx,
  orderIds: readonly number[],
  { bizType, actor, cause }: Taker,
): Promise<void> {
  for (const { orderId, leadId, userId } of await lockedLeadsOf(db, bizType, orderIds)) {
    await sql`
      insert into t_lead_order (biz_type, order_id, lead_id) values (${bizType}, ${orderId}, ${leadId})
      on conflict (biz_type, order_id) do nothing`.execute(db);
    await takeStep(engine, leadSteps, 'win', {
      keys: leadId,
      given: { orderAmount: await soldBy(db, leadId), userId },
      by: { kind: 'step', actor, cause },
      within: db,
    });
  }
}

/** Fully refunded orders no longer count for their leads, others with their remaining amount (domain 3.8). */
export async function unwinByOrders(
  engine: Engine,
  db: Tx,
  orderIds: readonly number[],
  { bizType, actor, cause }: Taker,
): Promise<void> {
  // Locked, so that a merge does not give them to another lead meanwhile.
  const touched = await sql<Columns<typeof lead, 'leadId'>>`
    select lead_id from t_lead_order
    where biz_type = ${bizType} and order_id = any(${[...orderIds]}::bigint[])
    order by order_id for update`.execute(db);
  if (touched.rows.length === 0) return;
  await sql`
    delete from t_lead_order as x using ${sql.table(kinds[bizType].table)} as o
    where x.biz_type = ${bizType} and o.order_id = x.order_id and o.status = ${orderIs.refunded}
      and x.order_id = any(${[...orderIds]}::bigint[])`.execute(db);
  const there = await lockLeads(
    db,
    touched.rows.map(({ leadId }) => leadId),
  );
  for (const leadId of there) {
    await takeStep(engine, leadSteps, 'unwin', {
      keys: leadId,
      given: { orderAmount: await soldBy(db, leadId) },
      by: { kind: 'step', actor, cause },
      within: db,
    });
  }
}

/**
 * A person names the paid order that won a lead (domain 3.8: by hand with the number of the order). The order must have
 * the same mobile number and not yet count for a lead. Throws `notFound`, `notAllowedNow`, and `invalidFields` for the
 * order.
 */
export async function winByHand(
  engine: Engine,
  actor: Actor,
  leadId: number,
  orderNo: string,
): Promise<void> {
  const { lead, serviceOrder } = registry;
  await transact(engine.db, async db => {
    // The order first, as a payment and a refund lock them.
    const within = allOf([
      sql<SqlBool>`d.order_no = ${orderNo} and d.status in (${orderIs.paid}, ${orderIs.refunding}) and not d.deleted`,
      scopeCondition(serviceOrder, inThePool(actor), 'd'),
    ]);
    const orders = await sql<
      Columns<typeof registry.serviceOrder, 'orderId' | 'mobile' | 'payAmount' | 'userId'>
    >`
      select d.order_id, d.mobile, d.pay_amount, d.user_id
      from t_service_order as d where ${within} for update`.execute(db);
    const condition = scopeCondition(lead, actor, 'd', 'write');
    const [row] = await lockRows(engine, db, lead, [leadId], actor, { condition });
    if (!row) throw failure('notFound');
    if (!sellable.includes(row.leadStatus)) throw failure('notAllowedNow');
    const [order] = orders.rows;
    const numbers = [row.mobile, ...numbersOf(row.otherMobiles)];
    if (!order || !numbers.includes(order.mobile) || compare(order.payAmount, '0') <= 0)
      throw wrongOrder('没有该手机号已支付的这个订单', 'is no paid order of this mobile');
    const linked = await sql`
      insert into t_lead_order (biz_type, order_id, lead_id) values (1, ${order.orderId}, ${leadId})
      on conflict (biz_type, order_id) do nothing returning 1`.execute(db);
    if (linked.rows.length === 0) throw wrongOrder('已计入一条线索', 'counts for a lead already');
    await takeStep(engine, leadSteps, 'win', {
      keys: leadId,
      given: { orderAmount: await soldBy(db, leadId), userId: order.userId },
      by: { kind: 'step', actor, cause: 'lead.status' },
      within: db,
    });
  });
}

function wrongOrder(zh: string, en: string) {
  return failure('invalidFields', {
    issues: [issue('orderNo', 'rule', { zh, en })],
    labels: () => label('订单号', 'Order number'),
  });
}
