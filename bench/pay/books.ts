import type { Db } from '@yikao/server/engine/sql.ts';
import { sql } from 'kysely';
import type { Shop, WaitingOrder } from './shop.ts';

/**
 * What is wrong in the books once all of these orders were told as paid, a line each; none when each order is paid once
 * by one payment of its amount, gave one entitlement, used its coupon once, and counts once in stock, sales, uses and
 * history, and nothing was given back.
 */
export async function wrongInBooks(
  db: Db,
  { goodsId, couponId }: Shop,
  orders: readonly WaitingOrder[],
  stock: number,
): Promise<string[]> {
  const numbers = orders.map(({ orderNo }) => orderNo);
  const found = await sql<Record<string, number | string>>`
    select o.order_no as "orderNo", (o.status = 1)::integer as paid,
      (select count(*)::integer from t_pay_record as r where r.order_no = o.order_no and r.pay_status = 1
        and r.paid_amount = o.pay_amount) as payments,
      (select count(*)::integer from t_user_card as c where c.source_no = o.order_no and c.status = 1) as entitlements,
      (select count(*)::integer from t_user_coupon as c where c.order_no = o.order_no and c.status = 2) as coupons,
      (select count(*)::integer from t_row_history as h
        where h.dataset = 'serviceOrder' and h.row_id = o.order_id and h.step ->> 'name' = 'pay') as steps,
      (select count(*)::integer from t_row_history as h join t_pay_record as r on r.record_id = h.row_id
        where h.dataset = 'payRecord' and r.order_no = o.order_no and h.step ->> 'name' = 'pay') as "paymentSteps"
    from t_service_order as o where o.order_no = any(${numbers}::text[])`.execute(db);
  const wrong = found.rows
    .filter(({ orderNo: _, ...counts }) => Object.values(counts).some(count => count !== 1))
    .map(row => JSON.stringify(row));
  if (found.rows.length !== orders.length)
    wrong.push(`${found.rows.length} of ${orders.length} orders are there`);
  const totals = await sql<{ stock: number; sold: number; used: number; back: number; waiting: number }>`
    select g.stock, g.sale_num as sold, c.used_num as used,
      (select count(*)::integer from t_pay_refund) as back,
      (select count(*)::integer from t_pay_notice where outcome = 'waiting') as waiting
    from t_goods as g, t_coupon as c where g.goods_id = ${goodsId} and c.coupon_id = ${couponId}`.execute(db);
  const count = orders.length;
  const due = { stock: stock - count, sold: count, used: count, back: 0, waiting: 0 };
  const counted = totals.rows[0] ?? {};
  if (JSON.stringify(counted) !== JSON.stringify(due)) {
    wrong.push(`counted ${JSON.stringify(counted)}, due ${JSON.stringify(due)}`);
  }
  return wrong;
}
