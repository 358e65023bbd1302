import { datasetCalls, hasCall } from '@yikao/model/calls/dataset-calls.ts';
import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isCommon } from '@yikao/model/kernel/scope.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { ofThisDatabase } from '../../testing/sample.ts';
import type { Actor } from '../scope/actor.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { sampleRow } from '../testing/samples.ts';
import { finished, importFile, upload, writeSheet } from '../testing/workbooks.ts';

let app: TestApp;
const people: Record<string, Actor> = {};

/** An account with a name, as history and lists show it. */
async function account(
  userId: number,
  userName: string,
  nickName: string,
  more: Record<string, number> = {},
) {
  await sql`insert into t_admin_user (user_id, user_name, nick_name, user_type, admin_flag, partners_id, agent_id)
    values (${userId}, ${userName}, ${nickName}, 2, ${more.adminFlag ?? 0}, ${more.partnersId ?? null}, ${more.agentId ?? null})`.execute(
    app.engine.db,
  );
}

async function add(dataset: AnyDataset, n: number, fixed: Record<string, unknown> = {}, who = 'admin') {
  const row = await sampleRow(app.engine, dataset, n, fixed);
  const added = await app.call(who, 'POST', dataset.path, row);
  expect(added.body.message).toBe('新增成功');
  return added.body.data[dataset.key] as number;
}

const changesOf = (who: string, dataset: AnyDataset, query = '') =>
  app.call(who, 'GET', `${dataset.path}/changes?${query}`);

const read = async (dataset: AnyDataset, key: unknown) =>
  (await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).body.data;

const historyOf = async (who: string, dataset: AnyDataset, key: number) =>
  (await app.call(who, 'GET', `${dataset.path}/history?${dataset.key}=${key}`)).body.data.records;

beforeAll(async () => {
  Object.assign(people, {
    admin: person({ userId: 900_000 }),
    nobody: person({ userId: 900_003, admin: false }),
    nothing: person({ userId: 900_002, noRows: true }),
  });
  app = await openTestApp(migrated, people);
  await account(900_000, 'chief', '主管老李', { adminFlag: 1 });
});
afterAll(() => app.close());

describe.each(
  ofThisDatabase(datasets, ({ name }) => name)
    .filter(dataset => dataset.permissions.actions.includes('add') && hasCall(dataset, 'changes'))
    .map(dataset => ({ name: dataset.name, dataset })),
)('$name', ({ dataset }) => {
  test('a change tells who made it, of which row, to those who may see the row', async () => {
    const key = await add(dataset, 81);
    const { body } = await changesOf('admin', dataset, 'size=1');
    expect(body.data.records, body.message).toMatchObject([
      { op: 'added', key, rows: 1, deleted: false, personName: '主管老李', row: { [dataset.key]: key } },
    ]);
    const [entry] = body.data.records;
    for (const name of entry.fields) expect(dataset.fields[name]?.private).not.toBe(true);
    const info = await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`);
    if (dataset.list.hidden.includes('updateBy'))
      expect(info.body.data).toMatchObject({ updateBy: 900_000, updateByName: '主管老李' });
    expect((await changesOf('nobody', dataset)).status).toBe(403);
    expect((await changesOf('', dataset)).status).toBe(401);
    if (!isCommon(dataset)) {
      const { records, next } = (await changesOf('nothing', dataset)).body.data;
      expect({ records, next }).toEqual({ records: [], next: null });
    }
    const hidden = Object.keys(dataset.fields).find(name => dataset.fields[name]?.private);
    for (const field of [hidden ?? 'no', 'deleted', 'constructor'])
      expect((await changesOf('admin', dataset, `field=${field}`)).status).toBe(400);
  });
});

describe('the changes of regions', () => {
  const { region } = registry;
  const keys: number[] = [];

  beforeAll(async () => {
    for (let n = 0; n < 5; n++) keys.push(await add(region, 200 + n));
    await account(900_100, 'clerk', '小王');
    people.clerk = person({ userId: 900_100, userName: 'clerk' });
    const [first, second] = [await read(region, keys[0]), await read(region, keys[1])];
    const changed = [
      { id: first.id, version: 1, status: first.status === 1 ? 0 : 1 },
      { id: second.id, version: 1, orderNum: 77 },
    ];
    for (const body of changed)
      expect((await app.call('clerk', 'PUT', region.path, body)).body.message).toBe('修改成功');
    await app.call('admin', 'DELETE', `${region.path}?ids=${keys[2]}`);
  });

  test('are found by person, field, kind and way, and by the time', async () => {
    const found = async (query: string) =>
      (await changesOf('admin', region, query)).body.data.records.map(
        ({ op, key }: { op: string; key: number }) => `${op} ${keys.indexOf(key)}`,
      );
    expect(await found('userId=900100')).toEqual(['updated 1', 'updated 0']);
    expect(await found('userId[]=900100&field=status&op=updated')).toEqual(['updated 0']);
    expect((await found('op=deleted'))[0]).toBe('deleted 2');
    expect(await found('userId=900100&way=import')).toEqual([]);
    expect(await found('userId=900100&way=edit&timeEnd=2020-01-01')).toEqual([]);
    expect(await found('userId=900100&timeStart=2020-01-01')).toHaveLength(2);
    for (const wrong of ['op=x', 'way=x', 'timeStart=x', 'userId=x', 'size=1000', 'after=x'])
      expect((await changesOf('admin', region, wrong)).status, wrong).toBe(400);
  });

  test('come page by page, each once, in the order of time', async () => {
    const seen: number[] = [];
    let after = '';
    for (let page = 0; page < 50; page++) {
      const { records, next } = (await changesOf('admin', region, `size=3${after}`)).body.data;
      seen.push(...records.map((change: { historyId: number }) => change.historyId));
      if (next === null) break;
      after = `&after=${next}`;
    }
    const all = await sql<{ id: number }>`
      select history_id as id from t_row_history where dataset = 'region' order by time desc, history_id desc`.execute(
      app.engine.db,
    );
    expect(seen).toEqual(all.rows.map(({ id }) => id));
    expect((await changesOf('admin', region, 'after=999999999')).status).toBe(404);
    const other = await add(registry.country, 300);
    const [{ historyId }] = await historyOf('admin', registry.country, other);
    expect((await changesOf('admin', region, `after=${historyId}`)).status).toBe(404);
  });

  test('of an import are one entry with the number of rows, its batch and its undo', async () => {
    const sheet = Array.from({ length: 40 }, (_, index) => [`批次${index}`, index, '启用']);
    const path = await upload(app, await writeSheet(app, ['地区', '排序', '状态'], sheet));
    const job = await importFile(app, 'admin', region, path);
    const [entry] = (await changesOf('admin', region, 'way=import&size=1')).body.data.records;
    expect(entry).toMatchObject({ op: 'added', rows: 40, row: null, job: { id: job.id, op: 'import' } });
    const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id: job.id });
    await finished(app, 'admin', undo.body.data.id);
    const [undone] = (await changesOf('admin', region, 'way=undo&size=1')).body.data.records;
    expect(undone).toMatchObject({ op: 'deleted', rows: 40, job: { op: 'undo' } });
  });

  test('are found with a list by who changed rows last, and exported with the name', async () => {
    const listed = await app.call('admin', 'GET', `${region.path}/list?updateBy=900100`);
    expect(listed.body.data.records.map((row: { id: number }) => row.id).toSorted()).toEqual(
      [keys[0], keys[1]].toSorted(),
    );
    expect(listed.body.data.records[0]).toMatchObject({ updateBy: 900_100, updateByName: '小王' });
    const none = await app.call('admin', 'GET', `${region.path}/list?updateTimeEnd=2020-01-01`);
    expect(none.body.data.total).toBe(0);
    expect((await app.call('admin', 'GET', `${region.path}/list?sort=updateBy`)).status).toBe(400);
    expect((await app.call('nobody', 'GET', `${region.path}/options?updateBy=900100`)).status).toBe(400);
    const started = await app.call('admin', 'POST', datasetCalls(region).export.path, {
      tableId: region.tableId,
      fieldNames: ['regionName', 'updateBy', 'updateTime'],
      updateBy: [900_100],
    });
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    const job = await finished(app, 'admin', started.body.data.id);
    expect(job).toMatchObject({ status: 'success', done: 2 });
  });
});

describe('people of a partner', () => {
  const { channel, partners, agent } = registry;

  test('know their own colleagues, and others only as the platform', async () => {
    const [own, foreign] = [await add(partners, 401), await add(partners, 402)];
    const agentId = await add(agent, 403, { partnersId: own });
    await account(900_200, 'mine', '本方同事', { partnersId: own });
    await account(900_201, 'agency', '本方机构', { agentId });
    await account(900_202, 'theirs', '别家', { partnersId: foreign });
    const key = await add(channel, 404, { partnersId: own });
    Object.assign(people, {
      mine: person({ userId: 900_200, userName: 'mine', partnersIds: [own] }),
      agency: person({ userId: 900_201, userName: 'agency' }),
      theirs: person({ userId: 900_202, userName: 'theirs' }),
    });
    const write = async (who: string, version: number) => {
      const body = { channelId: key, version, remark: `第${version}次` };
      expect((await app.call(who, 'PUT', channel.path, body)).body.message).toBe('修改成功');
    };
    await write('mine', 1);
    await write('agency', 2);
    await write('theirs', 3);
    const names = (records: { personName: string; userId: number | null; userName: string | null }[]) =>
      records.map(({ personName, userId, userName }) => [personName, userId, userName]);
    const told = [
      ['平台', null, null],
      ['本方机构', 900_201, 'agency'],
      ['本方同事', 900_200, 'mine'],
      ['平台', null, null],
    ];
    expect(names(await historyOf('mine', channel, key))).toEqual(told);
    expect(names((await changesOf('mine', channel)).body.data.records)).toEqual(told);
    const list = async (who: string, query: string) =>
      (await app.call(who, 'GET', `${channel.path}/list?channelId=${key}${query}`)).body.data;
    expect((await list('mine', '')).records[0]).toMatchObject({ updateBy: null, updateByName: '平台' });
    expect((await list('admin', '')).records[0]).toMatchObject({ updateBy: 900_202, updateByName: '别家' });
    // Nor does a filter tell which rows somebody unknown has changed.
    expect(await list('mine', '&updateBy=900202')).toMatchObject({ total: 0 });
    expect((await changesOf('mine', channel, 'userId=900202')).body.data.records).toEqual([]);
    expect((await changesOf('mine', channel, 'userId=900200')).body.data.records).toHaveLength(1);
    await write('mine', 4);
    expect(await list('mine', '&updateBy=900200')).toMatchObject({ total: 1 });
    people.english = person({ userId: 900_203, partnersIds: [own], language: 'en' });
    expect((await historyOf('english', channel, key))[1].personName).toBe('Platform');
  });

  test('see no change from before a row came to them', async () => {
    const [first, second] = [await add(partners, 411), await add(partners, 412)];
    const key = await add(channel, 413, { partnersId: first, remark: '前任的说明' });
    people.second = person({ userId: 900_210, partnersIds: [second] });
    expect((await changesOf('second', channel)).body.data.records).toEqual([]);
    await app.call('admin', 'PUT', channel.path, { channelId: key, version: 1, partnersId: second });
    await app.call('admin', 'PUT', channel.path, { channelId: key, version: 2, remark: '现任的说明' });
    const { records } = (await changesOf('second', channel)).body.data;
    expect(records).toMatchObject([{ op: 'updated', fields: ['remark'], after: { remark: '现任的说明' } }]);
  });
});
