import type { registry } from '@yikao/model/datasets/index.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import {
  commissionOf,
  type ItemKind,
  itemKinds,
  type SettleLine,
  type SettleTotals,
  settleTotals,
} from '@yikao/model/rules/commission.ts';
import { compare, minus } from '@yikao/model/rules/money.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../engine/sql.ts';

/** Of whom and of which days a settlement is; channel 0 stands for all of the partner's. */
export interface SettlePeriod {
  readonly partnersId: number;
  readonly channelId: number | null;
  /** First and last day, `YYYY-MM-DD` in Asia/Shanghai. */
  readonly periodStart: string;
  readonly periodEnd: string;
  /** The settlement itself, whose lines do not count as taken; missing while it is new. */
  readonly settleId?: number;
}

/** A line as it is kept, without the settlement that it is of. */
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
  /** What lines in force have given for the order so far, and on which refunds; for corrections alone. */
  readonly settled: string | null;
  readonly refunded: string | null;
}

const orderColumns = sql`o.order_id::int8 as "orderId", o.order_no as "orderNo", o.order_type as "orderType",
  o.agent_id::int8 as "agentId", o.pay_amount::text as "payAmount", o.refund_amount::text as "refundAmount",
  o.commission_rate::text as "commissionRate", o.parent_rate::text as "parentRate", o.agent_rate::text as "agentRate"`;

/** Orders that give commission: paid with money, through a vendor, a bank or by hand (domain 4.10). */
const givesCommission = sql<SqlBool>`o.status in (1, 3, 4) and o.pay_amount > 0 and o.pay_type not in (6, 9) and not o.deleted`;

/** The lines that stand in the way of taking an order again: those in force of any settlement but this one. */
function takenBy(kind: number, { settleId = 0 }: SettlePeriod): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from t_settle_item as i where i.order_id = o.order_id and i.item_kind = ${kind}
    and i.live = 1 and not i.deleted and i.settle_id <> ${settleId})`;
}

/** Whose the orders are: the partner's own, or those of a channel under one of the partner's. */
function belongs(kind: 1 | 2, { partnersId, channelId: of }: SettlePeriod): RawBuilder<SqlBool> {
  const channelId = of ?? 0;
  if (kind === itemKinds.order) {
    return sql<SqlBool>`o.partners_id = ${partnersId} and (${channelId} = 0 or o.channel_id = ${channelId})`;
  }
  return sql<SqlBool>`o.parent_rate > 0 and (${channelId} = 0 or o.parent_channel_id = ${channelId}) and exists (
    select 1 from t_channel as c where c.channel_id = o.parent_channel_id and c.partners_id = ${partnersId})`;
}

/** Orders paid in the period that no settlement holds yet. */
async function newOrders(db: Db, kind: 1 | 2, period: SettlePeriod): Promise<OrderRow[]> {
  const found = await sql<OrderRow>`
    select ${orderColumns}, null as settled, null as refunded from t_service_order as o
    where ${givesCommission} and ${belongs(kind, period)}
      and o.pay_time >= (${period.periodStart}::date)::timestamp at time zone 'Asia/Shanghai'
      and o.pay_time < (${period.periodEnd}::date + 1)::timestamp at time zone 'Asia/Shanghai'
      and not ${takenBy(kind, period)}
    order by o.order_id`.execute(db);
  return found.rows;
}

/** Orders of earlier settlements of which something was given back since: their lines in force give too much. */
async function changedOrders(db: Db, kind: 1 | 2, period: SettlePeriod): Promise<OrderRow[]> {
  const found = await sql<OrderRow>`
    select ${orderColumns}, taken.settled::text as settled, taken.refunded::text as refunded
    from (
      select i.order_id, sum(i.commission) as settled, sum(i.refund_amount) as refunded
      from t_settle_item as i
      join t_partners_settle as s on s.settle_id = i.settle_id and s.settle_status <> 4 and not s.deleted
      where s.partners_id = ${period.partnersId} and (${period.channelId ?? 0} = 0 or s.channel_id in (0, ${period.channelId ?? 0}))
        and i.item_kind in (${kind}, ${correctionOf(kind)}) and i.live = 1 and not i.deleted
        and i.settle_id <> ${period.settleId ?? 0}
      group by i.order_id
    ) as taken
    join t_service_order as o on o.order_id = taken.order_id
    where o.refund_amount <> taken.refunded
    order by o.order_id`.execute(db);
  return found.rows;
}

/** The kind of line that corrects one of an order, or of a share. */
function correctionOf(kind: 1 | 2) {
  return kind === itemKinds.order ? itemKinds.correction : itemKinds.parentCorrection;
}

/** The line of an order; of one that was settled before, what has changed since. */
function lineOf(kind: 1 | 2, order: OrderRow): SettleItem {
  const { commission, parentCommission, agentCommission } = commissionOf(order);
  const own = kind === itemKinds.order;
  const due = own ? commission : parentCommission;
  const { settled, refunded } = order;
  const corrects = settled !== null && refunded !== null;
  return {
    itemKind: corrects ? correctionOf(kind) : kind,
    orderId: Number(order.orderId),
    orderNo: order.orderNo,
    orderType: order.orderType,
    agentId: order.agentId === null ? null : Number(order.agentId),
    payAmount: corrects ? '0.00' : order.payAmount,
    refundAmount: corrects ? minus(order.refundAmount, refunded) : order.refundAmount,
    rate: own ? order.commissionRate : order.parentRate,
    commission: corrects ? minus(due, settled) : due,
    parentCommission: own && !corrects ? parentCommission : '0.00',
    agentCommission: own && !corrects ? agentCommission : '0.00',
    carriedFrom: null,
  };
}

/** Settlements below nought that nothing has taken over yet. */
async function carriedLines(
  db: Db,
  { partnersId, channelId, settleId = 0 }: SettlePeriod,
): Promise<SettleItem[]> {
  const found = await sql<{ settleId: number; settleNo: string; payableAmount: string }>`
    select settle_id::int8 as "settleId", settle_no as "settleNo", payable_amount::text as "payableAmount"
    from t_partners_settle
    where partners_id = ${partnersId} and channel_id = ${channelId ?? 0} and settle_status = 2 and payable_amount < 0
      and (carried_to is null or carried_to = ${settleId}) and settle_id <> ${settleId} and not deleted
    order by settle_id`.execute(db);
  return found.rows.map(row => ({
    itemKind: itemKinds.carried,
    orderId: null,
    orderNo: row.settleNo,
    orderType: null,
    agentId: null,
    payAmount: '0.00',
    refundAmount: '0.00',
    rate: null,
    commission: row.payableAmount,
    parentCommission: '0.00',
    agentCommission: '0.00',
    carriedFrom: Number(row.settleId),
  }));
}

/**
 * The lines that a settlement of this partner and period has as things stand now (domain 4.10). An order is a line of one
 * settlement alone, which holds it until it is void; what is refunded afterwards is taken back in a later one. Lock the
 * partner first ({@link lockPartner}), so that no two settlements are worked out at once.
 */
export async function settleLines(db: Db, period: SettlePeriod): Promise<SettleItem[]> {
  const lines: SettleItem[] = [];
  for (const kind of [itemKinds.order, itemKinds.parent] as const) {
    for (const order of await newOrders(db, kind, period)) lines.push(lineOf(kind, order));
    for (const order of await changedOrders(db, kind, period)) {
      const line = lineOf(kind, order);
      if (compare(line.commission, '0') !== 0) lines.push(line);
    }
  }
  return [...lines, ...(await carriedLines(db, period))];
}

/** The sums of a settlement with these lines. */
export function totalsOf(lines: readonly SettleItem[], adjustAmount: string | null): SettleTotals {
  return settleTotals(lines, adjustAmount ?? '0.00');
}

/** Holds the partner until the transaction ends: settlements of a partner are worked out one after the other. */
export async function lockPartner(db: Db, partnersId: number): Promise<void> {
  await sql`select 1 from t_partners where partners_id = ${partnersId} for no key update`.execute(db);
}

/** Holds the partners that get something for these orders, likewise. */
export async function lockPartnersOf(db: Db, orderIds: readonly number[]): Promise<void> {
  await sql`
    select 1 from t_partners where partners_id in (
      select o.partners_id from t_service_order as o where o.order_id = any(${[...orderIds]}::bigint[])
      union
      select c.partners_id from t_service_order as o join t_channel as c on c.channel_id = o.parent_channel_id
      where o.order_id = any(${[...orderIds]}::bigint[])
    ) order by partners_id for no key update`.execute(db);
}
