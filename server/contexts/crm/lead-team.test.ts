import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderSteps } from '@yikao/model/contexts/sales/order.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sum } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { importFile, upload, writeSheet } from '../../engine/testing/workbooks.ts';
import { add } from '../../engine/write/save.ts';
import { migrated } from '../../testing/database.ts';
import { leadRecycle } from './lead-recycle.ts';

const { adminUser, lead, partners } = registry;
const { path } = lead;
const codes = (...names: string[]) => new Set(names.map(name => `crm:${name}`));
const sales = codes(
  'lead:list',
  'lead:add',
  'lead:update',
  'lead:claim',
  'lead:status',
  'lead:follow',
  'follow:list',
  'assign:list',
);

let app: TestApp;
let counter = 0;
const people = { admin: person({ userId: 1 }) } as Record<string, ReturnType<typeof person>>;
/** Numbers of the salespeople by name. */
const ids = {} as Record<'mei' | 'ming' | 'hua' | 'west' | 'east', number>;
let westId = 0;
let eastId = 0;

beforeAll(async () => {
  app = await openTestApp(migrated, people);
  const made = async (dataset: typeof partners | typeof adminUser, n: number, fixed: object, key: string) =>
    Number(
      (await add(app.engine, dataset, elevated(), await sampleRow(app.engine, dataset, n, { ...fixed })))[
        key
      ],
    );
  westId = await made(partners, 1, { parentId: 0 }, 'partnersId');
  eastId = await made(partners, 2, { parentId: 0 }, 'partnersId');
  const seller = { saleFlag: 1, adminFlag: 0, status: 1, provinceId: null, agentId: null };
  for (const [n, name] of (['mei', 'ming', 'hua'] as const).entries())
    ids[name] = await made(adminUser, n, { ...seller, partnersId: null }, 'userId');
  ids.west = await made(adminUser, 10, { ...seller, partnersId: westId }, 'userId');
  ids.east = await made(adminUser, 11, { ...seller, partnersId: eastId }, 'userId');
  const manages = codes(
    'lead:list',
    'lead:add',
    'lead:update',
    'lead:import',
    'lead:assign',
    'lead:recycle',
    'lead:status',
    'lead:follow',
    'follow:list',
    'assign:list',
    'transfer:list',
    'transfer:accept',
    'transfer:refuse',
  );
  for (const name of ['mei', 'ming', 'hua'] as const)
    people[name] = person({ userId: ids[name], admin: false, permissions: sales, ownRowsOnly: true });
  people.west = person({
    userId: ids.west,
    admin: false,
    permissions: sales,
    ownRowsOnly: true,
    partnersIds: [westId],
  });
  people.east = person({
    userId: ids.east,
    admin: false,
    permissions: sales,
    ownRowsOnly: true,
    partnersIds: [eastId],
  });
  people.westLead = person({ userId: 900_001, admin: false, permissions: manages, partnersIds: [westId] });
  people.eastLead = person({ userId: 900_002, admin: false, permissions: manages, partnersIds: [eastId] });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate t_lead, t_lead_follow, t_lead_assign_log, t_lead_transfer, t_lead_order`.execute(
    app.engine.db,
  );
  await cap(200);
});

const cap = (most: number) =>
  sql`insert into t_config (config_key, config_value) values ('crm.claimMax', ${String(most)})
    on conflict (config_key) do update set config_value = excluded.config_value`.execute(app.engine.db);
const sent = (fixed: object = {}) =>
  sampleRow(app.engine, lead, 10 + counter++, {
    dataYear: 2026,
    partnersId: null,
    channelId: null,
    nextFollowTime: null,
    ...fixed,
  });
const adding = async (who: string, fixed: object = {}) => app.call(who, 'POST', path, await sent(fixed));
async function added(who = 'admin', fixed: object = {}): Promise<number> {
  const { body } = await adding(who, fixed);
  expect(body).toMatchObject({ success: true });
  return body.data.leadId;
}
const several = async (count: number, who = 'admin', fixed: object = {}) => {
  const made: number[] = [];
  for (let n = 0; n < count; n += 1) made.push(await added(who, fixed));
  return made;
};
const standing = async (leadId: number) =>
  (await app.call('admin', 'GET', `${path}/info?leadId=${leadId}`)).body.data;
const assigning = (who: string, leadIds: number[], saleUserIds: number[], mode: number) =>
  app.call(who, 'POST', `${path}/assign`, { leadIds, saleUserIds, mode });
const claiming = (who: string, leadIds: number[]) => app.call(who, 'POST', `${path}/claim`, { leadIds });
const openOf = async (userId: number) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from t_lead
      where sale_user_id = ${userId} and lead_status in (1, 2, 3) and not deleted`.execute(app.engine.db)
  ).rows[0]?.n;

describe('leads are shared out', () => {
  test('evenly, to one, or to the person with most room, as the catalogue’s example says', async () => {
    await cap(6);
    await assigning('admin', await several(4), [ids.mei], 2);
    await assigning('admin', await several(2), [ids.ming], 2);
    await assigning('admin', await several(6), [ids.hua], 2);
    const { body: loads } = await app.call('admin', 'POST', `${path}/loads`, { leadIds: await several(1) });
    expect(loads.data.cap).toBe(6);
    expect(loads.data.sellers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ userId: ids.mei, open: 4 }),
        expect.objectContaining({ userId: ids.hua, open: 6 }),
      ]),
    );
    const leads = await several(7);
    const { body } = await assigning('admin', leads, [ids.mei, ids.ming, ids.hua], 3);
    const [a, b, c, d, e, f, g] = leads;
    expect(body.data).toEqual({
      [ids.ming]: [a, b, d, f],
      [ids.mei]: [c, e],
      unassigned: [g],
      refused: [{ id: g, reason: '所选销售都已达上限' }],
    });
    const even = await several(3);
    await cap(200);
    const shared = await assigning('admin', even, [ids.ming, ids.mei], 1);
    expect(shared.body.data).toMatchObject({
      [ids.mei]: [even[0], even[2]],
      [ids.ming]: [even[1]],
      refused: [],
    });
  });

  test('past nobody’s cap, however many managers share out at once; who gets what is told row by row', async () => {
    await cap(5);
    const batches = [];
    for (let n = 0; n < 10; n += 1) batches.push(await several(3));
    const replies = await Promise.all(
      batches.map((leads, n) => assigning('admin', leads, [ids.mei, ids.ming], n % 3 === 1 ? 3 : 1)),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect([await openOf(ids.mei), await openOf(ids.ming)]).toEqual([5, 5]);
    const refused = replies.flatMap(({ body }) => body.data.refused);
    expect(refused).toHaveLength(20);
    expect(new Set(refused.map(({ id }) => id)).size).toBe(20);
  });

  test('with the rest told where one is won, gone or unseen by the salesperson', async () => {
    const [fine, westOnly] = [await added(), await added('westLead', { partnersId: westId })];
    const invalid = await added();
    await assigning('admin', [invalid], [ids.mei], 2);
    await app.call('admin', 'PUT', `${path}/status`, { leadId: invalid, leadStatus: 5, reason: '空号' });
    const { body } = await assigning('admin', [fine, invalid, westOnly, 987_654], [ids.east], 2);
    // A lead without a partner is also out of reach for people bound to a partner.
    expect(body.data[ids.east]).toBeUndefined();
    expect(body.data.refused.map(({ id }: { id: number }) => id).sort()).toEqual(
      [fine, invalid, westOnly, 987_654].sort(),
    );
    const unknown = await assigning('admin', [fine], [1_234_567], 2);
    expect(unknown.status).toBe(400);
    expect((await assigning('admin', [fine], [ids.mei, ids.ming], 2)).status).toBe(400);
    expect((await assigning('westLead', [westOnly], [ids.east], 2)).status).toBe(400);
    expect((await assigning('westLead', [westOnly], [ids.west], 2)).body.data).toMatchObject({
      [ids.west]: [westOnly],
    });
  });

  test('by managers alone', async () => {
    const leadId = await added();
    for (const [method, call, body] of [
      ['POST', 'assign', { leadIds: [leadId], saleUserIds: [ids.mei], mode: 2 }],
      ['PUT', 'assign', { leadId, saleUserId: ids.mei }],
      ['POST', 'recycle', { leadIds: [leadId], reason: '我要' }],
      ['POST', 'loads', { leadIds: [leadId] }],
    ] as const)
      expect((await app.call('mei', method, `${path}/${call}`, body)).status).toBe(403);
    expect(await standing(leadId)).toMatchObject({ saleUserId: null, leadStatus: 0 });
  });
});

describe('the pool', () => {
  test('shows salespeople what is nobody’s, numbers masked, and gives one lead to one of ten', async () => {
    const [one, two] = await several(2);
    await added('ming');
    const pool = await app.call('mei', 'GET', `${path}/pool?current=1&size=10`);
    expect(pool.body.data).toMatchObject({ total: 2 });
    for (const row of pool.body.data.records) expect(row.mobile).toMatch(/^138\*{4}\d{4}$/);
    const read = (query: string) => app.call('mei', 'GET', `${path}/pool/info?leadId=${query}`);
    expect((await read(String(one))).body.data.mobile).toMatch(/^138\*{4}\d{4}$/);
    const mings = (await app.call('ming', 'GET', `${path}/list`)).body.data.records[0].leadId;
    expect((await read(String(mings))).status).toBe(404);
    expect((await app.call('mei', 'GET', `${path}/list`)).body.data.total).toBe(0);
    expect((await app.call('mei', 'GET', `${path}/pool?leadStatus=1`)).body.data.total).toBe(0);
    const tries = ['mei', 'ming', 'hua', 'mei', 'ming', 'hua', 'mei', 'ming', 'hua', 'mei'];
    const replies = await Promise.all(tries.map(who => claiming(who, [one ?? 0])));
    expect(replies.reduce((count, { body }) => count + body.data.count, 0)).toBe(1);
    for (const { body } of replies.filter(reply => reply.body.data.count === 0))
      expect(body.data.refused).toEqual([{ id: one, reason: '已被领取，或不在您的公海中' }]);
    expect((await app.call('ming', 'GET', `${path}/pool`)).body.data.records).toMatchObject([
      { leadId: two },
    ]);
  });

  test('gives nobody more than the quota, also to somebody who asks ten times at once', async () => {
    await cap(4);
    const pool = await several(12);
    const [whole] = await Promise.all([
      claiming('mei', pool.slice(0, 6)),
      ...pool.slice(3).map(id => claiming('mei', [id])),
    ]);
    expect(await openOf(ids.mei)).toBe(4);
    expect(whole.body.data.refused.length + whole.body.data.count).toBe(6);
    expect((await app.call('mei', 'GET', `${path}/quota`)).body.data).toEqual({ cap: 4, open: 4 });
  });

  test('does not give a lead back within three days to the person who let it go', async () => {
    const leadId = await added('mei');
    await app.call('mei', 'PUT', `${path}/status`, { leadId, leadStatus: 6, reason: '联系不上' });
    expect((await claiming('mei', [leadId])).body.data).toMatchObject({
      count: 0,
      refused: [{ reason: expect.stringContaining('3 天') }],
    });
    await sql`update t_lead_assign_log set create_time = now() - interval '3 days 1 minute'`.execute(
      app.engine.db,
    );
    expect((await claiming('mei', [leadId])).body.data.count).toBe(1);
  });

  test('holds nothing of another partner, which cannot be claimed either', async () => {
    const westLead = await added('westLead', { partnersId: westId });
    expect((await app.call('east', 'GET', `${path}/pool`)).body.data.total).toBe(0);
    expect((await claiming('east', [westLead, 987_654])).body.data).toEqual({
      count: 0,
      refused: [westLead, 987_654].map(id => ({ id, reason: '已被领取，或不在您的公海中' })),
    });
    expect((await claiming('west', [westLead])).body.data.count).toBe(1);
  });
});

test('a salesperson reads nothing of a colleague’s lead: row, follow-ups, hands, history, figures', async () => {
  const leadId = await added('ming');
  await app.call('ming', 'POST', `${path}/follow`, { leadId, followType: 1, content: '约了周五试听' });
  for (const address of [`info?leadId=${leadId}`, `history?leadId=${leadId}`])
    expect([403, 404]).toContain((await app.call('mei', 'GET', `${path}/${address}`)).status);
  for (const address of [
    `list?leadId=${leadId}`,
    `pool?leadId=${leadId}`,
    `follow?leadId=${leadId}`,
    `assign/log?leadId=${leadId}`,
  ])
    expect((await app.call('mei', 'GET', `${path}/${address}`)).body.data.total).toBe(0);
  expect((await app.call('mei', 'GET', `${path}/stat`)).body.data).toEqual([]);
  for (const [method, call, body] of [
    ['POST', 'follow', { leadId, followType: 1, content: '抢单' }],
    ['PUT', 'status', { leadId, leadStatus: 5, reason: '抢单' }],
    ['PUT', 'follow', { leadId, followType: 1, content: '抢单' }],
  ] as const)
    expect((await app.call('mei', method, `${path}/${call}`, body)).status).toBe(404);
  expect((await app.call('mei', 'POST', `${path}/export`, { tableId: 32 })).status).toBe(403);
});

test('follow-ups set a lead going, say when to speak again, and are reminded of on their day', async () => {
  const leadId = await added('mei');
  const soon = shanghaiTime(new Date(Date.now() + 60_000));
  const done = await app.call('mei', 'POST', `${path}/follow`, {
    leadId,
    followType: 2,
    content: '加了微信',
    intent: 1,
    nextFollowTime: soon,
  });
  expect(done.body.data).toEqual({ leadStatus: 2 });
  expect(await standing(leadId)).toMatchObject({
    leadStatus: 2,
    intent: 1,
    followNum: 1,
    nextFollowTime: soon,
  });
  const sameDay = soon.slice(0, 10) === shanghaiTime(new Date()).slice(0, 10);
  expect((await app.call('mei', 'GET', `${path}/due`)).body.data).toEqual({
    today: sameDay ? 1 : 0,
    overdue: 0,
  });
  await sql`update t_lead set next_follow_time = now() - interval '1 minute'`.execute(app.engine.db);
  expect((await app.call('mei', 'GET', `${path}/due`)).body.data).toEqual({ today: 1, overdue: 1 });
  expect((await app.call('ming', 'GET', `${path}/due`)).body.data).toEqual({ today: 0, overdue: 0 });
  const late = await app.call('mei', 'POST', `${path}/follow`, {
    leadId,
    followType: 2,
    content: '再约',
    nextFollowTime: '2020-01-01 10:00:00',
  });
  expect(late.status).toBe(400);
  await app.call('mei', 'PUT', `${path}/status`, { leadId, leadStatus: 3 });
  expect(await standing(leadId)).toMatchObject({ leadStatus: 3 });
  expect((await app.call('mei', 'PUT', `${path}/status`, { leadId, leadStatus: 3 })).status).toBe(409);
  expect((await app.call('mei', 'PUT', `${path}/status`, { leadId, leadStatus: 5 })).status).toBe(400);
});

test('leads that nobody follows up go back to the pool, those that were followed stay', async () => {
  const [idle, followed, fresh] = [await added('mei'), await added('mei'), await added('mei')];
  await sql`update t_lead set assign_time = now() - interval '16 days' where lead_id in (${idle}, ${followed})`.execute(
    app.engine.db,
  );
  await app.call('mei', 'POST', `${path}/follow`, { leadId: followed, followType: 1, content: '还在考虑' });
  const job = () => leadRecycle({ engine: app.engine, params: null, signal: new AbortController().signal });
  expect((await job()).zh).toBe('收回久未跟进的线索 1 条');
  expect((await job()).zh).toBe('收回久未跟进的线索 0 条');
  expect(await standing(idle)).toMatchObject({ leadStatus: 6, saleUserId: null });
  expect(await standing(followed)).toMatchObject({ leadStatus: 2 });
  expect(await standing(fresh)).toMatchObject({ leadStatus: 1 });
  const log = await app.call('admin', 'GET', `${path}/assign/log?leadId=${idle}`);
  expect(log.body.data.records[0]).toMatchObject({ action: 5, fromUserId: ids.mei, toUserId: null });
});

describe('a number that somebody holds', () => {
  test('is told within one’s own house, and is neither told nor shown beyond it', async () => {
    const mobile = '13900001111';
    const [firstId, otherId] = [
      await added('west', { mobile, partnersId: westId }),
      await added('east', { mobile: '13900002222', partnersId: eastId }),
    ];
    expect((await adding('west', { mobile, partnersId: westId })).status).toBe(409);
    const known = await adding('admin', { mobile, partnersId: eastId });
    expect(known.status).toBe(400);
    expect(known.body.message).toContain(String(firstId));
    // Out of reach: the answer is the same as for an unused number, and so is everything that can be read afterwards.
    const [clash, free] = [
      await adding('east', { mobile, partnersId: eastId }),
      await adding('east', { mobile: '13900003333', partnersId: eastId }),
    ];
    const shape = ({ status, body }: typeof clash) => ({ status, ...body, data: Object.keys(body.data) });
    expect(shape(clash)).toEqual(shape(free));
    const seen = async (leadId: number) => {
      const {
        leadId: _,
        mobile: __,
        createTime,
        updateTime,
        assignTime,
        ...row
      } = (await app.call('east', 'GET', `${path}/info?leadId=${leadId}`)).body.data;
      const history = (await app.call('east', 'GET', `${path}/history?leadId=${leadId}`)).body.data;
      return { ...row, studentName: '', leadName: '', steps: history.records?.length ?? history.length };
    };
    const strip = ({
      intent,
      gender,
      wxAdded,
      agentName,
      highSchool,
      tags,
      remark,
      ...row
    }: Record<string, unknown>) => row;
    expect(strip(await seen(clash.body.data.leadId))).toEqual(strip(await seen(free.body.data.leadId)));
    expect((await app.call('east', 'GET', `${path}/list`)).body.data.total).toBe(3);
    expect((await app.call('west', 'GET', `${path}/list`)).body.data.total).toBe(1);
    for (const who of ['westLead', 'eastLead']) {
      expect((await app.call(who, 'GET', `${path}/transfer/list`)).body.data.total).toBe(0);
      const steps = await app.call(who, 'GET', `${path}/transfer/states`);
      expect(steps.body.data.every(({ count }: { count: number }) => count === 0)).toBe(true);
    }
    const asked = await app.call('admin', 'GET', `${path}/transfer/list`);
    expect(asked.body.data.records).toMatchObject([
      {
        leadId: clash.body.data.leadId,
        holderId: firstId,
        toPartnersId: eastId,
        fromPartnersId: westId,
        transferStatus: 0,
      },
    ]);
    const { id } = asked.body.data.records[0];
    expect((await app.call('eastLead', 'PUT', `${path}/transfer/accept`, { id })).status).toBe(404);
    expect(otherId).toBeGreaterThan(0);
  });

  test('goes to whom the manager says, and the other one’s lead ends without a word of why', async () => {
    const mobile = '13900004444';
    const held = await added('west', { mobile, partnersId: westId });
    const asking = await added('east', { mobile, partnersId: eastId });
    const [{ id }] = (await app.call('admin', 'GET', `${path}/transfer/list`)).body.data.records;
    expect(
      (await app.call('admin', 'PUT', `${path}/transfer/accept`, { id, auditRemark: '学生指定东区' })).body,
    ).toMatchObject({ success: true });
    expect(await standing(held)).toMatchObject({ leadStatus: 5, invalidReason: '归属审核未通过' });
    expect(await standing(asking)).toMatchObject({ leadStatus: 1 });
    const history = JSON.stringify(
      (await app.call('west', 'GET', `${path}/history?leadId=${held}`)).body.data,
    );
    expect(history).not.toContain('东区');
    expect(history).not.toContain(String(asking));
    const again = await added('east', { mobile: '13900005555', partnersId: eastId });
    const late = await added('west', { mobile: '13900005555', partnersId: westId });
    const [pending] = (await app.call('admin', 'GET', `${path}/transfer/list?transferStatus=0`)).body.data
      .records;
    await app.call('admin', 'PUT', `${path}/transfer/refuse`, { id: pending.id });
    expect(await standing(again)).toMatchObject({ leadStatus: 1 });
    expect(await standing(late)).toMatchObject({ leadStatus: 5 });
  });
});

test('a file adds its source to a lead that somebody works on, and keeps whose it is', async () => {
  const { engine } = app;
  const sources = await Promise.all(
    [1, 2].map(async n => {
      const row = await sampleRow(engine, registry.source, 400 + n, { sourceName: `来源${n}` });
      return Number((await add(engine, registry.source, elevated(), row)).sourceId);
    }),
  );
  const worked = await added('mei', { mobile: '13600000001', sourceId: sources[0] });
  const free = await added('admin', { mobile: '13600000002', sourceId: sources[0] });
  const file = await writeSheet(
    app,
    ['手机*', '数据年份*', '来源*', '标签'],
    [
      ['13600000001', '2026', '来源2', '二次咨询'],
      ['13600000002', '2026', '来源2', '二次咨询'],
      ['13600000003', '2026', '来源2', '新线索'],
    ],
  );
  const job = await importFile(app, 'admin', lead, await upload(app, file));
  expect(job).toMatchObject({ status: 'success', insertNum: 1, updateNum: 2 });
  expect(await standing(worked)).toMatchObject({
    saleUserId: ids.mei,
    leadStatus: 1,
    sourceId: sources[0],
    otherSourceIds: String(sources[1]),
    tags: '二次咨询',
  });
  expect(await standing(free)).toMatchObject({ sourceId: sources[1] });
});

describe('an order', () => {
  async function consumer(mobile: string, terms: { price?: string; partnersId?: number | null } = {}) {
    counter += 1;
    const by = { by: elevated() };
    const { engine } = app;
    const [userId = 0] = await storeRows(
      engine,
      registry.wishUser,
      [{ mobile, partnersId: terms.partnersId ?? null }],
      by,
    );
    const [goodsId = 0] = await storeRows(
      engine,
      registry.goods,
      [
        {
          goodsName: `概率${counter}`,
          goodsType: 9,
          dataYear: 2026,
          price: terms.price ?? '199.00',
          stock: -1,
        },
      ],
      by,
    );
    await sql`update t_goods set up_status = 1 where goods_id = ${goodsId}`.execute(engine.db);
    return { userId, goodsId };
  }
  const buy = async (what: { userId: number; goodsId: number }) =>
    (await app.call('admin', 'POST', '/api/data/wish/service/order', { ...what, payType: 5 })).body.data as {
      orderId: number;
      orderNo: string;
    };
  const refund = async (orderId: number, refunded: string) => {
    const by = { kind: 'step', cause: 'test' } as const;
    await takeStep(app.engine, orderSteps, 'beginRefund', { keys: orderId, by });
    await takeStep(app.engine, orderSteps, 'endRefund', { keys: orderId, by, given: { refunded } });
  };
  const paid = async (mobile: string) =>
    sum(
      (
        await sql<{ amount: string }>`select (pay_amount - refund_amount)::text as amount from t_service_order
          where mobile = ${mobile} and status in (1, 4)`.execute(app.engine.db)
      ).rows.map(({ amount }) => amount),
    );

  test('wins the lead of its number when it is paid, and loses it again when all of the money goes back', async () => {
    const mobile = '13700000001';
    const leadId = await added('mei', { mobile });
    const first = await consumer(mobile);
    const one = await buy(first);
    expect(await standing(leadId)).toMatchObject({ leadStatus: 4, orderAmount: 199, userId: first.userId });
    const two = await buy(first);
    expect(await standing(leadId)).toMatchObject({ leadStatus: 4, orderAmount: 398 });
    await refund(one.orderId, '99.00');
    expect(await standing(leadId)).toMatchObject({ leadStatus: 4, orderAmount: 299 });
    await refund(one.orderId, '100.00');
    expect(await standing(leadId)).toMatchObject({ leadStatus: 4, orderAmount: 199 });
    expect((await app.call('mei', 'GET', `${path}/stat`)).body.data).toEqual([
      expect.objectContaining({
        saleUserId: ids.mei,
        assigned: 1,
        followed: 0,
        won: 1,
        amount: 199,
        conversion: 1,
      }),
    ]);
    await refund(two.orderId, '199.00');
    expect(await standing(leadId)).toMatchObject({ leadStatus: 3, orderAmount: 0, saleUserId: ids.mei });
  });

  test('counts once whatever comes: what a lead was sold for is what its orders were paid', async () => {
    const mobile = '13700000002';
    const leadId = await added('mei', { mobile });
    const who = await consumer(mobile, { price: '30.10' });
    const orders: { orderId: number }[] = [];
    let turn = 7;
    for (let n = 0; n < 14; n += 1) {
      turn = (turn * 31 + 11) % 97;
      const next = orders.at(-1);
      if (next && turn % 3 === 0) {
        await refund(next.orderId, '30.10');
        orders.pop();
      } else orders.push(await buy(who));
      const { orderAmount, leadStatus } = await standing(leadId);
      expect(orderAmount).toBe(Number(await paid(mobile)));
      expect(leadStatus).toBe(orders.length > 0 ? 4 : 3);
    }
  });

  test('that fails after its lead was won leaves neither paid', async () => {
    const mobile = '13700000003';
    const leadId = await added('mei', { mobile });
    const who = await consumer(mobile);
    const { body } = await app.call('admin', 'POST', '/api/data/wish/service/order', who);
    const { orderId } = body.data;
    const failed = app.engine.db.transaction().execute(async within => {
      await takeStep(app.engine, orderSteps, 'pay', {
        keys: orderId,
        by: { kind: 'step', cause: 'test' },
        given: { payType: 5, payTime: null, transactionId: null },
        within,
      });
      throw new Error('the node died');
    });
    await expect(failed).rejects.toThrow('the node died');
    expect(await standing(leadId)).toMatchObject({ leadStatus: 1, orderAmount: null });
    const left = await sql`select 1 from t_lead_order`.execute(app.engine.db);
    expect(left.rows).toEqual([]);
  });

  test('of one partner wins that partner’s lead alone, and by hand only one that was paid by the same number', async () => {
    const mobile = '13700000004';
    const [westLead, eastLead] = [
      await added('west', { mobile, partnersId: westId }),
      await added('east', { mobile, partnersId: eastId }),
    ];
    const { orderNo } = await buy(await consumer(mobile, { partnersId: eastId }));
    expect(await standing(eastLead)).toMatchObject({ leadStatus: 4, orderAmount: 199 });
    expect(await standing(westLead)).toMatchObject({ leadStatus: 1, orderAmount: null });
    const win = (who: string, leadId: number, no: string) =>
      app.call(who, 'PUT', `${path}/status`, { leadId, leadStatus: 4, orderNo: no });
    expect((await win('west', westLead, orderNo)).status).toBe(400);
    expect((await win('mei', eastLead, orderNo)).status).toBe(404);
    const house = await added('mei', { mobile: '13700000005' });
    expect((await win('mei', house, orderNo)).status).toBe(400);
    const free = await consumer('13700000006');
    const bought = await buy(free);
    const later = await added('mei', { mobile: '13700000006' });
    expect((await win('mei', later, bought.orderNo)).status).toBe(200);
    expect(await standing(later)).toMatchObject({ leadStatus: 4, orderAmount: 199 });
    expect((await win('mei', later, bought.orderNo)).status).toBe(400);
  });
});
