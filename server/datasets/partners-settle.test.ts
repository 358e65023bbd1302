import { registry } from '@yikao/model/datasets/index.ts';
import { commissionOf } from '@yikao/model/rules/commission.ts';
import { fromFen, sum, toFen } from '@yikao/model/rules/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { elevated } from '../engine/actor.ts';
import { insertRows } from '../engine/internal-write.ts';
import { add } from '../engine/save.ts';
import { openTestApp, person, type TestApp } from '../engine/testing/app.ts';
import { sampleRow } from '../engine/testing/samples.ts';
import { transact } from '../engine/transaction.ts';
import { migrated } from '../testing/database.ts';
import { lockPartnersOf } from './settle-lines.ts';
import { refreshDrafts } from './settle-writing.ts';

const { partners, channel, serviceOrder, partnersSettle } = registry;
const { path } = partnersSettle;

let app: TestApp;
let [top, below]: number[] = [];
let [upper, lower]: number[] = [];
const people = {
  admin: person({ userId: 1 }),
  finance: person({ userId: 2 }),
} as Record<string, ReturnType<typeof person>>;

beforeAll(async () => {
  app = await openTestApp(migrated, people);
  const made = async (dataset: typeof partners | typeof channel, n: number, fixed: object) =>
    Number(
      (await add(app.engine, dataset, elevated(), await sampleRow(app.engine, dataset, n, { ...fixed })))[
        dataset.key
      ],
    );
  top = await made(partners, 1, { parentId: 0 });
  below = await made(partners, 2, { parentId: 0 });
  upper = await made(channel, 3, { partnersId: top, parentId: 0 });
  lower = await made(channel, 4, { partnersId: below, parentId: upper });
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_service_order, t_partners_settle, t_settle_item`.execute(app.engine.db));

let orderNumber = 0;

/** An order that was paid on a day of October, through the lower channel. */
async function paid(payAmount: string, fixed: object = {}): Promise<number> {
  const sample = await sampleRow(app.engine, serviceOrder, orderNumber, {});
  const [key] = await app.engine.db.transaction().execute(db =>
    insertRows(
      app.engine,
      db,
      serviceOrder,
      [
        {
          ...sample,
          orderNo: `S${String(orderNumber++).padStart(10, '0')}`,
          goodsId: 1,
          userId: 1,
          mobile: '13800000000',
          dataYear: 2026,
          orderType: 1,
          totalAmount: payAmount,
          discountAmount: '0.00',
          payAmount,
          refundAmount: '0.00',
          status: 1,
          payType: 1,
          payTime: '2026-10-15 12:00:00',
          partnersId: below,
          channelId: lower,
          parentChannelId: upper,
          commissionRate: '0.3000',
          parentRate: '0.0500',
          ...fixed,
        },
      ],
      { by: elevated() },
    ),
  );
  return Number(key);
}

/** Gives back a part of what was paid, as the last step of a refund does. */
async function refunded(orderId: number, amount: string): Promise<void> {
  await transact(app.engine.db, async db => {
    await sql`update t_service_order set refund_amount = refund_amount + ${amount}::numeric where order_id = ${orderId}`.execute(
      db,
    );
    await lockPartnersOf(db, [orderId]);
    await refreshDrafts(app.engine, db, [orderId], elevated());
  });
}

const october = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
const november = { periodStart: '2026-11-01', periodEnd: '2026-11-15' };

async function settle(partnersId: number | undefined, period: object, more: object = {}) {
  return app.call('admin', 'POST', path, { partnersId, channelId: 0, ...period, ...more });
}

async function drawn(partnersId: number | undefined, period: object, more: object = {}): Promise<number> {
  const made = await settle(partnersId, period, more);
  expect(made.body).toMatchObject({ success: true });
  return made.body.data.settleId;
}

async function standing(settleId: number) {
  return (await app.call('admin', 'GET', `${path}/info?settleId=${settleId}`)).body.data;
}

const step = (who: string, name: string, settleId: number, more: object = {}) =>
  app.call(who, 'PUT', `${path}/${name}`, { settleId, ...more });

/** Moves a settlement to where its amounts stay as they are. */
async function confirmed(settleId: number): Promise<void> {
  expect((await step('admin', 'submit', settleId)).body).toMatchObject({ success: true });
  expect((await step('admin', 'confirm', settleId)).body).toMatchObject({ success: true });
}

describe('a settlement', () => {
  test('has the commission of the period, order by order, and gives the parent its share in a settlement of its own', async () => {
    await paid('398.00');
    await paid('199.00', { orderType: 2, commissionRate: '0.2500' });
    await paid('299.00', { orderType: 3, commissionRate: '0.2000', refundAmount: '299.00', status: 3 });
    await paid('199.00', { orderType: 2, commissionRate: '0.2500', refundAmount: '50.00' });
    // Neither a code, nor a free order, nor one of another month gives commission.
    await paid('99.00', { payType: 6 });
    await paid('99.00', { payTime: '2026-11-01 00:00:00' });
    const own = await drawn(below, october);
    expect(await standing(own)).toMatchObject({
      orderNum: 4,
      orderAmount: 1095,
      refundAmount: 349,
      baseAmount: 746,
      commission: 206.4,
      parentCommission: 37.3,
      payableAmount: 206.4,
      settleStatus: 0,
    });
    const share = await drawn(top, october);
    expect(await standing(share)).toMatchObject({ orderNum: 0, commission: 37.3, payableAmount: 37.3 });
  });

  test('holds its orders until it is void, and days are settled once', async () => {
    await paid('100.00');
    const first = await drawn(below, october, { adjustAmount: '-5.00' });
    expect(await standing(first)).toMatchObject({ commission: 30, payableAmount: 25 });
    const again = await settle(below, { periodStart: '2026-10-20', periodEnd: '2026-11-10' });
    expect(again.status).toBe(400);
    expect(again.body.message).toContain('重叠');
    expect((await step('admin', 'void', first)).body).toMatchObject({ success: true });
    expect(await standing(await drawn(below, october))).toMatchObject({ orderNum: 1, commission: 30 });
  });

  test('follows refunds while it is a draft; later ones are taken back in the next, below nought carried on', async () => {
    const order = await paid('100.00');
    const first = await drawn(below, october);
    await refunded(order, '20.00');
    expect(await standing(first)).toMatchObject({ commission: 24, baseAmount: 80 });
    await confirmed(first);
    await refunded(order, '80.00');
    expect(await standing(first)).toMatchObject({ commission: 24 });
    const second = await drawn(below, november);
    expect(await standing(second)).toMatchObject({ orderNum: 0, commission: -24, payableAmount: -24 });
    await confirmed(second);
    const refused = await step('finance', 'pay', second, { payVoucher: '/files/none.png' });
    expect(refused.body.success).toBe(false);
    const third = await drawn(below, { periodStart: '2026-11-16', periodEnd: '2026-11-20' });
    expect(await standing(third)).toMatchObject({ commission: -24, payableAmount: -24 });
    expect(await standing(second)).toMatchObject({ carriedTo: third });
  });

  test('of ten people at once one draws the settlement of a month', async () => {
    await paid('100.00');
    const all = await Promise.all(Array.from({ length: 10 }, () => settle(below, october)));
    expect(all.filter(({ body }) => body.success)).toHaveLength(1);
    const lines = await sql<{
      n: number;
    }>`select count(*)::int as n from t_settle_item where live = 1`.execute(app.engine.db);
    expect(lines.rows[0]?.n).toBe(1);
  });
});

test('over any history of orders, refunds and settlements each partner gets what the orders come to, once', async () => {
  const amount = fc.integer({ min: 1, max: 50_000 }).map(fromFen);
  const event = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constant('order' as const),
        amount,
        rate: fc.constantFrom('0.3000', '0.2550', '0.0000', '1.0000'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('refund' as const),
        of: fc.nat(20),
        part: fc.constantFrom(1, 3, 10),
      }),
    },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('settle' as const), top: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('nextMonth' as const) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('confirm' as const), of: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('void' as const), of: fc.nat(5) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 14 }), async events => {
      await sql`truncate t_service_order, t_partners_settle, t_settle_item`.execute(app.engine.db);
      const orders: { id: number; paid: number; back: number; rate: string }[] = [];
      const settlements: number[] = [];
      let month = 1;
      const days = () => {
        const of = `2020-${String(month).padStart(2, '0')}`;
        return { periodStart: `${of}-01`, periodEnd: `${of}-28` };
      };
      for (const one of events) {
        if (one.what === 'order') {
          const id = await paid(one.amount, {
            commissionRate: one.rate,
            payTime: `${days().periodEnd} 08:00:00`,
          });
          orders.push({ id, paid: toFen(one.amount), back: 0, rate: one.rate });
        } else if (one.what === 'refund') {
          const order = orders[one.of % Math.max(1, orders.length)];
          const fen = order ? Math.floor((order.paid - order.back) / one.part) : 0;
          if (!order || fen === 0) continue;
          await refunded(order.id, fromFen(fen));
          order.back += fen;
        } else if (one.what === 'settle') {
          const made = await settle(one.top ? top : below, days());
          if (made.body.success) settlements.push(made.body.data.settleId);
        } else if (one.what === 'nextMonth') {
          month = Math.min(11, month + 1);
        } else {
          const key = settlements[one.of % Math.max(1, settlements.length)];
          if (key === undefined) continue;
          if (one.what === 'void') await step('admin', 'void', key);
          else {
            await step('admin', 'submit', key);
            await step('admin', 'confirm', key);
          }
        }
      }
      // The last month takes up all that was given back of what was settled before.
      month = 12;
      for (const partner of [below, top]) await drawn(partner, days());
      await balanced(orders);
    }),
    { numRuns: 15 },
  );
});

/** The sums of every settlement are those of its lines, and what is settled of an order is never more than once its due. */
async function balanced(
  orders: readonly { id: number; paid: number; back: number; rate: string }[],
): Promise<void> {
  const { db } = app.engine;
  const off = await sql<{ settleId: number }>`
    select s.settle_id as "settleId" from t_partners_settle as s
    left join t_settle_item as i on i.settle_id = s.settle_id and i.live = 1 and not i.deleted
    where s.settle_status <> 4 group by s.settle_id
    having s.commission <> coalesce(sum(i.commission), 0) or s.payable_amount <> s.commission + s.adjust_amount`.execute(
    db,
  );
  expect(off.rows).toEqual([]);
  const held = await sql<{ n: number }>`
    select count(*)::int as n from t_settle_item as i join t_partners_settle as s using (settle_id)
    where s.settle_status = 4 and i.live = 1`.execute(db);
  expect(held.rows[0]?.n).toBe(0);
  for (const { id, paid: whole, back, rate } of orders) {
    const order = {
      payAmount: fromFen(whole),
      refundAmount: fromFen(back),
      commissionRate: rate,
      parentRate: '0.05',
      agentRate: null,
    };
    const lines = await sql<{ kind: number; commission: string }>`
      select item_kind as kind, commission::text from t_settle_item
      where order_id = ${id} and live = 1`.execute(db);
    const of = (kinds: number[]) => lines.rows.filter(({ kind }) => kinds.includes(kind));
    const current = commissionOf(order);
    for (const [kinds, due] of [
      [[1, 3], current.commission],
      [[2, 4], current.parentCommission],
    ] as const) {
      const some = of([...kinds]);
      if (some.length > 0) expect(sum(some.map(({ commission }) => commission))).toBe(due);
    }
  }
}
