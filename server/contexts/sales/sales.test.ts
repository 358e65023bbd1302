import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderSteps } from '@yikao/model/contexts/sales/order.machine.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { takeStep, tryStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { openTestApp, person, type Reply, type TestApp } from '../../engine/testing/app.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { transact } from '../../engine/write/transaction.ts';
import { migrated } from '../../testing/database.ts';
import { expectBooksToAgree } from '../../testing/sales-books.ts';
import { takePayment } from '../payment/outcome.ts';

let app: TestApp;
let made = 0;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    clerk: person({ userId: 800_001 }),
    reviewer: person({ userId: 800_002 }),
    second: person({ userId: 800_003 }),
    sale: person({
      userId: 800_010,
      admin: false,
      ownRowsOnly: true,
      permissions: new Set([
        'order:service:list',
        'order:service:add',
        'wish:user:list',
        'pay:refund:add',
        'pay:record:list',
        'pay:refundRecord:list',
      ]),
    }),
  });
});
afterAll(() => app.close());

const orderPath = registry.serviceOrder.path;
const add = async (dataset: (typeof registry)[keyof typeof registry], row: Record<string, unknown>) => {
  const [key = 0] = await storeRows(app.engine, dataset, [row], { by: elevated() });
  return key;
};

/** A consumer with a salesperson, goods with a card, and their stock. */
async function shop(terms: { price?: string; stock?: number; perLimit?: number; saleUserId?: number } = {}) {
  made += 1;
  const number = made;
  const { price = '199.00', stock = -1, perLimit = 0, saleUserId = 800_010 } = terms;
  const userId = await add(registry.wishUser, {
    mobile: `139${String(number).padStart(8, '0')}`,
    saleUserId,
  });
  const cardId = await add(registry.card, {
    cardName: `概率卡${number}`,
    cardType: 2,
    dataYear: 2026,
    price,
    expireTime: '2099-08-31 23:59:59',
    codePrefix: 'GL',
  });
  const goodsId = await add(registry.goods, {
    goodsName: `概率${number}`,
    goodsType: 2,
    cardId,
    dataYear: 2026,
    price,
    stock,
    perLimit,
  });
  await sql`update t_goods set up_status = 1 where goods_id = ${goodsId}`.execute(app.engine.db);
  return { userId, cardId, goodsId };
}

const order = (who: string, body: object) => app.call(who, 'POST', orderPath, body);
const row = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.engine.db)).rows[0] as T;
const standing = (orderId: number) =>
  row(sql<Columns<typeof registry.serviceOrder, 'status' | 'orderNo'> & { pay: string; refunded: string }>`
    select status, pay_amount::text as pay, refund_amount::text as refunded, order_no
    from t_service_order where order_id = ${orderId}`);
const cardsOf = async (orderNo: string) =>
  (
    await sql<
      Columns<typeof registry.userCard, 'status'>
    >`select status from t_user_card where source_no = ${orderNo} order by id`.execute(app.engine.db)
  ).rows.map(({ status }) => status);
const apply = (who: string, orderNo: string, amount: string) =>
  app.call(who, 'POST', '/api/pay/apply_refund', { bizType: 1, orderNo, amount, reason: '重复购买' });
const audit = (who: string, refundId: number, pass: 0 | 1, remark?: string): Promise<Reply> =>
  app.call(who, 'PUT', '/api/pay/refund/audit', { refundId, pass, ...(remark && { remark }) });

describe('an order', () => {
  test('that a clerk books gives its entitlement once, counts as sold, and belongs to its salesperson', async () => {
    const { userId, goodsId } = await shop({ stock: 3 });
    const placed = await order('clerk', { userId, goodsId, payType: 5, remark: '门店' });
    expect(placed.body).toMatchObject({ success: true, data: { status: 1 } });
    const { orderId, orderNo } = placed.body.data;
    expect(orderNo).toMatch(/^S\d{20}$/);
    expect(await cardsOf(orderNo)).toEqual([1]);
    const stock = await row(sql<Columns<typeof registry.goods, 'stock'> & { sold: number }>`
      select stock, sale_num as sold from t_goods where goods_id = ${goodsId}`);
    expect(stock).toEqual({ stock: 2, sold: 1 });
    const again = await app.call('clerk', 'PUT', `${orderPath}/offline`, { orderId });
    expect(again.body.data.reason).toBe('notAllowedNow');
    const own = await app.call('sale', 'POST', '/api/data/wish/service_order', {
      orderNo,
      current: 1,
      size: 10,
    });
    expect(own.body.data).toMatchObject({
      total: 1,
      records: [{ payAmount: 199, status: 1, remark: '门店' }],
    });
    const noted = await app.call('clerk', 'PUT', orderPath, { orderId, remark: '已寄资料' });
    expect(noted.status).toBe(200);
    expect(await cardsOf(orderNo)).toEqual([1]);
  });

  test('is chosen among goods that say their price', async () => {
    const { goodsId } = await shop({ price: '88.50' });
    const answer = await app.call('sale', 'GET', `${registry.goods.path}/options?values=${goodsId}`);
    expect(answer.body.data).toMatchObject([{ goodsId, price: 88.5 }]);
  });

  test('of somebody else’s consumer is neither placed nor seen by a salesperson, nor is one said to be paid', async () => {
    const { userId, goodsId } = await shop({ saleUserId: 800_011 });
    expect((await order('sale', { userId, goodsId })).status).toBe(400);
    const { userId: own } = await shop();
    for (const payType of [4, 5, 9])
      expect((await order('sale', { userId: own, goodsId, payType })).status).toBe(403);
    expect((await order('sale', { userId: own, goodsId })).status).toBe(200);
    const { body } = await order('clerk', { userId, goodsId, payType: 5 });
    const { orderNo } = body.data;
    const list = await app.call('sale', 'GET', `${orderPath}/list?orderNo=${orderNo}`);
    expect(list.body.data.total).toBe(0);
    expect((await apply('sale', orderNo, '1.00')).status).toBe(404);
  });

  test('is paid late once it is closed, or twice: the money goes back by itself, and salespeople see payments of their own orders alone', async () => {
    const pay = async (orderId: number, orderNo: string, payNo: string, saleUserId: number) => {
      const recordId = await add(registry.payRecord, {
        payNo,
        bizType: 1,
        orderNo,
        amount: '199.00',
        payType: 1,
        gateway: 'local',
        expireTime: '2099-01-01 00:00:00',
        saleUserId,
      });
      const state = { status: 'paid' as const, amount: '199.00', payTime: app.engine.clock.now() };
      const outcome = await transact(app.engine.db, db =>
        takePayment(app.engine, db, payNo, state, { cause: 'test' }),
      );
      return { outcome, recordId, order: await standing(orderId) };
    };
    const { userId, goodsId } = await shop();
    const closed = (await order('clerk', { userId, goodsId })).body.data;
    await app.call('clerk', 'PUT', `${orderPath}/close`, { orderId: closed.orderId });
    const late = await pay(closed.orderId, closed.orderNo, 'P1late', 800_010);
    expect(late).toMatchObject({ outcome: 'paid', order: { status: 2 } });
    expect(await cardsOf(closed.orderNo)).toEqual([]);
    const other = await shop({ saleUserId: 800_011 });
    const twice = (await order('clerk', { userId: other.userId, goodsId: other.goodsId })).body.data;
    const first = await pay(twice.orderId, twice.orderNo, 'P1once', 800_011);
    expect(first.order).toMatchObject({ status: 1, pay: '199.00' });
    await pay(twice.orderId, twice.orderNo, 'P1twice', 800_011);
    expect(await cardsOf(twice.orderNo)).toEqual([1]);
    const back = await sql<Columns<typeof registry.payRefund, 'amount'> & { no: string }>`
      select refund_no as no, amount from t_pay_refund where refund_no like 'P1%' order by 1`.execute(
      app.engine.db,
    );
    expect(back.rows).toEqual([
      { no: 'P1late', amount: '199.00' },
      { no: 'P1twice', amount: '199.00' },
    ]);
    const seen = async (dataset: typeof registry.payRecord | typeof registry.payRefund) =>
      (await app.call('sale', 'GET', `${dataset.path}/list`)).body.data.records.map(
        (one: { orderNo: string }) => one.orderNo,
      );
    expect(await seen(registry.payRecord)).toEqual([closed.orderNo]);
    expect(await seen(registry.payRefund)).toEqual([closed.orderNo]);
  });

  test('is not placed for goods off the shelf, sold out, or past what one person may buy', async () => {
    const off = await shop();
    await sql`update t_goods set up_status = 0 where goods_id = ${off.goodsId}`.execute(app.engine.db);
    expect((await order('clerk', { userId: off.userId, goodsId: off.goodsId })).status).toBe(400);
    const out = await shop({ stock: 0 });
    expect((await order('clerk', { userId: out.userId, goodsId: out.goodsId })).status).toBe(409);
    const one = await shop({ perLimit: 1 });
    expect((await order('clerk', { userId: one.userId, goodsId: one.goodsId })).status).toBe(200);
    expect((await order('clerk', { userId: one.userId, goodsId: one.goodsId })).status).toBe(400);
    expect((await order('clerk', { userId: 987_654, goodsId: one.goodsId })).status).toBe(400);
    expect((await order('clerk', { userId: one.userId, goodsId: one.goodsId, payType: 1 })).status).toBe(400);
  });

  test('waits, locks its coupon, and gives coupon and stock back when the clock closes it', async () => {
    const { userId, goodsId } = await shop({ stock: 1, price: '100.00' });
    const couponId = await add(registry.coupon, {
      couponName: `立减${made}`,
      couponType: 3,
      amount: '30.00',
      totalNum: 1,
      validType: 2,
      validDays: 3,
    });
    const grant = (body: object) =>
      app.call('clerk', 'POST', '/api/base/coupon/grant', { couponId, ...body });
    expect((await grant({ userIds: [userId, 999_999] })).body.data).toMatchObject({
      count: 1,
      refused: [{ who: '999999' }],
    });
    expect((await grant({ userIds: [userId] })).body.data).toMatchObject({ count: 0 });
    const { couponNo } = await row(sql<Columns<typeof registry.userCoupon, 'couponNo'>>`
      select coupon_no from t_user_coupon where user_id = ${userId}`);
    const quoted = await app.call(
      'clerk',
      'GET',
      `${orderPath}/quote?userId=${userId}&goodsId=${goodsId}&couponNo=${couponNo}`,
    );
    expect(quoted.body.data).toMatchObject({
      totalAmount: 100,
      discountAmount: 30,
      payAmount: 70,
      coupons: [{ saving: 30 }],
    });
    const { orderId } = (await order('clerk', { userId, goodsId, couponNo })).body.data;
    expect((await order('clerk', { userId, goodsId, couponNo })).status).toBe(400);
    const coupon = () =>
      row(sql<Columns<typeof registry.userCoupon, 'status'> & { locked: boolean; used: number }>`
        select u.status, u.order_no is not null as locked, c.used_num as used
        from t_user_coupon as u join t_coupon as c using (coupon_id) where u.user_id = ${userId}`);
    expect(await coupon()).toEqual({ status: 1, locked: true, used: 0 });
    const early = await tryStep(app.engine, orderSteps, 'close', {
      keys: orderId,
      by: { kind: 'clock' },
      given: { reason: null },
    });
    expect(early.taken).toEqual([]);
    await sql`update t_service_order set expire_time = now() - interval '1 minute' where order_id = ${orderId}`.execute(
      app.engine.db,
    );
    await takeStep(app.engine, orderSteps, 'close', {
      keys: orderId,
      by: { kind: 'clock' },
      given: { reason: null },
    });
    expect(await coupon()).toEqual({ status: 1, locked: false, used: 0 });
    const paid = (await order('clerk', { userId, goodsId, couponNo, payType: 5 })).body.data;
    expect(await standing(paid.orderId)).toMatchObject({ status: 1, pay: '70.00' });
    expect(await coupon()).toEqual({ status: 2, locked: true, used: 1 });
    const refundId = (await apply('clerk', paid.orderNo, '70.00')).body.data.refundId;
    await audit('reviewer', refundId, 1);
    await app.call('reviewer', 'PUT', '/api/pay/refund/confirm', { refundId });
    expect(await coupon()).toEqual({ status: 1, locked: false, used: 0 });
    expect(
      await row(
        sql<Columns<typeof registry.goods, 'stock'>>`select stock from t_goods where goods_id = ${goodsId}`,
      ),
    ).toEqual({
      stock: 1,
    });
  });

  test('that was given away is voided without money, and takes its entitlement back', async () => {
    const { userId, goodsId } = await shop();
    const { orderId, orderNo } = (await order('clerk', { userId, goodsId, payType: 9 })).body.data;
    expect(await standing(orderId)).toMatchObject({ status: 1, pay: '0.00' });
    const nameless = await app.call('clerk', 'PUT', `${orderPath}/void`, { orderId });
    expect(nameless.status).toBe(400);
    await app.call('clerk', 'PUT', `${orderPath}/void`, { orderId, reason: '误操作' });
    expect(await standing(orderId)).toMatchObject({ status: 3 });
    expect(await cardsOf(orderNo)).toEqual([3]);
    const paid = (await order('clerk', { userId, goodsId, payType: 5 })).body.data;
    const refused = await app.call('clerk', 'PUT', `${orderPath}/void`, {
      orderId: paid.orderId,
      reason: '误操作',
    });
    expect(refused.body).toMatchObject({ code: 409, message: expect.stringContaining('申请退款') });
  });
});

describe('a refund', () => {
  test('is approved by somebody else, an administrator or not, and once', async () => {
    const { userId, goodsId } = await shop();
    const { orderId, orderNo } = (await order('clerk', { userId, goodsId, payType: 5 })).body.data;
    expect((await apply('clerk', orderNo, '199.01')).status).toBe(400);
    expect((await apply('clerk', orderNo, '0')).status).toBe(400);
    const { refundId } = (await apply('clerk', orderNo, '50.00')).body.data;
    expect((await apply('clerk', orderNo, '10.00')).status).toBe(409);
    expect((await audit('clerk', refundId, 1)).status).toBe(409);
    expect((await audit('reviewer', refundId, 0)).status).toBe(400);
    const both = await Promise.all([audit('reviewer', refundId, 1), audit('second', refundId, 1)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await standing(orderId)).toMatchObject({ status: 4, refunded: '0.00' });
    await app.call('reviewer', 'PUT', '/api/pay/refund/confirm', { refundId });
    expect(await standing(orderId)).toMatchObject({ status: 1, refunded: '50.00' });
    expect(await cardsOf(orderNo)).toEqual([1]);
    const rest = (await apply('clerk', orderNo, '149.00')).body.data.refundId;
    await audit('reviewer', rest, 1);
    await app.call('reviewer', 'PUT', '/api/pay/refund/confirm', { refundId: rest });
    expect(await standing(orderId)).toMatchObject({ status: 3, refunded: '199.00' });
    expect(await cardsOf(orderNo)).toEqual([3]);
    expect((await apply('clerk', orderNo, '0.01')).status).toBe(409);
  });

  test('of what was used already shows the use, and needs two people', async () => {
    const { userId, goodsId } = await shop();
    const { orderId, orderNo } = (await order('clerk', { userId, goodsId, payType: 5 })).body.data;
    await sql`update t_user_card set used_num = 7 where source_no = ${orderNo}`.execute(app.engine.db);
    const facts = await app.call('clerk', 'GET', `/api/pay/refund/facts?orderNo=${orderNo}`);
    expect(facts.body.data).toMatchObject({
      refundable: 199,
      entitlements: [{ usedNum: 7, countLimit: 30 }],
    });
    const { refundId } = (await apply('clerk', orderNo, '199.00')).body.data;
    expect((await audit('reviewer', refundId, 1)).body.data.taken).toMatchObject([{ state: 'applied' }]);
    expect((await audit('reviewer', refundId, 1)).status).toBe(409);
    expect((await audit('second', refundId, 1)).body.data.taken).toMatchObject([{ state: 'processing' }]);
    expect(await standing(orderId)).toMatchObject({ status: 4 });
  });

  test('of what is used between its application and its review needs two people, too', async () => {
    const { userId, goodsId } = await shop();
    const { orderNo } = (await order('clerk', { userId, goodsId, payType: 5 })).body.data;
    const { refundId } = (await apply('clerk', orderNo, '199.00')).body.data;
    await sql`update t_user_card set used_num = 30 where source_no = ${orderNo}`.execute(app.engine.db);
    expect((await audit('reviewer', refundId, 1)).body.data.taken).toMatchObject([{ state: 'applied' }]);
    const { used } = await row(sql<{ used: number }>`
      select used_num as used from t_refund where refund_id = ${refundId}`);
    expect(used).toBe(30);
  });

  test('in many small parts is reviewed as soon as they come to more than goes without a review', async () => {
    const upTo = (most: string) =>
      sql`insert into t_config (config_key, config_value) values ('pay.autoRefundMax', ${most})
        on conflict (config_key) do update set config_value = ${most}`.execute(app.engine.db);
    await upTo('50');
    const { userId, goodsId } = await shop();
    const { orderNo } = (await order('clerk', { userId, goodsId, payType: 5 })).body.data;
    const first = await apply('sale', orderNo, '30.00');
    expect(first.body.data.refundStatus).toBe(2);
    await app.call('clerk', 'PUT', '/api/pay/refund/confirm', { refundId: first.body.data.refundId });
    expect((await apply('sale', orderNo, '30.00')).body.data.refundStatus).toBe(1);
    await upTo('0');
  });

  test('that is refused leaves the order as it was, and another may be asked for', async () => {
    const { userId, goodsId } = await shop();
    const { orderId, orderNo } = (await order('clerk', { userId, goodsId, payType: 4 })).body.data;
    const { refundId } = (await apply('clerk', orderNo, '10.00')).body.data;
    await audit('reviewer', refundId, 0, '不符合条件');
    expect(await standing(orderId)).toMatchObject({ status: 1, refunded: '0.00' });
    expect((await apply('clerk', orderNo, '10.00')).status).toBe(200);
  });
});

/** Numbers from 0 up to 1, reproducible by seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('over random histories of several people at once the books agree', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
  const next = random(seed);
  const shops = await Promise.all([
    shop({ stock: 5 }),
    shop({ stock: 3, price: '0.03' }),
    shop({ price: '398.00' }),
  ]);
  const orders: { orderId: number; orderNo: string }[] = [];
  const refunds: number[] = [];
  const pick = <T>(of: readonly T[]) => of[Math.floor(next() * of.length)];
  const act = async () => {
    const chance = next();
    const one = pick(orders);
    const refundId = pick(refunds);
    const who = pick(['clerk', 'reviewer', 'second']) ?? 'clerk';
    if (chance < 0.3 || !one) {
      const { userId, goodsId } = pick(shops) ?? { userId: 0, goodsId: 0 };
      const payType = pick([undefined, 4, 5, 9]);
      const { body } = await order(who, { userId, goodsId, ...(payType && { payType }) });
      if (body.success) orders.push(body.data);
    } else if (chance < 0.4) await app.call(who, 'PUT', `${orderPath}/pay`, { orderId: one.orderId });
    else if (chance < 0.5) await app.call(who, 'PUT', `${orderPath}/close`, { orderId: one.orderId });
    else if (chance < 0.55)
      await app.call(who, 'PUT', `${orderPath}/void`, { orderId: one.orderId, reason: '试' });
    else if (chance < 0.75) {
      const { body } = await apply(
        who,
        one.orderNo,
        pick(['0.01', '0.02', '100.00', '199.00', '398.00']) ?? '0.01',
      );
      if (body.success) refunds.push(body.data.refundId);
    } else if (refundId !== undefined && chance < 0.88)
      await audit(who, refundId, next() < 0.8 ? 1 : 0, '随机');
    else if (refundId !== undefined) await app.call(who, 'PUT', '/api/pay/refund/confirm', { refundId });
  };
  for (let round = 0; round < 40; round += 1) await Promise.all([act(), act(), act()]);

  const begun = new Map(shops.map(({ goodsId }, at) => [goodsId, [5, 3, -1][at] ?? -1]));
  const placed = await sql<{ n: number }>`
    select count(*)::integer as n from t_service_order
    where goods_id = any(${[...begun.keys()]}::bigint[])`.execute(app.engine.db);
  expect({ seed, n: placed.rows[0]?.n }).toEqual({ seed, n: orders.length });
  await expectBooksToAgree(app.engine.db, begun, { seed });
});
