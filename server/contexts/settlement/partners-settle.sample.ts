import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Days that no other settlement of the same partner has, and an order it holds, which is then not late for another. */
export const partnersSettleSample = defineSample(registry.partnersSettle, {
  values(n) {
    const day = new Date(Date.UTC(1970, 0, 1 + n)).toISOString().slice(0, 10);
    return { periodStart: day, periodEnd: day, adjustAmount: '5.00', adjustReason: '补差' };
  },
  internal: () => ({ adjustAmount: '7.00', adjustReason: '抵扣', adjustOkBy: null, handledBy: null }),
  beside: (db, key) =>
    sql`
    with sold as (
      insert into t_service_order (order_no, order_type, goods_id, user_id, mobile, data_year, total_amount,
        discount_amount, pay_amount, refund_amount, status, pay_type, pay_time, partners_id, channel_id,
        commission_rate, parent_rate, agent_rate, stock_taken)
      select 'SETTLE' || settle_id, 1, 1, 1, '13800000000', 2026, 100, 0, 100, 0, 1, 1,
        period_start::timestamp at time zone 'Asia/Shanghai', partners_id, channel_id, 0.3, 0, 0, 0
      from t_partners_settle where settle_id = ${key}
      returning order_id, order_no)
    insert into t_settle_item (settle_id, item_kind, order_id, order_no, pay_amount, refund_amount, commission,
      parent_commission, agent_commission, live)
    select ${key}::bigint, 1, order_id, order_no, 100, 0, 30, 0, 0, 1 from sold`.execute(db),
});
