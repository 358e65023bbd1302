import { AsyncLocalStorage } from 'node:async_hooks';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { elevated } from '../scope/actor.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { testOrder, testOrderStepServer, testOrderSteps } from '../testing/stepped-dataset.ts';
import { storeRows } from '../testing/store-rows.ts';
import { assertStates } from './assert-states.ts';
import { createStepClock } from './clock.ts';
import { acceptNotice } from './notice.ts';
import { takeStep } from './take-step.ts';

let app: TestApp;
let made = 0;
beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person({ userId: 900_000 }) }, [], [testOrder], {
    steps: [testOrderStepServer],
  });
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_test_order, t_outbox, t_vendor_notice`.execute(app.engine.db));

const clock = () => createStepClock({ engine: app.engine, onFailure: () => undefined });
/** A time a number of minutes from now, in the stored form. */
const minutes = (n: number) => shanghaiTime(new Date(app.engine.clock.now().getTime() + n * 60_000));

/** New orders that wait to be paid, and run out at a time; their keys. */
function waiting(count: number, expireTime: string | null, title = '等'): Promise<number[]> {
  const rows = Array.from({ length: count }, () => {
    made += 1;
    return { orderNo: `C${made}`, title, amount: '1.00', expireTime, orderStatus: 2 as const };
  });
  return storeRows(app.engine, testOrder, rows, { by: elevated() });
}

const counts = async () => {
  const found = await sql<{ state: number; count: number }>`
    select order_status as state, count(*)::integer as count from t_test_order group by 1 order by 1`.execute(
    app.engine.db,
  );
  return Object.fromEntries(found.rows.map(({ state, count }) => [state, count]));
};

describe('the clock', () => {
  test('takes the steps of all rows whose time has come, each once, however many nodes look', async () => {
    await waiting(450, minutes(-1));
    await waiting(3, minutes(5));
    await waiting(2, null);
    const taken = await Promise.all([clock().takeDue(), clock().takeDue(), clock().takeDue()]);
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(450);
    expect(await counts()).toEqual({ 2: 5, 4: 450 });
    const history = await sql<{ by: string; count: number }>`
      select step ->> 'by' as by, count(*)::integer as count from t_row_history
      where dataset = 'testOrder' and step ->> 'name' = 'close' group by 1`.execute(app.engine.db);
    expect(history.rows).toEqual([{ by: 'clock', count: 450 }]);
    expect(await clock().takeDue()).toBe(0);
  });

  test('lets a time win that somebody moves while it looks', async () => {
    const [key = 0] = await waiting(1, minutes(-1));
    let look: Promise<number> | undefined;
    // Another node's look is not part of this transaction.
    const outside = AsyncLocalStorage.snapshot();
    await app.engine.db.transaction().execute(async db => {
      await sql`update t_test_order set expire_time = ${new Date(Date.now() + 3_600_000)}::timestamptz where order_id = ${key}`.execute(
        db,
      );
      // Embedded, the check waits for this transaction; on a server it skips the locked row.
      look = outside(() => clock().takeDue());
    });
    await look;
    expect(await clock().takeDue()).toBe(0);
    expect(await counts()).toEqual({ 2: 1 });
    const early = { keys: key, by: { kind: 'clock' } } as const;
    await expect(takeStep(app.engine, testOrderSteps, 'close', early)).rejects.toMatchObject({
      code: 'notAllowedNow',
    });
  });

  test('passes over a row that fails, and takes all others, each time it looks', async () => {
    await waiting(1, minutes(-3), '坏');
    await waiting(250, minutes(-2));
    expect(await clock().takeDue()).toBe(250);
    expect(await counts()).toEqual({ 2: 1, 4: 250 });
    await sql`update t_test_order set title = '好' where title = '坏'`.execute(app.engine.db);
    expect(await clock().takeDue()).toBe(1);
  });
});

describe('a notice of a vendor', () => {
  const paid = (key: number, eventId: string, payNo = 'P1') =>
    acceptNotice(app.engine, testOrderSteps, 'pay', { vendor: 'bank', eventId, key, given: { payNo } });
  const messages = async () => {
    const found = await sql<{ count: number }>`select count(*)::integer as count from t_outbox`.execute(
      app.engine.db,
    );
    return found.rows[0]?.count;
  };

  test('that comes again is answered as the first time and does nothing, also ten at the same moment', async () => {
    const [key = 0] = await waiting(1, null);
    const answers = await Promise.all(Array.from({ length: 10 }, () => paid(key, 'E1')));
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ outcome: 'taken', state: 'paid' })));
    expect(await messages()).toBe(1);
    const info = await app.call('admin', 'GET', `${testOrder.path}/history?orderId=${key}`);
    expect(info.body.data.records[0]).toMatchObject({ version: 2, step: { by: 'vendor', cause: 'bank:E1' } });
  });

  test('of what has come about already says so, and one that comes late takes the step declared for it', async () => {
    const [first = 0, late = 0] = await waiting(2, null);
    await paid(first, 'E2');
    expect(await paid(first, 'E2b')).toEqual({ outcome: 'already', state: 'paid' });
    await takeStep(app.engine, testOrderSteps, 'close', { keys: late, by: { kind: 'step' } });
    expect(await paid(late, 'E3')).toEqual({ outcome: 'otherwise', state: 'refunding' });
    expect(await paid(late, 'E3')).toEqual({ outcome: 'otherwise', state: 'refunding' });
    expect(await messages()).toBe(1);
  });

  test('is never forced: of another payment of a paid row, of no row, and of another event nothing stands', async () => {
    const [key = 0, other = 0] = await waiting(2, null);
    await paid(key, 'E4');
    await expect(paid(key, 'E5', 'P2')).rejects.toMatchObject({ code: 'notAllowedNow' });
    await expect(paid(987_654_321, 'E6')).rejects.toMatchObject({ code: 'notFound' });
    await expect(paid(other, 'E4')).rejects.toMatchObject({ code: 'badRequest' });
    const kept = await sql<{ id: string }>`select event_id as id from t_vendor_notice`.execute(app.engine.db);
    expect(kept.rows).toEqual([{ id: 'E4' }]);
    expect(await counts()).toEqual({ 2: 1, 3: 1 });
  });
});

test('rows in a state that nobody declares stop the start, with their number', async () => {
  await waiting(3, null);
  await expect(assertStates(app.engine.db, app.engine.steps)).resolves.toBeUndefined();
  await sql`update t_test_order set order_status = 9 where order_id = (select min(order_id) from t_test_order)`.execute(
    app.engine.db,
  );
  await expect(assertStates(app.engine.db, app.engine.steps)).rejects.toThrow(
    'testOrder.orderStatus: 1 in the state 9',
  );
});
