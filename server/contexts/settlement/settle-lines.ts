import type { registry } from '@yikao/model/contexts/datasets.ts';
import { payType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import {
  commissionOf,
  type ItemKind,
  itemKinds,
  type SettleLine,
  type SettleTotals,
  settleTotals,
} from '@yikao/model/contexts/settlement/rules/commission.ts';
import { settleStatus } from '@yikao/model/contexts/settlement/settlement.codes.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { minus } from '@yikao/model/rules/money.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';

const orderIs = codesOf(orderStatus);
const payIs = codesOf(payType);
const settleIs = codesOf(settleStatus);

/** The partner and days of a settlement; channel 0 means all of the partner's. */
export interface SettlePeriod {
  readonly partnersId: number;
  readonly channelId: number | null;
  /** First and last day, `YYYY-MM-DD` in Asia/Shanghai. */
  readonly periodStart: string;
  readonly periodEnd: string;
  /** The settlement itself, whose lines do not count as taken; missing for a new one. */
  readonly settleId?: number;
}

/** A line as stored, without its settlement. */
export interface SettleItem extends SettleLine {
  readonly itemKind: ItemKind;
  readonly orderId: number | null;
  readonly orderNo: string;
  readonly orderType: RowOf<typeof registry.settleItem>['orderType'];
  readonly agentId: number | null;
  readonly rate: string | null;
  /** The earlier settlement that it takes over. */
  readonly carriedFrom: number | null;
}

/** An order, with the amounts in force in other settlements' lines: all of its lines together add up to what is due. */
interface OrderRow {
  readonly orderId: number;
  readonly orderNo: string;
  readonly orderType: SettleItem['orderType'];
  readonly agentId: number | null;
  readonly payAmount: string;
  readonly refundAmount: string;
  readonly commissionRate: string | null;
  readonly parentRate: string | null;
  readonly agentRate: string | null;
  readonly elsewhere: Elsewhere;
}

/** The amounts that lines of other settlements have of an order, or of the share in it. */
interface Elsewhere {
  readonly refundAmount: string;
  readonly commission: string;
  readonly parentCommission: string;
  readonly agentCommission: string;
}

/** The kind of line that an order is, and the kind that corrects it later. */
const kinds = {
  own: { first: itemKinds.order, later: itemKinds.correction },
  share: { first: itemKinds.parent, later: itemKinds.parentCorrection },
} as const;

type Role = keyof typeof kinds;

const orderColumns = sql`o.order_id, o.order_no, o.order_type,
  o.agent_id, o.pay_amount, o.refund_amount, o.commission_rate, o.parent_rate, o.agent_rate,
  json_build_object(
    'refundAmount', coalesce(others.refunded, 0)::text, 'commission', coalesce(others.commission, 0)::text,
    'parentCommission', coalesce(others.parent_commission, 0)::text,
    'agentCommission', coalesce(others.agent_commission, 0)::text) as elsewhere`;

/**
 * The amounts in force in other settlements' lines of the order `o`, as `others`; `begun` is true if its first line
 * exists.
 */
function others(role: Role, { settleId = 0 }: SettlePeriod): RawBuilder<unknown> {
  const { first, later } = kinds[role];
  return sql`left join lateral (
    select bool_or(i.item_kind = ${first}) as begun, sum(i.refund_amount) as refunded,
      sum(i.commission) as commission, sum(i.parent_commission) as parent_commission,
      sum(i.agent_commission) as agent_commission
    from t_settle_item as i
    where i.order_id = o.order_id and i.item_kind in (${first}, ${later}) and i.live = 1 and not i.deleted
      and i.settle_id <> ${settleId}
  ) as others on true`;
}

/** Orders that give commission: paid with money, through a vendor, a bank or by hand (domain 4.10). */
const givesCommission = sql<SqlBool>`o.status in (${orderIs.paid}, ${orderIs.refunded}, ${orderIs.refunding})
  and o.pay_amount > 0 and o.pay_type not in (${payIs.code}, ${payIs.free}) and not o.deleted`;

/** The channel for which an order is settled. */
const channelOf = (role: Role) => (role === 'own' ? sql`o.channel_id` : sql`o.parent_channel_id`);

/** The orders' owners at the time of payment: the partner itself, or a channel below one of the partner's. */
function belongs(role: Role, { partnersId, channelId: of }: SettlePeriod): RawBuilder<SqlBool> {
  const channelId = of ?? 0;
  const theirs =
    role === 'own'
      ? sql<SqlBool>`o.partners_id = ${partnersId}`
      : sql<SqlBool>`o.parent_partners_id = ${partnersId} and o.parent_rate > 0`;
  return sql<SqlBool>`${theirs} and (${channelId} = 0 or ${channelOf(role)} = ${channelId})`;
}

/**
 * Orders paid in the period that no settlement holds yet. They include orders recorded later for a day of an already
 * settled period, which would otherwise never be settled.
 */
async function newOrders(db: Db, role: Role, period: SettlePeriod): Promise<OrderRow[]> {
  const { partnersId, periodStart, periodEnd, settleId = 0 } = period;
  const found = await sql<OrderRow>`
    select ${orderColumns} from t_service_order as o ${others(role, period)}
    where ${givesCommission} and ${belongs(role, period)} and not coalesce(others.begun, false)
      and o.pay_time < ${dayAfter(periodEnd)}
      and (o.pay_time >= ${dayOf(periodStart)} or exists (
        select 1 from t_partners_settle as s
        where s.partners_id = ${partnersId} and s.channel_id in (0, ${channelOf(role)}) and s.settle_id <> ${settleId}
          and s.settle_status in (${settleIs.toConfirm}, ${settleIs.confirmed}, ${settleIs.paid}) and not s.deleted
          and o.pay_time >= s.period_start::timestamp at time zone 'Asia/Shanghai'
          and o.pay_time < (s.period_end + 1)::timestamp at time zone 'Asia/Shanghai'))
    order by o.order_id`.execute(db);
  return found.rows;
}

/** The instant at which a day begins in Asia/Shanghai. */
const dayOf = (day: string) => sql`(${day}::date)::timestamp at time zone 'Asia/Shanghai'`;
const dayAfter = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`;

/** Orders held by other settlements that were partly refunded since. */
async function changedOrders(db: Db, role: Role, period: SettlePeriod): Promise<OrderRow[]> {
  const { partnersId, settleId = 0 } = period;
  const found = await sql<OrderRow>`
    select ${orderColumns} from (
      select distinct i.order_id from t_settle_item as i join t_partners_settle as s on s.settle_id = i.settle_id
      where s.partners_id = ${partnersId} and i.item_kind = ${kinds[role].first} and i.live = 1 and not i.deleted
        and i.settle_id <> ${settleId}
    ) as begun
    join t_service_order as o on o.order_id = begun.order_id ${others(role, period)}
    where o.refund_amount <> others.refunded and ${belongs(role, period)}
    order by o.order_id`.execute(db);
  return found.rows;
}

/** The remainder of an order's due as a line; `later` if another settlement holds the order. */
function lineOf(role: Role, order: OrderRow, later: boolean): SettleItem {
  const due = commissionOf(order);
  const { elsewhere } = order;
  const own = role === 'own';
  return {
    itemKind: later ? kinds[role].later : kinds[role].first,
    orderId: order.orderId,
    orderNo: order.orderNo,
    orderType: order.orderType,
    agentId: order.agentId,
    payAmount: later ? '0.00' : order.payAmount,
    refundAmount: minus(order.refundAmount, elsewhere.refundAmount),
    rate: own ? order.commissionRate : order.parentRate,
    commission: minus(own ? due.commission : due.parentCommission, elsewhere.commission),
    parentCommission: own ? minus(due.parentCommission, elsewhere.parentCommission) : '0.00',
    agentCommission: own ? minus(due.agentCommission, elsewhere.agentCommission) : '0.00',
    carriedFrom: null,
  };
}

/** Negative settlements that have not been carried forward yet. */
async function carriedLines(
  db: Db,
  { partnersId, channelId, settleId = 0 }: SettlePeriod,
): Promise<SettleItem[]> {
  const found = await sql<Columns<typeof registry.partnersSettle, 'settleId' | 'settleNo' | 'payableAmount'>>`
    select settle_id, settle_no, payable_amount
    from t_partners_settle
    where partners_id = ${partnersId} and (${channelId ?? 0} = 0 or channel_id = ${channelId ?? 0})
      and settle_status = ${settleIs.confirmed} and payable_amount < 0
      and (carried_to is null or carried_to = ${settleId}) and settle_id <> ${settleId} and not deleted
    order by settle_id`.execute(db);
  return found.rows.map(row => ({
    itemKind: itemKinds.carried,
    orderId: null,
    orderNo: row.settleNo ?? '',
    orderType: null,
    agentId: null,
    payAmount: '0.00',
    refundAmount: '0.00',
    rate: null,
    commission: row.payableAmount,
    parentCommission: '0.00',
    agentCommission: '0.00',
    carriedFrom: row.settleId,
  }));
}

/**
 * Id of a settlement in force with the same partner and channel that overlaps the period; undefined if there is none.
 */
export async function overlapping(
  db: Db,
  { partnersId, channelId: of, periodStart, periodEnd, settleId = 0 }: SettlePeriod,
): Promise<string | undefined> {
  const channelId = of ?? 0;
  const found = await sql<Columns<typeof registry.partnersSettle, 'settleNo'>>`
    select settle_no from t_partners_settle
    where partners_id = ${partnersId} and (channel_id = ${channelId} or channel_id = 0 or ${channelId} = 0)
      and period_start <= ${periodEnd}::date and period_end >= ${periodStart}::date
      and settle_status <> ${settleIs.void} and settle_id <> ${settleId} and not deleted
    order by settle_id limit 1`.execute(db);
  const [other] = found.rows;
  return other && (other.settleNo ?? '');
}

/**
 * The current lines of a settlement for this partner and period (domain 4.10). An order is in one settlement only,
 * which holds it until voided; later refunds are deducted in a later one. Lock the partner first
 * ({@link lockPartners}), so that no two settlements are calculated at once.
 */
export async function settleLines(db: Db, period: SettlePeriod): Promise<SettleItem[]> {
  const lines: SettleItem[] = [];
  for (const role of ['own', 'share'] as const) {
    for (const order of await newOrders(db, role, period)) lines.push(lineOf(role, order, false));
    for (const order of await changedOrders(db, role, period)) lines.push(lineOf(role, order, true));
  }
  return [...lines, ...(await carriedLines(db, period))];
}

/** The sums of a settlement with these lines. */
export function totalsOf(lines: readonly SettleLine[], adjustAmount: string | null): SettleTotals {
  return settleTotals(lines, adjustAmount ?? '0.00');
}

/**
 * Locks partners until the transaction ends: a partner's settlements are calculated in sequence, and a refund comes
 * either before or after, never in between.
 */
export async function lockPartners(db: Tx, partnersIds: readonly number[]): Promise<void> {
  await sql`select 1 from t_partners where partners_id = any(${[...partnersIds]}::bigint[])
    order by partners_id for no key update`.execute(db);
}

/** Locks the partners with a share in these orders, in the same way. */
export async function lockPartnersOf(db: Tx, orderIds: readonly number[]): Promise<void> {
  await sql`
    select 1 from t_partners where partners_id in (
      select unnest(array[o.partners_id, o.parent_partners_id]) from t_service_order as o
      where o.order_id = any(${[...orderIds]}::bigint[])
    ) order by partners_id for no key update`.execute(db);
}
