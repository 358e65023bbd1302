import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderSteps } from '@yikao/model/contexts/sales/order.machine.ts';
import { commissionOf } from '@yikao/model/contexts/settlement/rules/commission.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { fromFen, plus, sum, toFen } from '@yikao/model/rules/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { add } from '../../engine/write/save.ts';
import { migrated } from '../../testing/database.ts';
import { draftLastMonth, lastMonth } from './settle-draft-job.ts';

const { partners, channel, agent, serviceOrder, partnersSettle, settleItem } = registry;
const { path } = partnersSettle;
/** Vouchers that the cashier and the second clerk have uploaded. */
const voucher = '/settle/voucher.png';
const ofSecond = '/settle/of-second.png';

let app: TestApp;
let [top = 0, below = 0, rival = 0]: number[] = [];
let [upper = 0, lower = 0, studio = 0]: number[] = [];
const all = new Set([
  'wish:settle:list',
  'wish:settle:add',
  'wish:settle:update',
  'wish:settle:confirm',
  'wish:settle:pay',
  'wish:settle:delete',
  'settle:item:list',
]);
const people: Record<string, ReturnType<typeof person>> = {
  clerk: person({ userId: 11, admin: false, permissions: all }),
  second: person({ userId: 12, admin: false, permissions: all }),
  cashier: person({ userId: 13, admin: false, permissions: all }),
};

const made = async (dataset: typeof partners | typeof channel | typeof agent, n: number, fixed: object) =>
  Number(
    (await add(app.engine, dataset, elevated(), await sampleRow(app.engine, dataset, n, { ...fixed })))[
      dataset.key
    ],
  );

beforeAll(async () => {
  app = await openTestApp(migrated, people);
  top = await made(partners, 1, { parentId: 0 });
  below = await made(partners, 2, { parentId: 0 });
  rival = await made(partners, 3, { parentId: 0 });
  upper = await made(channel, 4, { partnersId: top, parentId: 0 });
  lower = await made(channel, 5, { partnersId: below, parentId: upper });
  studio = await made(agent, 6, { partnersId: below });
  const codes = new Set(['wish:settle:list', 'wish:settle:confirm', 'settle:item:list']);
  const bound = { admin: false, permissions: codes } as const;
  people.partner = person({ userId: 21, ...bound, partnersIds: [below] });
  people.rival = person({ userId: 22, ...bound, partnersIds: [rival] });
  people.studio = person({ userId: 23, ...bound, permissions: all, partnersIds: [below], agentId: studio });
  await sql`insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
    values (${voucher}, 'v.png', 4, 'image/png', repeat('0', 64), 5, 13),
      (${ofSecond}, 's.png', 4, 'image/png', repeat('1', 64), 5, 12)`.execute(app.engine.db);
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_service_order, t_partners_settle, t_settle_item`.execute(app.engine.db));

let orderNumber = 0;

/** An order that was paid on a day of October 2020 through the lower channel. */
async function paid(payAmount: string, fixed: object = {}): Promise<number> {
  const [key = 0] = await storeRows(
    app.engine,
    serviceOrder,
    [
      {
        orderNo: `S${String(orderNumber++).padStart(10, '0')}`,
        goodsId: 1,
        userId: 1,
        mobile: '13800000000',
        dataYear: 2020,
        orderType: 1,
        totalAmount: payAmount,
        discountAmount: '0.00',
        payAmount,
        payType: 1,
        payTime: '2020-10-15 12:00:00',
        partnersId: below,
        channelId: lower,
        parentChannelId: upper,
        parentPartnersId: top,
        commissionRate: '0.3000',
        parentRate: '0.0500',
        ...fixed,
      },
    ],
    { by: elevated() },
  );
  await sql`update t_service_order set status = 1 where order_id = ${key}`.execute(app.engine.db);
  return key;
}

/** Refunds part of a payment, through the steps of a refund. */
async function refunded(orderId: number, amount: string): Promise<void> {
  const by = { kind: 'step' } as const;
  await takeStep(app.engine, orderSteps, 'beginRefund', { keys: orderId, by });
  await takeStep(app.engine, orderSteps, 'endRefund', { keys: orderId, by, given: { refunded: amount } });
}

const october = { periodStart: '2020-10-01', periodEnd: '2020-10-31' };
const november = { periodStart: '2020-11-01', periodEnd: '2020-11-30' };
const december = { periodStart: '2020-12-01', periodEnd: '2020-12-31' };

const settle = (partnersId: number, period: object, more: object = {}, who = 'clerk') =>
  app.call(who, 'POST', path, { partnersId, channelId: 0, ...period, ...more });

async function drawn(partnersId: number, period: object, more: object = {}): Promise<number> {
  const { body } = await settle(partnersId, period, more);
  expect(body).toMatchObject({ success: true });
  return body.data.settleId;
}

const standing = async (settleId: number) =>
  (await app.call('clerk', 'GET', `${path}/info?settleId=${settleId}`)).body.data;

const step = (who: string, name: string, settleId: number, more: object = {}) =>
  app.call(who, 'PUT', `${path}/${name}`, { settleId, ...more });

const done = async (who: string, name: string, settleId: number, more: object = {}) =>
  expect((await step(who, name, settleId, more)).body).toMatchObject({ success: true });

/** Moves a settlement to a state in which its amounts are fixed. */
async function confirmed(settleId: number): Promise<void> {
  await done('clerk', 'submit', settleId);
  await done('second', 'confirm', settleId);
}

const count = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(app.engine.db)).rows[0]?.n;

describe('a settlement', () => {
  test('has the commission of the period, order by order, as its preview said, and its parent the share in one of its own', async () => {
    await paid('398.00');
    await paid('199.00', { orderType: 2, commissionRate: '0.2500' });
    const whole = await paid('299.00', { orderType: 3, commissionRate: '0.2000' });
    const part = await paid('199.00', { orderType: 2, commissionRate: '0.2500' });
    await refunded(whole, '299.00');
    await refunded(part, '50.00');
    // Codes, free orders, and orders of another month or partner give no commission.
    await paid('99.00', { payType: 6 });
    await paid('99.00', { payType: 9 });
    await paid('99.00', { payTime: '2020-11-01 00:00:00' });
    await paid('99.00', { partnersId: rival, parentPartnersId: null, parentChannelId: null });
    const asked = { partnersId: below, channelId: 0, ...october, adjustAmount: '-6.40' };
    const preview = await app.call('clerk', 'POST', `${path}/preview`, asked);
    expect(preview.body.data).toMatchObject({ lineNum: 4, agencies: [], payableAmount: 200 });
    expect(await count(sql`select count(*)::int as n from t_settle_item`)).toBe(0);
    const sums = {
      orderNum: 4,
      orderAmount: 1095,
      refundAmount: 349,
      baseAmount: 746,
      commission: 206.4,
      parentCommission: 37.3,
      carriedAmount: 0,
      payableAmount: 200,
    };
    expect(preview.body.data).toMatchObject(sums);
    const { body } = await settle(below, october, { adjustAmount: '-6.40', adjustReason: '扣回物料费' });
    expect(body.data).toMatchObject({ ...sums, settleStatus: 0 });
    const own = await standing(body.data.settleId);
    expect(own).toMatchObject({ ...sums, settleStatus: 0, version: 1 });
    expect(own.settleNo).toMatch(/^JS202010\d{6}$/);
    expect(await standing(await drawn(top, october))).toMatchObject({
      orderNum: 0,
      orderAmount: 0,
      commission: 37.3,
      payableAmount: 37.3,
    });
  });

  test('shows what goes on to agencies as a line of its own, taken back with the refund', async () => {
    const order = await paid('100.00', { agentId: studio, agentRate: '0.1000' });
    const first = await drawn(below, october);
    const said = async (settleId: number) =>
      (await app.call('clerk', 'GET', `${path}/statement?settleId=${settleId}`)).body.data;
    expect(await said(first)).toMatchObject({
      partnersName: expect.any(String),
      commission: 30,
      agentCommission: 10,
      payableAmount: 30,
      lineNum: 1,
      lines: [{ itemKind: 1, payAmount: 100, rate: 0.3, commission: 30, agentCommission: 10 }],
      agencies: [{ agentName: expect.any(String), lineNum: 1, amount: 10 }],
    });
    await confirmed(first);
    await refunded(order, '100.00');
    expect(await said(await drawn(below, november))).toMatchObject({
      orderNum: 0,
      refundAmount: 100,
      baseAmount: -100,
      commission: -30,
      parentCommission: -5,
      agencies: [{ lineNum: 1, amount: -10 }],
    });
  });

  test('holds its orders until it is void, and days are settled once', async () => {
    await paid('100.00');
    const first = await drawn(below, october);
    const overlapping = { periodStart: '2020-10-20', periodEnd: '2020-11-10' };
    for (const reply of [
      await settle(below, overlapping),
      await settle(below, overlapping, { channelId: lower }),
      await app.call('clerk', 'POST', `${path}/preview`, { partnersId: below, ...overlapping }),
    ]) {
      expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('重叠') } });
    }
    expect((await app.call('clerk', 'DELETE', `${path}?ids=${first}`)).body.data).toMatchObject({ count: 1 });
    expect(await standing(first)).toMatchObject({ settleStatus: 4 });
    expect(await standing(await drawn(below, overlapping))).toMatchObject({ orderNum: 0 });
    expect(await standing(await drawn(below, { ...october, periodEnd: '2020-10-19' }))).toMatchObject({
      orderNum: 1,
      commission: 30,
    });
  });

  test('follows refunds while it is a draft; later ones are taken back in the next, below nought carried on', async () => {
    const order = await paid('100.00');
    const first = await drawn(below, october);
    await refunded(order, '20.00');
    expect(await standing(first)).toMatchObject({ commission: 24, baseAmount: 80 });
    await confirmed(first);
    await refunded(order, '80.00');
    expect(await standing(first)).toMatchObject({ commission: 24, settleStatus: 2 });
    const second = await drawn(below, november);
    expect(await standing(second)).toMatchObject({ orderNum: 0, commission: -24, payableAmount: -24 });
    await confirmed(second);
    expect((await step('cashier', 'pay', second, { payVoucher: voucher })).body).toMatchObject({
      code: 409,
      message: expect.stringContaining('结转'),
    });
    await paid('200.00', { payTime: '2020-12-02 08:00:00' });
    const third = await drawn(below, december);
    expect(await standing(third)).toMatchObject({ commission: 60, carriedAmount: -24, payableAmount: 36 });
    expect(await standing(second)).toMatchObject({ carriedTo: third });
    await done('clerk', 'void', third);
    expect(await standing(second)).toMatchObject({ carriedTo: null });
  });

  test('takes up what was booked for days that were settled already', async () => {
    await paid('100.00');
    await confirmed(await drawn(below, october));
    await paid('50.00', { payTime: '2020-10-31 23:59:59' });
    await paid('70.00', { payTime: '2020-09-30 12:00:00' });
    expect(await standing(await drawn(below, november))).toMatchObject({ orderNum: 1, commission: 15 });
    const third = await drawn(below, december);
    await paid('10.00', { payTime: '2020-12-24 12:00:00' });
    await done('clerk', 'redraw', third);
    expect(await standing(third)).toMatchObject({ orderNum: 1, commission: 3, payableAmount: 3 });
    expect(
      await standing(await drawn(below, { periodStart: '2020-09-01', periodEnd: '2020-09-30' })),
    ).toMatchObject({ orderNum: 1, commission: 21 });
  });

  test('of an order that was let go gives its whole due to the next, whatever corrected it meanwhile', async () => {
    const order = await paid('100.00');
    const first = await drawn(below, october);
    await done('clerk', 'submit', first);
    await refunded(order, '10.00');
    const second = await drawn(below, november);
    expect(await standing(second)).toMatchObject({ commission: -3 });
    await done('clerk', 'void', first);
    expect(await standing(second)).toMatchObject({ commission: 0 });
    expect(await standing(await drawn(below, october))).toMatchObject({ commission: 27 });
  });

  test('is drawn for the last month by the clock, once', async () => {
    const { periodStart } = lastMonth(new Date());
    await paid('100.00', { payTime: `${periodStart} 00:00:00` });
    const { signal } = new AbortController();
    expect(await draftLastMonth(app.engine, signal)).toEqual({ periodStart, drawn: 2, settled: 0 });
    expect(await draftLastMonth(app.engine, signal)).toEqual({ periodStart, drawn: 0, settled: 2 });
    expect(
      await count(sql`select count(*)::int as n from t_partners_settle where payable_amount in (30, 5)`),
    ).toBe(2);
  });
});

describe('two people', () => {
  test('stand behind what is paid: who drew does not confirm, who confirmed does not pay, and nothing goes without a voucher', async () => {
    await paid('100.00');
    const settleId = await drawn(below, october);
    expect((await step('clerk', 'confirm', settleId)).status).toBe(409);
    await done('second', 'submit', settleId);
    for (const who of ['clerk', 'second']) expect((await step(who, 'confirm', settleId)).status).toBe(409);
    expect((await step('cashier', 'sendBack', settleId)).status).toBe(400);
    await done('cashier', 'sendBack', settleId, { reason: '金额有误' });
    await done('clerk', 'submit', settleId);
    await done('partner', 'confirm', settleId);
    expect((await step('partner', 'pay', settleId, { payVoucher: voucher })).status).toBe(403);
    expect((await step('cashier', 'pay', settleId)).status).toBe(400);
    for (const payVoucher of ['/nobody/uploaded.png', ofSecond])
      expect((await step('cashier', 'pay', settleId, { payVoucher })).status).toBe(400);
    await done('cashier', 'pay', settleId, { payVoucher: voucher, invoiceNo: 'F1' });
    expect(await standing(settleId)).toMatchObject({
      settleStatus: 3,
      payVoucher: voucher,
      payTime: expect.stringMatching(/^\d{4}-/),
    });
    expect((await step('clerk', 'void', settleId)).status).toBe(409);
  });

  test('a person who confirmed a settlement does not pay it', async () => {
    await paid('100.00');
    const settleId = await drawn(below, october);
    await confirmed(settleId);
    expect((await step('second', 'pay', settleId, { payVoucher: ofSecond })).status).toBe(409);
  });

  test('settle what comes to exactly zero by confirming it: nobody pays, and nothing is carried on', async () => {
    await paid('100.00');
    const settleId = await drawn(below, october, { adjustAmount: '-30.00', adjustReason: '抵扣' });
    await confirmed(settleId);
    expect(await standing(settleId)).toMatchObject({
      payableAmount: 0,
      settleStatus: 3,
      payTime: expect.stringMatching(/^\d{4}-/),
    });
    expect((await step('cashier', 'pay', settleId, { payVoucher: voucher })).status).toBe(409);
    const next = await drawn(below, november, { adjustAmount: '-1.00', adjustReason: '抵扣' });
    expect(await standing(next)).toMatchObject({ carriedAmount: 0, payableAmount: -1 });
  });

  test('at once: one of ten draws, one of ten confirms, one of ten pays', async () => {
    await paid('100.00');
    const ten = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, act));
    const drafts = await ten(() => settle(below, october));
    const [first, ...others] = drafts.filter(({ body }) => body.success);
    expect(others).toEqual([]);
    expect(await count(sql`select count(*)::int as n from t_settle_item where live = 1`)).toBe(1);
    const { settleId } = first?.body.data ?? {};
    const passing = async (who: string, name: string, more: object = {}) =>
      (await ten(() => step(who, name, settleId, more))).filter(({ status }) => status === 200).length;
    expect(await passing('clerk', 'submit')).toBe(1);
    expect(await passing('second', 'confirm')).toBe(1);
    expect(await passing('cashier', 'pay', { payVoucher: voucher })).toBe(1);
  });

  test('one drawing and one refunding at once: the draft has the refund, or the next one takes it back', async () => {
    for (let round = 0; round < 6; round++) {
      const order = await paid('100.00', { payTime: `2021-0${round + 1}-10 10:00:00` });
      const month = { periodStart: `2021-0${round + 1}-01`, periodEnd: `2021-0${round + 1}-28` };
      const [settleId] = await Promise.all([drawn(below, month), refunded(order, '40.00')]);
      await Promise.all([step('clerk', 'submit', settleId), refunded(order, '10.00')]);
    }
    await drawn(below, { periodStart: '2021-07-01', periodEnd: '2021-07-28' });
    const { rows } = await sql<{ total: string }>`
      select sum(commission)::text as total from t_settle_item where live = 1 and item_kind in (1, 3)`.execute(
      app.engine.db,
    );
    expect(rows).toEqual([{ total: '90.00' }]);
  });
});

describe('a correction', () => {
  const upload = async (userId: number) => {
    const path = `/settle/of-${userId}.png`;
    await sql`insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
      values (${path}, 'v.png', 4, 'image/png', repeat('0', 64), 5, ${userId}) on conflict do nothing`.execute(
      app.engine.db,
    );
    return path;
  };

  /** Edits a draft, as its form does. */
  const corrected = async (who: string, settleId: number, values: object) =>
    app.call(who, 'PUT', path, { ...(await standing(settleId)), ...values });

  test('has a reason, and who drew or made it does not pay the settlement', async () => {
    await paid('100.00');
    expect((await settle(below, october, { adjustAmount: '5.00' })).body.data.errors[0].field).toBe(
      'adjustReason',
    );
    const settleId = await drawn(below, october);
    expect((await corrected('second', settleId, { adjustAmount: '5.00' })).status).toBe(400);
    const said = { adjustAmount: '5.00', adjustReason: '活动补贴' };
    expect((await corrected('second', settleId, said)).body).toMatchObject({ success: true });
    await done('clerk', 'submit', settleId);
    await done('partner', 'confirm', settleId);
    for (const [who, userId] of [
      ['clerk', 11],
      ['second', 12],
    ] as const) {
      const refused = await step(who, 'pay', settleId, { payVoucher: await upload(userId) });
      expect(refused.status, who).toBe(409);
    }
    await done('cashier', 'pay', settleId, { payVoucher: voucher });
  });

  test('over the limit is approved by a second person of the house before the partner sees it', async () => {
    await paid('100.00');
    const settleId = await drawn(below, october);
    const said = { adjustAmount: '50000.00', adjustReason: '补发' };
    expect((await corrected('clerk', settleId, said)).body).toMatchObject({ success: true });
    const seen = async () => (await app.call('partner', 'GET', path)).body.data.total;
    expect(await seen()).toBe(0);
    expect((await step('second', 'submit', settleId)).body.message).toContain('批准');
    expect((await step('clerk', 'approveAdjust', settleId)).status).toBe(409);
    await done('second', 'approveAdjust', settleId);
    expect(await seen()).toBe(1);
    // A later change needs another approval.
    const more = { adjustAmount: '60000.00', adjustReason: '补发' };
    expect((await corrected('cashier', settleId, more)).body).toMatchObject({ success: true });
    expect((await step('clerk', 'submit', settleId)).status).toBe(409);
    expect((await step('cashier', 'approveAdjust', settleId)).status).toBe(409);
    await done('second', 'approveAdjust', settleId);
    await done('clerk', 'submit', settleId);
  });

  test('people of the partner pay and approve nothing, and two accounts of one person are one', async () => {
    await paid('100.00');
    people.gainer = person({ userId: 24, admin: false, permissions: all, partnersIds: [below] });
    const settleId = await drawn(below, october);
    await done('clerk', 'submit', settleId);
    await done('partner', 'confirm', settleId);
    expect((await step('gainer', 'pay', settleId, { payVoucher: await upload(24) })).status).toBe(409);
    // The cashier is the clerk by another account.
    await sql`insert into t_admin_user (user_id, user_name, nick_name, user_type, admin_flag, mobile)
      values (11, 'clerk', '张三', 1, 0, '13900000001'), (13, 'cashier', '张三', 1, 0, '13900000001')`.execute(
      app.engine.db,
    );
    expect((await step('cashier', 'pay', settleId, { payVoucher: voucher })).status).toBe(409);
    await sql`delete from t_admin_user where user_id in (11, 13)`.execute(app.engine.db);
    await done('cashier', 'pay', settleId, { payVoucher: voucher });
  });
});

describe('nobody', () => {
  test('reads, prints or confirms what is a competitor’s; an agency sees no amounts', async () => {
    await paid('100.00');
    const settleId = await drawn(below, october);
    await done('clerk', 'submit', settleId);
    const seen = async (who: string, of: string) => (await app.call(who, 'GET', of)).body.data.total;
    expect([await seen('partner', path), await seen('rival', path)]).toEqual([1, 0]);
    const items = `${settleItem.path}?settleId=${settleId}`;
    expect([await seen('partner', items), await seen('rival', items)]).toEqual([1, 0]);
    for (const url of [`${path}/info?settleId=${settleId}`, `${path}/statement?settleId=${settleId}`]) {
      expect((await app.call('partner', 'GET', url)).status).toBe(200);
      expect((await app.call('rival', 'GET', url)).status).toBe(404);
    }
    expect((await step('rival', 'confirm', settleId)).status).toBe(404);
    expect((await app.call('studio', 'GET', `${path}/statement?settleId=${settleId}`)).status).toBe(403);
    const shown = await app.call('studio', 'GET', `${path}/info?settleId=${settleId}`);
    expect(Object.keys(shown.body.data)).not.toContain('commission');
    expect((await step('studio', 'confirm', settleId)).status).toBe(403);
    expect((await settle(below, november, {}, 'studio')).status).toBe(403);
  });

  test('changes a settlement that is confirmed, its lines, or what an order was worth when it was paid', async () => {
    const order = await paid('100.00');
    const settleId = await drawn(below, october);
    const draft = await standing(settleId);
    const forced = await app.call('clerk', 'PUT', path, {
      ...draft,
      adjustAmount: '1.00',
      adjustReason: '补差',
      commission: 999,
    });
    expect(forced).toMatchObject({ status: 400, body: { message: expect.stringContaining('佣金') } });
    expect(await standing(settleId)).toMatchObject({ commission: 30, payableAmount: 30 });
    expect(
      (await app.call('clerk', 'PUT', path, { ...draft, adjustAmount: '1.00', adjustReason: '补差' })).status,
    ).toBe(200);
    expect(await standing(settleId)).toMatchObject({ commission: 30, payableAmount: 31 });
    await confirmed(settleId);
    const firm = await standing(settleId);
    expect((await app.call('clerk', 'PUT', path, { ...firm, adjustAmount: '500.00' })).status).toBe(400);
    expect((await app.call('clerk', 'PUT', path, { ...firm, partnersId: rival })).status).toBe(400);
    const [line] = (await app.call('clerk', 'GET', `${settleItem.path}?settleId=${settleId}`)).body.data
      .records;
    for (const [method, at] of [
      ['PUT', settleItem.path],
      ['POST', settleItem.path],
      ['POST', `${settleItem.path}/batch/set`],
      ['POST', `${settleItem.path}/import`],
      ['DELETE', settleItem.path],
      ['POST', `${path}/import`],
      ['POST', `${path}/batch/update`],
      ['POST', `${path}/batch/delete`],
      ['POST', `${path}/restore`],
    ] as const) {
      const body = { ...line, commission: 999, ids: [settleId] };
      expect({ at, status: (await app.call('clerk', method, at, body)).status }).toEqual({ at, status: 404 });
    }
    // The channel changes owner, with other rates: earlier payments are unaffected.
    await sql`update t_channel set partners_id = ${rival}, commission_rate = 0.9 where channel_id in (${lower}, ${upper})`.execute(
      app.engine.db,
    );
    await refunded(order, '50.00');
    expect(await standing(await drawn(below, november))).toMatchObject({ commission: -15 });
    expect(await standing(await drawn(top, november))).toMatchObject({ commission: 0 });
    expect(await standing(await drawn(top, october))).toMatchObject({ commission: 2.5 });
    expect(await standing(await drawn(rival, october))).toMatchObject({ orderNum: 0, commission: 0 });
    await sql`update t_channel set partners_id = case channel_id when ${lower} then ${below}::bigint else ${top} end,
      commission_rate = 0 where channel_id in (${lower}, ${upper})`.execute(app.engine.db);
  });
});

const amount = fc.integer({ min: 1, max: 50_000 }).map(fromFen);
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('order' as const),
      amount,
      rate: fc.constantFrom('0.3000', '0.2550', '0.0000', '1.0000'),
      monthsAgo: fc.constantFrom(0, 0, 0, 1, 2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('refund' as const),
      of: fc.nat(20),
      part: fc.constantFrom(1, 3, 10),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('settle' as const),
      top: fc.boolean(),
      byChannel: fc.constantFrom(false, false, true),
      adjust: fc.constantFrom('0.00', '0.00', '-50.00', '7.77'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('nextMonth' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom('submit' as const, 'confirm' as const, 'pay' as const, 'submit' as const),
      of: fc.nat(5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('void' as const, 'sendBack' as const), of: fc.nat(5) }),
  },
);

interface Sold {
  readonly id: number;
  readonly paid: number;
  back: number;
  readonly rate: string;
}

test('over any history of orders, refunds and settlements each partner gets what the orders come to, once', async () => {
  const numRuns = Number(process.env.YIKAO_HISTORIES ?? 8);
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 6, maxLength: 22 }), async events => {
      await sql`truncate t_service_order, t_partners_settle, t_settle_item`.execute(app.engine.db);
      const orders: Sold[] = [];
      const settlements: number[] = [];
      let month = 3;
      const days = (of = month) => {
        const name = `2020-${String(of).padStart(2, '0')}`;
        return { periodStart: `${name}-01`, periodEnd: `${name}-28` };
      };
      for (const one of events) {
        if (one.what === 'order') {
          const payTime = `${days(month - one.monthsAgo).periodEnd} 08:00:00`;
          const id = await paid(one.amount, { commissionRate: one.rate, payTime });
          orders.push({ id, paid: toFen(one.amount), back: 0, rate: one.rate });
        } else if (one.what === 'refund') {
          const order = orders[one.of % Math.max(1, orders.length)];
          const fen = order ? Math.floor((order.paid - order.back) / one.part) : 0;
          if (!order || fen === 0) continue;
          await refunded(order.id, fromFen(fen));
          order.back += fen;
        } else if (one.what === 'settle') {
          const channelId = one.byChannel ? (one.top ? upper : lower) : 0;
          const made = await settle(one.top ? top : below, days(), {
            channelId,
            adjustAmount: one.adjust,
            adjustReason: '调整',
          });
          if (made.body.success) settlements.push(made.body.data.settleId);
        } else if (one.what === 'nextMonth') {
          month = Math.min(11, month + 1);
        } else {
          const key = settlements[one.of % Math.max(1, settlements.length)];
          if (key === undefined) continue;
          const who = {
            submit: 'clerk',
            confirm: 'second',
            pay: 'cashier',
            void: 'clerk',
            sendBack: 'second',
          };
          const given = { pay: { payVoucher: voucher }, sendBack: { reason: '重算' } };
          await step(who[one.what], one.what, key, one.what in given ? given[one.what as 'pay'] : {});
        }
        await balanced();
      }
      // Every month is settled in the end, and the last settlement includes all later refunds.
      for (let of = 1; of <= 12; of++) for (const partner of [below, top]) await settle(partner, days(of));
      for (const key of settlements) await step('clerk', 'redraw', key);
      await balanced();
      await nothingLost(orders);
    }),
    { numRuns },
  );
});

/**
 * Every settlement's sums equal those of its lines, no order is held twice, and each balance is carried forward once.
 */
async function balanced(): Promise<void> {
  const { db } = app.engine;
  const off = await sql<Columns<typeof partnersSettle, 'settleId'>>`
    select s.settle_id from t_partners_settle as s
    left join t_settle_item as i on i.settle_id = s.settle_id and i.live = 1 and not i.deleted
    where s.settle_status <> 4 group by s.settle_id
    having s.commission <> coalesce(sum(i.commission) filter (where i.item_kind <> 5), 0)
      or s.carried_amount <> coalesce(sum(i.commission) filter (where i.item_kind = 5), 0)
      or s.parent_commission <> coalesce(sum(i.parent_commission), 0)
      or s.order_amount <> coalesce(sum(i.pay_amount) filter (where i.item_kind in (1, 3)), 0)
      or s.refund_amount <> coalesce(sum(i.refund_amount) filter (where i.item_kind in (1, 3)), 0)
      or s.base_amount <> s.order_amount - s.refund_amount
      or s.payable_amount <> s.commission + s.carried_amount + s.adjust_amount`.execute(db);
  expect(off.rows).toEqual([]);
  expect(
    await count(sql`select count(*)::int as n from t_settle_item join t_partners_settle using (settle_id)
      where settle_status = 4 and live = 1`),
  ).toBe(0);
  const carried = await sql`
    select 1 from t_partners_settle as s left join t_settle_item as i on i.carried_from = s.settle_id and i.live = 1
    where s.carried_to is distinct from i.settle_id or (i.item_id is not null and i.commission <> s.payable_amount)`.execute(
    db,
  );
  expect(carried.rows).toEqual([]);
}

/** Every order has its full amount in each partner's lines, and payments plus balances equal their sum. */
async function nothingLost(orders: readonly Sold[]): Promise<void> {
  const { db } = app.engine;
  const dues = { own: '0.00', share: '0.00' };
  for (const { id, paid: whole, back, rate } of orders) {
    const due = commissionOf({
      payAmount: fromFen(whole),
      refundAmount: fromFen(back),
      commissionRate: rate,
      parentRate: '0.05',
      agentRate: null,
    });
    const lines = await sql<{ kind: number; commission: string }>`
      select item_kind as kind, commission::text from t_settle_item
      where order_id = ${id} and live = 1`.execute(db);
    const of = (kinds: number[]) => lines.rows.filter(({ kind }) => kinds.includes(kind));
    expect([of([1]).length, of([2]).length]).toEqual([1, 1]);
    expect(sum(of([1, 3]).map(({ commission }) => commission))).toBe(due.commission);
    expect(sum(of([2, 4]).map(({ commission }) => commission))).toBe(due.parentCommission);
    dues.own = plus(dues.own, due.commission);
    dues.share = plus(dues.share, due.parentCommission);
  }
  for (const [partner, due] of [
    [below, dues.own],
    [top, dues.share],
  ] as const) {
    // Paid, payable and carried amounts, against earnings and adjustments.
    const ledger = await sql<{ settled: string; adjusted: string }>`
      select coalesce(sum(payable_amount) filter (where carried_to is null), 0)::numeric(12, 2)::text as settled,
        coalesce(sum(adjust_amount), 0)::numeric(12, 2)::text as adjusted
      from t_partners_settle where partners_id = ${partner} and settle_status <> 4`.execute(db);
    const { settled, adjusted } = ledger.rows[0] ?? {};
    expect(settled).toBe(plus(due, adjusted ?? '0'));
  }
}

/** An order somewhere around the limits of today, yesterday, this month and the days until commission can be withdrawn. */
const earning = fc.record({
  amount,
  rate: fc.constantFrom('0.3000', '0.2550', '0.0005', '0.0000'),
  parentRate: fc.constantFrom('0.0500', '0.0000'),
  share: fc.constantFrom(0, 1, 3),
  payType: fc.constantFrom(1, 1, 1, 9),
  daysAgo: fc.nat(40),
  at: fc.constantFrom('00:00:00', '12:00:00', '23:59:59'),
  settled: fc.constantFrom(null, null, 0, 1, 2, 3, 4),
});

test('income is commission order by order: of all time, of yesterday, of this month, and what can be withdrawn by now', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(earning, { minLength: 1, maxLength: 12 }), async orders => {
      await sql`truncate t_service_order, t_partners_settle, t_settle_item`.execute(app.engine.db);
      const now = app.engine.clock.now();
      const day = (ago: number) => shanghaiTime(new Date(now.getTime() - ago * 86_400_000)).slice(0, 10);
      const thawed = shanghaiTime(new Date(now.getTime() - 7 * 86_400_000));
      const due = { grandTotalAmount: 0, yesterdayAmount: 0, thisMonthAmount: 0, canWithdrawAmount: 0 };
      const above = { ...due };
      for (const one of orders) {
        const payTime = `${day(one.daysAgo)} ${one.at}`;
        const back = fromFen(Math.floor(toFen(one.amount) * (one.share / 4)));
        const rates = { commissionRate: one.rate, parentRate: one.parentRate };
        const id = await paid(one.amount, { ...rates, payTime, payType: one.payType, refundAmount: back });
        if (one.settled !== null) {
          const { db } = app.engine;
          const head = {
            partnersId: below,
            channelId: id,
            periodStart: '2020-01-01',
            periodEnd: '2020-01-31',
          };
          const [settleId = 0] = await storeRows(app.engine, partnersSettle, [head], { by: elevated() });
          await sql`update t_partners_settle set settle_status = ${one.settled} where settle_id = ${settleId}`.execute(
            db,
          );
          const live = one.settled === 4 ? 0 : 1;
          const line = { settleId, itemKind: 1, orderId: id, orderNo: 'x', live } as const;
          await storeRows(app.engine, settleItem, [line], { by: elevated() });
        }
        if (one.payType === 9) continue;
        const order = { payAmount: one.amount, refundAmount: back, ...rates, agentRate: null };
        const { commission, parentCommission } = commissionOf(order);
        const held = one.settled !== null && [1, 2, 3].includes(one.settled);
        for (const [sums, part, taken] of [
          [due, toFen(commission), held],
          [above, toFen(parentCommission), false],
        ] as const) {
          sums.grandTotalAmount += part;
          if (payTime.startsWith(day(1))) sums.yesterdayAmount += part;
          if (payTime.slice(0, 7) === day(0).slice(0, 7)) sums.thisMonthAmount += part;
          if (payTime <= thawed && !taken) sums.canWithdrawAmount += part;
        }
      }
      const told = (sums: typeof due) =>
        Object.fromEntries(Object.entries(sums).map(([name, fen]) => [name, Number(fromFen(fen))]));
      const income = async (who: string) => (await app.call(who, 'GET', `${path}/income`)).body.data;
      expect(await income('partner')).toEqual(told(due));
      expect(await income('rival')).toEqual(emptied(due));
      const whole = Object.fromEntries(
        Object.entries(due).map(([name, fen]) => [name, fen + above[name as keyof typeof above]]),
      ) as typeof due;
      expect(await income('clerk')).toEqual(told(whole));
      expect((await app.call('studio', 'GET', `${path}/income`)).status).toBe(403);
    }),
    { numRuns: Number(process.env.YIKAO_HISTORIES ?? 8) },
  );
});

/** The same sums, all at nothing. */
const emptied = <S extends object>(sums: S) => Object.fromEntries(Object.keys(sums).map(name => [name, 0]));
