import { registry } from '@yikao/model/contexts/datasets.ts';
import { compare, minus, plus, sum } from '@yikao/model/rules/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elevated } from '../../../engine/scope/actor.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { openTestApp, person, type Reply, type TestApp } from '../../../engine/testing/app.ts';
import { storeRows } from '../../../engine/testing/store-rows.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { migrated } from '../../../testing/database.ts';
import { takePayment, takeRefund } from '../../payment/outcome.ts';

let app: TestApp;
let made = 0;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    clerk: person({ userId: 830_001 }),
    reviewer: person({ userId: 830_002 }),
    second: person({ userId: 830_003 }),
  });
});
afterAll(() => app.close());

const add = async (dataset: (typeof registry)[keyof typeof registry], row: Record<string, unknown>) => {
  const [key = 0] = await storeRows(app.engine, dataset, [row], { by: elevated() });
  return key;
};
const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.engine.db)).rows as T[];
const put = (who: string, path: string, body: object) => app.call(who, 'PUT', path, body);
const refundPath = registry.refund.path;

interface Placed {
  readonly orderId: number;
  readonly orderNo: string;
}

/** An order of 199.00 that waits for its payment. */
async function placeOrder(): Promise<Placed> {
  made += 1;
  const userId = await add(registry.wishUser, { mobile: `137${String(made).padStart(8, '0')}` });
  const cardId = await add(registry.card, {
    ...{ cardName: `退款卡${made}`, cardType: 2, dataYear: 2026, price: '199.00', codePrefix: 'GL' },
    expireTime: '2099-08-31 23:59:59',
  });
  const goodsId = await add(registry.goods, {
    ...{ goodsName: `退款商品${made}`, goodsType: 2, cardId, dataYear: 2026, price: '199.00' },
  });
  await sql`update t_goods set up_status = 1 where goods_id = ${goodsId}`.execute(app.engine.db);
  const { body } = await app.call('clerk', 'POST', registry.serviceOrder.path, { userId, goodsId });
  expect(body.success, body.message).toBe(true);
  return body.data;
}

/** Prepares a payment of an order; returns its number. */
async function prepare(orderNo: string, payType: number, amount = '199.00'): Promise<string> {
  made += 1;
  const payNo = `P2026${String(made).padStart(12, '0')}`;
  await add(registry.payRecord, {
    ...{ payNo, bizType: 1, orderNo, amount, payType, gateway: 'local' },
    expireTime: '2099-01-01 00:00:00',
  });
  return payNo;
}

const paid = (payNo: string, amount = '199.00') =>
  transact(app.engine.db, db =>
    takePayment(app.engine, db, payNo, { status: 'paid', amount }, { cause: 'test' }),
  );
const closedAtVendor = (payNo: string) =>
  transact(app.engine.db, db => takePayment(app.engine, db, payNo, { status: 'closed' }, { cause: 'test' }));
const goneBack = (refundNo: string, status: 'done' | 'failed') =>
  transact(app.engine.db, db => takeRefund(app.engine, db, refundNo, { status }, { cause: 'test' }));

const apply = (orderNo: string, amount: string) =>
  app.call('clerk', 'POST', '/api/pay/apply_refund', { bizType: 1, orderNo, amount, reason: '重复购买' });
const audit = (refundId: number, pass: 0 | 1 = 1): Promise<Reply> =>
  put('reviewer', `${refundPath}/audit`, { refundId, pass, remark: '核对无误' });
const standing = async ({ orderId }: Pick<Placed, 'orderId'>) =>
  (
    await rows(sql<Columns<typeof registry.serviceOrder, 'status'> & { back: string }>`
      select status, refund_amount::text as back from t_service_order where order_id = ${orderId}`)
  )[0];
const vendorRefunds = (orderNo: string) =>
  rows(sql<
    Columns<typeof registry.payRecord, 'payNo'> &
      Columns<typeof registry.payRefund, 'amount'> & { no: string; status: number }
  >`
    select r.refund_no as no, p.pay_no, r.amount, r.pay_refund_status as status
    from t_pay_refund as r join t_pay_record as p on p.record_id = r.record_id
    where r.order_no = ${orderNo} order by r.pay_refund_id`);
const refundsOf = (orderNo: string) =>
  rows(sql<
    Columns<typeof registry.refund, 'amount' | 'reason'> & {
      id: number;
      no: string;
      kind: number;
      status: number;
    }
  >`
    select refund_id as id, refund_no as no, refund_kind as kind, refund_status as status,
      amount, reason from t_refund where order_no = ${orderNo} order by refund_id`);

/** An order paid twice at once: the first payment counts, the second is returned. */
async function paidTwice() {
  const order = await placeOrder();
  const [first, twice] = [await prepare(order.orderNo, 1), await prepare(order.orderNo, 2)];
  await Promise.all([paid(first), paid(twice)]);
  const [returned] = await refundsOf(order.orderNo);
  return { ...order, counted: returned?.no === first ? twice : first, returned: returned?.no ?? '' };
}

test('an order that was paid twice is refunded from the payment that it counts, and the other stands beside it', async () => {
  const order = await paidTwice();
  expect(await refundsOf(order.orderNo)).toMatchObject([
    { no: order.returned, kind: 2, status: 2, amount: '199.00', reason: '订单已支付，重复付款原路退回' },
  ]);
  await goneBack(order.returned, 'done');
  const list = await app.call('clerk', 'GET', `${refundPath}?orderNo=${order.orderNo}&refundKind=2`);
  expect(list.body.data.records).toMatchObject([{ refundStatus: 3, payNo: order.returned }]);
  const { refundId } = (await apply(order.orderNo, '199.00')).body.data;
  expect((await audit(refundId)).status).toBe(200);
  const [, asked] = await vendorRefunds(order.orderNo);
  expect(asked).toMatchObject({ payNo: order.counted, amount: '199.00' });
  await goneBack(asked?.no ?? '', 'done');
  expect(await standing(order)).toEqual({ status: 3, back: '199.00' });
});

test('money that comes after an order was closed is among the refunds with its reason, and moves no order', async () => {
  const order = await placeOrder();
  const payNo = await prepare(order.orderNo, 1);
  await put('clerk', `${registry.serviceOrder.path}/close`, { orderId: order.orderId });
  await paid(payNo);
  expect(await refundsOf(order.orderNo)).toMatchObject([
    { no: payNo, kind: 2, status: 2, reason: '订单关闭后到账，原路退回' },
  ]);
  await goneBack(payNo, 'failed');
  const [late] = await refundsOf(order.orderNo);
  expect(late).toMatchObject({ status: 5 });
  // Money that was not owed cannot be kept; retry it, or refund it by hand.
  const given = await put('reviewer', `${refundPath}/giveUp`, { refundId: late?.id, auditRemark: '留着' });
  expect(given.status).toBe(409);
  expect((await put('reviewer', `${refundPath}/retry`, { refundId: late?.id })).status).toBe(200);
  await goneBack(payNo, 'done');
  expect(await refundsOf(order.orderNo)).toMatchObject([{ status: 3 }]);
  expect(await standing(order)).toEqual({ status: 2, back: '0.00' });
});

test('money of a wrong amount is among the refunds once somebody has it go back', async () => {
  const order = await placeOrder();
  const payNo = await prepare(order.orderNo, 1);
  expect(await paid(payNo, '99.00')).toBe('held');
  const [record] = await rows(sql<{ id: number }>`
    select record_id as id from t_pay_record where pay_no = ${payNo}`);
  const back = await put('clerk', `${registry.payRecord.path}/giveBack`, { recordId: record?.id });
  expect(back.body.message).toBe('操作成功');
  expect(await refundsOf(order.orderNo)).toMatchObject([{ no: payNo, kind: 2, status: 2, amount: '99.00' }]);
});

test('a refund that no one payment can bear goes back from several, and counts once all of them are done', async () => {
  const order = await paidTwice();
  // The duplicate payment could not be returned, and most of the valid one was refunded another way.
  await goneBack(order.returned, 'failed');
  await sql`
    insert into t_pay_refund (refund_no, record_id, biz_type, order_no, pay_type, amount, pay_refund_status)
    select 'RGONE' || record_id, record_id, biz_type, order_no, pay_type, 150, 2 from t_pay_record
    where pay_no = ${order.counted}`.execute(app.engine.db);
  const { refundId } = (await apply(order.orderNo, '199.00')).body.data;
  expect((await audit(refundId)).status).toBe(200);
  const parts = (await vendorRefunds(order.orderNo)).slice(-2);
  expect(parts).toMatchObject([
    { payNo: order.counted, amount: '49.00' },
    { payNo: order.returned, amount: '150.00' },
  ]);
  const [one, other] = parts.map(({ no }) => no);
  await goneBack(one ?? '', 'done');
  expect(await standing(order)).toEqual({ status: 4, back: '0.00' });
  await goneBack(other ?? '', 'failed');
  expect(await standing(order)).toEqual({ status: 1, back: '0.00' });
  const refusal = await put('reviewer', `${refundPath}/giveUp`, { refundId, auditRemark: '不退了' });
  expect(refusal.body.message).toContain('已有部分款项退回');
  await put('reviewer', `${refundPath}/retry`, { refundId });
  await goneBack(other ?? '', 'done');
  expect(await standing(order)).toEqual({ status: 3, back: '199.00' });
});

test('a refund that failed is given up, another one is applied for, and what the vendor then gives back counts', async () => {
  const order = await placeOrder();
  const payNo = await prepare(order.orderNo, 1);
  await paid(payNo);
  const { refundId } = (await apply(order.orderNo, '50.00')).body.data;
  await audit(refundId);
  const [asked] = await vendorRefunds(order.orderNo);
  await goneBack(asked?.no ?? '', 'failed');
  expect((await apply(order.orderNo, '10.00')).body.message).toContain('已有未完成的退款');
  const unsaid = await put('reviewer', `${refundPath}/giveUp`, { refundId });
  expect(unsaid.status).toBe(400);
  await put('reviewer', `${refundPath}/giveUp`, { refundId, auditRemark: '考生不退了' });
  expect(await standing(order)).toEqual({ status: 1, back: '0.00' });
  expect((await apply(order.orderNo, '10.00')).status).toBe(200);
  await goneBack(asked?.no ?? '', 'done');
  expect(await standing(order)).toEqual({ status: 1, back: '50.00' });
  expect(await refundsOf(order.orderNo)).toMatchObject([{ status: 3 }, { status: 1 }]);
});

test('a refund of which the vendor says nothing is stopped after a day, and then given back by hand', async () => {
  const order = await placeOrder();
  await paid(await prepare(order.orderNo, 1));
  const { refundId } = (await apply(order.orderNo, '199.00')).body.data;
  await audit(refundId);
  const byHand = await put('reviewer', `${refundPath}/confirm`, { refundId });
  expect(byHand.body.message).toContain('支付渠道正在退款');
  const [asked] = await rows(sql<{ id: number }>`
    select pay_refund_id as id from t_pay_refund where order_no = ${order.orderNo}`);
  const stop = () =>
    put('reviewer', `${registry.payRefund.path}/stop`, { payRefundId: asked?.id, errorMsg: '商户号已注销' });
  expect((await stop()).body.message).toContain('一天内');
  await sql`update t_pay_refund set create_time = now() - interval '2 days' where pay_refund_id = ${asked?.id}`.execute(
    app.engine.db,
  );
  expect((await stop()).status).toBe(200);
  expect(await refundsOf(order.orderNo)).toMatchObject([{ status: 5 }]);
  expect((await put('reviewer', `${refundPath}/confirm`, { refundId })).status).toBe(200);
  expect(await standing(order)).toEqual({ status: 3, back: '199.00' });
  // The vendor returns it after all: it is recorded as refunded twice, and nothing else changes.
  const [late] = await vendorRefunds(order.orderNo);
  await goneBack(late?.no ?? '', 'done');
  expect(await standing(order)).toEqual({ status: 3, back: '199.00' });
  const told = await app.call('clerk', 'GET', `${refundPath}/info?refundId=${refundId}`);
  expect(told.body.data).toMatchObject({ refundStatus: 3, errorMsg: expect.stringContaining('追回') });
});

/** An event in the life of an order; `at` selects among the possibilities. */
type Event =
  | { readonly kind: 'prepare' | 'close' | 'offline' | 'audit' | 'reject' | 'retry' | 'confirm' }
  | { readonly kind: 'giveUp' | 'withdraw' }
  | { readonly kind: 'apply'; readonly amount: string }
  | { readonly kind: 'paid' | 'closed' | 'done' | 'failed'; readonly at: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      ...(['prepare', 'prepare', 'close', 'offline', 'audit', 'audit'] as const),
      ...(['reject', 'retry', 'confirm', 'giveUp', 'withdraw'] as const),
    ),
  }),
  fc.record({ kind: fc.constant('apply' as const), amount: fc.constantFrom('0.01', '100.00', '199.00') }),
  fc.record({
    kind: fc.constantFrom(
      'paid' as const,
      'paid' as const,
      'closed' as const,
      'done' as const,
      'failed' as const,
    ),
    at: fc.nat(5),
  }),
);

/**
 * Completes everything open about an order, as people and the vendor would, and asserts the result: the money held
 * equals payments less refunds.
 */
async function comesToRest(
  { orderId, orderNo }: Placed,
  payments: readonly string[],
  took: ReadonlySet<string>,
): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    const [waiting] = (await vendorRefunds(orderNo)).filter(one => one.status === 1);
    if (waiting) await goneBack(waiting.no, 'done');
    for (const { id, status } of await refundsOf(orderNo)) {
      if (status === 1) await audit(id);
      if (status === 5) await put('reviewer', `${refundPath}/retry`, { refundId: id });
      if (status === 2) await put('reviewer', `${refundPath}/confirm`, { refundId: id });
      // A refund that cannot be retried, since its order is already refunded, is given up.
      if (status === 5)
        await put('reviewer', `${refundPath}/giveUp`, { refundId: id, auditRemark: '无需再退' });
    }
  }
  for (const payNo of payments) if (!took.has(payNo)) await closedAtVendor(payNo);
  await put('clerk', `${registry.serviceOrder.path}/close`, { orderId });

  const refunds = await refundsOf(orderNo);
  const parts = await vendorRefunds(orderNo);
  const [end] = await rows(sql<
    Columns<typeof registry.serviceOrder, 'status' | 'payType'> & { pay: string; back: string }
  >`
    select status, pay_amount::text as pay, refund_amount::text as back, pay_type
    from t_service_order where order_id = ${orderId}`);
  const { status = 0, pay = '0', back = '0', payType = null } = end ?? {};
  expect([1, 2, 3]).toContain(status);
  expect(refunds.filter(one => ![3, 4].includes(one.status))).toEqual([]);
  expect(parts.filter(one => one.status === 1)).toEqual([]);
  const gone = sum(parts.filter(one => one.status === 2).map(({ amount }) => amount));
  const ended = sum(refunds.filter(one => one.status === 3).map(({ amount }) => amount));
  const received = plus(sum([...took].map(() => '199.00')), payType === 5 ? pay : '0');
  // Refunds not made by a vendor were made by hand.
  expect(compare(ended, gone)).toBeGreaterThanOrEqual(0);
  const held = minus(received, ended);
  expect(held).toBe(status === 1 ? minus(pay, back) : '0.00');
  for (const payNo of took) {
    const back = sum(parts.filter(one => one.payNo === payNo && one.status === 2).map(one => one.amount));
    expect(compare(back, '199.00')).toBeLessThanOrEqual(0);
  }
}

test('whatever crosses whatever, an order comes to rest, and the money held is what was paid less what went back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 6, maxLength: 18 }), async events => {
      const order = await placeOrder();
      const { orderId, orderNo } = order;
      const payments: string[] = [];
      const took = new Set<string>();
      const takes = async (payNo: string | undefined) => {
        if (payNo === undefined) return;
        took.add(payNo);
        await paid(payNo);
      };
      const latest = async () =>
        (await refundsOf(orderNo)).findLast(one => [1, 2, 5].includes(one.status))?.id;
      const step = async (name: string, more: object = {}, who = 'reviewer') => {
        const refundId = await latest();
        if (refundId !== undefined) await put(who, `${refundPath}/${name}`, { refundId, ...more });
      };
      /** The vendor makes a requested refund, or refuses it for good. */
      const answers = async (at: number, status: 'done' | 'failed') => {
        const waiting = (await vendorRefunds(orderNo)).filter(one => one.status === 1);
        const one = waiting[at % Math.max(waiting.length, 1)];
        if (one) await goneBack(one.no, status);
      };
      const act = async (one: Event): Promise<unknown> => {
        switch (one.kind) {
          case 'prepare': {
            // Of an order and vendor one payment at a time is open.
            const open = await rows(sql`
              select 1 from t_pay_record where order_no = ${orderNo} and pay_status = 0`);
            if (open.length < 3 && payments.length < 3)
              payments.push(await prepare(orderNo, payments.length + 1));
            return;
          }
          case 'paid':
            return takes(payments[one.at % Math.max(payments.length, 1)]);
          case 'closed': {
            const payNo = payments[one.at % Math.max(payments.length, 1)];
            if (payNo && !took.has(payNo)) await closedAtVendor(payNo);
            return;
          }
          case 'close':
            return put('clerk', `${registry.serviceOrder.path}/close`, { orderId });
          case 'offline':
            return put('clerk', `${registry.serviceOrder.path}/pay`, { orderId, payType: 5 });
          case 'apply':
            return apply(orderNo, one.amount);
          case 'audit':
            return step('audit', { pass: 1 });
          case 'reject':
            return step('audit', { pass: 0, remark: '不同意' });
          case 'withdraw':
            return step('withdraw', {}, 'clerk');
          case 'giveUp':
            return step('giveUp', { auditRemark: '不退了' });
          case 'retry':
          case 'confirm':
            return step(one.kind);
          case 'done':
          case 'failed':
            return answers(one.at, one.kind);
        }
      };
      for (const one of events) await act(one);

      await comesToRest(order, payments, took);
    }),
    { numRuns: 12 },
  );
});

test('payments, audits, closes and refunds that come at the same moment leave the order as one after the other would', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await placeOrder();
    const { orderId, orderNo } = order;
    const payments = [await prepare(orderNo, 1), await prepare(orderNo, 2), await prepare(orderNo, 3)];
    const [first = '', second = '', third = ''] = payments;
    await Promise.all([
      paid(first),
      paid(first),
      paid(second),
      put('clerk', `${registry.serviceOrder.path}/close`, { orderId }),
    ]);
    await Promise.all([apply(orderNo, '100.00'), apply(orderNo, '199.00'), paid(third)]);
    const open = (await refundsOf(orderNo)).find(one => one.kind === 1);
    await Promise.all([
      audit(open?.id ?? 0),
      put('second', `${refundPath}/audit`, { refundId: open?.id, pass: 1 }),
      ...(await vendorRefunds(orderNo)).flatMap(({ no }) => [goneBack(no, 'done'), goneBack(no, 'done')]),
    ]);
    const asked = (await vendorRefunds(orderNo)).filter(one => one.status === 1);
    await Promise.all([
      ...asked.flatMap(({ no }) => [goneBack(no, 'done'), goneBack(no, 'failed')]),
      apply(orderNo, '99.00'),
      put('reviewer', `${refundPath}/confirm`, { refundId: open?.id }),
    ]);
    await comesToRest(order, payments, new Set(payments));
  }
});
