import { registry } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import type { Actor } from '../scope/actor.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { sampleRow } from '../testing/samples.ts';

let app: TestApp;
const people: Record<string, Actor> = {};
const { channel, goods, partners, region } = registry;

beforeAll(async () => {
  Object.assign(people, {
    admin: person({ userId: 900_000 }),
    reader: person({ userId: 900_001, admin: false, permissions: new Set(['wish:region:list']) }),
    nobody: person({ userId: 900_002, admin: false }),
  });
  app = await openTestApp(migrated, people);
});
afterAll(() => app.close());

async function add(dataset: AnyDataset, n: number, fixed: Record<string, unknown> = {}) {
  const row = await sampleRow(app.engine, dataset, n, fixed);
  const added = await app.call('admin', 'POST', dataset.path, row);
  expect(added.body.message).toBe('新增成功');
  return added.body.data[dataset.key] as number;
}

async function change(dataset: AnyDataset, key: number, values: object, who = 'admin') {
  const row = await read(dataset, key);
  const done = await app.call(who, 'PUT', dataset.path, {
    [dataset.key]: key,
    version: row.version,
    ...values,
  });
  expect(done.body.message).toBe('修改成功');
}

async function read(dataset: AnyDataset, key: number) {
  return (await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).body.data;
}

/** The entries of a row's history, oldest first. */
async function entries(dataset: AnyDataset, key: number): Promise<{ historyId: number; op: string }[]> {
  const { data } = (await app.call('admin', 'GET', `${dataset.path}/history?size=100&${dataset.key}=${key}`))
    .body;
  return data.records.toReversed();
}

const compare = (who: string, dataset: AnyDataset, key: number, historyId: number) =>
  app.call(who, 'GET', `${dataset.path}/version?${dataset.key}=${key}&historyId=${historyId}`);

const take = (who: string, dataset: AnyDataset, key: number, historyId: number, version: number) =>
  app.call(who, 'PUT', `${dataset.path}/version`, { [dataset.key]: key, historyId, version });

describe('an earlier version of a row', () => {
  test('is compared first, then taken back as a change of its own, which can be taken back too', async () => {
    const key = await add(region, 1, { orderNum: 11, status: 1 });
    await change(region, key, { orderNum: 12, status: 0 });
    await change(region, key, { orderNum: 13 });
    const [added, second] = await entries(region, key);
    const first = await read(region, key);
    const shown = await compare('admin', region, key, added?.historyId ?? 0);
    expect(shown.body.data).toMatchObject({
      version: 3,
      fields: ['orderNum', 'status'],
      before: { orderNum: 13, status: 0 },
      after: { orderNum: 11, status: 1 },
      kept: [],
    });
    expect(await read(region, key)).toEqual(first);
    const taken = await take('admin', region, key, added?.historyId ?? 0, 3);
    expect(taken.body).toMatchObject({ message: '已恢复到所选版本', data: { version: 4 } });
    expect(await read(region, key)).toMatchObject({ orderNum: 11, version: 4 });
    const newest = (await entries(region, key)).at(-1);
    expect(newest).toMatchObject({ op: 'updated', personName: 'admin', before: { orderNum: 13 } });
    const back = await take('admin', region, key, second?.historyId ?? 0, 4);
    expect(back.status).toBe(200);
    expect(await read(region, key)).toMatchObject({ orderNum: 12, status: 0, version: 5 });
    // The same values again are no change.
    await take('admin', region, key, second?.historyId ?? 0, 5);
    expect(await entries(region, key)).toHaveLength(5);
  });

  test('is refused to people who may not change the row, and whoever compared an older state', async () => {
    const key = await add(region, 2, { orderNum: 11 });
    await change(region, key, { orderNum: 12 });
    const [added] = await entries(region, key);
    const id = added?.historyId ?? 0;
    for (const who of ['reader', 'nobody']) {
      expect((await compare(who, region, key, id)).status, who).toBe(403);
      expect((await take(who, region, key, id, 2)).status, who).toBe(403);
    }
    expect((await take('', region, key, id, 2)).status).toBe(401);
    await change(region, key, { orderNum: 13 });
    expect((await take('admin', region, key, id, 2)).body.data.reason).toBe('staleVersion');
    expect(await read(region, key)).toMatchObject({ orderNum: 13, version: 3 });
    const none = await app.call('admin', 'PUT', `${region.path}/version`, { id: key, historyId: id });
    expect(none.status).toBe(400);
  });

  test('is that of this row alone: not of another one, nor of one that is gone', async () => {
    const [key, other] = [await add(region, 3), await add(region, 4)];
    const [foreign] = await entries(region, other);
    const [own] = await entries(region, key);
    const ids = [foreign?.historyId ?? 0, 999_999_999, 0, -1];
    for (const id of ids) {
      expect((await compare('admin', region, key, id)).status, String(id)).toBe(404);
      expect([400, 404]).toContain((await take('admin', region, key, id, 1)).status);
    }
    await app.call('admin', 'DELETE', `${region.path}?ids=${key}`);
    expect((await compare('admin', region, key, own?.historyId ?? 0)).status).toBe(404);
    expect((await take('admin', region, key, own?.historyId ?? 0, 2)).status).toBe(404);
    await app.call('admin', 'POST', `${region.path}/restore`, { ids: [key] });
    const deletion = (await entries(region, key)).find(({ op }) => op === 'deleted');
    expect((await compare('admin', region, key, deletion?.historyId ?? 0)).status).toBe(404);
  });

  test('is also the state before the first recorded change, of a row that came without an entry', async () => {
    const like = await add(region, 8, { orderNum: 31, status: 1 });
    const copied = await sql<{ id: number }>`
      insert into t_region select (jsonb_populate_record(r, '{"id": 9500001, "region_name": "自带"}')).*
      from t_region as r where id = ${like} returning id`.execute(app.engine.db);
    const key = Number(copied.rows[0]?.id);
    await change(region, key, { orderNum: 32 });
    await change(region, key, { status: 0 });
    const before = (who: string, historyId: number) =>
      app.call(who, 'GET', `${region.path}/version?id=${key}&historyId=${historyId}&side=before`);
    const [first, second] = await entries(region, key);
    const id = first?.historyId ?? 0;
    expect((await before('admin', id)).body.data).toMatchObject({
      side: 'before',
      fields: ['orderNum', 'status'],
      before: { orderNum: 32, status: 0 },
      after: { orderNum: 31, status: 1 },
    });
    expect((await before('admin', second?.historyId ?? 0)).body.data.fields).toEqual(['status']);
    expect((await before('reader', id)).status).toBe(403);
    const [added] = await entries(region, like);
    const anew = `${region.path}/version?id=${like}&historyId=${added?.historyId}&side=before`;
    expect((await app.call('admin', 'GET', anew)).status).toBe(404);
    const body = { id: key, historyId: id, side: 'before', version: 3 };
    expect((await app.call('admin', 'PUT', `${region.path}/version`, body)).status).toBe(200);
    expect(await read(region, key)).toMatchObject({ orderNum: 31, status: 1, version: 4 });
    // The row is as it was, and cannot come from where it was deleted.
    await app.call('admin', 'DELETE', `${region.path}?ids=${key}`);
    await app.call('admin', 'POST', `${region.path}/restore`, { ids: [key] });
    for (const { op, historyId } of await entries(region, key))
      if (op !== 'updated') expect((await before('admin', historyId)).status, op).toBe(404);
    expect((await app.call('admin', 'PUT', `${region.path}/version`, { ...body, side: '?' })).status).toBe(
      400,
    );
  });

  test('does not go back to before the row was added anew', async () => {
    const row = await sampleRow(app.engine, region, 5, { regionName: '重来', orderNum: 21 });
    const { id } = (await app.call('admin', 'POST', region.path, row)).body.data;
    await change(region, id, { orderNum: 22 });
    const [old] = await entries(region, id);
    await app.call('admin', 'DELETE', `${region.path}?ids=${id}`);
    const again = await app.call('admin', 'POST', region.path, { ...row, orderNum: 23 });
    // A new row with the key of the deleted one may take its place.
    if (again.body.data.id !== id) return;
    const answer = await compare('admin', region, id, old?.historyId ?? 0);
    expect(answer.body.data.reason).toBe('versionGone');
    expect((await read(region, id)).orderNum).toBe(23);
  });

  test('keeps to the rules of a save: a name that another row has by now is refused', async () => {
    const key = await add(region, 6, { regionName: '原名' });
    await change(region, key, { regionName: '改名' });
    const other = await add(region, 7, { regionName: '原名' });
    const [added] = await entries(region, key);
    const answer = await take('admin', region, key, added?.historyId ?? 0, 2);
    expect(answer.body.data).toMatchObject({ reason: 'duplicate', id: other });
    expect(await read(region, key)).toMatchObject({ regionName: '改名', version: 2 });
  });
});

describe('fields that cannot come back', () => {
  test('are named with their reason and stay: a reference whose row was deleted', async () => {
    const [old, now] = [await add(partners, 21), await add(partners, 22)];
    const key = await add(channel, 23, { partnersId: old, remark: '甲' });
    await change(channel, key, { partnersId: now, remark: '乙' });
    await app.call('admin', 'DELETE', `${partners.path}?ids=${old}`);
    const gone = await app.call('admin', 'GET', `${partners.path}/info?partnersId=${old}`);
    expect(gone.status).toBe(404);
    const [added] = await entries(channel, key);
    const shown = (await compare('admin', channel, key, added?.historyId ?? 0)).body.data;
    expect(shown).toMatchObject({ fields: ['remark'], kept: [{ field: 'partnersId' }] });
    expect(shown.kept[0].reason).not.toBe('');
    expect((await take('admin', channel, key, added?.historyId ?? 0, 2)).status).toBe(200);
    expect(await read(channel, key)).toMatchObject({ partnersId: now, remark: '甲', version: 3 });
  });

  test('are named with their reason and stay: the state of a row, and figures that only steps change', async () => {
    const key = await add(goods, 24, { goodsName: '甲卡' });
    const { version, upStatus } = await read(goods, key);
    await change(goods, key, { goodsName: '乙卡' });
    const step = upStatus === 1 ? 'unshelve' : 'shelve';
    const moved = await app.call('admin', 'PUT', `${goods.path}/${step}`, {
      goodsId: key,
      version: version + 1,
    });
    expect(moved.status, moved.body.message).toBe(200);
    const now = await read(goods, key);
    expect(now.upStatus).not.toBe(upStatus);
    const [added] = await entries(goods, key);
    const shown = (await compare('admin', goods, key, added?.historyId ?? 0)).body.data;
    expect(shown.fields).toEqual(['goodsName']);
    expect(shown.kept).toContainEqual({ field: 'upStatus', reason: '不可修改' });
    expect((await take('admin', goods, key, added?.historyId ?? 0, now.version)).status).toBe(200);
    expect(await read(goods, key)).toMatchObject({ upStatus: now.upStatus, goodsName: '甲卡' });
  });

  test('out of the reach of a bound person are refused, as are versions from before the row came to them', async () => {
    const [first, second] = [await add(partners, 31), await add(partners, 32)];
    const key = await add(channel, 33, { partnersId: first, remark: '前任的说明' });
    await change(channel, key, { partnersId: second });
    await change(channel, key, { remark: '现任的说明' });
    people.second = person({ userId: 900_010, partnersIds: [second] });
    people.first = person({ userId: 900_011, partnersIds: [first] });
    const [added, moved, last] = await entries(channel, key);
    for (const entry of [added, moved]) {
      expect((await compare('second', channel, key, entry?.historyId ?? 0)).status).toBe(404);
      expect((await take('second', channel, key, entry?.historyId ?? 0, 3)).status).toBe(404);
    }
    expect((await compare('second', channel, key, last?.historyId ?? 0)).body.data).toMatchObject({
      fields: [],
    });
    expect((await compare('first', channel, key, last?.historyId ?? 0)).status).toBe(404);
  });
});

test('two people who take versions back at once do not both win', async () => {
  const key = await add(region, 41, { orderNum: 11 });
  await change(region, key, { orderNum: 12 });
  await change(region, key, { orderNum: 13 });
  const [one, two] = await entries(region, key);
  const answers = await Promise.all([
    take('admin', region, key, one?.historyId ?? 0, 3),
    take('admin', region, key, two?.historyId ?? 0, 3),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const count = await sql<{ n: number }>`
    select count(*)::integer as n from t_row_history where dataset = 'region' and row_id = ${key}`.execute(
    app.engine.db,
  );
  expect(count.rows[0]?.n).toBe(4);
});
