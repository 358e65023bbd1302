import type { registry } from '@yikao/model/contexts/datasets.ts';
import { refundStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded, start } from '../../contexts/testing/seeded-app.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { DynamicTables } from '../../engine/table/sql.ts';
import type { Database } from '../../platform/database/types.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { expectBooksToAgree } from '../../testing/sales-books.ts';
import { demoGoods } from './shop.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase(seeded);
});
afterAll(() => database.close());

const db = () => database.kysely.withTables<DynamicTables>();
const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db())).rows;

test('the demo house has orders and refunds in every state, spread over 90 days and several people', async () => {
  const orders = await rows(sql<Columns<typeof registry.serviceOrder, 'status'> & { n: number }>`
    select status, count(*)::integer as n from t_service_order group by status order by status`);
  expect(orders.map(({ status }) => status)).toEqual([0, 1, 2, 3, 4]);
  expect(orders.reduce((total, { n }) => total + n, 0)).toBeGreaterThan(110);
  const refunds = await rows(sql<{ status: number }>`
    select distinct refund_status as status from t_refund order by 1`);
  expect(refunds.map(({ status }) => status)).toEqual(
    refundStatus.items.map(({ code }) => code).toSorted((one, other) => one - other),
  );
  const [spread] = await rows(sql<{
    days: number;
    sales: number;
    channels: number;
    early: number;
    late: number;
  }>`
    select count(distinct create_time::date)::integer as days, count(distinct sale_user_id)::integer as sales,
      count(distinct channel_id)::integer as channels,
      count(*) filter (where create_time < ${start}::timestamptz - interval '91 days')::integer as early,
      count(*) filter (where create_time > ${start}::timestamptz)::integer as late
    from t_service_order`);
  expect(spread).toMatchObject({ sales: 2, channels: 3, early: 0, late: 0 });
  expect(spread?.days).toBeGreaterThan(40);
  const coupons = await rows(
    sql<Columns<typeof registry.userCoupon, 'status'>>`select distinct status from t_user_coupon order by 1`,
  );
  expect(coupons.map(({ status }) => status)).toEqual([1, 2, 3, 4]);
});

test('the books of the demo house agree, as those of people who take the steps one by one', async () => {
  const ids = await rows(sql<{ id: number; name: string }>`
    select goods_id as id, goods_name as name from t_goods`);
  const begun = new Map(
    ids.map(({ id, name }) => [id, demoGoods.find(one => one.goodsName === name)?.stock ?? -1]),
  );
  // The course that is sold is beside them, and no order is for it.
  expect(begun.size).toBe(demoGoods.length + 1);
  await expectBooksToAgree(db(), begun, {});
  const wrong = {
    'an order before its consumer': sql`
      select o.order_no from t_service_order as o join t_wish_user as u using (user_id)
      where o.create_time < u.create_time`,
    'a vendor’s payment that is not the order’s': sql`
      select o.order_no from t_service_order as o
      where o.pay_type in (1, 2, 3) and (select count(*) from t_pay_record as p where p.order_no = o.order_no
        and p.pay_status = 1 and p.paid_amount = o.pay_amount and p.transaction_id = o.transaction_id) <> 1`,
    'a refund of a vendor’s payment that the vendor tells otherwise': sql`
      select r.refund_no from t_refund as r join t_service_order as o on o.order_no = r.order_no
      where o.pay_type in (1, 2, 3) and r.refund_status in (3, 5) and not exists (
        select 1 from t_pay_refund as p where p.refund_no = r.refund_no and p.amount = r.amount
          and p.pay_refund_status = case r.refund_status when 3 then 2 else 3 end)`,
    'more given back than has come': sql`
      select p.pay_no from t_pay_record as p where coalesce(p.paid_amount, 0) < (select coalesce(sum(r.amount), 0)
        from t_pay_refund as r where r.record_id = p.record_id and r.pay_refund_status = 2)`,
    'an approval of one’s own, or of one person alone where it was used': sql`
      select refund_no from t_refund
      where apply_by = audit_by or apply_by = first_audit_by or first_audit_by = audit_by
        or (refund_status in (2, 3, 5) and used_num > 0 and first_audit_by is null)`,
    'a refund that does not fit its order': sql`
      select r.refund_no from t_refund as r join t_service_order as o using (order_id)
      where (r.refund_status = 2) <> (o.status = 4)`,
    'a coupon that its order does not hold': sql`
      select u.coupon_no from t_user_coupon as u left join t_service_order as o on o.order_no = u.order_no
      where (u.status = 2) <> (coalesce(o.status, -1) in (1, 4)) or (u.order_no is not null and o.coupon_no <> u.coupon_no)`,
    'a coupon that counts wrong': sql`
      select c.coupon_name from t_coupon as c
      where c.receive_num <> (select count(*) from t_user_coupon as u where u.coupon_id = c.coupon_id)
        or c.used_num <> (select count(*) from t_user_coupon as u where u.coupon_id = c.coupon_id and u.status = 2)
        or c.receive_num > c.total_num`,
    'a paid order without its rates': sql`
      select order_no from t_service_order where (pay_time is not null) <> (commission_rate is not null)`,
    'an entitlement used more often than it may be': sql`select id from t_user_card where used_num > count_limit`,
    'a code that was activated without its entitlement, or the other way round': sql`
      select serial_no from t_card_code as k where (k.code_status = 3) <> exists(
        select 1 from t_user_card as u where u.source_type = 2 and u.source_no = k.serial_no and u.user_id = k.user_id
          and u.start_time = k.activate_time)
      union all select source_no from t_user_card as u where source_type = 2 and not exists(
        select 1 from t_card_code as k where k.serial_no = u.source_no)`,
    'a rule that counts wrong': sql`
      select rule_name from t_card_code_rule as r where generated_num <> (
        select count(*) from t_card_code as k where k.rule_id = r.rule_id) or (rule_type = 1 and generated_num <> quantity)`,
    'a purchase that does not fit its codes or its money': sql`
      select order_no from t_card_order as o where amount <> quantity * unit_price
        or (status = 1) <> (pay_amount = amount) or (status = 1) <> (rule_id is not null)
        or (status = 1) <> ((select count(*) from t_card_code as k where k.order_no = o.order_no) = quantity)`,
    'a code that nobody could open': sql`
      select serial_no from t_card_code where code = '-' or code_head is null or code_digest is null`,
    'what should be over and is not': sql`
      select id::text from t_user_coupon where status = 1 and order_no is null and expire_time <= ${start}::timestamptz
      union all select id::text from t_user_card where status = 1 and expire_time <= ${start}::timestamptz`,
  };
  for (const [law, query] of Object.entries(wrong))
    expect({ law, rows: (await query.execute(db())).rows }).toEqual({ law, rows: [] });
});
