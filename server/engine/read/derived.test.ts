import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WriteCell } from '../../excel/index.ts';
import { migrated } from '../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { goods, order } from '../testing/order-datasets.ts';
import { finished, importFile, readStored, upload, writeSheet } from '../testing/workbooks.ts';

let app: TestApp;
let statements = 0;

beforeAll(async () => {
  const all = (prefix: string) => [...goods.permissions.actions].map(action => `test:${prefix}:${action}`);
  const permissions = new Set([...all('goods'), ...all('order')]);
  app = await openTestApp(
    migrated,
    {
      admin: person(),
      partner: person({ userId: 2, admin: false, partnersIds: [7], permissions }),
    },
    [],
    [goods, order],
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate t_test_goods, t_test_order`.execute(app.engine.db);
});

async function added(dataset: { path: string; key: string }, row: object): Promise<number> {
  const { body } = await app.call('admin', 'POST', dataset.path, row);
  expect(body.success, body.message).toBe(true);
  return body.data[dataset.key];
}
const list = async (dataset: { path: string }, who = 'admin', query = '') =>
  (await app.call(who, 'GET', `${dataset.path}/list?${query}`)).body.data.records;
/** Orders inserted directly, as the shop would: of goods, at a price, in a state, of a partner. */
async function ordered(
  rows: readonly (readonly [string, number, string, number, number | null])[],
): Promise<void> {
  for (const [no, goodsId, paid, status, partner] of rows) {
    await sql`insert into t_test_order (order_no, goods_id, pay_amount, status, partners_id)
      values (${no}, ${goodsId}, ${paid}, ${status}, ${partner})`.execute(app.engine.db);
  }
}

test('a row tells how many rows refer to it and what they add up to, of those that the reader may see', async () => {
  const [card, book] = [
    await added(goods, { goodsName: '卡', price: 398 }),
    await added(goods, { goodsName: '书', price: 20 }),
  ];
  await ordered([
    ['1', card, '398.00', 1, 7],
    ['2', card, '298.10', 1, 8],
    ['3', card, '100.00', 0, 7],
    ['4', card, '0.10', 1, null],
  ]);
  await sql`update t_test_order set deleted = true where order_no = '4'`.execute(app.engine.db);
  expect(await list(goods)).toMatchObject([
    { goodsName: '卡', orderNum: 3, income: 696.1 },
    { goodsName: '书', orderNum: 0, income: 0 },
  ]);
  expect(await list(goods, 'partner')).toMatchObject([{ orderNum: 2, income: 398 }, { orderNum: 0 }]);
  const info = await app.call('partner', 'GET', `${goods.path}/info?goodsId=${card}`);
  expect(info.body.data).toMatchObject({ orderNum: 2, income: 398 });
  const page = await list(goods, 'admin', 'size=1&current=2');
  expect(page).toMatchObject([{ goodsId: book, orderNum: 0 }]);
});

test('it is read only: another value that is sent along is refused by name, and nobody asks or orders by it', async () => {
  const refused = (...names: string[]) => ({ code: 400, data: { errors: names.map(field => ({ field })) } });
  const made = await app.call('admin', 'POST', goods.path, { goodsName: '卡', price: 398, orderNum: 99 });
  expect(made.body).toMatchObject(refused('orderNum'));
  const key = await added(goods, { goodsName: '卡', price: 398 });
  const { body } = await app.call('admin', 'GET', `${goods.path}/info?goodsId=${key}`);
  expect(body.data.orderNum).toBe(0);
  const other = await app.call('admin', 'PUT', goods.path, { ...body.data, orderNum: 5, income: 7 });
  expect(other.body).toMatchObject(refused('orderNum', 'income'));
  const same = await app.call('admin', 'PUT', goods.path, body.data);
  expect(same.body.data.version).toBe(1);
  for (const query of ['orderNum=0', 'sort=orderNum', 'sort=-income', 'incomeStart=1']) {
    expect((await app.call('admin', 'GET', `${goods.path}/list?${query}`)).status, query).toBe(400);
    const look = query.startsWith('sort')
      ? 400
      : (await app.call('admin', 'GET', `${goods.path}/options?${query}`)).status;
    expect(look, query).toBe(400);
  }
});

test('an export has it, of the rows that the person who starts it may see', async () => {
  const card = await added(goods, { goodsName: '卡', price: 398 });
  await ordered([
    ['1', card, '398.00', 1, 7],
    ['2', card, '298.10', 1, 8],
  ]);
  const exported = async (who: string) => {
    const ask = { tableId: goods.tableId, fieldNames: ['goodsName', 'orderNum', 'income'] };
    const started = await app.call(who, 'POST', `${goods.path}/export`, ask);
    const { url } = await finished(app, 'admin', started.body.data.id);
    return readStored(app, url ?? '');
  };
  const money = (value: number) => ({ kind: 'formatted', value, text: value.toFixed(2) });
  expect(await exported('admin')).toEqual([
    ['商品', '订单数', '收入'],
    ['卡', 2, money(696.1)],
  ]);
  expect((await exported('partner'))[1]).toEqual(['卡', 1, money(398)]);
});

test('one statement reads a page, however many rows and values of other rows it has', async () => {
  for (let n = 0; n < 20; n++) await added(goods, { goodsName: `卡${n}`, price: n });
  const { db } = app.engine;
  const executor = db.getExecutor();
  const run = executor.executeQuery.bind(executor);
  const count = async (size: number) => {
    statements = 0;
    executor.executeQuery = query => {
      statements += 1;
      return run(query);
    };
    await list(goods, 'admin', `size=${size}`);
    executor.executeQuery = run;
    return statements;
  };
  const one = await count(1);
  expect(one).toBeGreaterThan(0);
  expect(await count(20)).toBe(one);
});

test('the price of the chosen goods comes along, in a call and in a look-up, and may be another', async () => {
  const card = await added(goods, { goodsName: '卡', price: 398 });
  const plain = await added(order, { orderNo: 'A', goodsId: card });
  const own = await added(order, { orderNo: 'B', goodsId: card, payAmount: 1 });
  const paid = async (key: number) =>
    (await app.call('admin', 'GET', `${order.path}/info?orderId=${key}`)).body.data.payAmount;
  expect([await paid(plain), await paid(own)]).toEqual([398, 1]);
  await app.call('admin', 'PUT', goods.path, { goodsId: card, version: 1, price: 500 });
  expect(await paid(plain)).toBe(398);
  const [option] = (await app.call('partner', 'GET', `${goods.path}/options?values=${card}`)).body.data;
  expect(option).toMatchObject({ goodsId: card, price: 500 });
  const unknown = await app.call('admin', 'POST', order.path, { orderNo: 'C', goodsId: 999_999 });
  expect(unknown.status).toBe(400);
});

test('an import takes the price for new rows that give none, and leaves those that stand as they are', async () => {
  const card = await added(goods, { goodsName: '卡', price: 398 });
  await added(order, { orderNo: 'A', goodsId: card, payAmount: 1 });
  const rows: WriteCell[][] = [
    ['A', '卡', null],
    ['B', '卡', null],
    ['C', '卡', 5],
    ['D', '没有', null],
  ];
  const path = await upload(app, await writeSheet(app, ['订单号', '商品', '实付'], rows));
  const job = await importFile(app, 'admin', order, path);
  expect(job).toMatchObject({ insertNum: 2, sameNum: 1, failNum: 1 });
  const found = await list(order, 'admin', 'sort=orderNo');
  expect(found.map((row: Record<string, unknown>) => [row.orderNo, row.payAmount])).toEqual([
    ['A', 1],
    ['B', 398],
    ['C', 5],
  ]);
});
