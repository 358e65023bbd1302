import { registry } from '@yikao/model/datasets/index.ts';
import { limits } from '@yikao/model/limits.ts';
import { type SqlBool, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrated } from '../testing/database.ts';
import { randomFrom } from '../testing/hostile-calls.ts';
import { databaseKind } from '../testing/run.ts';
import type { Engine } from './engine.ts';
import { openTestApp, person, type TestApp } from './testing/app.ts';
import { countRows } from './totals.ts';

const { card } = registry;
let app: TestApp;
/** Two processes on one database: neither knows what the other has counted. */
let nodes: readonly [Engine, Engine];
/** Others, who write by connections of their own. */
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
  'a total that says it is exact is the true one, whoever has written meanwhile, on whichever node it is asked for',
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
        // Writers keep to rows of their own, so that none waits for another that is not done.
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

  // What is not committed changes nothing yet; what is, shows at once.
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
