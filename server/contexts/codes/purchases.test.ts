import { registry } from '@yikao/model/contexts/datasets.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { transact } from '../../engine/write/transaction.ts';
import { readConfig } from '../../platform/config.ts';
import { silentLogger } from '../../platform/logger.ts';
import type { RefundState } from '../../platform/payment/types.ts';
import { migrated } from '../../testing/database.ts';
import { createGateways } from '../payment/gateways.ts';
import { takePayment, takeRefund } from '../payment/outcome.ts';
import { activateByApp } from './activate.ts';
import { codesFeature } from './routes.ts';

const orders = registry.cardOrder.path;
const [one, two] = [7_101, 7_102];

let app: TestApp;
let cardId = 0;
let made = 0;

const some = (...permissions: string[]) => ({ admin: false, permissions: new Set(permissions) });
const buying = some('card:order:list', 'card:order:add', 'card:code:list');

beforeAll(async () => {
  const gatewaysOf = (engine: TestApp['engine']) =>
    createGateways(engine, readConfig({ DATA_DIR: '.', PAY_LOCAL: 'on', CAPTCHA: 'off' }), async () => {});
  app = await openTestApp(
    migrated,
    {
      finance: person({ userId: 841_001 }),
      second: person({ userId: 841_002 }),
      third: person({ userId: 841_003 }),
      ofOne: person({ userId: 841_004, ...buying, partnersIds: [one] }),
      ofTwo: person({ userId: 841_005, ...buying, partnersIds: [two] }),
      gainer: person({
        userId: 841_007,
        ...some('card:order:list', 'card:order:update'),
        partnersIds: [one],
      }),
      reader: person({ userId: 841_006, ...some('card:order:list'), partnersIds: [one] }),
    },
    [(fastify, context) => codesFeature(gatewaysOf(context.engine))(fastify, context)],
  );
  for (const partnersId of [one, two]) {
    await sql`insert into t_partners (partners_id, partners_name, channel_name, data_year, show_flag, mobile_auth,
        user_name, address, position, phone, parent_id, guide_rate, prob_rate, list_rate, status)
      values (${partnersId}, ${`合伙人${partnersId}`}, '渠道', 2026, 1, 0, '王', '路', '总', '13800000000', 0, 0, 0, 0, 1)`.execute(
      app.engine.db,
    );
  }
  cardId = await add(registry.card, {
    ...{ cardName: '采购卡', cardType: 2, dataYear: 2026, price: '9.90', codePrefix: 'CG' },
    expireTime: '2099-08-31 23:59:59',
  });
});
afterAll(() => app.close());

const add = async (dataset: (typeof registry)[keyof typeof registry], row: Record<string, unknown>) => {
  const [key = 0] = await storeRows(app.engine, dataset, [row], { by: elevated() });
  return key;
};
const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.engine.db)).rows;
const post = (who: string, path: string, body: object) => app.call(who, 'POST', path, body);
const buy = (quantity: number, more: object = {}, who = 'ofOne') =>
  post(who, `${orders}/create`, { cardId, quantity, payType: 1, ...more });
const newUser = () => {
  made += 1;
  return add(registry.wishUser, { mobile: `135${String(made).padStart(8, '0')}` });
};
/** The vendor reports money for a payment. */
const paid = (payNo: string, amount: string) =>
  transact(app.engine.db, db =>
    takePayment(app.engine, db, payNo, { status: 'paid', amount }, { cause: 'test' }),
  );
const statusOf = async (orderNo: string) =>
  (await post('finance', `${orders}/pay/status`, { orderNo })).body.data;
const codesOf = (orderNo: string) =>
  rowsOf(sql<{ codeId: number; codeStatus: number; refundNo: string | null }>`
    select code_id, code_status, refund_no from t_card_code where order_no = ${orderNo} and not deleted
    order by code_id`);
const orderOf = async (orderNo: string) =>
  (
    await rowsOf(sql<{ status: number; payAmount: string; refundAmount: string; refundNum: number }>`
      select status, pay_amount, refund_amount, refund_num from t_card_order where order_no = ${orderNo}`)
  )[0];
const activate = (codeId: number, userId: number) =>
  app.call('finance', 'PUT', registry.cardCode.path, { codeId, userId });
const applyRefund = (orderNo: string, amount: string, who = 'finance') =>
  post(who, '/api/pay/apply_refund', { bizType: 4, orderNo, amount, reason: '卖不完' });
const audit = (refundId: number, who = 'second') =>
  app.call(who, 'PUT', '/api/pay/refund/audit', { refundId, pass: 1, remark: '同意' });

/** The vendor reports what became of the last refund of a purchase. */
async function told(orderNo: string, state: RefundState): Promise<void> {
  const [part] = await rowsOf(sql<{ refundNo: string }>`
    select refund_no from t_pay_refund where order_no = ${orderNo} and pay_refund_status = 1 limit 1`);
  await transact(app.engine.db, db =>
    takeRefund(app.engine, db, part?.refundNo ?? '', state, { cause: 'test' }),
  );
}

/** A purchase that is paid, with its codes. */
async function bought(quantity: number) {
  const { data } = (await buy(quantity)).body;
  await paid(data.payNo, data.amount.toFixed(2));
  await app.runJobs();
  return data as { orderNo: string; orderId: number };
}

test('a partner buys codes: the code to scan, then as many issued codes as were paid', async () => {
  const placed = await buy(5);
  expect(placed.body.data).toMatchObject({
    amount: 49.5,
    status: 0,
    orderNo: expect.stringMatching(/^C\d{20}$/),
  });
  expect(placed.body.data.codeUrl).toContain('/pay/local/');
  const { orderNo, payNo } = placed.body.data;
  expect(await statusOf(orderNo)).toEqual({ payStatus: 0, ruleId: null, generatedNum: 0 });
  expect(await paid(payNo, '49.50')).toBe('paid');
  await app.runJobs();
  expect(await statusOf(orderNo)).toMatchObject({ payStatus: 1, generatedNum: 5 });
  expect((await codesOf(orderNo)).map(({ codeStatus }) => codeStatus)).toEqual([2, 2, 2, 2, 2]);
  expect(await orderOf(orderNo)).toMatchObject({ payAmount: '49.50' });
});

test('money that is reported ten times at once makes the codes once', async () => {
  const { orderNo, payNo } = (await buy(3)).body.data;
  await Promise.all(Array.from({ length: 10 }, () => paid(payNo, '29.70')));
  await app.runJobs();
  expect(await codesOf(orderNo)).toHaveLength(3);
  expect(
    await rowsOf(sql`select count(*)::integer as n from t_card_code_rule as r join t_card_order as o
    on o.order_id = r.order_id where o.order_no = ${orderNo}`),
  ).toEqual([{ n: 1 }]);
});

test('money for a closed purchase, a wrong amount and a second payment make no codes and go back', async () => {
  const late = (await buy(2)).body.data;
  await app.call('finance', 'PUT', `${orders}/close`, { orderId: late.orderId });
  await paid(late.payNo, '19.80');
  expect(await orderOf(late.orderNo)).toMatchObject({ status: 2 });
  expect(await codesOf(late.orderNo)).toEqual([]);
  expect(
    await rowsOf(sql`select refund_kind, reason from t_refund where order_no = ${late.orderNo}`),
  ).toEqual([{ refundKind: 2, reason: expect.stringContaining('关闭后到账') }]);
  const wrong = (await buy(2)).body.data;
  expect(await paid(wrong.payNo, '1.00')).toBe('held');
  expect(await orderOf(wrong.orderNo)).toMatchObject({ status: 0 });
  const offline = await app.call('finance', 'PUT', `${orders}/pay`, { orderId: wrong.orderId, payType: 4 });
  expect(offline.status).toBe(200);
  await app.runJobs();
  expect(await codesOf(wrong.orderNo)).toHaveLength(2);
});

test('money that came in a wrong amount is written off by two people, with a reason', async () => {
  const { payNo } = (await buy(2)).body.data;
  await paid(payNo, '1.00');
  const [record] = await rowsOf(
    sql<{ recordId: number }>`select record_id from t_pay_record where pay_no = ${payNo}`,
  );
  const recordId = record?.recordId ?? 0;
  const settle = (who: string, more: object = {}) =>
    app.call(who, 'PUT', `${registry.payRecord.path}/settle`, { recordId, ...more });
  const status = async () =>
    (
      await rowsOf(
        sql<{ payStatus: number }>`select pay_status from t_pay_record where record_id = ${recordId}`,
      )
    )[0]?.payStatus;
  expect((await settle('finance')).status).toBe(400);
  expect((await settle('finance', { remark: '线下退回' })).status).toBe(200);
  expect(await status()).toBe(3);
  expect((await settle('finance', { remark: '线下退回' })).status).toBe(409);
  expect((await settle('second', { remark: '已核对' })).status).toBe(200);
  expect(await status()).toBe(5);
  expect(
    await rowsOf(sql`select remark, settle_asked_by from t_pay_record where record_id = ${recordId}`),
  ).toEqual([{ remark: '已核对', settleAskedBy: 841_001 }]);
});

describe('who may buy', () => {
  test('a partner buys for itself alone, and sees no purchase of another', async () => {
    expect((await buy(1, { partnersId: two })).status).toBe(400);
    expect((await buy(1, {}, 'reader')).status).toBe(403);
    expect((await buy(1, {}, 'finance')).status).toBe(400);
    expect((await buy(1, { partnersId: two }, 'finance')).status).toBe(200);
    const { orderNo } = (await buy(1)).body.data;
    expect((await post('ofTwo', `${orders}/pay/status`, { orderNo })).status).toBe(404);
    expect((await post('ofTwo', `${orders}/list`, { orderNo })).body.data.total).toBe(0);
    expect((await post('ofOne', `${orders}/list`, { orderNo })).body.data.total).toBe(1);
  });

  test.each([0, -1, 200_001, 1.5, 'x'])('a quantity of %s is refused, by its name', async quantity => {
    const { status, body } = await buy(quantity as number);
    expect(status).toBe(400);
    expect(body.data.errors[0].message).toMatch(/^数量/);
  });

  test('a disabled partner buys nothing, and what it paid meanwhile goes back', async () => {
    const { orderNo, payNo } = (await buy(2)).body.data;
    await sql`update t_partners set status = 0 where partners_id = ${one}`.execute(app.engine.db);
    try {
      expect((await buy(1)).status).toBe(400);
      await paid(payNo, '19.80');
      expect(await orderOf(orderNo)).toMatchObject({ status: 0 });
      expect(await codesOf(orderNo)).toEqual([]);
      expect(await rowsOf(sql`select reason from t_refund where order_no = ${orderNo}`)).toEqual([
        { reason: expect.stringContaining('合伙人已停用') },
      ]);
    } finally {
      await sql`update t_partners set status = 1 where partners_id = ${one}`.execute(app.engine.db);
    }
  });
});

describe('a refund of a purchase', () => {
  test('gives back codes that nobody has activated, as many as its amount is the price of', async () => {
    const { orderNo } = await bought(10);
    const [first] = await codesOf(orderNo);
    await activate(first?.codeId ?? 0, await newUser());
    expect((await applyRefund(orderNo, '10.00')).body.data.errors[0].message).toContain('整数倍');
    expect((await applyRefund(orderNo, '99.00')).body.data.errors[0].message).toContain('9 个');
    const applied = await applyRefund(orderNo, '39.60');
    const { refundId } = applied.body.data;
    expect((await audit(refundId, 'finance')).status).toBe(409);
    // One code was used: two people approve.
    await audit(refundId, 'second');
    expect(await orderOf(orderNo)).toMatchObject({ status: 1 });
    await audit(refundId, 'third');
    expect(await orderOf(orderNo)).toMatchObject({ status: 4 });
    const held = (await codesOf(orderNo)).filter(({ refundNo }) => refundNo !== null);
    expect(held).toHaveLength(4);
    expect((await activate(held[0]?.codeId ?? 0, await newUser())).body.message).toContain('正在退款');
    await told(orderNo, { status: 'done' });
    expect(await orderOf(orderNo)).toMatchObject({ status: 1, refundAmount: '39.60', refundNum: 4 });
    const states = (await codesOf(orderNo)).map(({ codeStatus }) => codeStatus);
    expect(states).toEqual([3, 2, 2, 2, 2, 2, 4, 4, 4, 4]);
  });

  test('that fails releases the codes it held; of all of them it ends the purchase', async () => {
    const { orderNo } = await bought(3);
    const { refundId } = (await applyRefund(orderNo, '29.70')).body.data;
    await audit(refundId);
    expect((await codesOf(orderNo)).every(({ refundNo }) => refundNo !== null)).toBe(true);
    await told(orderNo, { status: 'failed', reason: '余额不足' });
    expect(await orderOf(orderNo)).toMatchObject({ status: 1, refundAmount: '0.00' });
    expect(
      (await codesOf(orderNo)).every(({ refundNo, codeStatus }) => refundNo === null && codeStatus === 2),
    ).toBe(true);
    const again = await app.call('second', 'PUT', '/api/pay/refund/retry', { refundId });
    expect(again.status, again.body.message).toBe(200);
    await told(orderNo, { status: 'done' });
    expect(await orderOf(orderNo)).toMatchObject({ status: 3, refundAmount: '29.70', refundNum: 3 });
    expect((await codesOf(orderNo)).map(({ codeStatus }) => codeStatus)).toEqual([4, 4, 4]);
  });

  test('is refused while codes are activated at the same moment, or succeeds without them', async () => {
    const { orderNo } = await bought(4);
    const found = await codesOf(orderNo);
    const { refundId } = (await applyRefund(orderNo, '39.60')).body.data;
    const [audited, activated] = await Promise.all([
      audit(refundId),
      activate(found[3]?.codeId ?? 0, await newUser()),
    ]);
    const states = await codesOf(orderNo);
    const held = states.filter(({ refundNo }) => refundNo !== null).length;
    const used = states.filter(({ codeStatus }) => codeStatus === 3).length;
    expect([audited.status === 200 ? 4 : 0, activated.status === 200 ? 1 : 0]).toContain(
      held === 0 ? used : held,
    );
    expect(held === 0 || used === 0).toBe(true);
  });
});

test('the statement of a partner has its purchases of the period, outside of what is to be paid', async () => {
  const { orderNo } = await bought(2);
  const day = shanghaiTime(new Date()).slice(0, 10);
  const settle = { partnersId: one, periodStart: day, periodEnd: day };
  const drawn = await post('finance', '/api/data/wish/partners/settle', settle);
  expect(drawn.body).toMatchObject({ success: true });
  const { settleId } = drawn.body.data;
  const statement = await app.call(
    'finance',
    'GET',
    `/api/data/wish/partners/settle/statement?settleId=${settleId}`,
  );
  expect(statement.body.data).toMatchObject({ commission: 0, payableAmount: 0 });
  expect(statement.body.data.purchases).toContainEqual({
    ...{ orderNo, cardName: '采购卡', quantity: 2 },
    ...{ unitPrice: 9.9, payAmount: 19.8, refundAmount: 0 },
  });
  const unpaid = (await buy(1)).body.data;
  const again = await app.call(
    'finance',
    'GET',
    `/api/data/wish/partners/settle/statement?settleId=${settleId}`,
  );
  expect(JSON.stringify(again.body.data)).not.toContain(unpaid.orderNo);
});

describe('codes that the house took back', () => {
  const voidCode = (codeId: number) =>
    app.call('finance', 'PUT', `${registry.cardCode.path}/void`, { codeId, cancelReason: '印错' });
  const factsOf = async (orderNo: string) =>
    (await app.call('finance', 'GET', `/api/pay/refund/facts?bizType=4&orderNo=${orderNo}`)).body.data;

  test('count as unused: voided and forced ones go back with their purchase, once', async () => {
    const { orderNo } = await bought(3);
    const [first, second] = await codesOf(orderNo);
    const force = `${registry.cardCode.path}`;
    await activate(first?.codeId ?? 0, await newUser());
    await app.call('finance', 'PUT', `${force}/askForce`, { codeId: first?.codeId, cancelReason: '错' });
    await app.call('second', 'PUT', `${force}/force`, { codeId: first?.codeId });
    await voidCode(second?.codeId ?? 0);
    expect(await factsOf(orderNo)).toMatchObject({
      refundable: 29.7,
      codes: { returnable: 3, takenBack: 2 },
    });
    const { refundId } = (await applyRefund(orderNo, '19.80')).body.data;
    expect((await audit(refundId)).status).toBe(200);
    await told(orderNo, { status: 'done' });
    expect(await orderOf(orderNo)).toMatchObject({ status: 1, refundAmount: '19.80', refundNum: 2 });
    expect((await codesOf(orderNo)).map(({ codeStatus }) => codeStatus)).toEqual([4, 4, 2]);
    expect((await applyRefund(orderNo, '19.80')).status).toBe(400);
    expect(await factsOf(orderNo)).toMatchObject({ refundable: 9.9, codes: { returnable: 1 } });
  });

  test('codes moved to another partner stay with it, and the refund says how many and where', async () => {
    const { orderNo } = await bought(4);
    const found = await codesOf(orderNo);
    await app.call('finance', 'PUT', `${registry.cardCode.path}/assign`, {
      codeId: found[3]?.codeId,
      partnersId: two,
    });
    expect(await factsOf(orderNo)).toMatchObject({
      refundable: 29.7,
      codes: { returnable: 3, moved: [{ partnersName: `合伙人${two}`, count: 1 }] },
    });
    expect((await applyRefund(orderNo, '39.60')).body.data.errors[0].message).toContain(
      `1 个已转给合伙人${two}`,
    );
    const { refundId } = (await applyRefund(orderNo, '29.70')).body.data;
    await audit(refundId);
    await told(orderNo, { status: 'done' });
    expect((await codesOf(orderNo)).map(({ codeStatus }) => codeStatus)).toEqual([4, 4, 4, 2]);
  });

  const ruleOf = async (orderId: number) =>
    (
      await rowsOf(sql<{ ruleId: number; ruleStatus: number; cancelAskedBy: number | null }>`
        select rule_id, rule_status, cancel_asked_by from t_card_code_rule where order_id = ${orderId}`)
    )[0];
  const cancel = (who: string, ruleId: number | undefined) =>
    app.call(who, 'PUT', `${registry.cardCodeRule.path}/cancel`, { ruleId, reason: '活动取消' });
  const refundsOf = (orderNo: string) =>
    rowsOf(sql<{ refundId: number; refundStatus: number; amount: string; applyBy: number }>`
      select refund_id, refund_status, amount, apply_by from t_refund where order_no = ${orderNo}`);

  test('voiding a rule that was paid for applies for its refund, and takes a second person', async () => {
    const { orderNo, orderId } = await bought(3);
    const rule = await ruleOf(orderId);
    expect((await cancel('finance', rule?.ruleId)).status).toBe(200);
    expect(await ruleOf(orderId)).toMatchObject({ ruleStatus: 2, cancelAskedBy: 841_001 });
    expect(await refundsOf(orderNo)).toMatchObject([{ refundStatus: 1, amount: '29.70', applyBy: 841_001 }]);
    const [first] = await codesOf(orderNo);
    expect((await activate(first?.codeId ?? 0, await newUser())).body.message).toContain('正在办理作废');
    expect((await cancel('finance', rule?.ruleId)).status).toBe(409);
    expect((await cancel('second', rule?.ruleId)).status).toBe(200);
    await app.runJobs();
    expect(await ruleOf(orderId)).toMatchObject({ ruleStatus: 4 });
    expect(await refundsOf(orderNo)).toMatchObject([{ refundStatus: 2 }]);
    await told(orderNo, { status: 'done' });
    expect(await orderOf(orderNo)).toMatchObject({ status: 3, refundAmount: '29.70', refundNum: 3 });
    expect((await codesOf(orderNo)).map(({ codeStatus }) => codeStatus)).toEqual([4, 4, 4]);
  });

  test('the second person may as well approve the refund; a rejected one leaves the rule as it was', async () => {
    const { orderNo, orderId } = await bought(2);
    const rule = await ruleOf(orderId);
    await cancel('finance', rule?.ruleId);
    const [asked] = await refundsOf(orderNo);
    await app.call('second', 'PUT', '/api/pay/refund/audit', {
      ...{ refundId: asked?.refundId, pass: 0, remark: '不同意' },
    });
    expect(await ruleOf(orderId)).toMatchObject({ ruleStatus: 2, cancelAskedBy: null });
    await cancel('finance', rule?.ruleId);
    const again = (await refundsOf(orderNo)).find(({ refundStatus }) => refundStatus === 1);
    expect((await audit(again?.refundId ?? 0)).status).toBe(200);
    expect(await ruleOf(orderId)).toMatchObject({ ruleStatus: 4 });
    // In the middle of its refund a rule is not voided a second time, and a failed refund leaves no code to use.
    await told(orderNo, { status: 'failed', reason: '余额不足' });
    await app.runJobs();
    expect((await codesOf(orderNo)).map(({ codeStatus }) => codeStatus)).toEqual([4, 4]);
    const retried = await app.call('second', 'PUT', '/api/pay/refund/retry', { refundId: again?.refundId });
    expect(retried.status, retried.body.message).toBe(200);
    await told(orderNo, { status: 'done' });
    expect(await orderOf(orderNo)).toMatchObject({ status: 3, refundNum: 2 });
  });

  test('a rule is not voided while its purchase is being refunded', async () => {
    const { orderNo, orderId } = await bought(2);
    const { refundId } = (await applyRefund(orderNo, '9.90')).body.data;
    const rule = await ruleOf(orderId);
    expect((await cancel('second', rule?.ruleId)).body.message).toContain('正在退款');
    await audit(refundId);
    expect((await cancel('second', rule?.ruleId)).body.message).toContain('正在退款');
  });
});

test('a partner cancels its own unpaid purchase; its people do not book money as received', async () => {
  const placed = (await buy(2)).body.data;
  const { orderId } = placed;
  expect((await app.call('ofTwo', 'PUT', `${orders}/withdraw`, { orderId })).status).toBe(404);
  expect((await app.call('ofOne', 'PUT', `${orders}/withdraw`, { orderId })).status).toBe(200);
  expect(await orderOf(placed.orderNo)).toMatchObject({ status: 2 });
  const other = (await buy(2)).body.data;
  const booked = await app.call('gainer', 'PUT', `${orders}/pay`, { orderId: other.orderId, payType: 4 });
  expect(booked.body.message).toContain('总部');
  const closed = await app.call('finance', 'PUT', `${orders}/close`, {
    orderId: other.orderId,
    reason: '重复',
  });
  expect(closed.status).toBe(200);
});

describe('an app activates codes', () => {
  test('unknown, used, expired, held and voided codes get one answer; only wrong ones count against a candidate', async () => {
    const { orderNo } = await bought(6);
    const found = await codesOf(orderNo);
    const whole = await Promise.all(
      found.map(async ({ codeId }) => {
        const { body } = await post('finance', `${registry.cardCode.path}/reveal`, { codeId });
        return body.data.code as string;
      }),
    );
    const ids = found.map(({ codeId }) => codeId);
    await activate(ids[0] ?? 0, await newUser());
    await sql`update t_card_code set code_expire_time = now() - interval '1 day' where code_id = ${ids[1]}`.execute(
      app.engine.db,
    );
    await app.call('finance', 'PUT', `${registry.cardCode.path}/void`, {
      codeId: ids[2],
      cancelReason: '错',
    });
    await sql`update t_card_code set refund_no = 'R1' where code_id = ${ids[3]}`.execute(app.engine.db);
    const userId = await newUser();
    const logger = silentLogger();
    for (const code of ['22222222223', '甲', ...whole.slice(0, 4)])
      await expect(activateByApp(app.engine, logger, { userId, code }), code).rejects.toMatchObject({
        code: 'codeRefused',
      });
    for (let n = 0; n < 5; n++)
      await activateByApp(app.engine, logger, { userId, code: 'x' }).catch(() => {});
    await expect(activateByApp(app.engine, logger, { userId, code: 'x' })).rejects.toMatchObject({
      code: 'tooManyRequests',
    });
    // Who guessed too often is not heard, not with a real code either; nobody else is kept out for it.
    await expect(activateByApp(app.engine, logger, { userId, code: whole[4] ?? '' })).rejects.toMatchObject({
      code: 'tooManyRequests',
    });
    const other = await newUser();
    const done = await activateByApp(app.engine, logger, {
      userId: other,
      code: whole[4]?.toLowerCase() ?? '',
    });
    expect(done).toMatchObject({ userId: other, codeId: ids[4], cardName: '采购卡' });
    // A real code that this candidate cannot use is no sign that it is real.
    for (const code of [whole[5] ?? '', '222222222223'])
      await expect(activateByApp(app.engine, logger, { userId: other, code })).rejects.toMatchObject({
        code: 'codeRefused',
      });
  });

  test('a code that expires between the look and the activation is refused like any other', async () => {
    const { orderNo } = await bought(1);
    const [first] = await codesOf(orderNo);
    const codeId = first?.codeId ?? 0;
    const { body } = await post('finance', `${registry.cardCode.path}/reveal`, { codeId });
    const userId = await newUser();
    await sql`update t_card_code set code_expire_time = now() + interval '1 hour' where code_id = ${codeId}`.execute(
      app.engine.db,
    );
    // The look is in time, and everything after it two hours later.
    let looks = 0;
    const clock = { now: () => new Date(Date.now() + (looks++ === 0 ? 0 : 7_200_000)) };
    const late = { ...app.engine, clock };
    await expect(activateByApp(late, silentLogger(), { userId, code: body.data.code })).rejects.toMatchObject(
      {
        code: 'codeRefused',
      },
    );
    expect(looks).toBeGreaterThan(1);
    expect(await rowsOf(sql`select 1 from t_user_card where user_id = ${userId}`)).toEqual([]);
  });

  test('many wrong codes of many candidates are reported once, and keep nobody out who has a real one', async () => {
    const { orderNo } = await bought(1);
    const [first] = await codesOf(orderNo);
    const { body } = await post('finance', `${registry.cardCode.path}/reveal`, {
      codeId: first?.codeId ?? 0,
    });
    const warned: unknown[] = [];
    const logger = { ...silentLogger(), warn: (...told: unknown[]) => void warned.push(told) };
    for (let round = 0; round < 7; round++) {
      await Promise.all(
        Array.from({ length: 90 }, (_, n) =>
          activateByApp(app.engine, logger, {
            userId: 5_000_000 + round * 90 + n,
            code: '222222222223',
          }).catch(() => {}),
        ),
      );
    }
    expect(warned).toHaveLength(1);
    const done = await activateByApp(app.engine, logger, { userId: await newUser(), code: body.data.code });
    expect(done.codeId).toBe(first?.codeId);
  });
});
