import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { attributionOf } from '../../contexts/sales/service-order.steps.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type Db, isTrue } from '../../engine/table/sql.ts';
import { type DemoSales, type DemoShop, demoSales } from '../demo/orders.ts';
import { demoAgents } from '../demo/people.ts';
import { demoCards, demoConsumers, demoCoupons, demoGoods } from '../demo/shop.ts';
import { insertStored, keysByName, type LoadContext } from '../load-rows.ts';

const dayMs = 86_400_000;

/** Reports whether there are real sales: they must not be mixed with invented ones. */
async function anybodySells(db: Db): Promise<boolean> {
  return isTrue(
    db,
    sql`exists(select from t_card) or exists(select from t_goods) or exists(select from t_coupon)
      or exists(select from t_wish_user) or exists(select from t_service_order)`,
  );
}

/** Keys by a column that names rows. */
async function keysBy(
  db: Db,
  table: string,
  key: string,
  name: string,
): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ key: number; name: string }>`
    select ${sql.id(key)} as key, ${sql.id(name)} as name from ${sql.table(table)} where not deleted`.execute(
    db,
  );
  return new Map(found.rows.map(row => [row.name, row.key]));
}

/**
 * Goods of the demo house, its customers, and the orders of the last 90 days with their payments, refunds, entitlements
 * and coupons (domain 7.3): rows as the product's own steps would have left them, inserted with one statement per
 * dataset, since taking all the steps would delay the first start.
 */
export async function loadDemoSales(context: LoadContext): Promise<void> {
  const { db, now } = context;
  if (await anybodySells(db)) return;
  const shop = await loadShop(context);
  await loadSales(context, demoSales(now, shop));
  await sql`
    update t_goods as g set sale_num = o.sold, stock = case when g.stock = -1 then -1 else g.stock - o.held end
    from (select goods_id, count(*) filter (where pay_time is not null)::integer as sold,
        count(*) filter (where status in (0, 1, 4) and stock_taken = 1)::integer as held
      from t_service_order group by goods_id) as o
    where o.goods_id = g.goods_id`.execute(db);
  await sql`
    update t_coupon as c set receive_num = u.received, used_num = u.used
    from (select coupon_id, count(*)::integer as received, count(used_time)::integer as used
      from t_user_coupon group by coupon_id) as u
    where u.coupon_id = c.coupon_id`.execute(db);
}

/** Cards, goods, coupons and consumers; answers them with their keys. */
async function loadShop(context: LoadContext): Promise<DemoShop> {
  const { db, now } = context;
  const year = dataYear(now);
  const [sources, channels, accounts, agents] = [
    await keysBy(db, 't_source', 'source_id', 'source_code'),
    await keysBy(db, 't_channel', 'channel_id', 'channel'),
    await keysBy(db, 't_admin_user', 'user_id', 'user_name'),
    await keysByName(db, registry.agent),
  ];
  const partnersIds = await keysByName(db, registry.partners);
  const partnersId = partnersIds.get(demoAgents[0]?.partnersName ?? '') ?? null;
  const agentId = agents.get(demoAgents[0]?.agentName ?? '') ?? null;
  const createTime = shanghaiTime(new Date(now.getTime() - 100 * dayMs));
  const endTime = `${year}-08-31 23:59:59`;

  const cardIds = await insertStored(
    context,
    registry.card,
    demoCards.map((card, at) => ({
      ...card,
      dataYear: year,
      expireTime: endTime,
      orderNum: at + 1,
      createTime,
    })),
  );
  const cards = demoCards.map((card, at) => ({ ...card, cardId: cardIds[at] ?? 0, expireTime: endTime }));
  const goodsRows = demoGoods.map(({ ofPartner, weight: _, cardName, ...goods }, at) => ({
    ...goods,
    cardId: cards.find(card => card.cardName === cardName)?.cardId ?? null,
    dataYear: year,
    partnersId: ofPartner ? partnersId : null,
    orderNum: at + 1,
    createTime,
  }));
  const goodsIds = await insertStored(context, registry.goods, goodsRows);
  const goods = demoGoods.map((one, at) => ({
    ...one,
    goodsId: goodsIds[at] ?? 0,
    cardId: goodsRows[at]?.cardId ?? null,
  }));
  const couponIds = await insertStored(
    context,
    registry.coupon,
    demoCoupons.map(({ goods: names, channel, ...coupon }) => ({
      ...coupon,
      goodsIds: goods.filter(({ goodsName }) => names.includes(goodsName)).map(({ goodsId }) => goodsId),
      channelId: channels.get(channel ?? '') ?? null,
      validType: coupon.validDays === null ? 1 : 2,
      startTime: createTime,
      endTime,
      perLimit: 1,
      createTime,
    })),
  );
  const coupons = demoCoupons.map((coupon, at) => ({ ...coupon, couponId: couponIds[at] ?? 0, endTime }));

  const categories = await sql<Columns<typeof registry.jointCategory, 'provinceId'> & { id: number }>`
    select joint_category_id as id, province_id from t_joint_category
    where data_year = ${year} and not deleted order by data_id`.execute(db);
  const people = demoConsumers(year).map((consumer, at) => {
    const channelId = channels.get(consumer.channel ?? '') ?? null;
    return {
      ...consumer,
      since: new Date(now.getTime() - (8 + ((at * 37) % 120)) * dayMs),
      channelId,
      partnersId: channelId === null ? null : partnersId,
      agentId: consumer.ofAgency ? agentId : null,
      sourceId: sources.get(consumer.sourceCode) ?? null,
      saleUserId: accounts.get(consumer.saleUserName ?? '') ?? null,
    };
  });
  const userIds = await insertStored(
    context,
    registry.wishUser,
    people.map(({ channel: _, sourceCode: _s, ofAgency: _a, saleUserName: _u, since, ...row }, at) => {
      const own = categories.rows.filter(({ provinceId }) => provinceId === row.provinceId);
      const first = shanghaiTime(since);
      return {
        ...row,
        dataYear: year,
        jointCategoryId: Number(own[at % Math.max(own.length, 1)]?.id ?? 0) || null,
        firstVisitTime: first,
        lastVisitTime: shanghaiTime(new Date(now.getTime() - (at % 5) * dayMs)),
        createTime: first,
      };
    }),
  );
  const consumers = people.map((consumer, at) => ({ ...consumer, userId: userIds[at] ?? 0 }));
  return { year, cards, goods, coupons, consumers, accounts };
}

/** The orders and their dependent rows, at the current rates. */
async function loadSales(context: LoadContext, sales: DemoSales): Promise<void> {
  const { db } = context;
  const orderIds = await insertStored(context, registry.serviceOrder, sales.orders);
  const idOf = new Map(sales.orders.map((order, at) => [order.orderNo, orderIds[at] ?? 0]));
  const paid = sales.orders.flatMap((order, at) => (order.payTime === null ? [] : (orderIds[at] ?? [])));
  const rates = [...(await attributionOf(db, paid))].map(
    ([id, { commissionRate, parentRate, agentRate, parentPartnersId }]) => ({
      id,
      commission: commissionRate,
      parent: parentRate,
      agent: agentRate,
      above: parentPartnersId,
    }),
  );
  await sql`
    update t_service_order as o set commission_rate = r.commission, parent_rate = r.parent, agent_rate = r.agent,
      parent_partners_id = r.above
    from json_to_recordset(${JSON.stringify(rates)}::json)
      as r(id bigint, commission numeric, parent numeric, agent numeric, above bigint)
    where o.order_id = r.id`.execute(db);
  await insertStored(context, registry.userCard, sales.userCards);
  await insertStored(context, registry.userCoupon, sales.userCoupons);
  await insertStored(
    context,
    registry.refund,
    sales.refunds.map(row => ({ ...row, orderId: idOf.get(row.orderNo) ?? null })),
  );
  const recordIds = await insertStored(context, registry.payRecord, sales.payRecords);
  const recordOf = new Map(sales.payRecords.map((record, at) => [record.payNo, recordIds[at] ?? 0]));
  await insertStored(
    context,
    registry.payRefund,
    sales.payRefunds.map(({ payNo, ...row }) => ({ ...row, recordId: recordOf.get(payNo) ?? 0 })),
  );
  // The books of the local gateway, so that its payments can be refunded.
  await sql`
    insert into t_local_trade (pay_no, amount, paid_amount, title, status, expire_time, pay_time)
    select pay_no, amount, paid_amount, coalesce(title, order_no), case when paid_amount is null then 'closed' else 'paid' end,
      expire_time, pay_time
    from t_pay_record where gateway = 'local'`.execute(db);
  await sql`
    insert into t_local_refund (refund_no, pay_no, amount, refund_time)
    select r.refund_no, p.pay_no, r.amount, r.refund_time
    from t_pay_refund as r join t_pay_record as p on p.record_id = r.record_id
    where r.pay_refund_status = 2`.execute(db);
}
