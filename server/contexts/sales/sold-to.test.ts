import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { makeHome } from '../../engine/testing/homes.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { transact } from '../../engine/write/transaction.ts';
import { migrated } from '../../testing/database.ts';
import { takePayment } from '../payment/outcome.ts';
import { payableServiceOrders } from './payable-orders.ts';

const seller = 840_010;
let app: TestApp;
let made = 0;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    clerk: person({ userId: 840_001 }),
    sale: person({
      userId: seller,
      admin: false,
      ownRowsOnly: true,
      permissions: new Set([
        'order:service:list',
        'order:service:add',
        'wish:user:list',
        'crm:lead:list',
        'crm:lead:add',
      ]),
    }),
  });
});
afterAll(() => app.close());

const add = async (dataset: (typeof registry)[keyof typeof registry], row: Record<string, unknown>) => {
  const [key = 0] = await storeRows(app.engine, dataset, [row], { by: elevated() });
  return key;
};
const row = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.engine.db)).rows[0] as T;
const path = registry.serviceOrder.path;
const place = (body: object, who = 'clerk') => app.call(who, 'POST', path, body);
/** The message that refuses an order. */
const refusal = async (body: object, who = 'clerk') => {
  const answer = await place(body, who);
  expect(answer.status).not.toBe(200);
  const quoted = await app.call(
    who,
    'GET',
    `${path}/quote?${new URLSearchParams(
      Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)])),
    )}`,
  );
  const told = (body: { data?: { errors?: unknown } }) => JSON.stringify(body.data?.errors);
  expect(told(quoted.body)).toBe(told(answer.body));
  return told(answer.body);
};

const newUser = (more: object = {}) => {
  made += 1;
  return add(registry.wishUser, { mobile: `136${String(made).padStart(8, '0')}`, ...more });
};
async function newGoods(more: object = {}, cardMore: object = {}) {
  made += 1;
  const cardId = await add(registry.card, {
    ...{ cardName: `限售卡${made}`, cardType: 2, dataYear: 2026, price: '100.00', codePrefix: 'GL' },
    expireTime: '2099-08-31 23:59:59',
    ...cardMore,
  });
  const goodsId = await add(registry.goods, {
    ...{ goodsName: `限售商品${made}`, goodsType: 2, cardId, dataYear: 2026, price: '100.00' },
    ...more,
  });
  await sql`update t_goods set up_status = 1 where goods_id = ${goodsId}`.execute(app.engine.db);
  return { goodsId, cardId };
}

/** Puts a consumer on the block list of 2026. */
const black = (userId: number) =>
  add(registry.userPerm, { userId, permType: 2, dataYear: 2026, expireTime: '2099-08-31 23:59:59' });

describe('goods', () => {
  test('are sold only in the provinces that they and their card are limited to, and say which', async () => {
    const [here, elsewhere] = [await makeHome(app.engine), await makeHome(app.engine)];
    const name = (
      await row(sql<{ name: string }>`
      select province_name as name from t_province where province_id = ${here.province}`)
    ).name;
    const local = await newUser({ provinceId: here.province });
    const stranger = await newUser({ provinceId: elsewhere.province });
    const nowhere = await newUser();
    const limited = await newGoods({ provinceIds: [here.province] });
    const card = await newGoods({}, { provinceIds: [here.province] });
    for (const { goodsId } of [limited, card]) {
      expect((await place({ userId: local, goodsId })).status).toBe(200);
      expect(await refusal({ userId: stranger, goodsId })).toContain(name);
      expect(await refusal({ userId: nowhere, goodsId })).toContain('未填写省份');
    }
  });

  test('are sold only through the channels that they are limited to, and those beneath', async () => {
    const { partner } = await makeHome(app.engine);
    const channel = (more: object) => {
      made += 1;
      return add(registry.channel, {
        ...{ channel: `CX${made}`, channelName: `限售渠道${made}`, channelType: 2, partnersId: partner },
        ...more,
      });
    };
    const own = await channel({});
    const beneath = await channel({ parentId: own });
    const other = await channel({});
    const { goodsId } = await newGoods({ channelIds: [own] });
    for (const channelId of [own, beneath])
      expect((await place({ userId: await newUser({ channelId }), goodsId })).status).toBe(200);
    expect(await refusal({ userId: await newUser({ channelId: other }), goodsId })).toContain('限售渠道');
    expect(await refusal({ userId: await newUser(), goodsId })).toContain('仅限渠道');
  });

  test('of a card that is disabled, not for sale, over or gone are not sold', async () => {
    const userId = await newUser();
    for (const [more, words] of [
      [{ status: 0 }, '已停用'],
      [{ saleFlag: 0 }, '不可售'],
      [{ expireTime: '2020-08-31 23:59:59' }, '已到期'],
    ] as const) {
      const { goodsId } = await newGoods({}, more);
      expect(await refusal({ userId, goodsId })).toContain(words);
    }
    const { goodsId, cardId } = await newGoods({}, { expireTime: '2020-08-31 23:59:59', validDays: 30 });
    expect((await place({ userId, goodsId })).status).toBe(200);
    await sql`update t_card set deleted = true where card_id = ${cardId}`.execute(app.engine.db);
    expect(await refusal({ userId, goodsId })).toContain('已删除');
    for (const [change, words] of [
      [sql`up_status = 0`, '未上架'],
      [sql`start_time = now() + interval '9 years'`, '尚未开售'],
      [sql`end_time = '2020-01-01'`, '已停售'],
    ] as const) {
      const closed = await newGoods();
      await sql`update t_goods set ${change} where goods_id = ${closed.goodsId}`.execute(app.engine.db);
      expect(await refusal({ userId, goodsId: closed.goodsId })).toContain(words);
    }
  });

  test('of the kind “other” may have a card of that kind, and guide, probability and list cards need one', async () => {
    const other = await newGoods({}, { cardType: 9 });
    const values = { dataYear: 2026, price: '10.00' };
    const save = (body: object) => app.call('clerk', 'POST', registry.goods.path, { ...values, ...body });
    const saved = await save({ goodsName: '其他卡商品', goodsType: 9, cardId: other.cardId });
    expect(saved.status).toBe(200);
    expect((await save({ goodsName: '其他商品', goodsType: 9 })).status).toBe(200);
    const without = await save({ goodsName: '无卡商品', goodsType: 2 });
    expect(without.body.data.errors).toEqual([expect.objectContaining({ field: 'cardId' })]);
    const got = await app.call('clerk', 'GET', `/api/base/goods/get?goodsId=${saved.body.data.goodsId}`);
    expect(got.body.data).toMatchObject({ goodsName: '其他卡商品', cardId: other.cardId });
    const userId = await newUser();
    await sql`update t_goods set up_status = 1 where goods_id = ${saved.body.data.goodsId}`.execute(
      app.engine.db,
    );
    const bought = await place({ userId, goodsId: saved.body.data.goodsId, payType: 5 });
    expect(
      await row(sql`select card_type as type from t_user_card where source_no = ${bought.body.data.orderNo}`),
    ).toEqual({ type: 9 });
  });
});

describe('a candidate on the block list', () => {
  test('is sold nothing, no matter who places the order, and pays no order that waits', async () => {
    const userId = await newUser({ saleUserId: seller });
    const { goodsId } = await newGoods();
    const waiting = (await place({ userId, goodsId })).body.data;
    const payNo = `P2027${String(made).padStart(12, '0')}`;
    await add(registry.payRecord, {
      ...{ payNo, bizType: 1, orderNo: waiting.orderNo, amount: '100.00', payType: 1, gateway: 'local' },
      expireTime: '2099-01-01 00:00:00',
    });
    const entry = await black(userId);
    for (const who of ['clerk', 'sale']) expect(await refusal({ userId, goodsId }, who)).toContain('黑名单');
    for (const payType of [4, 5, 9])
      expect(JSON.stringify((await place({ userId, goodsId, payType })).body)).toContain('黑名单');
    const offline = await app.call('clerk', 'PUT', `${path}/pay`, { orderId: waiting.orderId, payType: 5 });
    expect(JSON.stringify(offline.body)).toContain('黑名单');
    await expect(
      payableServiceOrders.find(app.engine, person({ userId: 840_001 }), waiting.orderNo),
    ).rejects.toMatchObject({ code: 'notPayable' });
    // Money under way still arrives, and is returned.
    await transact(app.engine.db, db =>
      takePayment(app.engine, db, payNo, { status: 'paid', amount: '100.00' }, { cause: 'test' }),
    );
    expect(
      await row(
        sql`select refund_kind as kind, refund_status as status, reason from t_refund where refund_no = ${payNo}`,
      ),
    ).toEqual({ kind: 2, status: 2, reason: expect.stringContaining('黑名单') });
    expect(await row(sql`select status from t_service_order where order_id = ${waiting.orderId}`)).toEqual({
      status: 0,
    });
    // A disabled entry, or one of another year, does not prevent buying.
    await sql`update t_user_perm set status = 1 where id = ${entry}`.execute(app.engine.db);
    expect((await place({ userId, goodsId })).status).toBe(200);
  });

  test('is given no card and no coupon, and the giver is told why', async () => {
    const [blocked, other] = [await newUser(), await newUser()];
    const { cardId } = await newGoods();
    const couponId = await add(registry.coupon, {
      ...{
        couponName: `赠券${made}`,
        couponType: 1,
        threshold: '0.00',
        amount: '10.00',
        totalNum: 10,
        perLimit: 1,
      },
      ...{ validType: 2, validDays: 30 },
    });
    const entry = await black(blocked);
    const mobile = (
      await row<{ mobile: string }>(sql`select mobile from t_wish_user where user_id = ${blocked}`)
    ).mobile;
    const give = async (path: string, body: object) =>
      (await app.call('clerk', 'POST', path, body)).body.data;
    const card = `${registry.userCard.path}/grant`;
    const coupon = `${registry.coupon.path}/grant`;
    const why = expect.stringContaining('黑名单');
    expect(await give(card, { cardId, userIds: [blocked, other] })).toEqual({
      count: 1,
      refused: [{ who: String(blocked), reason: why }],
    });
    expect(await give(coupon, { couponId, userIds: [other], mobiles: [mobile] })).toEqual({
      count: 1,
      refused: [{ who: mobile, reason: why }],
    });
    expect(
      await row(sql`
        select (select count(*)::integer from t_user_card where user_id = ${blocked}) as cards,
          (select count(*)::integer from t_user_coupon where user_id = ${blocked}) as coupons`),
    ).toEqual({ cards: 0, coupons: 0 });
    await sql`update t_user_perm set status = 1 where id = ${entry}`.execute(app.engine.db);
    expect(await give(card, { cardId, userIds: [blocked] })).toMatchObject({ count: 1, refused: [] });
  });
});

describe('what was granted or sold', () => {
  const coupon = async (more: object) => {
    made += 1;
    return add(registry.coupon, {
      ...{ couponName: `条款券${made}`, couponType: 3, amount: '10.00', totalNum: 2 },
      ...{ validType: 2, validDays: 30 },
      ...more,
    });
  };
  const grant = (couponId: number, userIds: number[]) =>
    app.call('clerk', 'POST', '/api/base/coupon/grant', { couponId, userIds });
  const couponOf = async (userId: number) =>
    (
      await row(sql<{ no: string }>`
      select coupon_no as no from t_user_coupon where user_id = ${userId} order by id desc limit 1`)
    ).no;
  const edit = async (couponId: number, values: object) => {
    const { body } = await app.call('clerk', 'GET', `/api/base/coupon/get?couponId=${couponId}`);
    return app.call('clerk', 'PUT', '/api/base/coupon', { couponId, version: body.data.version, ...values });
  };

  test('a coupon pays by the terms of its grant, and not at all while its kind is disabled', async () => {
    const userId = await newUser();
    const { goodsId } = await newGoods();
    const couponId = await coupon({});
    await grant(couponId, [userId]);
    const couponNo = await couponOf(userId);
    expect((await edit(couponId, { amount: '90.00', goodsIds: [(await newGoods()).goodsId] })).status).toBe(
      200,
    );
    const quote = await app.call(
      'clerk',
      'GET',
      `${path}/quote?userId=${userId}&goodsId=${goodsId}&couponNo=${couponNo}`,
    );
    expect(quote.body.data).toMatchObject({ discountAmount: 10, payAmount: 90, coupons: [{ saving: 10 }] });
    await sql`update t_coupon set status = 0 where coupon_id = ${couponId}`.execute(app.engine.db);
    expect((await place({ userId, goodsId, couponNo })).status).toBe(400);
    await sql`update t_coupon set status = 1 where coupon_id = ${couponId}`.execute(app.engine.db);
    expect((await place({ userId, goodsId, couponNo })).status).toBe(200);
  });

  test('fewer coupons than were given cannot be said to be there, however both come together', async () => {
    const couponId = await coupon({ totalNum: 3 });
    const users = [await newUser(), await newUser(), await newUser()];
    await grant(couponId, users.slice(0, 2));
    const less = await edit(couponId, { totalNum: 1 });
    expect(less.body.data.errors).toEqual([
      expect.objectContaining({ field: 'totalNum', message: expect.stringContaining('已发放 2 张') }),
    ]);
    await Promise.all([edit(couponId, { totalNum: 2 }), grant(couponId, users.slice(2))]);
    const { total, given } = await row(sql<{ total: number; given: number }>`
      select total_num as total, receive_num as given from t_coupon where coupon_id = ${couponId}`);
    expect(total).toBeGreaterThanOrEqual(given);
  });

  test('an order gives its entitlement by the card as it was sold', async () => {
    const userId = await newUser();
    const { goodsId, cardId } = await newGoods({}, { countLimit: 30 });
    const { orderId, orderNo } = (await place({ userId, goodsId })).body.data;
    await sql`update t_card set count_limit = 1, expire_time = '2020-01-01', card_type = 3 where card_id = ${cardId}`.execute(
      app.engine.db,
    );
    expect((await app.call('clerk', 'PUT', `${path}/pay`, { orderId, payType: 5 })).status).toBe(200);
    expect(
      await row(sql`
        select count_limit as count, card_type as type, expire_time > '2099-01-01' as lasts from t_user_card
        where source_no = ${orderNo}`),
    ).toEqual({ count: 30, type: 2, lasts: true });
  });
});

describe('a salesperson', () => {
  const newLead = async (more: object = {}) => {
    made += 1;
    const sourceId = await row(sql<{ id: number }>`select source_id as id from t_source limit 1`);
    return {
      mobile: `135${String(made).padStart(8, '0')}`,
      ...{ dataYear: 2026, sourceId: sourceId?.id ?? 0, studentName: '线索考生' },
      ...more,
    };
  };

  test('places orders for own leads, who become candidates by it, and for nobody else’s', async () => {
    const { goodsId } = await newGoods();
    const own = await newLead();
    const leadId = await add(registry.lead, own);
    await sql`update t_lead set sale_user_id = ${seller}, lead_status = 1 where lead_id = ${leadId}`.execute(
      app.engine.db,
    );
    const foreign = await add(registry.lead, await newLead());
    expect((await place({ leadId: foreign, goodsId }, 'sale')).status).toBe(400);
    const quoted = await app.call('sale', 'GET', `${path}/quote?leadId=${leadId}&goodsId=${goodsId}`);
    expect(quoted.body.data).toMatchObject({ payAmount: 100 });
    const placed = await place({ leadId, goodsId }, 'sale');
    expect(placed.body).toMatchObject({ success: true, data: { status: 0 } });
    expect((await place({ leadId, goodsId, payType: 9 }, 'sale')).status).toBe(403);
    const order = await row(sql`
      select u.mobile, o.sale_user_id as seller from t_service_order as o
      join t_wish_user as u using (user_id) where o.order_id = ${placed.body.data.orderId}`);
    expect(order).toEqual({ mobile: own.mobile, seller });
    // The next one is for the same candidate.
    await place({ leadId, goodsId }, 'sale');
    const { n } = await row(sql<{ n: number }>`
      select count(*)::integer as n from t_wish_user where mobile = ${own.mobile}`);
    expect(n).toBe(1);
  });

  test('who adds a number that a colleague works on is told to ask a manager, and no partner is advised', async () => {
    const taken = await newLead();
    await add(registry.lead, taken);
    const added = await app.call('sale', 'POST', registry.lead.path, { ...taken });
    expect(added.body.message ?? '').not.toContain('合伙人');
    expect(JSON.stringify(added.body)).toContain('请联系主管分配');
    expect(JSON.stringify(added.body)).not.toContain('改');
  });
});
