import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { elevated } from '../scope/actor.ts';
import type { DatasetServer } from '../table/server-side.ts';
import type { Tx } from '../table/sql.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { testOrder, testOrderStepServer, testOrderSteps } from '../testing/stepped-dataset.ts';
import { storeRows } from '../testing/store-rows.ts';
import { finished, importFile, upload, writeSheet } from '../testing/workbooks.ts';
import type { RowEvent } from './events.ts';
import { takeStep, tryStep } from './take-step.ts';

let app: TestApp;
let made = 0;
/** The events that the listener of the tests heard, and its act then. */
const heard: RowEvent[] = [];
let then: ((db: Tx, event: RowEvent) => Promise<void>) | undefined;

const listener: DatasetServer = {
  of: 'testListener',
  on: Object.fromEntries(
    ['add', 'update', 'delete', 'restore', 'submit', 'pay', 'reopen', 'remind'].map(name => [
      `testOrder.${name}`,
      async (_: unknown, db: Tx, event: RowEvent) => {
        heard.push(event);
        await then?.(db, event);
      },
    ]),
  ),
};

const admin = { userId: 900_000 };
beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person(admin) }, [], [testOrder], {
    steps: [testOrderStepServer],
    servers: { testListener: listener },
  });
});
afterAll(() => app.close());
beforeEach(() => {
  heard.length = 0;
  then = undefined;
});

type State = RowOf<typeof testOrder>['orderStatus'];

/** New orders in a state; their keys. */
async function orders(state: State, ...titles: string[]): Promise<number[]> {
  const keys = await storeRows(
    app.engine,
    testOrder,
    titles.map(title => {
      made += 1;
      return { orderNo: `T${made}`, title, amount: '1.00', orderStatus: state };
    }),
    { by: elevated() },
  );
  heard.length = 0;
  return keys;
}

const one = async (state: State, title = '一') => (await orders(state, title))[0] ?? 0;
const stands = async (keys: readonly number[]) => {
  const found = await sql<{ state: number; title: string }>`
    select order_status as state, title from t_test_order where order_id = any(${[...keys]}::bigint[]) order by order_id`.execute(
    app.engine.db,
  );
  return found.rows.map(({ state, title }) => `${state} ${title}`);
};
const events = () => heard.map(({ name, keys }) => [name, keys.length]);
const vendor = { kind: 'vendor', cause: 'bank:1' } as const;

describe('an edit that sends a row back', () => {
  test('takes the step in the same save, says so in the history, and is refused whole where the step may not be taken', async () => {
    const [free = 0, locked = 0] = await orders(2, '可改', '锁定');
    const put = (key: number, title: string) =>
      app.call('admin', 'PUT', testOrder.path, { orderId: key, version: 1, title });
    expect((await put(free, '改了')).body.data).toEqual({ orderId: free, version: 3 });
    const history = await app.call('admin', 'GET', `${testOrder.path}/history?orderId=${free}`);
    expect(history.body.data.records.slice(0, 2)).toMatchObject([
      { op: 'updated', version: 3 },
      { step: { name: 'reopen', by: 'step', cause: 'testOrder.update' }, version: 2 },
    ]);
    const refused = await put(locked, '也改');
    expect([refused.status, refused.body.message]).toEqual([409, '标题含“锁定”']);
    expect(await stands([free, locked])).toEqual(['1 改了', '2 锁定']);
  });

  test('is done by an import for the rows that differ; a check of the file changes nothing and finds the same rows', async () => {
    const keys = await orders(2, '甲', '锁定', '丙');
    const sheet = [
      [keys[0] ?? 0, '甲甲'],
      [keys[1] ?? 0, '乙乙'],
      [keys[2] ?? 0, '丙'],
    ];
    const file = await upload(app, await writeSheet(app, ['订单ID', '标题'], sheet), admin.userId);
    const dry = await importFile(app, 'admin', testOrder, file, { dryRun: true }, 'batch/update');
    expect(dry).toMatchObject({ updateNum: 1, sameNum: 1, failNum: 1 });
    expect(await stands(keys)).toEqual(['2 甲', '2 锁定', '2 丙']);
    const job = await importFile(app, 'admin', testOrder, file, {}, 'batch/update');
    expect(job).toMatchObject({ updateNum: 1, sameNum: 1, failNum: 1 });
    expect(await stands(keys)).toEqual(['1 甲甲', '2 锁定', '2 丙']);
    const errors = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}`);
    expect(errors.body.data.records[0].errors[0].message).toContain('标题含“锁定”');
  });

  test('what a job has edited is not taken back once the row has gone on', async () => {
    const keys = await orders(1, '甲', '乙');
    const set = await app.call('admin', 'POST', `${testOrder.path}/batch/set`, {
      ids: keys,
      values: { remark: '批量' },
    });
    await finished(app, 'admin', set.body.data.id);
    await takeStep(app.engine, testOrderSteps, 'submit', {
      keys: keys[0] ?? 0,
      by: { kind: 'person', actor: person(admin) },
      given: { expireTime: null },
    });
    const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id: set.body.data.id });
    const job = await finished(app, 'admin', undo.body.data.id);
    expect(job).toMatchObject({ updateNum: 1, failNum: 1 });
    expect(await stands(keys)).toEqual(['2 甲', '1 乙']);
  });

  test('an import that is taken back leaves the rows that have gone on to a state in which nothing is deleted', async () => {
    const file = await upload(
      app,
      await writeSheet(
        app,
        ['订单号', '金额'],
        [
          ['U1', 1],
          ['U2', 2],
        ],
      ),
      admin.userId,
    );
    const job = await importFile(app, 'admin', testOrder, file);
    expect(job).toMatchObject({ insertNum: 2 });
    // A state without a history entry: set by hand, as a migration would.
    await sql`update t_test_order set order_status = 3 where order_no = 'U1'`.execute(app.engine.db);
    const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id: job.id });
    expect(await finished(app, 'admin', undo.body.data.id)).toMatchObject({ updateNum: 1, failNum: 1 });
  });
});

describe('a step that code takes', () => {
  test('stands in the transaction of its caller, and falls with it', async () => {
    const key = await one(2);
    const pay = (within: Tx) =>
      takeStep(app.engine, testOrderSteps, 'pay', { keys: key, by: vendor, given: { payNo: 'P1' }, within });
    await expect(
      app.engine.db.transaction().execute(async db => {
        expect(await pay(db)).toMatchObject([{ key, state: 'paid' }]);
        throw new Error('the caller fails');
      }),
    ).rejects.toThrow('the caller fails');
    expect(await stands([key])).toEqual(['2 一']);
    await app.engine.db.transaction().execute(pay);
    expect(await stands([key])).toEqual(['3 一']);
    const history = await app.call('admin', 'GET', `${testOrder.path}/history?orderId=${key}`);
    expect(history.body.data.records[0]).toMatchObject({
      step: { name: 'pay', by: 'vendor', cause: 'bank:1' },
    });
  });

  test('throws what stands against it and leaves all rows, or answers it and moves the others', async () => {
    const [ready = 0, done = 0] = [await one(2), await one(3)];
    const ask = { keys: [ready, done], by: vendor, given: { payNo: 'P2' } };
    await expect(takeStep(app.engine, testOrderSteps, 'pay', ask)).rejects.toMatchObject({
      code: 'notAllowedNow',
    });
    expect(await stands([ready, done])).toEqual(['2 一', '3 一']);
    const { taken, refused } = await tryStep(app.engine, testOrderSteps, 'pay', ask);
    expect([taken.map(({ key }) => key), refused.map(({ key, code }) => [key, code])]).toEqual([
      [ready],
      [[done, 'notAllowedNow']],
    ]);
  });

  test('is taken again as a whole where its transaction loses a race against another', async () => {
    const key = await one(1);
    let lost = 0;
    then = async () => {
      // As PostgreSQL ends one of two transactions that wait for each other.
      if (++lost < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    };
    const reply = await app.call('admin', 'PUT', `${testOrder.path}/submit`, { orderId: key });
    expect([reply.status, lost]).toEqual([200, 3]);
    const history = await app.call('admin', 'GET', `${testOrder.path}/history?orderId=${key}`);
    expect(history.body.data.total).toBe(2);
  });

  test('is refused for those whom it is not for', async () => {
    const by = { kind: 'clock' } as unknown as typeof vendor;
    const ask = { keys: await one(2), by, given: { payNo: 'P3' } };
    await expect(takeStep(app.engine, testOrderSteps, 'pay', ask)).rejects.toThrow('is not for a clock');
  });
});

describe('what happens to rows is heard', () => {
  test('by those who listen: adds, changes, deletions and steps, each once, on every road', async () => {
    const added = await app.call('admin', 'POST', testOrder.path, {
      orderNo: 'E1',
      title: '听',
      amount: '2.00',
    });
    const key = added.body.data.orderId;
    await app.call('admin', 'PUT', testOrder.path, { orderId: key, version: 1, title: '听听' });
    await app.call('admin', 'PUT', `${testOrder.path}/submit`, { orderId: key });
    await app.call('admin', 'PUT', testOrder.path, { orderId: key, version: 3, title: '再听' });
    await app.call('admin', 'DELETE', testOrder.path, { ids: [key] });
    await app.call('admin', 'POST', `${testOrder.path}/restore`, { ids: [key] });
    expect(events()).toEqual([
      ['testOrder.add', 1],
      ['testOrder.update', 1],
      ['testOrder.submit', 1],
      ['testOrder.reopen', 1],
      ['testOrder.update', 1],
      ['testOrder.delete', 1],
      ['testOrder.restore', 1],
    ]);
    expect(heard[1]?.rows).toMatchObject([{ title: '听听' }]);
    expect(heard[2]?.rows).toMatchObject([{ orderStatus: 1 }]);
    heard.length = 0;
    const rows = [
      ['E2', '新'],
      ['E1', '变'],
    ];
    const file = await upload(app, await writeSheet(app, ['订单号', '标题'], rows), admin.userId);
    await importFile(app, 'admin', testOrder, file);
    expect(events().toSorted()).toEqual([
      ['testOrder.add', 1],
      ['testOrder.update', 1],
    ]);
  });

  test('and undone by a listener that fails; of several rows the others are done', async () => {
    const keys = await orders(1, '好', '不行', '也好');
    then = async (_, { rows }) => {
      if (rows.some(({ title }) => title === '不行')) throw new Error('The listener will not have it');
    };
    const by = { kind: 'person', actor: person(admin) } as const;
    const ask = { keys, by, given: { expireTime: null } };
    await expect(tryStep(app.engine, testOrderSteps, 'submit', ask)).rejects.toThrow('will not have it');
    expect(await stands(keys)).toEqual(['1 好', '1 不行', '1 也好']);
  });

  test('within bounds: listeners that call each other in a circle are stopped and nothing stands', async () => {
    const key = await one(1);
    then = async db => {
      await takeStep(app.engine, testOrderSteps, 'remind', {
        keys: key,
        by: { kind: 'person', actor: person(admin) },
        within: db,
      });
    };
    const reply = await app.call('admin', 'PUT', `${testOrder.path}/remind`, { orderId: key });
    expect(reply.status).toBe(500);
    expect(heard).toHaveLength(8);
    then = undefined;
    const history = await app.call('admin', 'GET', `${testOrder.path}/history?orderId=${key}`);
    expect(history.body.data.total).toBe(1);
  });
});
