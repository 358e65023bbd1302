import { registry } from '@yikao/model/contexts/datasets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { sampleRow } from '../../testing/samples.ts';
import { finished } from '../../testing/workbooks.ts';

const { path } = registry.schExamType;
const may = (...actions: string[]) =>
  person({ userId: 2, admin: false, permissions: new Set(actions.map(action => `sch:examType:${action}`)) });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(migrated, {
    admin: person(),
    reader: may('list'),
    elsewhere: { ...may('list', 'update'), provinceId: 1 },
  });
});
afterAll(() => app.close());

/** Two rounds of one school, whose registration begins at `startTime`; returns their keys. */
async function rounds(n: number, startTime: string | null): Promise<number[]> {
  const keys: number[] = [];
  const first = await sampleRow(app.engine, registry.schExamType, n, {
    roundNo: 1,
    startTime,
    endTime: null,
  });
  for (const roundNo of [1, 2]) {
    const added = await app.call('admin', 'POST', path, { ...first, roundNo });
    keys.push(added.body.data.dataId);
  }
  return keys;
}

async function check(ids: readonly number[]) {
  const started = await app.call('admin', 'POST', `${path}/check`, { type: 127, dataId: ids });
  await finished(app, 'admin', started.body.data.id);
  const { body } = await app.call('reader', 'GET', `${path}/check/list?bizType=127`);
  expect((await app.call('reader', 'GET', `${path}/check/list?type=127`)).body).toEqual(body);
  expect((await app.call('reader', 'GET', `${path}/check/list?bizType=129`)).body.data.total).toBe(0);
  return body.data.records;
}

test('rounds that begin together are a warning; those of which no beginning is known are not', async () => {
  const alike = await rounds(1, '2026-03-01 08:00:00');
  const open = await rounds(2, null);
  const found = await check([...alike, ...open]);
  expect(found.map(({ dataId }: { dataId: number }) => dataId).sort()).toEqual(alike);
  expect(found[0]).toEqual({
    checkId: expect.any(Number),
    tableId: 10,
    bizType: 127,
    dataId: expect.any(Number),
    level: 2,
    ruleCode: 'R02',
    message: expect.stringContaining('多轮考试'),
    resolvedFlag: 0,
    createTime: expect.any(String),
  });
});

test('a finding that was settled stays settled when the check runs again, until it is opened', async () => {
  const [one, other] = await check(await rounds(3, '2026-04-01 08:00:00'));
  const settle = (who: string, body: object) => app.call(who, 'PUT', `${path}/check/resolve`, body);
  expect((await settle('reader', { checkIds: [one.checkId] })).status).toBe(403);
  expect((await settle('elsewhere', { checkIds: [one.checkId] })).status).toBe(404);
  expect((await settle('admin', { checkIds: [one.checkId, 999_999] })).status).toBe(404);
  expect((await settle('admin', { checkIds: [] })).status).toBe(400);
  expect((await settle('admin', { checkIds: [one.checkId] })).body.data).toEqual({ count: 1 });
  const states = async () => {
    const found = await check([one.dataId, other.dataId]);
    const of = (id: number) => found.filter(({ dataId }: { dataId: number }) => dataId === id);
    return [of(one.dataId), of(other.dataId)].map(rows =>
      rows.map(({ resolvedFlag }: { resolvedFlag: number }) => resolvedFlag),
    );
  };
  expect(await states()).toEqual([[1], [0]]);
  await settle('admin', { checkIds: [one.checkId], resolvedFlag: 0 });
  expect(await states()).toEqual([[0], [0]]);
});
