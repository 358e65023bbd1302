import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../../../platform/logger.ts';
import { migrated } from '../../../testing/database.ts';
import { elevated } from '../../scope/actor.ts';
import { openTestApp, person, standsAs, type TestApp } from '../../testing/app.ts';
import { testOrder, testOrderStepServer } from '../../testing/stepped-dataset.ts';
import { storeRows } from '../../testing/store-rows.ts';
import { finished, readStored } from '../../testing/workbooks.ts';
import { work } from '../work.ts';

let app: TestApp;
let made = 0;
const admin = { userId: 900_000 };
beforeAll(async () => {
  app = await openTestApp(
    migrated,
    {
      admin: person(admin),
      nobody: person({ userId: 3, admin: false, permissions: new Set(['sys:log']) }),
    },
    [],
    [testOrder],
    { steps: [testOrderStepServer] },
  );
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_test_order`.execute(app.engine.db));

type State = RowOf<typeof testOrder>['orderStatus'];

/** New orders in a state, with their amounts; their keys. */
function orders(state: State, amounts: readonly (string | null)[]): Promise<number[]> {
  const rows = amounts.map(amount => {
    made += 1;
    return { orderNo: `B${made}`, title: '批量', amount, orderStatus: state };
  });
  return storeRows(app.engine, testOrder, rows, { by: elevated() });
}

const start = (step: string, body: object, who = 'admin') =>
  app.call(who, 'POST', `${testOrder.path}/batch/${step}`, body);
const run = async (step: string, body: object) =>
  finished(app, 'admin', (await start(step, body)).body.data.id);
const counts = async () => {
  const found = await sql<{ state: number; count: number }>`
    select order_status as state, count(*)::integer as count from t_test_order group by 1 order by 1`.execute(
    app.engine.db,
  );
  return Object.fromEntries(found.rows.map(({ state, count }) => [state, count]));
};

test('all rows that a filter matches take the step, past any page; those that may not are told with their reasons', async () => {
  await orders(
    1,
    Array.from({ length: 4_500 }, (_, n) => (n === 7 || n === 4_400 ? null : '1.00')),
  );
  await orders(3, ['2.00']);
  const job = await run('submit', { filters: { title: '批量' } });
  expect(job).toMatchObject({ op: 'step', done: 4_501, updateNum: 4_498, failNum: 3, undoable: false });
  expect(await counts()).toEqual({ 1: 2, 2: 4_498, 3: 1 });
  const sheet = await readStored(app, job.logUrl ?? '');
  expect(sheet.slice(1).map(([, reason]) => reason)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('没有金额'),
      expect.stringContaining('没有金额'),
      expect.stringContaining('当前状态不允许该操作'),
    ]),
  );
  const history = await sql<{ jobs: number; count: number }>`
    select count(distinct job_id)::integer as jobs, count(*)::integer as count from t_row_history
    where dataset = 'testOrder' and step ->> 'name' = 'submit'`.execute(app.engine.db);
  expect(history.rows).toEqual([{ jobs: 1, count: 4_498 }]);
});

test('where all or none must do it, one row that may not stops all, and says which', async () => {
  const keys = await orders(
    3,
    Array.from({ length: 2_100 }, () => '1.00'),
  );
  await orders(5, ['1.00']);
  const given = { reason: '活动取消' };
  const refused = await run('refund', { everything: true, given });
  expect(refused).toMatchObject({ status: 'fail', updateNum: 0, failNum: 1 });
  expect(refused.message).toContain('全部未执行');
  expect(await counts()).toEqual({ 3: 2_100, 5: 1 });
  expect(await run('refund', { ids: keys, given })).toMatchObject({
    status: 'success',
    updateNum: 2_100,
    failNum: 0,
  });
  expect(await counts()).toEqual({ 5: 2_101 });
});

test('a job that is cut off goes on where it stood, one that is cancelled stops there, and each row takes the step once', async () => {
  await orders(
    1,
    Array.from({ length: 5_000 }, () => '1.00'),
  );
  const { id } = (await start('submit', { everything: true })).body.data;
  const { engine } = app;
  let chunks = 0;
  const cut = {
    engine: {
      ...engine,
      db: new Proxy(engine.db, {
        get(db, name) {
          if (name === 'transaction' && ++chunks === 2) throw new Error('The process dies');
          const found: unknown = Reflect.get(db, name);
          return typeof found === 'function' ? found.bind(db) : found;
        },
      }),
    },
    logger: silentLogger(),
    workFolder: app.dataDir,
    currentActor: standsAs,
  };
  await expect(work(cut, id)).rejects.toThrow('The process dies');
  const between = await counts();
  expect(between[2]).toBeGreaterThan(0);
  expect(between[2]).toBeLessThan(5_000);
  expect(await finished(app, 'admin', id)).toMatchObject({
    status: 'success',
    updateNum: 5_000,
    done: 5_000,
  });
  const doubled = await sql`select row_id from t_row_history where dataset = 'testOrder' and job_id = ${id}
    group by row_id having count(*) > 1`.execute(engine.db);
  expect(doubled.rows).toEqual([]);
  await sql`update t_test_order set order_status = 1`.execute(engine.db);
  const second = (await start('submit', { everything: true })).body.data.id;
  await sql`update t_biz_log set cancel_requested = true where id = ${second}`.execute(engine.db);
  expect(await finished(app, 'admin', second)).toMatchObject({ cancelled: true, updateNum: 0 });
  expect(await counts()).toEqual({ 1: 5_000 });
});

test('nobody starts it without the code, about no rows in particular, or without what the step asks for', async () => {
  await orders(3, ['1.00']);
  expect((await start('refund', { everything: true, given: { reason: '无' } }, 'nobody')).status).toBe(403);
  expect((await start('refund', { given: { reason: '无' } })).body.data.reason).toBe('emptyCondition');
  expect((await start('refund', { everything: true })).body.data.errors).toMatchObject([{ field: 'reason' }]);
  expect((await start('close', { everything: true })).status).toBe(404);
  expect(await counts()).toEqual({ 3: 1 });
});
