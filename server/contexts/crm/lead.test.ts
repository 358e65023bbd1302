import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { add } from '../../engine/write/save.ts';
import { migrated } from '../../testing/database.ts';

const { adminUser, lead } = registry;
const { path } = lead;

let app: TestApp;
let [mei, ming]: number[] = [];
const people = { admin: person({ userId: 1 }) } as Record<string, ReturnType<typeof person>>;
let counter = 0;

beforeAll(async () => {
  app = await openTestApp(migrated, people);
  const seller = { saleFlag: 1, adminFlag: 0, status: 1, partnersId: null, provinceId: null, agentId: null };
  const made = async (n: number) => {
    const sent = await sampleRow(app.engine, adminUser, n, seller);
    return Number((await add(app.engine, adminUser, elevated(), sent)).userId);
  };
  [mei, ming] = [await made(1), await made(2)];
  const all = new Set(
    ['list', 'add', 'update', 'assign', 'claim', 'follow', 'status'].map(code => `crm:lead:${code}`),
  );
  for (const [name, userId] of [
    ['mei', mei],
    ['ming', ming],
  ] as const) {
    people[name] = person({ userId, admin: false, permissions: all });
    // The same person as a salesperson limited to own rows.
    people[`${name}Own`] = person({ userId, admin: false, permissions: all, ownRowsOnly: true });
  }
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_lead, t_lead_follow, t_lead_assign_log`.execute(app.engine.db));

async function added(who: string): Promise<number> {
  const sent = await sampleRow(app.engine, lead, 10 + counter++, {});
  const made = await app.call(who, 'POST', path, sent);
  expect(made.body).toMatchObject({ success: true });
  return made.body.data.leadId;
}
const standing = async (leadId: number) =>
  (await app.call('admin', 'GET', `${path}/info?leadId=${leadId}`)).body.data;
const take = (who: string, step: string, body: object) => app.call(who, 'PUT', `${path}/${step}`, body);
const handsOf = async (leadId: number) =>
  (await app.call('admin', 'GET', `${path}/assign/log?leadId=${leadId}`)).body.data.records.map(
    (row: { action: number; fromUserId: number | null; toUserId: number | null }) => [
      row.action,
      row.fromUserId,
      row.toUserId,
    ],
  );

test('what a salesperson adds is that person’s from the beginning, and nobody else’s can be sent', async () => {
  const sent = await sampleRow(app.engine, lead, 10 + counter++, {});
  const refused = await app.call('meiOwn', 'POST', path, { ...sent, saleUserId: ming, leadStatus: 4 });
  expect(refused.status).toBe(400);
  expect(refused.body.data.errors.map((error: { field: string }) => error.field).sort()).toEqual([
    'leadStatus',
    'saleUserId',
  ]);
  const { leadId } = (await app.call('meiOwn', 'POST', path, sent)).body.data;
  expect(await standing(leadId)).toMatchObject({ saleUserId: mei, leadStatus: 1 });
  expect((await app.call('mingOwn', 'GET', `${path}/info?leadId=${leadId}`)).status).toBe(404);
});

test('a lead goes from hand to hand, and who had it is kept', async () => {
  const leadId = await added('admin');
  await take('admin', 'assign', { leadId, saleUserId: mei });
  await take('admin', 'assign', { leadId, saleUserId: ming });
  await take('mingOwn', 'giveUp', { leadId, reason: '联系不上' });
  expect(await standing(leadId)).toMatchObject({ leadStatus: 6, saleUserId: null });
  expect(await handsOf(leadId)).toEqual([
    [4, ming, null],
    [3, mei, ming],
    [1, null, mei],
  ]);
});

test('a person who gave a lead back cannot claim it at once, somebody else can', async () => {
  const leadId = await added('admin');
  await take('admin', 'assign', { leadId, saleUserId: mei });
  await take('mei', 'giveUp', { leadId, reason: '联系不上' });
  const back = await take('mei', 'claim', { leadId });
  expect(back.body).toMatchObject({ success: false });
  expect(back.body.message).toContain('3 天');
  expect((await take('ming', 'claim', { leadId })).body).toMatchObject({ success: true });
  expect(await standing(leadId)).toMatchObject({ leadStatus: 1, saleUserId: ming });
});

test('a manager cannot assign a lead back at once to the person who gave it back, but to somebody else', async () => {
  const leadId = await added('admin');
  await take('admin', 'assign', { leadId, saleUserId: mei });
  await take('mei', 'giveUp', { leadId, reason: '联系不上' });
  const back = await take('admin', 'assign', { leadId, saleUserId: mei });
  expect(back.body).toMatchObject({ success: false });
  expect(back.body.message).toContain('3 天');
  await sql`update t_lead_assign_log set create_time = now() - interval '3 days 1 minute' where lead_id = ${leadId}`.execute(
    app.engine.db,
  );
  expect((await take('admin', 'assign', { leadId, saleUserId: mei })).body).toMatchObject({ success: true });
  // One that was handed over, or opened again, goes to anybody.
  await take('admin', 'assign', { leadId, saleUserId: ming });
  expect((await take('admin', 'assign', { leadId, saleUserId: mei })).body).toMatchObject({ success: true });
});

test('nobody holds more open leads than allowed, however many claims come at once', async () => {
  await sql`insert into t_config (config_key, config_value) values ('crm.claimMax', '3')
    on conflict (config_key) do update set config_value = '3'`.execute(app.engine.db);
  const pool = await Promise.all(Array.from({ length: 8 }, () => added('admin')));
  await Promise.all(pool.map(leadId => take('mei', 'claim', { leadId })));
  const held = await sql<{ n: number }>`
    select count(*)::int as n from t_lead where sale_user_id = ${mei}`.execute(app.engine.db);
  expect(held.rows[0]?.n).toBe(3);
  await sql`delete from t_config where config_key = 'crm.claimMax'`.execute(app.engine.db);
});

test('of two people who claim one lead at once one has it, and the other is told', async () => {
  const leadId = await added('admin');
  const replies = await Promise.all(['mei', 'ming'].map(who => take(who, 'claim', { leadId })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await handsOf(leadId)).toHaveLength(1);
});

test('a first follow-up sets a lead going, and what was said stands with it', async () => {
  const leadId = await added('meiOwn');
  const said = {
    followType: 1,
    content: '已加微信，周五到画室',
    newIntent: 1,
    nextFollowTime: '2026-12-01 10:00:00',
  };
  expect((await take('meiOwn', 'follow', { leadId, ...said })).body).toMatchObject({ success: true });
  expect(await standing(leadId)).toMatchObject({
    leadStatus: 2,
    intent: 1,
    followNum: 1,
    nextFollowTime: '2026-12-01 10:00:00',
  });
  const follows = await app.call('admin', 'GET', `${path}/follow?leadId=${leadId}`);
  expect(follows.body.data.records).toMatchObject([{ content: said.content, userId: mei }]);
});
