import { registry } from '@yikao/model/contexts/datasets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';

const { region } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    admin: person(),
    other: person({ userId: 2, userName: 'other' }),
  });
});
afterAll(() => app.close());

async function add(key: string | undefined, regionName: string, who = 'admin') {
  const response = await app.app.inject({
    method: 'POST',
    url: region.path,
    headers: { 'access-token': who, ...(key !== undefined && { 'idempotency-key': key }) },
    payload: { regionName, orderNum: 1, status: 1 },
  });
  return { status: response.statusCode, body: response.json() };
}

const named = async (name: string): Promise<number> =>
  (await app.call('admin', 'GET', `${region.path}/list?regionName=${encodeURIComponent(name)}`)).body.data
    .total;

test('three equal posts with one key add one row, and all answer the same', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => add('key-0001', '华北')));
  const later = await add('key-0001', '华北');
  for (const { status, body } of [...answers, later]) {
    expect(status).toBe(200);
    expect(body).toEqual(answers[0]?.body);
  }
  expect(await named('华北')).toBe(1);
});

test('a key is one person’s own, and one call’s', async () => {
  expect((await add('key-0002', '华东')).status).toBe(200);
  expect((await add('key-0002', '华南', 'other')).status).toBe(200);
  expect((await add('key-0002', '西北')).body.data.reason).toBe('badRequest');
  expect(await named('西北')).toBe(0);
});

test('a call that was refused may come again with its key', async () => {
  expect((await add('key-0003', '华北')).body.data.reason).toBe('duplicate');
  const { body } = await app.call(
    'admin',
    'GET',
    `${region.path}/list?regionName=${encodeURIComponent('华北')}`,
  );
  await app.call('admin', 'DELETE', region.path, { ids: [body.data.records[0].id] });
  expect((await add('key-0003', '华北')).status).toBe(200);
});

test('a key that is none is refused, and without one every call counts', async () => {
  expect((await add('x', '东北')).status).toBe(400);
  expect((await add(undefined, '东北')).status).toBe(200);
  expect((await add(undefined, '东北')).body.data.reason).toBe('duplicate');
});
