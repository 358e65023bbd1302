import { registry } from '@yikao/model/contexts/datasets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { importFile, upload, writeSheet } from '../../engine/testing/workbooks.ts';
import { add } from '../../engine/write/save.ts';
import { migrated } from '../../testing/database.ts';

const { province, partners, provincePartners } = registry;
const { path } = provincePartners;

const people: Record<string, ReturnType<typeof person>> = { admin: person() };
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(migrated, people);
});
afterAll(() => app.close());

async function made(dataset: typeof province | typeof partners, n: number, more: object = {}) {
  const row = await sampleRow(app.engine, dataset, n, { ...more });
  const added = await add(app.engine, dataset, elevated(), row);
  return { id: Number(added[dataset.key]), row };
}

test('a province has one partner alone in a year, however the second one comes', async () => {
  const { id: provinceId, row: place } = await made(province, 41);
  const houses = [await made(partners, 41), await made(partners, 42), await made(partners, 43)];
  const entry = (at: number, more: object = {}) => ({
    provinceId,
    partnersId: houses[at]?.id,
    dataYear: 2026,
    exclusiveFlag: 1,
    startDate: '2025-09-01',
    endDate: '2026-08-31',
    ...more,
  });
  const post = (body: object) => app.call('admin', 'POST', path, body);

  const both = await Promise.all([post(entry(0)), post(entry(1))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [first] = (await app.call('admin', 'GET', `${path}/list?provinceId=${provinceId}`)).body.data.records;
  const free = houses.findIndex(({ id }) => id !== first.partnersId);

  // Non-exclusive and disabled ones may coexist with it, as may other years.
  const beside = await post(entry(free, { exclusiveFlag: 0 }));
  expect(beside.status, JSON.stringify(beside.body)).toBe(200);
  expect((await post(entry(2, { status: 0 }))).status).toBe(200);
  expect((await post(entry(free, { dataYear: 2027 }))).status).toBe(200);

  // Nor by a change, by enabling it, by a file, or from the trash.
  const rows: { id: number; version: number; status: number; partnersId: number; exclusiveFlag: number }[] = (
    await app.call('admin', 'GET', `${path}/list?provinceId=${provinceId}&dataYear=2026&size=50`)
  ).body.data.records;
  for (const { id, version } of rows.filter(row => row.id !== first.id)) {
    const changed = await app.call('admin', 'PUT', path, { id, version, exclusiveFlag: 1, status: 1 });
    expect(changed.status).toBe(409);
    expect(JSON.stringify(changed.body)).toContain('已有独家合伙人');
  }
  const name = String(houses[free]?.row.partnersName);
  const sheet = await writeSheet(
    app,
    ['省份', '合伙人', '数据年份', '独家', '开始日期', '结束日期'],
    [[String(place.provinceName), name, 2026, '是', '2025-09-01', '2026-08-31']],
  );
  const job = await importFile(app, 'admin', provincePartners, await upload(app, sheet));
  expect(job).toMatchObject({ insertNum: 0, updateNum: 0, failNum: 1 });

  expect((await app.call('admin', 'DELETE', `${path}?ids=${first.id}`)).status).toBe(200);
  const off = rows.find(row => row.status === 0);
  const on = await app.call('admin', 'PUT', path, { id: off?.id, version: off?.version, status: 1 });
  expect(on.status, JSON.stringify(on.body)).toBe(200);
  expect((await app.call('admin', 'POST', `${path}/restore`, { ids: [first.id] })).status).toBe(409);
});

test('who else has a province alone is not told to a partner, by form, file or step', async () => {
  const { id: provinceId, row: place } = await made(province, 51);
  const [holder, asking] = [await made(partners, 51), await made(partners, 52)];
  const codes = ['list', 'add', 'update', 'import'].map(action => `base:provincepartners:${action}`);
  const permissions = new Set([...codes, 'sys:log']);
  people.partner = person({ userId: 61, admin: false, partnersIds: [asking.id], permissions });
  const entry = {
    provinceId,
    dataYear: 2026,
    exclusiveFlag: 1,
    startDate: '2025-09-01',
    endDate: '2026-08-31',
  };
  const first = await app.call('admin', 'POST', path, { ...entry, partnersId: holder.id });
  expect(first.status).toBe(200);
  const hidden = '已存在，请联系管理员';
  const told = (answer: unknown) => {
    expect(JSON.stringify(answer)).not.toContain('独家合伙人');
    expect(JSON.stringify(answer)).toContain(hidden);
  };
  const own = { ...entry, partnersId: asking.id };
  told((await app.call('partner', 'POST', path, own)).body);

  const header = ['省份', '合伙人', '数据年份', '独家', '开始日期', '结束日期'];
  const sheet = await writeSheet(app, header, [
    [String(place.provinceName), String(asking.row.partnersName), 2026, '是', '2025-09-01', '2026-08-31'],
  ]);
  const job = await importFile(app, 'partner', provincePartners, await upload(app, sheet, 61));
  expect(job).toMatchObject({ insertNum: 0, failNum: 1 });
  const refused = await app.call('partner', 'GET', `/api/base/log/info?id=${job.id}`);
  told(refused.body);
  const byAdmin = await importFile(app, 'admin', provincePartners, await upload(app, sheet));
  const seen = await app.call('admin', 'GET', `/api/base/log/info?id=${byAdmin.id}`);
  expect(JSON.stringify(seen.body)).toContain('该省份本年度已有独家合伙人');

  const off = await app.call('partner', 'POST', path, { ...own, status: 0 });
  expect(off.status, off.body.message).toBe(200);
  const on = (who: string) => app.call(who, 'PUT', `${path}/enable`, { id: off.body.data.id });
  told((await on('partner')).body);
  expect((await on('admin')).body.message).toContain('该省份本年度已有独家合伙人');
});
