import { machineOf } from '@yikao/model/contexts/machines.ts';
import { screens } from '@yikao/model/contexts/screens.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { type AnyDataset, readPath } from '@yikao/model/kernel/dataset.ts';
import { defineDataset, field, label } from '@yikao/model/kernel/language.ts';
import { scopeKinds } from '@yikao/model/kernel/scope.ts';
import { defineScreen } from '@yikao/model/kernel/screens.ts';
import { permissionCode, permissionCodes } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Feature } from '../contexts/shared/feature.ts';
import { migrated } from '../testing/database.ts';
import { screenRoutes } from './routes.ts';
import type { Actor } from './scope/actor.ts';
import { columnName, tableName } from './table/naming.ts';
import { openTestApp, person, type TestApp } from './testing/app.ts';
import { boundBy, type Home, makeHome, next, rowOf } from './testing/homes.ts';

const name = label('测试', 'Test');
const menu = { at: '/base/screen', group: 'data', icon: 'BankOutlined', order: 1 } as const;

/** Deals with an owner each, a number of a person, and an amount that agencies may not see. */
const deal = defineDataset({
  name: 'testOffer',
  path: '/api/test/offer',
  label: label('测试报价', 'Test offers'),
  fields: {
    offerId: field.id(),
    partnersId: field.ref({ to: 'partners' }),
    saleUserId: field.ref({ label: name, to: 'adminUser' }),
    amount: field.money({ label: name }),
    cost: field.money({ label: name, hiddenFrom: ['agency'] }),
    pieces: field.integer({ label: name }),
    secretNote: field.text({ label: name, max: 64 }),
    dealStatus: field.code({ label: name, of: enable }),
    phone: field.mobile({ label: name }),
  },
  permissions: { prefix: 'test:offer', actions: ['list', 'update', 'delete'], own: { watch: name } },
  scope: {
    partner: 'partnersId',
    province: { common: 'in a test' },
    agency: { readOnly: 'in a test' },
    own: 'saleUserId',
  },
  list: {
    filters: ['dealStatus', 'partnersId', 'saleUserId', 'cost', 'phone', 'secretNote', 'pieces'],
    sort: ['-pieces'],
  },
  summary: { amount: 'sum', cost: 'sum', pieces: 'sum' },
  groups: ['dealStatus', 'saleUserId'],
});

/** Deals on offer, which salespeople see regardless of their owner. */
const pool = defineScreen(deal, {
  name: 'pool',
  label: name,
  menu,
  where: { dealStatus: 1 },
  open: { own: 'what is on offer is for every salesperson to look at' },
  columns: ['partnersId', 'amount', 'cost', 'phone'],
});

/** Owned deals, for people who see no others. */
const taken = defineScreen(deal, {
  name: 'taken',
  label: name,
  menu,
  given: ['saleUserId'],
  may: 'watch',
  columns: ['offerId', 'amount'],
  hidden: ['saleUserId'],
});

const people: Record<string, Actor> = {};
let app: TestApp;
let ours: Home;
let theirs: Home;

const holder = (parts: Partial<Actor>): Actor =>
  person({
    admin: false,
    permissions: new Set([
      ...permissionCodes().map(({ code }) => code),
      ...['list', 'update', 'delete', 'watch'].map(last => `test:offer:${last}`),
    ]),
    ...parts,
  });

beforeAll(async () => {
  people.admin = person({ userId: 900_000 });
  const further: Feature = (node, { engine }) => {
    for (const screen of [pool, taken]) screenRoutes(node, engine, screen);
  };
  app = await openTestApp(migrated, people, [further], [deal]);
  ours = await makeHome(app.engine);
  theirs = await makeHome(app.engine);
  for (const kind of scopeKinds) {
    people[kind] = holder({ userId: 800_000 + next(), ...boundBy[kind](ours) });
  }
  people.nothing = holder({ userId: 800_900, noRows: true });
  people.stranger = person({ userId: 800_901, admin: false, permissions: new Set() });
  people.seller = holder({ userId: ours.own, ownRowsOnly: true, partnersIds: [ours.partner] });
  people.watcher = person({ userId: 800_902, admin: false, permissions: new Set(['test:offer:watch']) });
});
afterAll(() => app.close());

const get = (who: string, url: string) => app.call(who, 'GET', url);

type Row = Readonly<Record<string, unknown>>;

/** All that a person may read of a dataset or a screen, through its list. */
async function readable(who: string, dataset: AnyDataset, query = ''): Promise<Row[]> {
  const rows: Row[] = [];
  for (let current = 1; ; current++) {
    const { body } = await get(who, `${readPath(dataset)}/list?tree=0&size=200&current=${current}&${query}`);
    rows.push(...body.data.records);
    if (rows.length >= body.data.total) return rows;
  }
}

const further = screens.map(screen => ({ name: `${screen.name}.${screen.screen?.name}`, screen }));

describe.each(further)('the screen $name', ({ screen }) => {
  const { key, screen: about } = screen;
  const { where = {}, given = [], opened = [] } = about ?? {};
  const at = readPath(screen);
  const dataset = () => app.engine.dataset(screen.name);
  const keysOf = (rows: readonly Row[]) => rows.map(row => Number(row[key])).toSorted((a, b) => a - b);
  const isShown = (row: Row) =>
    Object.entries(where).every(([field, values]) => values.some(value => value === row[field])) &&
    given.every(field => row[field] !== null);
  const told = Object.keys(screen.fields).filter(field => !screen.fields[field]?.private);

  beforeAll(async () => {
    // Rows with each value, some of them on the screen, in both homes.
    for (const home of [ours, theirs]) {
      for (const [field, values] of Object.entries(where)) {
        for (const value of values) {
          const isState = machineOf(dataset())?.field === field;
          const made = await rowOf(app.engine, dataset(), home, isState ? {} : { [field]: value });
          // A state is the engine's to set, and who listens to a new row may move it on.
          if (isState)
            await sql`update ${sql.table(tableName(dataset()))} set ${sql.id(columnName(field))} = ${value}
              where ${sql.id(columnName(key))} = ${made.key}`.execute(app.engine.db);
        }
      }
      await rowOf(app.engine, dataset(), home);
    }
  });

  test('shows each person the rows of the list that it is about, and no others, with their sums', async () => {
    const all = (await readable('admin', dataset())).filter(isShown);
    for (const who of ['admin', ...scopeKinds, 'nothing']) {
      const shown = await readable(who, screen);
      const listed = (await readable(who, dataset())).filter(isShown);
      // People bound only by a kind that the screen lifts see all its rows.
      const free = opened.some(kind => kind === who);
      expect(keysOf(shown), who).toEqual(keysOf(free ? all : listed));
      const sums = await get(who, `${at}/summary`);
      if (sums.status !== 404) expect(sums.body.data.count, who).toBe(shown.length);
    }
    expect(keysOf(all).length).toBeGreaterThan(0);
  });

  test('is opened by its own code alone, tells its own fields, and its code opens nothing else', async () => {
    const code = permissionCode(screen, 'list');
    people.looker = person({ userId: 800_950, admin: false, permissions: new Set([code]) });
    const rows = await readable('admin', dataset());
    const inside = rows.find(isShown);
    const outside = rows.find(row => !isShown(row));
    expect((await get('stranger', `${at}/list`)).status).toBe(403);
    expect((await get('', at)).status).toBe(401);
    expect((await get('looker', at)).status).toBe(200);
    const read = await get('looker', `${at}/info?${key}=${inside?.[key]}`);
    expect(read.status).toBe(200);
    for (const field of Object.keys(screen.fields)) {
      if (!told.includes(field)) expect(read.body.data, field).not.toHaveProperty(field);
    }
    expect((await get('looker', `${at}/info?${key}=${outside?.[key]}`)).status).toBe(404);
    expect((await get('looker', `${at}/list?${key}=${outside?.[key]}`)).body.data.total).toBe(0);
    if (code === permissionCode(dataset(), 'list')) return;
    for (const call of ['list', 'summary', 'states', 'history', 'trash', `info?${key}=${inside?.[key]}`]) {
      expect([403, 404], call).toContain((await get('looker', `${screen.path}/${call}`)).status);
    }
  });
});

describe('a screen that opens a kind of scope', () => {
  /** Rows: the caller's, a colleague's, an unowned one, one not on offer, and one of another partner. */
  async function fill(): Promise<Record<'mine' | 'colleague' | 'free' | 'closed' | 'foreign', number>> {
    await sql`delete from t_test_offer`.execute(app.engine.db);
    const insert = async (partner: number, seller: number | null, status: number) => {
      const made = await sql<{ id: number }>`
        insert into t_test_offer
          (partners_id, sale_user_id, amount, cost, pieces, secret_note, deal_status, phone)
        values (${partner}, ${seller}, 5, 7, 3, 'nobody else', ${status}, '13812345678')
        returning offer_id as id`.execute(app.engine.db);
      return Number(made.rows[0]?.id);
    };
    return {
      mine: await insert(ours.partner, ours.own, 1),
      colleague: await insert(ours.partner, theirs.own, 1),
      free: await insert(ours.partner, null, 1),
      closed: await insert(ours.partner, null, 0),
      foreign: await insert(theirs.partner, null, 1),
    };
  }
  const at = readPath(pool);

  test('shows the rows that it is about within the kinds that still bind, and changes none of them', async () => {
    const rows = await fill();
    const keys = (shown: readonly Row[]) => shown.map(({ offerId }) => offerId).toSorted();
    expect(keys(await readable('seller', deal))).toEqual([rows.mine]);
    const open = [rows.mine, rows.colleague, rows.free];
    expect(keys(await readable('seller', pool))).toEqual(open.toSorted());
    expect(keys(await readable('seller', pool, `offerId=${rows.closed}&offerId=${rows.foreign}`))).toEqual(
      [],
    );
    expect(keys(await readable('seller', pool, 'dealStatus=0'))).toEqual([]);
    expect(await readable('nothing', pool)).toEqual([]);
    for (const key of [rows.closed, rows.foreign]) {
      expect((await get('seller', `${at}/info?offerId=${key}`)).status).toBe(404);
    }
    await sql`update t_test_offer set deleted = true where offer_id = ${rows.free}`.execute(app.engine.db);
    expect((await get('seller', `${at}/info?offerId=${rows.free}`)).status).toBe(404);
    expect(keys(await readable('seller', pool))).not.toContain(rows.free);

    const change = { offerId: rows.colleague, amount: 1, version: 1 };
    expect((await app.call('seller', 'PUT', deal.path, change)).status).toBe(404);
    expect((await app.call('seller', 'DELETE', `${deal.path}?ids=${rows.colleague}`)).status).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await app.call('seller', method, at, change)).status, method).toBe(404);
    }
    const kept = await sql<{ amount: string }>`
      select amount::text from t_test_offer where offer_id = ${rows.colleague} and not deleted`.execute(
      app.engine.db,
    );
    expect(kept.rows).toEqual([{ amount: '5.00' }]);
  });

  test('tells its columns alone, with numbers of persons masked, and nothing is asked by the others', async () => {
    const rows = await fill();
    const [listed] = await readable('seller', pool, `offerId=${rows.colleague}`);
    const read = (await get('seller', `${at}/info?offerId=${rows.colleague}`)).body.data;
    for (const row of [listed, read]) {
      expect(row).toMatchObject({ amount: 5, phone: '138****5678', dealStatus: 1 });
      for (const hidden of ['secretNote', 'pieces', 'saleUserId', 'saleUserName']) {
        expect(row, hidden).not.toHaveProperty(hidden);
      }
    }
    // The same person still reads their own complete row.
    expect((await get('seller', `${deal.path}/info?offerId=${rows.mine}`)).body.data.phone).toBe(
      '13812345678',
    );
    for (const asked of [
      'secretNote=nobody',
      'pieces=3',
      'saleUserId=1',
      'sort=-pieces',
      'sort=saleUserId',
    ]) {
      expect((await get('seller', `${at}/list?${asked}`)).status, asked).toBe(400);
    }
    const sums = (await get('seller', `${at}/summary`)).body.data;
    expect(sums).toEqual({ count: 3, values: { amount: '15.00', cost: '21.00' } });
    expect((await get('seller', `${at}/summary?by=saleUserId`)).status).toBe(400);
    for (const call of ['history', 'options', 'trash', 'export', 'states']) {
      expect((await get('seller', `${at}/${call}?offerId=${rows.colleague}`)).status, call).toBe(404);
    }
    expect((await get('seller', `${deal.path}/history?offerId=${rows.colleague}`)).status).toBe(404);
    // Fields hidden from agencies are hidden here too.
    const [agencys] = await readable('agency', pool);
    expect(agencys).not.toHaveProperty('cost');
    expect((await get('agency', `${at}/summary`)).body.data.values).not.toHaveProperty('cost');
    expect((await get('agency', `${at}/list?sort=cost`)).status).toBe(400);
  });

  test('with a code of its own opens its rows and fields, and none of the calls of the dataset', async () => {
    const rows = await fill();
    const mine = await get('watcher', `${readPath(taken)}/info?offerId=${rows.mine}`);
    expect(mine.body.data).toMatchObject({ amount: 5, saleUserId: ours.own });
    expect(mine.body.data).not.toHaveProperty('phone');
    expect((await readable('watcher', taken)).map(({ offerId }) => offerId).toSorted()).toEqual(
      [rows.mine, rows.colleague].toSorted(),
    );
    expect((await get('watcher', `${readPath(taken)}/info?offerId=${rows.free}`)).status).toBe(404);
    for (const call of ['', '/list', '/summary', '/history', '/options', '/trash', '/pool', '/pool/info']) {
      const { status } = await get('watcher', `${deal.path}${call}?offerId=${rows.mine}`);
      expect(status, call).toBe(403);
    }
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status } = await app.call('watcher', method, deal.path, { offerId: rows.mine, version: 1 });
      expect(status, method).toBe(403);
    }
    expect((await get('seller', `${readPath(taken)}/list`)).body.data.total).toBe(1);
    people.lister = person({ userId: 800_903, admin: false, permissions: new Set(['test:offer:list']) });
    expect((await get('lister', `${readPath(taken)}/list`)).status).toBe(403);
  });
});
