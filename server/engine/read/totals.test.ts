import { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { type SqlBool, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { randomFrom } from '../../testing/random.ts';
import { databaseKind } from '../../testing/run.ts';
import type { Engine } from '../engine.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { countRows } from './totals.ts';

const { card } = registry;
let app: TestApp;
/** Two processes on one database, each unaware of the other's counts. */
let nodes: readonly [Engine, Engine];
/** Other writers, on separate connections. */
let writers: pg.Client[];

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  nodes = [app.engine, { ...app.engine }];
  writers = await Promise.all(
    [1, 2, 3].map(async () => {
      const client = new pg.Client({ connectionString: app.databaseUrl });
      await client.connect();
      return client;
    }),
  );
});
afterAll(async () => {
  await Promise.all(writers.map(client => client.end()));
  await app.close();
});
beforeEach(() => sql`truncate t_card`.execute(app.engine.db));

afterEach(() => Promise.all(writers.map(client => client.query('rollback'))));

let made = 0;
const add = (rows: number, type: number) => {
  made += rows;
  return `insert into t_card (card_name, card_type, data_year, price, count_limit, expire_time, valid_days, code_prefix,
      sale_flag, formal_flag, order_num, status)
    select 's' || n, ${type}, 2026, 1, 0, now(), 1, 'x', 1, 1, 0, 1 from generate_series(${made - rows + 1}, ${made}) as n`;
};
const ofType = (type: number) => sql<SqlBool>`d.card_type = ${type}`;
const truth = async (type: number) =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from t_card where card_type = ${type} and not deleted`.execute(
      app.engine.db,
    )
  ).rows[0]?.n;

// The embedded database serves one transaction at a time.
const isServer = databaseKind() === 'server';

test.runIf(isServer)(
  'a total that says it is exact is the true one, no matter who wrote meanwhile, on whichever node it is asked for',
  async () => {
    const random = randomFrom(20_261_123);
    const isOpen = writers.map(() => false);
    await sql.raw(add(700, 1)).execute(app.engine.db);
    await sql.raw(add(900, 2)).execute(app.engine.db);
    for (let step = 0; step < 250; step++) {
      const at = random.pick([0, 1, 2]);
      const client = writers[at] as pg.Client;
      const type = random.pick([1, 2]);
      switch (random.pick(['begin', 'add', 'add', 'move', 'delete', 'end', 'end', 'ask', 'ask', 'ask'])) {
        case 'begin':
          if (!isOpen[at]) await client.query('begin');
          isOpen[at] = true;
          break;
        case 'end':
          if (isOpen[at]) await client.query(random.pick(['commit', 'commit', 'rollback']));
          isOpen[at] = false;
          break;
        case 'add':
          await client.query(add(3, type));
          break;
        // Each writer uses separate rows, so that none waits for another's transaction.
        case 'move':
          await client.query('update t_card set card_type = $1 where card_id % 3 = $2 and card_id % 7 = 1', [
            type,
            at,
          ]);
          break;
        case 'delete':
          await client.query(
            `update t_card set deleted = true where card_id = (
            select max(card_id) from t_card where card_id % 3 = $1 and not deleted)`,
            [at],
          );
          break;
        case 'ask': {
          const counted = await countRows(random.pick(nodes), card, ofType(type));
          if (!counted.estimated)
            expect({ step, total: counted.total }).toEqual({ step, total: await truth(type) });
        }
      }
    }
  },
);

test('past the bound an estimate stands at once; the true number is waited for, remembered, and forgotten with the next change', async () => {
  const rows = limits.exactTotal + 500;
  await sql.raw(add(rows, 1)).execute(app.engine.db);
  const list = async (more = '') =>
    (await app.call('admin', 'GET', `${card.path}/list?cardType=1&size=1${more}`)).body.data;
  expect(await list()).toMatchObject({ estimated: true });
  const exact = await list('&exact=1');
  expect(exact.total).toBe(rows);
  expect(exact).not.toHaveProperty('estimated');
  const remembered = await list();
  expect(remembered.total).toBe(rows);
  expect(remembered).not.toHaveProperty('estimated');

  // Uncommitted changes have no effect yet; committed ones show at once.
  const [writer] = writers as [pg.Client];
  if (isServer) await writer.query('begin');
  await writer.query(add(5, 1));
  if (isServer) {
    expect(await list()).toMatchObject({ total: rows });
    expect(await list()).not.toHaveProperty('estimated');
    await writer.query('commit');
  }
  expect(await list()).toMatchObject({ total: rows, estimated: true });
  expect((await list('&exact=1')).total).toBe(rows + 5);
  expect(await countRows(nodes[1], card, ofType(1), { exact: true })).toEqual({
    total: rows + 5,
    estimated: false,
  });
});

test('a page in an order of its own has the rows and the total that it has when each is asked for by itself', async () => {
  const { db } = app.engine;
  const random = randomFrom(20_261_124);
  await sql.raw(add(2_000, 2)).execute(db);
  await sql.raw(add(1_000, 3)).execute(db);
  await sql`update t_card set price = card_id % 7, count_limit = card_id % 3, deleted = card_id % 11 = 0`.execute(
    db,
  );
  const columns = { cardName: 'card_name', price: 'price', countLimit: 'count_limit', cardId: 'card_id' };
  for (let step = 0; step < 60; step++) {
    const [name, column] = random.pick(Object.entries(columns));
    const [type, size, current] = [random.pick([2, 3]), random.pick([1, 10, 50]), 1 + random.below(40)];
    const isDown = random.chance(50);
    const { data } = (
      await app.call(
        'admin',
        'GET',
        `${card.path}/list?cardType=${type}&sort=${isDown ? '-' : ''}${name}&size=${size}&current=${current}`,
      )
    ).body;
    const { rows } = await sql<{ id: number }>`
      select card_id as id from t_card where card_type = ${type} and not deleted
      order by ${sql.raw(column)} ${isDown ? sql`desc` : sql`asc`}, card_id desc
      limit ${size} offset ${(current - 1) * size}`.execute(db);
    const shown = data.records.map((row: { cardId: number }) => row.cardId);
    expect({ step, shown, total: data.total }).toEqual({
      step,
      shown: rows.map(({ id }) => id),
      total: await truth(type),
    });
    // Counted again after each write, and cached if there was none.
    if (random.chance(50)) await sql.raw(add(3, type)).execute(db);
  }
});

test('those who ask for a total together get the same one, and a person who has written before asking finds it in there', async () => {
  for (const rows of [600, limits.exactTotal + 100]) {
    await sql`truncate t_card`.execute(app.engine.db);
    await sql.raw(add(rows, 1)).execute(app.engine.db);
    const [node] = nodes;
    const early = Array.from({ length: 5 }, () => countRows(node, card, ofType(1)));
    await sql.raw(add(7, 1)).execute(app.engine.db);
    const late = await Promise.all(Array.from({ length: 5 }, () => countRows(node, card, ofType(1))));
    const isFew = rows <= limits.exactTotal;
    for (const { total, estimated } of late) {
      expect(estimated).toBe(!isFew);
      if (isFew) expect(total).toBe(rows + 7);
      else expect(total).toBeGreaterThan(limits.exactTotal);
    }
    for (const { estimated } of await Promise.all(early)) expect(estimated).toBe(!isFew);
    expect(await countRows(node, card, ofType(1), { exact: true })).toEqual({
      total: rows + 7,
      estimated: false,
    });
  }
});

test('what was many and is few is counted again within a moment, not called many for as long as an estimate stands', async () => {
  await sql.raw(add(limits.exactTotal + 100, 1)).execute(app.engine.db);
  const [node] = nodes;
  expect((await countRows(node, card, ofType(1))).estimated).toBe(true);
  await sql`delete from t_card where card_id % 100 <> 0`.execute(app.engine.db);
  await expect
    .poll(() => countRows(node, card, ofType(1)), { timeout: 20_000 })
    .toEqual({ total: await truth(1), estimated: false });
});
