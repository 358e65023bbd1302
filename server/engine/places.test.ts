import { datasets } from '@yikao/model/contexts/datasets.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { defineDataset, field, label } from '@yikao/model/kernel/language.ts';
import { summaryFigure } from '@yikao/model/kernel/places.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrated } from '../testing/database.ts';
import { aggregate } from './read/aggregate.ts';
import { summaryStates } from './read/summary.ts';
import type { Actor } from './scope/actor.ts';
import { seenBy as seenFor } from './scope/seen.ts';
import { openTestApp, person, type TestApp } from './testing/app.ts';
import { boundBy, type Home, makeHome, next, rowOf } from './testing/homes.ts';

const name = label('测试', 'Test');

/** A dataset with every kind of scope, an amount that agencies may not see, and each kind of group. */
const deal = defineDataset({
  name: 'testDeal',
  path: '/api/test/deal',
  label: label('测试成交', 'Test deals'),
  fields: {
    dealId: field.id(),
    partnersId: field.ref({ to: 'partners' }),
    saleUserId: field.ref({ label: name, to: 'adminUser' }),
    amount: field.money({ label: name }),
    cost: field.money({ label: name, hiddenFrom: ['agency'] }),
    pieces: field.integer({ label: name }),
    dealStatus: field.code({ label: name, of: enable }),
    dealTime: field.dateTime({ label: name }),
    dueDate: field.date({ label: name }),
    phone: field.mobile({ label: name }),
  },
  permissions: { prefix: 'test:deal', actions: ['list'] },
  scope: {
    partner: 'partnersId',
    province: { common: 'in a test' },
    agency: { readOnly: 'in a test' },
    own: 'saleUserId',
  },
  list: { filters: ['dealStatus', 'partnersId', 'dealTime', 'cost', 'phone'] },
  summary: {
    amount: 'sum',
    cost: 'sum',
    pieces: { of: 'sum', where: { dealStatus: [1] }, label: label('成交件数', 'Pieces sold') },
    dealTime: 'max',
  },
  groups: ['dealStatus', 'partnersId', 'saleUserId', 'dealTime', 'dueDate'],
});

const people: Record<string, Actor> = {};
let app: TestApp;
let ours: Home;
let theirs: Home;

const holder = (parts: Partial<Actor>): Actor =>
  person({
    admin: false,
    permissions: new Set([...permissionCodes().map(({ code }) => code), 'test:deal:list']),
    ...parts,
  });

beforeAll(async () => {
  people.admin = person({ userId: 900_000 });
  app = await openTestApp(migrated, people, [], [deal]);
  ours = await makeHome(app.engine);
  theirs = await makeHome(app.engine);
  for (const kind of ['partner', 'province', 'agency', 'own'] as const) {
    people[kind] = holder({ userId: 800_000 + next(), ...boundBy[kind](ours) });
  }
  people.nothing = holder({ userId: 800_900, noRows: true });
  people.stranger = person({ userId: 800_901, admin: false, permissions: new Set() });
});
afterAll(() => app.close());

const readers = ['admin', 'partner', 'province', 'agency', 'own', 'nothing'];
const get = (who: string, url: string) => app.call(who, 'GET', url);

type Row = Readonly<Record<string, unknown>>;

/** All that a person may read of a dataset within a query, through its list. */
async function readable(who: string, { path }: AnyDataset, query = ''): Promise<Row[]> {
  const rows: Row[] = [];
  for (let current = 1; ; current++) {
    const { body } = await get(who, `${path}/list?tree=0&size=200&current=${current}&${query}`);
    rows.push(...body.data.records);
    if (rows.length >= body.data.total) return rows;
  }
}

/** The exact sum of numbers with at most `places` decimals, as text. */
function sumOf(rows: readonly Row[], field: string, places: number): string {
  const digits = (value: unknown) => BigInt(Math.round(Number(value ?? 0) * 10 ** places));
  const sum = rows.reduce((all, row) => all + digits(row[field]), 0n);
  const text = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  const sign = sum < 0n ? '-' : '';
  return places === 0 ? sign + text : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
}

function placesOf(dataset: AnyDataset, name: string): number {
  const field = fieldOf(dataset, name);
  return field?.kind === 'money' ? 2 : field?.kind === 'decimal' ? field.scale : 0;
}

/** The expected summary of these rows; of every state if `whole`, else of the states that each sum covers. */
function expected(dataset: AnyDataset, all: readonly Row[], whole = false): { count: number; values: Row } {
  const values = Object.keys(dataset.summary).map(name => {
    const { of: kind, where } = summaryFigure(dataset, name) ?? { of: 'sum', where: {} };
    const counts = (row: Row) =>
      whole || Object.entries(where).every(([by, codes]) => codes.includes(Number(row[by])));
    const rows = all.filter(counts);
    if (kind === 'sum') return [name, sumOf(rows, name, placesOf(dataset, name))];
    const known = rows.flatMap(row => (row[name] === null ? [] : [String(row[name])])).toSorted();
    return [name, (kind === 'min' ? known[0] : known.at(-1)) ?? null];
  });
  return { count: all.length, values: Object.fromEntries(values) };
}

const summed = datasets.filter(({ summary, groups }) => Object.keys(summary).length + groups.length > 0);

describe.each(summed.map(dataset => ({ name: dataset.name, dataset })))('$name', ({ dataset }) => {
  test('sums and groups are those of the rows that each person may read', async () => {
    for (const home of [ours, theirs]) await rowOf(app.engine, dataset, home);
    for (const who of readers) {
      // Fields hidden from a kind of scope are in none of its sums.
      const seen = seenFor(dataset, people[who] as Actor);
      const rows = await readable(who, dataset);
      const { status, body } = await get(who, `${dataset.path}/summary`);
      expect(status, `${who}: ${body.message}`).toBe(200);
      const { states, ...sums } = body.data;
      expect(sums, who).toEqual(expected(seen, rows));
      const state = summaryStates(seen);
      expect(states?.by, who).toBe(state);
      for (const { key, name: _, ...group } of states?.of ?? []) {
        const those = rows.filter(row => row[state ?? ''] === key);
        expect(group, `${who} in state ${key}`).toEqual(expected(seen, those, true));
      }
      for (const by of seen.groups) {
        const kind = fieldOf(dataset, by)?.kind;
        const { groups } = (await get(who, `${dataset.path}/summary?by=${by}&top=1000`)).body.data;
        if (kind === 'date' || kind === 'dateTime') {
          expect(groups, `${who} by ${by}`).toHaveLength(30);
          continue;
        }
        const values = Map.groupBy(rows, row => row[by] ?? null);
        expect(new Set(groups.map((group: Row) => group.key)), `${who} by ${by}`).toEqual(
          new Set(values.keys()),
        );
        for (const { key, name: _, ...group } of groups) {
          expect(group, `${who} by ${by} ${key}`).toEqual(expected(seen, values.get(key) ?? []));
        }
      }
    }
  });

  test('needs the permission of the list, and answers to what is declared alone', async () => {
    const url = `${dataset.path}/summary`;
    expect((await get('', url)).status).toBe(401);
    expect((await get('stranger', url)).status).toBe(403);
    const undeclared = Object.keys(dataset.fields).filter(name => !dataset.groups.some(by => by === name));
    for (const by of [...undeclared, 'version', 'deleted', 'nothing', '__proto__']) {
      expect((await get('admin', `${url}?by=${by}`)).body.data.errors, by).toMatchObject([{ field: 'by' }]);
    }
    const [by] = dataset.groups;
    if (by === undefined) return;
    const wrong: [string, string][] = [
      [`by=${by}&most=${dataset.key}`, 'most'],
      [`by=${by}&top=0`, 'top'],
      [`by=${by}&top=x`, 'top'],
    ];
    for (const [query, at] of wrong) {
      expect((await get('admin', `${url}?${query}`)).body.data.errors, query).toMatchObject([{ field: at }]);
    }
    expect((await get('admin', `${url}?nothing=1`)).status).toBe(400);
  });
});

/** Generated rows: their owners and their values. */
const made = fc.record({
  home: fc.integer({ min: 0, max: 1 }),
  amount: fc.oneof(fc.constant(null), fc.integer({ min: -99_999_999, max: 99_999_999 })),
  cost: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 9_999 })),
  pieces: fc.oneof(fc.constant(null), fc.integer({ min: -2_000_000_000, max: 2_000_000_000 })),
  dealStatus: fc.constantFrom(null, 0, 1),
  day: fc.integer({ min: 1, max: 28 }),
  second: fc.constantFrom(0, 1, 43_200, 86_399),
});
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never;

async function fill(rows: readonly Made[]): Promise<void> {
  await sql`delete from t_test_deal`.execute(app.engine.db);
  for (const row of rows) {
    const home = row.home === 0 ? ours : theirs;
    const date = `2026-02-${String(row.day).padStart(2, '0')}`;
    await sql`
      insert into t_test_deal
        (partners_id, sale_user_id, amount, cost, pieces, deal_status, deal_time, due_date, phone)
      values (${home.partner}, ${home.own}, ${row.amount}::numeric / 100, ${row.cost}::numeric / 100,
        ${row.pieces}, ${row.dealStatus},
        (${date}::date::timestamp at time zone 'Asia/Shanghai') + ${row.second} * interval '1 second',
        ${date}::date, '13800000000')`.execute(app.engine.db);
  }
}

const seenBy = (who: string): AnyDataset => {
  if (who !== 'agency') return deal;
  const { cost: _, ...summary } = deal.summary;
  return { ...deal, summary };
};

test('sums, groups and days are exact and those of the readable rows, whatever the rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(made, { maxLength: 12 }),
      fc.constantFrom(...readers),
      fc.constantFrom('', 'dealStatus=1', 'dealTimeStart=2026-02-10&dealTimeEnd=2026-02-20'),
      async (rows, who, filter) => {
        await fill(rows);
        const read = await readable(who, deal, filter);
        const seen = seenBy(who);
        const ask = async (query: string) =>
          (await get(who, `${deal.path}/summary?${filter}&${query}`)).body.data;
        const { states, ...sums } = await ask('');
        expect(sums).toEqual(expected(seen, read));
        for (const { key, name: _, ...group } of states.of)
          expect(group).toEqual(
            expected(
              seen,
              read.filter(row => row.dealStatus === key),
              true,
            ),
          );
        for (const day of ['dealTime', 'dueDate']) {
          const { groups } = await ask(`by=${day}&from=2026-02-01&to=2026-02-28`);
          expect(groups.map((group: Row) => group.key)).toEqual(
            Array.from({ length: 28 }, (_, at) => `2026-02-${String(at + 1).padStart(2, '0')}`),
          );
          for (const { key, name: none, ...group } of groups) {
            const of = read.filter(row => String(row[day]).startsWith(key));
            expect(group, key).toEqual(expected(seen, of));
            expect(none).toBeNull();
          }
        }
        const { groups: top } = await ask('by=dealStatus&top=1&most=amount');
        const best = [...Map.groupBy(read, row => row.dealStatus ?? null)]
          .filter(([, of]) => of.some(row => row.amount !== null))
          .map(([, of]) => of.reduce((sum, row) => sum + Math.round(Number(row.amount ?? 0) * 100), 0));
        if (best.length > 0) {
          expect(Math.round(Number(top[0].values.amount) * 100)).toBe(Math.max(...best));
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe('what a person may not see', () => {
  const row: Made = { home: 0, amount: 100, cost: 7_700, pieces: 1, dealStatus: 1, day: 3, second: 0 };
  beforeAll(() => fill([row, { ...row, home: 1, cost: 8_800 }]));

  test('is told by no sum, no order, no filter and no name', async () => {
    const agency = (query: string) => get('agency', `${deal.path}/summary?${query}`);
    const all = await agency('');
    expect(all.body.data).toMatchObject({ count: 1, values: { amount: '1.00' } });
    expect(all.body.data.values).not.toHaveProperty('cost');
    const grouped = await agency('by=dealStatus');
    expect(JSON.stringify(grouped.body)).not.toContain('77');
    expect((await agency('by=dealStatus&most=cost')).body.data.errors).toMatchObject([{ field: 'most' }]);
    expect((await agency('costStart=1')).status).toBe(400);
    expect((await get('partner', `${deal.path}/summary`)).body.data.values.cost).toBe('77.00');
    // The other partner's person sold here: the row is read, the person's name is not.
    await sql`update t_test_deal set sale_user_id = ${theirs.own} where partners_id = ${ours.partner}`.execute(
      app.engine.db,
    );
    const { groups } = (await agency('by=saleUserId')).body.data;
    expect(groups).toMatchObject([{ key: theirs.own, name: null, count: 1 }]);
    const known = (await get('admin', `${deal.path}/summary?by=saleUserId`)).body.data.groups;
    expect(known[0].name).toMatch(/^user/);
  });

  test('cannot be summed by a feature in the name of the person either', async () => {
    const { engine } = app;
    const agency = people.agency as Actor;
    const measures = { rows: 'count', paid: { sum: 'amount' }, first: { min: 'dealTime' } } as const;
    expect(await aggregate(engine, deal, agency, { measures })).toEqual({
      rows: 1,
      paid: '1.00',
      first: '2026-02-03 00:00:00',
    });
    await expect(
      aggregate(engine, deal, agency, { measures: { cost: { sum: 'cost' } } }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect(
      await aggregate(engine, deal, people.admin as Actor, {
        measures,
        where: sql`d.amount > 0`,
        by: { day: 'dueDate', from: '2026-02-02', to: '2026-02-03' },
      }),
    ).toEqual([
      { key: '2026-02-02', name: null, values: { rows: 0, paid: '0.00', first: null } },
      { key: '2026-02-03', name: null, values: { rows: 2, paid: '2.00', first: '2026-02-03 00:00:00' } },
    ]);
  });
});

test('days are asked for in order, as dates, and not by the thousand', async () => {
  const ask = async (query: string) =>
    (await get('admin', `${deal.path}/summary?by=dealTime&${query}`)).body.data.errors;
  expect(await ask('from=yesterday')).toMatchObject([{ field: 'from' }]);
  expect(await ask('from=2026-02-02&to=2026-02-01')).toMatchObject([{ field: 'to' }]);
  expect(await ask('from=2000-01-01&to=2026-02-01')).toMatchObject([{ field: 'to' }]);
});
