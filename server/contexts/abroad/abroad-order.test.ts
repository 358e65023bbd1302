import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStepClock } from '../../engine/steps/clock.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { transact } from '../../engine/write/transaction.ts';
import { takePayment, takeRefund } from '../payment/outcome.ts';
import { type Answer, openSeededApp, type SeededApp } from '../testing/seeded-app.ts';

let it: SeededApp;
/** Tokens by account. */
const tokens: Record<string, string> = {};
const started: number[] = [];
const path = registry.abroadOrder.path;

beforeAll(async () => {
  it = await openSeededApp({
    env: { PUBLIC_URL: 'https://yikao.example.cn', PAY_LOCAL: 'on' },
    enqueue: async jobId => {
      started.push(jobId);
    },
  });
  // A second pair of eyes for refunds after the service has begun.
  await sql`update t_admin_user set admin_flag = 1 where user_name = 'ops'`.execute(it.engine.db);
  for (const userName of ['admin', 'ops', 'sale01', 'finance01', 'partner01', 'agent01'])
    tokens[userName] = (await it.login(userName)).token;
});
afterAll(() => it.close());

const call = (who: string, method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown): Promise<Answer> =>
  it.call(method, url, { token: tokens[who] ?? '', ...(body !== undefined && { body }) });
const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(it.engine.db)).rows as T[];

let next = 0;
/** An unused number. */
const newMobile = () => `1380000${String(1_000 + next++)}`;

interface Placed {
  readonly orderId: number;
  readonly orderNo: string;
  readonly status: number;
  readonly amount: string;
}

async function anItem(): Promise<{ id: number; price: string }> {
  const [item] = await rows(
    sql<{ id: number; price: string }>`
      select id, price::text as price from t_abroad_item where up_status = 1 order by id limit 1`,
  );
  if (!item) throw new Error('There is no programme');
  return item;
}

async function place(who: string, more: object = {}): Promise<Placed> {
  const { id } = await anItem();
  const body = { itemId: id, studentName: '沈知夏', mobile: newMobile(), ...more };
  const answer = await call(who, 'POST', path, body);
  expect(answer.status, answer.message).toBe(200);
  return answer.data;
}

/** Prepares a payment of an order; returns its number. */
async function prepay(who: string, orderNo: string, payType = 1): Promise<string> {
  const answer = await call(who, 'POST', '/api/pay/prepay', { bizType: 3, orderNo, payType });
  expect(answer.status, answer.message).toBe(200);
  return answer.data.payNo;
}

const paid = (payNo: string, amount: string) =>
  transact(it.engine.db, db =>
    takePayment(it.engine, db, payNo, { status: 'paid', amount }, { cause: 'test' }),
  );

async function paidOrder(who = 'sale01', more: object = {}): Promise<Placed> {
  const order = await place(who, more);
  await paid(await prepay(who, order.orderNo), order.amount);
  return order;
}

const standing = async ({ orderId }: Pick<Placed, 'orderId'>) =>
  (
    await rows(sql<
      Columns<typeof registry.abroadOrder, 'status' | 'serviceStage' | 'payAmount' | 'refundAmount'>
    >`
      select status, service_stage, pay_amount, refund_amount from t_abroad_order where order_id = ${orderId}`)
  )[0];
const refundsOf = (orderNo: string) =>
  rows(sql<
    Columns<typeof registry.refund, 'refundId' | 'refundNo' | 'refundKind' | 'refundStatus' | 'reason'>
  >`
    select refund_id, refund_no, refund_kind, refund_status, reason from t_refund
    where order_no = ${orderNo} and biz_type = 3 order by refund_id`);
const advance = (who: string, { orderId }: Pick<Placed, 'orderId'>) =>
  call(who, 'PUT', `${path}/advance`, { orderId });
const stepBack = (who: string, { orderId }: Pick<Placed, 'orderId'>, reason?: string) =>
  call(who, 'PUT', `${path}/stepBack`, { orderId, ...(reason && { reason }) });

test('the service moves one stage at a time, with the money from the contract on, and a closed file stays closed', async () => {
  const order = await place('sale01');
  expect((await stepBack('sale01', order, '无')).status).toBe(409);
  expect((await advance('sale01', order)).status).toBe(200);
  const early = await advance('sale01', order);
  expect(early).toMatchObject({ status: 409, message: expect.stringContaining('须先付款') });
  await paid(await prepay('sale01', order.orderNo), order.amount);
  expect((await advance('sale01', order)).status).toBe(200);
  // Back needs its reason, and goes one stage.
  expect((await stepBack('sale01', order)).status).toBe(400);
  expect((await stepBack('sale01', order, '成绩单缺一页')).status).toBe(200);
  expect(await standing(order)).toMatchObject({ status: 1, serviceStage: 2, payAmount: order.amount });
  for (const stage of [3, 4, 5, 6]) {
    expect((await advance('sale01', order)).status).toBe(200);
    expect(await standing(order)).toMatchObject({ serviceStage: stage });
  }
  expect(await advance('sale01', order)).toMatchObject({ status: 409 });
  expect(await stepBack('sale01', order, '想反悔')).toMatchObject({ status: 409 });
  const history = await call('admin', 'GET', `${path}/history?orderId=${order.orderId}`);
  const steps = history.data.records.map(({ step }: { step?: { name: string } }) => step?.name);
  expect(steps.filter((name: string) => name === 'stepBack')).toHaveLength(1);
});

test('of ten who move the stage at once from one version, one does', async () => {
  const order = await paidOrder();
  const [row] = (await call('sale01', 'GET', `${path}/list?orderNo=${order.orderNo}`)).data.records;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      call('sale01', 'PUT', `${path}/advance`, { orderId: order.orderId, version: row.version }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await standing(order)).toMatchObject({ serviceStage: 2 });
});

test('an order that is paid twice is paid once, and the other payment goes back', async () => {
  const order = await place('sale01');
  const [first, twice] = [await prepay('sale01', order.orderNo, 1), await prepay('sale01', order.orderNo, 2)];
  await Promise.all([paid(first, order.amount), paid(twice, order.amount)]);
  // Reported again, it counts once.
  await paid(first, order.amount);
  expect(await standing(order)).toMatchObject({ status: 1, payAmount: order.amount });
  expect(await refundsOf(order.orderNo)).toMatchObject([
    { refundKind: 2, refundStatus: 2, reason: '订单已支付，重复付款原路退回' },
  ]);
});

test('the clock closes what nobody paid in time; money that comes later goes back and moves nothing', async () => {
  const order = await place('sale01');
  const payNo = await prepay('sale01', order.orderNo);
  it.pass({ minutes: 31 });
  const clock = createStepClock({ engine: it.engine, onFailure: () => undefined });
  await clock.takeDue();
  expect(await standing(order)).toMatchObject({ status: 2 });
  await paid(payNo, order.amount);
  expect(await standing(order)).toMatchObject({ status: 2, payAmount: '0.00' });
  expect(await refundsOf(order.orderNo)).toMatchObject([
    { refundKind: 2, refundStatus: 2, reason: '订单关闭后到账，原路退回' },
  ]);
  expect(await advance('sale01', order)).toMatchObject({ status: 409 });
});

test('a payment that is killed in the middle leaves nothing behind, and is taken when it is told again', async () => {
  const order = await place('sale01');
  const payNo = await prepay('sale01', order.orderNo);
  const killed = transact(it.engine.db, async db => {
    await takePayment(it.engine, db, payNo, { status: 'paid', amount: order.amount }, { cause: 'test' });
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await standing(order)).toMatchObject({ status: 0, payAmount: '0.00' });
  await paid(payNo, order.amount);
  expect(await standing(order)).toMatchObject({ status: 1, payAmount: order.amount });
  expect(await refundsOf(order.orderNo)).toEqual([]);
});

test('a payment wins the lead of the number and its whole refund gives it back', async () => {
  const mobile = newMobile();
  const lead = await call('sale01', 'POST', registry.lead.path, {
    ...{ mobile, studentName: '顾一鸣', dataYear: 2026, sourceId: 1 },
  });
  expect(lead.status, lead.message).toBe(200);
  const leadIs = async () =>
    (
      await rows(
        sql<Columns<typeof registry.lead, 'leadStatus' | 'orderAmount'>>`
          select lead_status, order_amount from t_lead where mobile = ${mobile} and not deleted`,
      )
    )[0];
  const order = await paidOrder('sale01', { mobile });
  expect(await leadIs()).toMatchObject({ leadStatus: 4, orderAmount: order.amount });
  const applied = await call('finance01', 'POST', '/api/pay/apply_refund', {
    ...{ bizType: 3, orderNo: order.orderNo, amount: order.amount, reason: '不出国了' },
  });
  expect(applied.status, applied.message).toBe(200);
  const { refundId } = applied.data;
  const audit = (who: string) =>
    call(who, 'PUT', `${registry.refund.path}/audit`, { refundId, pass: 1, remark: '同意' });
  expect((await audit('finance01')).status).toBe(409);
  expect((await audit('admin')).status).toBe(200);
  expect(await standing(order)).toMatchObject({ status: 4 });
  // Its service rests meanwhile.
  expect(await advance('sale01', order)).toMatchObject({ status: 409 });
  const [refund] = await refundsOf(order.orderNo);
  await transact(it.engine.db, db =>
    takeRefund(it.engine, db, refund?.refundNo ?? '', { status: 'done' }, { cause: 'test' }),
  );
  expect(await standing(order)).toMatchObject({ status: 3, refundAmount: order.amount });
  expect(await leadIs()).toMatchObject({ orderAmount: '0.00' });
  expect((await leadIs())?.leadStatus).not.toBe(4);
});

test('once the materials are begun, two people besides the applicant approve a refund', async () => {
  const order = await paidOrder();
  for (const _ of [2, 3]) expect((await advance('sale01', order)).status).toBe(200);
  const { data } = await call('finance01', 'POST', '/api/pay/apply_refund', {
    ...{ bizType: 3, orderNo: order.orderNo, amount: '100.00', reason: '服务降级' },
  });
  const facts = await call('finance01', 'GET', `/api/pay/refund/facts?bizType=3&orderNo=${order.orderNo}`);
  expect(facts.data).toMatchObject({ used: true, entitlements: [] });
  const audit = (who: string) =>
    call(who, 'PUT', `${registry.refund.path}/audit`, { refundId: data.refundId, pass: 1, remark: '同意' });
  expect((await audit('admin')).status).toBe(200);
  expect(await standing(order)).toMatchObject({ status: 1 });
  expect((await audit('admin')).status).toBe(409);
  expect((await audit('ops')).status).toBe(200);
  expect(await standing(order)).toMatchObject({ status: 4 });
});

test('who may not record payments cannot place a paid or free order; money by hand is a transfer or offline', async () => {
  const { id } = await anItem();
  const body = { itemId: id, studentName: '苏予安', mobile: newMobile() };
  for (const payType of [4, 5, 9])
    expect((await call('sale01', 'POST', path, { ...body, payType })).status).toBe(403);
  expect((await call('agent01', 'POST', path, body)).status).toBe(403);
  expect((await call('partner01', 'GET', `${path}/list`)).status).toBe(403);
  const free = await place('finance01', { payType: 9 });
  expect(free).toMatchObject({ status: 1, amount: '0.00' });
  expect(
    (await call('finance01', 'PUT', `${path}/void`, { orderId: free.orderId, reason: '下错' })).status,
  ).toBe(200);
  const sold = await place('finance01', { payType: 4, transactionId: 'T-1' });
  expect(await standing(sold)).toMatchObject({ status: 1, payAmount: sold.amount });
  expect(
    (await call('finance01', 'PUT', `${path}/void`, { orderId: sold.orderId, reason: '下错' })).status,
  ).toBe(409);
  const waiting = await place('finance01');
  const asCard = await call('finance01', 'PUT', `${path}/pay`, { orderId: waiting.orderId, payType: 1 });
  expect(asCard.status).toBe(400);
});

test('a consultant sees the own orders alone, and places them for nobody out of reach or off the shelf', async () => {
  const others = await place('finance01');
  const own = await place('sale01');
  const numbers = (await call('sale01', 'POST', `${path}/page`, { size: 200 })).data.records.map(
    ({ orderNo }: { orderNo: string }) => orderNo,
  );
  expect(numbers).toContain(own.orderNo);
  expect(numbers).not.toContain(others.orderNo);
  for (const answer of [
    await advance('sale01', others),
    await call('sale01', 'PUT', `${path}/remark`, { orderId: others.orderId, remark: 'x' }),
  ])
    expect([403, 404]).toContain(answer.status);
  const prepaid = await call('sale01', 'POST', '/api/pay/prepay', {
    ...{ bizType: 3, orderNo: others.orderNo, payType: 1 },
  });
  expect(prepaid.status).toBe(404);
  const [off] = await rows(sql<{ id: number }>`select id from t_abroad_item where up_status = 0 limit 1`);
  const person = { studentName: '程以诺', mobile: newMobile() };
  for (const body of [
    { ...person, itemId: off?.id },
    { ...person, itemId: 999_999 },
    { itemId: (await anItem()).id, userId: 999_999 },
    { itemId: (await anItem()).id, mobile: person.mobile },
    { ...person, itemId: (await anItem()).id, mobile: '123' },
    { ...person, itemId: (await anItem()).id, consultantId: 999_999 },
  ])
    expect({ body, status: (await call('sale01', 'POST', path, body)).status }).toEqual({
      body,
      status: 400,
    });
});

test('who sees the colleagues hands an order to one of them; nobody gets it who is out', async () => {
  const order = await paidOrder();
  const idOf = async (userName: string) =>
    (await rows(sql<{ id: number }>`select user_id as id from t_admin_user where user_name = ${userName}`))[0]
      ?.id;
  const handOver = async (who: string, to: unknown) =>
    (await call(who, 'PUT', `${path}/handOver`, { orderId: order.orderId, consultantId: to })).status;
  await sql`update t_admin_user set status = 0 where user_name = 'service01'`.execute(it.engine.db);
  const colleague = await idOf('sale02');
  // Somebody limited to own rows may choose no colleague.
  expect(await handOver('sale01', colleague)).toBe(400);
  expect(await handOver('finance01', 999_999)).toBe(400);
  expect(await handOver('finance01', await idOf('service01'))).toBe(409);
  expect(await handOver('finance01', colleague)).toBe(200);
  expect((await advance('sale01', order)).status).toBe(404);
  const { token } = await it.login('sale02');
  const advanced = await it.call('PUT', `${path}/advance`, { token, body: { orderId: order.orderId } });
  expect(advanced.status).toBe(200);
});

test('both spellings of the export start the job of abroad orders, for those who may export', async () => {
  for (const url of ['/api/data/wish/export/abroad/order', '/api/data/wish/abroad/export/order']) {
    const body = { tableId: 46, title: '留学订单', fieldNames: ['orderNo', 'studentName'] };
    const before = started.length;
    const answer = await call('finance01', 'POST', url, body);
    expect({ url, status: answer.status }).toEqual({ url, status: 200 });
    expect(started).toHaveLength(before + 1);
    expect((await call('sale01', 'POST', url, body)).status).toBe(403);
    expect((await it.call('POST', url, { body })).status).toBe(401);
  }
});
