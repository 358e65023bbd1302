import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { finished, readStored } from '../../engine/testing/workbooks.ts';
import { add } from '../../engine/write/save.ts';
import { migrated } from '../../testing/database.ts';

const { partners, agent, adminUser, channel, wishUser } = registry;

let app: TestApp;
const people = { admin: person({ userId: 820_001 }) } as Record<string, ReturnType<typeof person>>;
beforeAll(async () => {
  app = await openTestApp(migrated, people);
});
afterAll(() => app.close());

let counter = 500;
async function made(
  dataset: typeof partners | typeof agent | typeof adminUser | typeof channel | typeof wishUser,
  fixed: object,
): Promise<number> {
  const sent = await sampleRow(app.engine, dataset, counter++, { ...fixed });
  return Number((await add(app.engine, dataset, elevated(), sent))[dataset.key]);
}
const partner = (partnersName: string, parentId = 0) => made(partners, { partnersName, parentId });

test('a partner carries code and name of the channel that is chosen, whatever is typed, and its own name without one', async () => {
  const channelId = await made(channel, { channel: 'QD820', channelName: '官网' });
  const partnersId = await made(partners, { channelName: '自填' });
  const stored = async () =>
    (await app.call('admin', 'GET', `${partners.path}/info?partnersId=${partnersId}`)).body.data;
  const changed = async (values: object) => {
    const { version } = await stored();
    const { status } = await app.call('admin', 'PUT', partners.path, { partnersId, version, ...values });
    expect(status).toBe(200);
    return stored();
  };
  const copied = { channelId, channel: 'QD820', channelName: '官网' };
  expect(await stored()).toMatchObject({ channelId: null, channel: null, channelName: '自填' });
  expect(await changed({ channelId, channelName: '冒充' })).toMatchObject(copied);
  expect(await changed({ channelName: '冒充' })).toMatchObject(copied);
  expect(await changed({ phone: '13800000820' })).toMatchObject(copied);
  expect(await changed({ channelId: null, channelName: '自填' })).toMatchObject({
    channelId: null,
    channel: null,
    channelName: '自填',
  });
});

describe('an export of partners', () => {
  async function names(who: string, body: object): Promise<unknown[]> {
    const started = await app.call(who, 'POST', `${partners.path}/export`, {
      tableId: 29,
      fieldNames: ['partnersName', 'parentId', 'userName'],
      ...body,
    });
    const job = await finished(app, who, started.body.data.id);
    expect(job).toMatchObject({ status: 'success' });
    const [, ...rows] = await readStored(app, job.url ?? '');
    return rows.map(row => row[0]);
  }

  test('as 113 has what matches, as 114 all beneath it as well, each under its own number', async () => {
    const top = await partner('甲');
    const below = await partner('甲之一', top);
    const deep = await partner('甲之一之一', below);
    await partner('乙');
    expect(await names('admin', { type: 113, partnersId: top })).toEqual(['甲']);
    expect(await names('admin', { type: 114, partnersId: top })).toEqual(['甲', '甲之一', '甲之一之一']);
    expect(await names('admin', { type: '114', partnersId: below })).toEqual(['甲之一', '甲之一之一']);
    const log = await app.call('admin', 'GET', '/api/base/log/list?bizTypeVal=114');
    expect(log.body.data.total).toBe(2);
    // People who cannot see the row in between do not reach the rows below it.
    people.bound = person({
      userId: 2,
      admin: false,
      permissions: new Set(['wish:partners:export', 'sys:log']),
      partnersIds: [top, deep],
    });
    expect(await names('bound', { type: 114, partnersId: top })).toEqual(['甲']);
  });
});

describe('an agency that goes to another partner', () => {
  const transfer = (body: object, who = 'admin') => app.call(who, 'PUT', `${agent.path}/transfer`, body);

  test('takes its accounts along, and the history says so', async () => {
    const [from, to] = [await partner('丙'), await partner('丁')];
    const agentId = await made(agent, { partnersId: from });
    const bound = await made(adminUser, { agentId, partnersId: from, userType: 5, adminFlag: 0 });
    const own = await made(adminUser, { agentId, partnersId: null, userType: 5, adminFlag: 0 });
    const elsewhere = await partner('丑');
    const pupil = await made(wishUser, { agentId, partnersId: from });
    const others = await made(wishUser, { agentId, partnersId: elsewhere });
    const moved = await transfer({ agentIds: [agentId], partnersId: to });
    expect(moved.body.data).toEqual({ agencies: 1, accounts: 1, candidates: 1 });
    const partnerOf = async (id: number) =>
      (await app.call('admin', 'GET', `${wishUser.path}/info?userId=${id}`)).body.data.partnersId;
    expect([await partnerOf(pupil), await partnerOf(others)]).toEqual([to, elsewhere]);
    const { rows } = await sql<Columns<typeof adminUser, 'partnersId'> & { id: number }>`
      select user_id as id, partners_id from t_admin_user where user_id in (${bound}, ${own}) order by 1`.execute(
      app.engine.db,
    );
    expect(rows.map(row => row.partnersId)).toEqual([to, null]);
    for (const [dataset, id] of [
      [agent, agentId],
      [adminUser, bound],
      [wishUser, pupil],
    ] as const) {
      const history = await app.call('admin', 'GET', `${dataset.path}/history?${dataset.key}=${id}`);
      expect(JSON.stringify(history.body.data.records[0])).toContain('partnersId');
    }
    // Any other change moves nobody.
    const info = await app.call('admin', 'GET', `${agent.path}/info?agentId=${agentId}`);
    const edit = { agentId, version: info.body.data.version, contact: '新联系人' };
    expect((await app.call('admin', 'PUT', agent.path, edit)).status).toBe(200);
    expect(await partnerOf(others)).toBe(elsewhere);
    expect((await transfer({ agentIds: [agentId], partnersId: to })).body.data).toEqual({
      agencies: 0,
      accounts: 0,
      candidates: 0,
    });
  });

  test('goes with all others that were named, or none goes', async () => {
    const [from, to] = [await partner('戊'), await partner('己')];
    const first = await made(agent, { partnersId: from, agentName: '同名画室' });
    const second = await made(agent, { partnersId: from });
    await made(agent, { partnersId: to, agentName: '同名画室' });
    expect((await transfer({ agentIds: [second, first], partnersId: to })).body.data.reason).toBe(
      'duplicate',
    );
    const { rows } =
      await sql`select partners_id from t_agent where agent_id in (${first}, ${second})`.execute(
        app.engine.db,
      );
    expect(rows).toEqual([{ partnersId: from }, { partnersId: from }]);
  });

  test('stays within the reach of the person who moves it', async () => {
    const [own, foreign] = [await partner('庚'), await partner('辛')];
    const mine = await made(agent, { partnersId: own });
    const theirs = await made(agent, { partnersId: foreign });
    people.partner = person({
      userId: 3,
      admin: false,
      permissions: new Set(['base:agent:update']),
      partnersIds: [own],
    });
    people.reader = person({ userId: 4, admin: false, permissions: new Set(['base:agent:list']) });
    expect((await transfer({ agentIds: [theirs], partnersId: own }, 'partner')).status).toBe(404);
    expect((await transfer({ agentIds: [mine], partnersId: foreign }, 'partner')).status).toBe(400);
    expect((await transfer({ agentIds: [mine], partnersId: foreign }, 'reader')).status).toBe(403);
    expect((await transfer({ agentIds: [], partnersId: own })).status).toBe(400);
  });
});
