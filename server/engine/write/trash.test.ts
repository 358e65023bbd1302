import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isCommon, lookingKind } from '@yikao/model/kernel/scope.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { ofThisDatabase } from '../../testing/sample.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { sampleRow } from '../testing/samples.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    // No row in the suite is this person's account.
    admin: person({ userId: 900_000 }),
    nobody: person({ userId: 900_003, admin: false }),
    elsewhere: person({ userId: 900_001, provinceId: 999_999, partnersIds: [999_999] }),
    reader: person({ userId: 900_004, admin: false, permissions: new Set(['wish:type:list']) }),
  });
});
afterAll(() => app.close());

const can = (dataset: AnyDataset, action: AnyDataset['permissions']['actions'][number]) =>
  dataset.permissions.actions.includes(action);

const binned = (who: string, dataset: AnyDataset, query = '') =>
  app.call(who, 'GET', `${dataset.path}/trash${query}`);
const restore = (who: string, dataset: AnyDataset, ...ids: unknown[]) =>
  app.call(who, 'POST', `${dataset.path}/restore`, { ids });

async function add(dataset: AnyDataset, row: object) {
  const added = await app.call('admin', 'POST', dataset.path, row);
  expect(added.body.message).toBe('新增成功');
  return added.body.data[dataset.key];
}
async function remove(dataset: AnyDataset, key: unknown) {
  expect((await app.call('admin', 'DELETE', `${dataset.path}?ids=${key}`)).body.message).toBe('删除成功');
}

describe.each(
  ofThisDatabase(datasets, ({ name }) => name)
    .filter(dataset => can(dataset, 'add') && can(dataset, 'delete'))
    .map(dataset => ({ name: dataset.name, dataset })),
)('$name', ({ dataset }) => {
  test('what was deleted lies in the trash and comes back as it was', async () => {
    const key = await add(dataset, await sampleRow(app.engine, dataset, 41));
    const before = (await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).body.data;
    await remove(dataset, key);

    const { data } = (await binned('admin', dataset)).body;
    expect(data.records[0]).toMatchObject({ [dataset.key]: key, deletedBy: 'admin', version: 2 });
    expect((await binned('admin', dataset, `?${dataset.key}=${key}`)).body.data.total).toBe(1);
    for (const hidden of ['deleted', 'createBy']) {
      expect(data.records[0]).not.toHaveProperty(hidden);
    }

    const back = await restore('admin', dataset, key);
    expect(back.body).toMatchObject({ success: true, message: '恢复成功', data: { count: 1 } });
    const after = (await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).body.data;
    // Exclude values derived from other rows: a restored registration gets a new order.
    const others = Object.keys(dataset.fields).filter(name => dataset.fields[name]?.elsewhere);
    const told = Object.fromEntries(others.map(name => [name, after[name]]));
    expect(after).toEqual({ ...before, ...told, version: 3, updateTime: after.updateTime });
    expect((await binned('admin', dataset, `?${dataset.key}=${key}`)).body.data.total).toBe(0);
    expect((await restore('admin', dataset, key)).status).toBe(404);

    const { records } = (await app.call('admin', 'GET', `${dataset.path}/history?${dataset.key}=${key}`)).body
      .data;
    expect(records.map((entry: { op: string }) => entry.op)).toEqual(['restored', 'deleted', 'added']);
  });

  test('deleted a second time, it lies there once', async () => {
    const key = await add(dataset, await sampleRow(app.engine, dataset, 42));
    await remove(dataset, key);
    await restore('admin', dataset, key);
    await remove(dataset, key);
    expect((await binned('admin', dataset, `?${dataset.key}=${key}`)).body.data).toMatchObject({
      total: 1,
      records: [{ [dataset.key]: key, version: 4 }],
    });
  });

  test('only who may delete looks in and takes out, and only within reach', async () => {
    const key = await add(dataset, await sampleRow(app.engine, dataset, 43));
    await remove(dataset, key);
    for (const [who, status] of [
      ['', 401],
      ['nobody', 403],
    ] as const) {
      expect((await binned(who, dataset)).status).toBe(status);
      expect((await restore(who, dataset, key)).status).toBe(status);
    }
    if (isCommon(dataset)) return;
    if (lookingKind(dataset, ['partner', 'province']) !== undefined) {
      expect((await binned('elsewhere', dataset)).status).toBe(403);
      return;
    }
    expect((await binned('elsewhere', dataset)).body.data).toMatchObject({ total: 0, records: [] });
    expect((await restore('elsewhere', dataset, key)).status).toBe(404);
  });

  test.runIf(dataset.naturalKey.length > 0 && dataset.keyBy === 'database')(
    'it stays there when its natural key is taken, and the answer names the row that has it',
    async () => {
      const row = await sampleRow(app.engine, dataset, 44);
      const key = await add(dataset, row);
      await remove(dataset, key);
      const other = await add(dataset, row);
      expect((await restore('admin', dataset, key)).body).toMatchObject({
        code: 409,
        data: { reason: 'duplicate', id: other },
      });
      expect((await binned('admin', dataset, `?${dataset.key}=${key}`)).body.data.total).toBe(1);
    },
  );
});

describe('rows that refer to each other', () => {
  const { typeDict } = registry;
  const entry = (typeName: string, parentId = 0) =>
    add(typeDict, { typeName, typeFlag: 2, parentId, orderNum: 0, status: 1 });

  test('a child comes back with its parent, and not without it', async () => {
    const parent = await entry('父');
    const child = await entry('子', parent);
    await remove(typeDict, parent);
    expect((await restore('admin', typeDict, child)).body).toMatchObject({
      code: 409,
      message: `记录 ${child} 的上级已被删除或不在您的数据范围内，请先恢复它`,
      data: { reason: 'lostReference', id: child, field: 'parentId' },
    });
    expect((await restore('admin', typeDict, child, parent)).body.data).toEqual({ count: 2 });
  });

  test('what others refer to stays: who would delete it is told which rows, and by what', async () => {
    const { source, wishUser } = registry;
    const sources: unknown[] = [];
    for (const n of [1, 2, 3, 4, 5]) {
      const row = { sourceName: `来源${n}`, sourceCode: `ref${n}`, sourceType: 1, status: 1 };
      sources.push(await add(source, row));
    }
    const refer = (at: number) => add(wishUser, { mobile: `1370000000${at}`, sourceId: sources[at] });
    const removal = (keys: readonly unknown[]) =>
      app.call('admin', 'DELETE', `${source.path}?${keys.map(key => `ids=${key}`).join('&')}`);
    await refer(0);
    expect((await removal(sources.slice(0, 1))).body).toMatchObject({
      code: 409,
      message: `来源1 已被${wishUser.label.zh}引用，无法删除`,
      data: { reason: 'referenced' },
    });
    for (const at of [1, 2, 3]) await refer(at);
    expect((await removal(sources)).body.message).toBe(
      `来源1、来源2、来源3等 4 条 已被${wishUser.label.zh}引用，无法删除；所选记录都未删除，请取消勾选它们后再删`,
    );
    expect((await removal(sources.slice(4))).body.success).toBe(true);
  });

  test('of two alike the trash gives back one', async () => {
    const first = await entry('双');
    await remove(typeDict, first);
    const second = await entry('双');
    await remove(typeDict, second);
    expect((await restore('admin', typeDict, first, second)).body).toMatchObject({
      code: 409,
      data: { reason: 'duplicate', id: first },
    });
    expect((await restore('admin', typeDict, second)).body.success).toBe(true);
  });

  test('who may only look gets neither the trash nor a row of it', async () => {
    expect((await binned('reader', typeDict)).status).toBe(403);
    expect((await restore('reader', typeDict, 1)).status).toBe(403);
  });

  test.each([{}, { ids: [] }, { ids: ['x'] }, { ids: [-1] }, { ids: [1.5] }, [], 'x'])(
    'a body that names no rows is refused: %j',
    async body => {
      const answer = await app.call('admin', 'POST', `${typeDict.path}/restore`, body);
      expect(answer.status).toBe(400);
    },
  );
});

test('a typed key that is added again takes the place of its row in the trash, with the next version', async () => {
  const { province } = registry;
  // A separate number: the tests of each dataset may have used the others.
  const row = await sampleRow(app.engine, province, 49);
  const key = await add(province, row);
  await remove(province, key);
  expect(await add(province, row)).toBe(key);
  const address = `${province.path}/history?${province.key}=${key}`;
  const { records } = (await app.call('admin', 'GET', address)).body.data;
  expect(records.map(({ op, version }: { op: string; version: number }) => [op, version])).toEqual([
    ['added', 3],
    ['deleted', 2],
    ['added', 1],
  ]);
  await remove(province, key);
  expect((await binned('admin', province, `?${province.key}=${key}`)).body.data.total).toBe(1);
});
