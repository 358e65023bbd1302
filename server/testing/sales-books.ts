import type { registry } from '@yikao/model/contexts/datasets.ts';
import { compare, equal, minus, sum } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Columns } from '../engine/table/columns.ts';
import type { Db } from '../engine/table/sql.ts';

/**
 * Asserts that the books of these goods agree (domain 3.1, 3.2, 3.5): payments, discounts and refunds of each order,
 * its entitlement according to its state, at most one open refund, and the stock according to the orders that hold
 * items. `begun` is the initial stock of each of the goods, -1 without a limit; `told` receives the discrepancies.
 */
export async function expectBooksToAgree(
  db: Db,
  begun: ReadonlyMap<number, number>,
  told: Readonly<Record<string, unknown>>,
): Promise<void> {
  const orders = await sql<
    Columns<typeof registry.serviceOrder, 'status' | 'goodsId'> & {
      no: string;
      total: string;
      off: string;
      pay: string;
      back: string;
      cards: number;
      active: number;
      due: number;
      done: string;
      open: number;
      paid: boolean;
      held: boolean;
    }
  >`
    select o.order_no as no, o.status, o.total_amount::text as total, o.discount_amount::text as off,
      o.pay_amount::text as pay, o.refund_amount::text as back, o.goods_id,
      (o.card_id is not null)::integer as due, o.pay_time is not null as paid, o.stock_taken = 1 as held,
      (select count(*)::integer from t_user_card as c where c.source_no = o.order_no) as cards,
      (select count(*)::integer from t_user_card as c where c.source_no = o.order_no and c.status = 1) as active,
      (select coalesce(sum(r.amount), 0)::text from t_refund as r
        where r.order_no = o.order_no and r.refund_status = 3) as done,
      (select count(*)::integer from t_refund as r
        where r.order_no = o.order_no and r.refund_status in (1, 2, 5)) as open
    from t_service_order as o where o.goods_id = any(${[...begun.keys()]}::bigint[])`.execute(db);
  const wrong = orders.rows.flatMap(one => {
    const laws = {
      adds: equal(one.total, sum([one.off, one.pay])),
      refunds: equal(one.back, one.done) && compare(one.back, one.pay) <= 0,
      // Voided orders granted their entitlement when paid; those never paid granted none.
      entitled: one.cards <= 1 && one.active === ([1, 4].includes(one.status) ? one.due : 0),
      oneRefund: one.open <= 1,
      whole: one.status !== 3 || equal(minus(one.pay, one.back), '0'),
    };
    const broken = Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law]));
    return broken.length > 0 ? [{ broken, ...one }] : [];
  });
  expect({ ...told, wrong }).toEqual({ ...told, wrong: [] });
  const goods = await sql<Columns<typeof registry.goods, 'stock'> & { id: number; sold: number }>`
    select goods_id as id, stock, sale_num as sold from t_goods
    where goods_id = any(${[...begun.keys()]}::bigint[])`.execute(db);
  for (const { id, stock, sold } of goods.rows) {
    const of = orders.rows.filter(one => one.goodsId === id);
    const held = of.filter(one => one.held && [0, 1, 4].includes(one.status)).length;
    const first = begun.get(id) ?? 0;
    expect({ ...told, id, stock, sold }).toEqual({
      ...told,
      id,
      stock: first === -1 ? -1 : first - held,
      sold: of.filter(({ paid }) => paid).length,
    });
  }
}
