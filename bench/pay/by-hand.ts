import type { Db } from '@yikao/server/engine/sql.ts';
import { sql } from 'kysely';
import type { WaitingOrder } from './shop.ts';

/**
 * Writes the rows of one paid order as plainly as it can be done: the same locks, the same rows and their history, in one
 * transaction, with no signature, no guard and no call around it. What the product's road is measured against.
 */
export function payByHand(db: Db, { orderNo, payNo }: WaitingOrder): Promise<void> {
  return db.transaction().execute(async within => {
    await sql`
      insert into t_pay_notice (gateway, event_id, outcome) values ('wechat', ${`EV-${payNo}`}, 'paid')`.execute(
      within,
    );
    const records = await sql<{ id: number; version: number }>`
      select record_id as id, version from t_pay_record where pay_no = ${payNo} and pay_status = 0 for update`.execute(
      within,
    );
    const orders = await sql<{
      id: number;
      version: number;
      userId: number;
      cardId: number;
      goodsId: number;
    }>`
      select order_id as id, version, user_id as "userId", card_id as "cardId", goods_id as "goodsId"
      from t_service_order where order_no = ${orderNo} and status = 0 for update`.execute(within);
    const [record, order] = [records.rows[0], orders.rows[0]];
    if (!record || !order) throw new Error(`${orderNo} does not wait for its money`);
    await sql`
      update t_pay_record set pay_status = 1, paid_amount = amount, pay_time = now(), transaction_id = ${payNo},
        raw_notify = ${JSON.stringify({ payNo })}::jsonb, version = version + 1, update_time = now(), update_by = 0
      where record_id = ${record.id}`.execute(within);
    const granted = await sql<{ id: number }>`
      insert into t_user_card (user_id, card_id, card_type, data_year, start_time, expire_time, count_limit, source_type,
        source_no, status, create_by, update_by)
      select ${order.userId}, card_id, card_type, data_year, now(), expire_time, count_limit, 1, ${orderNo}, 1, 0, 0
      from t_card where card_id = ${order.cardId} returning id`.execute(within);
    const used = await sql<{ id: number; version: number; couponId: number }>`
      update t_user_coupon set status = 2, used_time = now(), version = version + 1, update_time = now()
      where order_no = ${orderNo} and status = 1 returning id, version, coupon_id as "couponId"`.execute(
      within,
    );
    const [coupon] = used.rows;
    await sql`update t_coupon set used_num = used_num + 1 where coupon_id = ${coupon?.couponId}`.execute(
      within,
    );
    await sql`update t_goods set sale_num = sale_num + 1 where goods_id = ${order.goodsId}`.execute(within);
    await sql`
      update t_service_order as o set status = 1, pay_type = 1, pay_time = now(), transaction_id = ${payNo},
        expire_time = null, commission_rate = coalesce(nullif(c.commission_rate, 0), p.prob_rate, 0),
        parent_rate = coalesce(case when c.parent_id > 0 then c.parent_rate end, 0),
        agent_rate = coalesce(a.commission_rate, 0), version = o.version + 1, update_time = now()
      from t_wish_user as u left join t_channel as c on c.channel_id = u.channel_id
        left join t_partners as p on p.partners_id = coalesce(u.partners_id, c.partners_id)
        left join t_agent as a on a.agent_id = u.agent_id
      where o.order_id = ${order.id} and u.user_id = o.user_id`.execute(within);
    const step = JSON.stringify({ name: 'pay', by: 'vendor', cause: `wechat:EV-${payNo}` });
    await sql`
      insert into t_row_history (dataset, row_id, op, version, user_id, user_name, changes, step) values
        ('payRecord', ${record.id}, 2, ${record.version + 1}, 0, 'system', '{"payStatus":[0,1]}', ${step}::jsonb),
        ('serviceOrder', ${order.id}, 2, ${order.version + 1}, 0, 'system', '{"status":[0,1]}', ${step}::jsonb),
        ('userCoupon', ${coupon?.id}, 2, ${coupon?.version}, 0, 'system', '{"status":[1,2]}', ${step}::jsonb),
        ('userCard', ${granted.rows[0]?.id}, 1, 1, 0, 'system', null, null)`.execute(within);
  });
}
