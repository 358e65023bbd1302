import { waitingCalls } from '@yikao/model/calls/waiting-calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { waitingItems } from '@yikao/model/contexts/waiting.ts';
import { type AnyDataset, readPath } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { assertWaiting } from '@yikao/model/waiting.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { elevated } from '../scope/actor.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { sampleRow } from '../testing/samples.ts';
import { importFile, upload, writeSheet } from '../testing/workbooks.ts';
import { insertRows } from '../write/internal-write.ts';
import { add } from '../write/save.ts';
import { transact } from '../write/transaction.ts';

const { adminUser, lead, message, partners, partnersSettle, refund } = registry;

interface Item {
  readonly name: string;
  readonly count: number;
  readonly more: boolean;
  readonly query: Record<string, (number | string)[]>;
  readonly records: Record<string, unknown>[];
}

/** Owner, state and appointment of a made-up lead. */
interface Lead {
  readonly owner: number | null;
  readonly status: number;
  readonly next: string | null;
}
const unowned = { saleUserId: null, partnersId: null, provinceId: null, leadStatus: 0, nextFollowTime: null };

let app: TestApp;
const people = { admin: person({ userId: 900_000 }) } as Record<string, ReturnType<typeof person>>;
const day = (from: number) => shanghaiTime(new Date(Date.now() + from * 86_400_000)).slice(0, 10);
const ids = {} as Record<'mei' | 'ming' | 'west' | 'east', number>;

async function home(who: string): Promise<Item[]> {
  const { status, body } = await app.call(who, 'GET', waitingCalls.all.path);
  expect(status, body.message).toBe(200);
  return body.data.rows;
}
const itemOf = async (who: string, name: string) => (await home(who)).find(item => item.name === name);

/** Counts the rows of the list to which an item leads. */
async function listed(who: string, { name, query }: Item): Promise<number> {
  const item = waitingItems.find(one => one.name === name);
  const path = item ? readPath(item.of) : '';
  const asked = Object.entries(query).flatMap(([key, values]) => values.map(value => `${key}=${value}`));
  const { body } = await app.call(who, 'GET', `${path}/list?${asked.join('&')}`);
  return body.data.total;
}

beforeAll(async () => {
  app = await openTestApp(migrated, people);
  const { engine } = app;
  const made = async (dataset: typeof partners | typeof adminUser, n: number, fixed: object, key: string) =>
    Number((await add(engine, dataset, elevated(), await sampleRow(engine, dataset, n, { ...fixed })))[key]);
  ids.west = await made(partners, 1, { parentId: 0 }, 'partnersId');
  ids.east = await made(partners, 2, { parentId: 0 }, 'partnersId');
  const seller = { saleFlag: 1, adminFlag: 0, status: 1, provinceId: null, agentId: null, partnersId: null };
  ids.mei = await made(adminUser, 0, seller, 'userId');
  ids.ming = await made(adminUser, 10, seller, 'userId');
  const sells = new Set(['crm:lead:list', 'crm:lead:follow', 'crm:lead:claim']);
  for (const name of ['mei', 'ming'] as const)
    people[name] = person({ userId: ids[name], admin: false, permissions: sells, ownRowsOnly: true });
  people.looksOn = person({ userId: ids.mei, admin: false, permissions: new Set(['crm:lead:list']) });
  people.nobody = person({ userId: 800_001, admin: false, permissions: new Set() });
  const confirms = new Set(['wish:settle:list', 'wish:settle:confirm']);
  people.west = person({ userId: 800_002, admin: false, permissions: confirms, partnersIds: [ids.west] });
  people.east = person({ userId: 800_003, admin: false, permissions: confirms, partnersIds: [ids.east] });
  const audits = new Set(['pay:refund:list', 'pay:refund:audit']);
  people.finance = person({ userId: ids.ming, admin: false, permissions: audits });
  people.otherFinance = person({ userId: ids.mei, admin: false, permissions: audits });
  people.agency = person({
    userId: 800_004,
    admin: false,
    permissions: audits,
    agentId: 77,
    partnersIds: [ids.west],
  });

  const insert = (dataset: AnyDataset, rows: readonly object[]) =>
    transact(engine.db, db =>
      // Made-up rows are complete, of whichever dataset.
      insertRows(engine, db, dataset, rows as never, { by: elevated() }),
    );
  const leads = async (from: number, count: number, { owner, status, next }: Lead) => {
    const rows: object[] = [];
    // One after another: a sample may add the rows that it refers to.
    for (let at = 0; at < count; at++) rows.push(await sampleRow(engine, lead, from + at, unowned));
    const keys = await insert(lead, rows);
    await sql`update t_lead set sale_user_id = ${owner}, lead_status = ${status},
      next_follow_time = ${next && `${next}+08`}::timestamptz where lead_id = any(${keys}::bigint[])`.execute(
      engine.db,
    );
  };
  const mine = { owner: ids.mei, status: 2 };
  await leads(100, 14, { ...mine, next: `${day(-2)} 10:00:00` });
  await leads(200, 2, { ...mine, next: `${day(0)} 23:59:59` });
  await leads(300, 3, { ...mine, next: `${day(1)} 00:00:00` });
  await leads(400, 1, { ...mine, status: 5, next: `${day(-2)} 10:00:00` });
  await leads(500, 1, { ...mine, owner: ids.ming, next: `${day(-2)} 10:00:00` });
  await leads(600, 2, { owner: null, status: 6, next: null });
  for (const [n, partnersId] of [
    [1, ids.west],
    [2, ids.east],
  ] as const) {
    const row = await sampleRow(engine, partnersSettle, n, { settleStatus: 1, partnersId });
    await insert(partnersSettle, [row]);
  }
  const applied = {
    ...{ refundNo: 'R1', bizType: 1, orderNo: 'S1', amount: '9.90', payAmount: '9.90', reason: '不想要了' },
    ...{ refundStatus: 1, applyBy: ids.ming, partnersId: ids.west },
  };
  await insert(refund, [applied]);
});
afterAll(() => app.close());

test('the declared items are in order, and a wrong one is named with what to do', () => {
  expect(() => assertWaiting(waitingItems)).not.toThrow();
  const [first] = waitingItems;
  if (!first) throw new Error('No items');
  const wrong = { ...first, tells: ['nothing'], next: { zh: '', en: '' } };
  expect(() => assertWaiting([first, wrong])).toThrow(
    /another item has this name[\s\S]*no label[\s\S]*lead.nothing is no field that people see/,
  );
  expect(() => assertWaiting([{ ...first, of: message }])).toThrow(/message has no screen/);
});

test('a salesperson sees what is overdue and what is due today, of their own open leads alone', async () => {
  const overdue = await itemOf('mei', 'lead.overdue');
  expect(overdue).toMatchObject({ count: 14, more: false });
  expect(overdue?.records).toHaveLength(limits.waitingRows);
  expect(await itemOf('mei', 'lead.today')).toMatchObject({ count: 2 });
  expect(await itemOf('ming', 'lead.overdue')).toMatchObject({ count: 1 });
  expect(await itemOf('mei', 'lead.pool')).toMatchObject({ count: 2 });
  // The numbers of people stay masked.
  expect(String(overdue?.records[0]?.mobile)).toContain('****');
});

test('every item leads to a list with as many rows', async () => {
  for (const who of ['mei', 'ming', 'west', 'admin'])
    for (const item of await home(who))
      if (!item.more) expect(await listed(who, item), item.name).toBe(item.count);
});

test('somebody without the right to a step is not asked for it', async () => {
  expect(await home('looksOn')).toEqual([]);
  expect(await home('nobody')).toEqual([]);
  for (const who of ['mei', 'west', 'finance'])
    for (const { name } of await home(who)) {
      const item = waitingItems.find(one => one.name === name);
      const held = people[who]?.permissions;
      if (!item || item.may === 'person') continue;
      expect(held?.has(item.may)).toBe(true);
      expect(held?.has(permissionCode(item.of, 'list'))).toBe(true);
    }
  // A right that is taken away takes its item away.
  const before = people.mei;
  people.mei = person({
    userId: ids.mei,
    admin: false,
    permissions: new Set(['crm:lead:list', 'crm:lead:claim']),
    ownRowsOnly: true,
  });
  expect((await home('mei')).map(({ name }) => name)).toEqual(['lead.pool']);
  if (before) people.mei = before;
});

test('a partner sees the settlements of their own partner alone', async () => {
  const west = await itemOf('west', 'partnersSettle.confirm');
  expect(west).toMatchObject({ count: 1 });
  const east = await itemOf('east', 'partnersSettle.confirm');
  expect(east?.records[0]?.settleId).not.toBe(west?.records[0]?.settleId);
  expect(await itemOf('admin', 'partnersSettle.confirm')).toMatchObject({ count: 2 });
});

test('a refund waits for others than its applicant and its first reviewer, and for nobody who only looks on', async () => {
  expect(await itemOf('otherFinance', 'refund.audit')).toMatchObject({ count: 1 });
  expect(await itemOf('finance', 'refund.audit')).toBeUndefined();
  expect(await itemOf('agency', 'refund.audit')).toBeUndefined();
  await sql`update t_refund set first_audit_by = ${people.otherFinance?.userId}`.execute(app.engine.db);
  expect(await itemOf('otherFinance', 'refund.audit')).toBeUndefined();
});

test('unread messages are those of the reader, for administrators too', async () => {
  const row = { event: 'jobEnded', content: '导入完成', details: {}, readFlag: 0, userId: ids.mei };
  await transact(app.engine.db, db =>
    // The product's own row: people write none.
    insertRows(app.engine, db, message, [row] as never, { by: elevated() }),
  );
  expect(await itemOf('mei', 'message.read')).toMatchObject({ count: 1 });
  expect(await itemOf('admin', 'message.read')).toBeUndefined();
});

test('an import with refused rows waits for its owner until a later file answers it, and can be taken back today', async () => {
  const codes = new Set(['list', 'add', 'update', 'import'].map(action => `crm:lead:${action}`));
  people.clerk = person({ userId: 800_005, admin: false, permissions: codes });
  const found = await sql<{ name: string }>`select source_name as name from t_source limit 1`.execute(
    app.engine.db,
  );
  const source = found.rows[0]?.name ?? '';
  const jobs = async (who: string) => (await app.call(who, 'GET', waitingCalls.all.path)).body.data.jobs;
  const bring = async (...mobiles: string[]) => {
    const rows = mobiles.map(mobile => [mobile, '2026', source]);
    const file = await writeSheet(app, ['手机*', '数据年份*', '来源*'], rows);
    return importFile(app, 'clerk', lead, await upload(app, file, 800_005));
  };
  const idsOf = (list: { id: number }[]) => list.map(({ id }) => id);

  const first = await bring('13600000001', '1360000');
  const waiting = await jobs('clerk');
  expect(idsOf(waiting.refused)).toEqual([first.id]);
  expect(idsOf(waiting.undoable)).toEqual([first.id]);
  expect(waiting.running).toEqual([]);
  const second = await bring('13600000002');
  const later = await jobs('clerk');
  expect(later.refused).toEqual([]);
  expect(idsOf(later.undoable)).toEqual([second.id, first.id]);
  // Nobody else is asked about them, administrators included.
  for (const who of ['mei', 'admin'])
    expect(await jobs(who)).toEqual({ running: [], refused: [], undoable: [] });
});
