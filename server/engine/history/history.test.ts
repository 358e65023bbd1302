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

let app: TestApp;
const people: Record<string, Actor> = {};

beforeAll(async () => {
  const own = { admin: false, permissions: new Set(['sch:examType:list', 'sch:examType:update']) };
  Object.assign(people, {
    admin: person({ userId: 900_000, address: '192.0.2.7' }),
    nobody: person({ userId: 900_003, admin: false }),
    nothing: person({ userId: 900_002, noRows: true }),
    one: person({ ...own, userId: 21, provinceId: 430000 }),
    other: person({ ...own, userId: 22, provinceId: 420000 }),
  });
  app = await openTestApp(migrated, people);
});
afterAll(() => app.close());

const { schExamType } = registry;

async function add(dataset: AnyDataset, n: number, fixed: Record<string, unknown> = {}) {
  const row = await sampleRow(app.engine, dataset, n, fixed);
  const added = await app.call('admin', 'POST', dataset.path, row);
  expect(added.body.message).toBe('新增成功');
  return added.body.data[dataset.key];
}

async function read(dataset: AnyDataset, key: unknown) {
  return (await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).body.data;
}

const historyOf = (who: string, dataset: AnyDataset, key: unknown, more = '') =>
  app.call(who, 'GET', `${dataset.path}/history?${dataset.key}=${key}${more}`);

const can = (dataset: AnyDataset, action: AnyDataset['permissions']['actions'][number]) =>
  dataset.permissions.actions.includes(action);

describe.each(
  ofThisDatabase(datasets, ({ name }) => name)
    .filter(dataset => can(dataset, 'add'))
    .map(dataset => ({ name: dataset.name, dataset })),
)('$name', ({ dataset }) => {
  test('a row tells who made it and what it was made with, under the list permission', async () => {
    const key = await add(dataset, 61);
    const { status, body } = await historyOf('admin', dataset, key);
    expect(status, body.message).toBe(200);
    expect(body.data).toMatchObject({ total: 1, current: 1, size: 10 });
    const [entry] = body.data.records;
    expect(entry).toMatchObject({
      op: 'added',
      userId: 900_000,
      userName: 'admin',
      address: '192.0.2.7',
      job: null,
    });
    const row = await read(dataset, key);
    for (const name of entry.fields) {
      if (name !== 'applyStatus') expect(entry.after[name], name).toEqual(row[name]);
      expect(entry.before[name]).toBeNull();
      expect(dataset.fields[name]?.private).not.toBe(true);
    }
    expect((await historyOf('nobody', dataset, key)).status).toBe(403);
    expect((await historyOf('', dataset, key)).status).toBe(401);
    if (!isCommon(dataset)) expect((await historyOf('nothing', dataset, key)).status).toBe(404);
    expect((await historyOf('admin', dataset, 999_999_999)).status).toBe(404);
    expect((await historyOf('admin', dataset, 'x')).body.data.errors).toMatchObject([{ field: dataset.key }]);
  });
});

describe('a row that belongs to whom another one belongs', () => {
  const { userChannel, channel, partners, adminUser } = registry;

  test('tells the new owner of that one nothing of the time before', async () => {
    const [first, second] = [await add(partners, 71), await add(partners, 72)];
    const channelId = await add(channel, 73, { partnersId: first });
    const userId = await add(adminUser, 74, { adminFlag: 0, roleIds: [], userType: 2 });
    const id = await add(userChannel, 75, { userId, channelId, remark: '前任的说明' });
    people.first = person({ userId: 31, partnersIds: [first] });
    people.second = person({ userId: 32, partnersIds: [second] });
    expect((await historyOf('first', userChannel, id)).body.data.total).toBe(1);
    expect((await historyOf('second', userChannel, id)).status).toBe(404);

    const values = { ...(await read(channel, channelId)), partnersId: second };
    const moved = await app.call('admin', 'PUT', channel.path, values);
    expect(moved.body.message).toBe('修改成功');
    expect((await historyOf('first', userChannel, id)).status).toBe(404);
    expect((await historyOf('second', userChannel, id)).body.data).toMatchObject({ total: 0, records: [] });

    await app.call('admin', 'DELETE', `${userChannel.path}?ids=${id}`);
    await app.call('admin', 'POST', `${userChannel.path}/restore`, { ids: [id] });
    const { records } = (await historyOf('second', userChannel, id)).body.data;
    expect(records.map((entry: { op: string }) => entry.op)).toEqual(['restored', 'deleted']);
    expect((await historyOf('admin', userChannel, id)).body.data.total).toBe(3);
  });
});

describe('the exam calendar', () => {
  const category = new Map<number, number>();
  const [hunan, hubei] = [430000, 420000];

  beforeAll(async () => {
    for (const provinceId of [hunan, hubei]) {
      await add(registry.province, provinceId, { provinceId, provinceName: `省${provinceId}` });
      const key = await add(registry.jointCategory, provinceId % 97, { dataYear: 2026, provinceId });
      category.set(provinceId, (await read(registry.jointCategory, key)).jointCategoryId);
    }
  });

  /** A row of a province, in a separate round so that no two are alike. */
  const row = (roundNo: number, provinceId: number, more: Record<string, unknown> = {}) =>
    add(schExamType, roundNo, {
      dataYear: 2026,
      provinceId,
      jointCategoryId: category.get(provinceId),
      roundNo,
      ...more,
    });

  test('shows old and new values with the names of what they refer to, newest first', async () => {
    const key = await row(1, hunan);
    const before = await read(schExamType, key);
    const moved = await app.call('admin', 'PUT', schExamType.path, {
      dataId: key,
      version: before.version,
      provinceId: hubei,
      jointCategoryId: category.get(hubei),
      remark: '改到湖北',
    });
    expect(moved.body.message).toBe('修改成功');
    const { data } = (await historyOf('admin', schExamType, key)).body;
    expect(data.records.map((entry: { op: string }) => entry.op)).toEqual(['updated', 'added']);
    expect(data.records[0]).toMatchObject({
      version: 2,
      fields: ['provinceId', 'jointCategoryId', 'remark'],
      before: { provinceId: hunan, provinceName: '省430000', remark: before.remark },
      after: { provinceId: hubei, provinceName: '省420000', remark: '改到湖北' },
    });
    const second = await historyOf('admin', schExamType, key, '&size=1&current=2');
    expect(second.body.data).toMatchObject({ total: 2, records: [{ op: 'added' }] });
  });

  test('tells a person of one province nothing of the time when the row was another province’s', async () => {
    const key = await row(2, hunan, { remark: '湖南内部说明' });
    expect((await historyOf('one', schExamType, key)).body.data.total).toBe(1);
    expect((await historyOf('other', schExamType, key)).status).toBe(404);
    await app.call('admin', 'PUT', schExamType.path, {
      dataId: key,
      version: 1,
      provinceId: hubei,
      jointCategoryId: category.get(hubei),
    });
    await app.call('admin', 'PUT', schExamType.path, { dataId: key, version: 2, remark: '湖北说明' });
    expect((await historyOf('one', schExamType, key)).status).toBe(404);
    const { records, total } = (await historyOf('other', schExamType, key)).body.data;
    expect(total).toBe(1);
    expect(records[0]).toMatchObject({ op: 'updated', fields: ['remark'], after: { remark: '湖北说明' } });
  });

  test('hides from where somebody worked from those who may not read the audit log', async () => {
    const key = await row(3, hunan);
    const [entry] = (await historyOf('one', schExamType, key)).body.data.records;
    expect(entry).toMatchObject({ userName: 'admin', address: null });
  });

  test('a deletion stands in the history of the row, for those who may delete', async () => {
    const key = await row(4, hunan);
    await app.call('admin', 'DELETE', `${schExamType.path}?ids=${key}`);
    const { records } = (await historyOf('admin', schExamType, key)).body.data;
    expect(records[0]).toMatchObject({ op: 'deleted', version: 2, fields: [], before: {}, after: {} });
    expect((await historyOf('one', schExamType, key)).status).toBe(404);
  });
});

test('the database refuses to change what the history says', async () => {
  await expect(sql`update t_row_history set user_name = 'x'`.execute(app.engine.db)).rejects.toThrow(
    'never changed',
  );
});

test('neither a statement nor the product takes an entry back before its time', async () => {
  await add(registry.typeDict, 91);
  const { db } = app.engine;
  for (const table of ['t_row_history', 't_audit_log']) {
    if (table === 't_audit_log') {
      await sql`insert into t_audit_log (module, action, result, cost_ms) values ('other', 'call', 1, 1)`.execute(
        db,
      );
    }
    const of = sql.table(table);
    await expect(sql`update ${of} set version = 9`.execute(db)).rejects.toThrow('never changed');
    await expect(sql`delete from ${of}`.execute(db)).rejects.toThrow('at least');
    await expect(sql`truncate ${of}`.execute(db)).rejects.toThrow('never changed');
  }
});

test('no call but the list of a row reaches its history: none writes, changes or removes an entry', async () => {
  const key = await add(registry.typeDict, 92);
  const { path } = registry.typeDict;
  const before = (await historyOf('admin', registry.typeDict, key)).body.data;
  const [{ historyId }] = before.records;
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    for (const call of [`${path}/history`, `${path}/history?typeId=${key}`, `${path}/history/${historyId}`]) {
      const answer = await app.call('admin', method, call, { historyId, ids: [historyId], typeId: key });
      expect(answer.status, `${method} ${call}`).toBe(404);
    }
  }
  expect((await historyOf('admin', registry.typeDict, key)).body.data).toEqual(before);
});
