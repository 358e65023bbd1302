import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schExamTypeServer } from './school/sch-exam-type.server.ts';
import { openSeededApp, type SeededApp } from './testing/seeded-app.ts';

let it: SeededApp;
let admin: string;
beforeAll(async () => {
  it = await openSeededApp();
  admin = (await it.login('admin')).token;
});
afterAll(() => it.close());

const post = (path: string, body: unknown, token = admin) => it.call('POST', path, { token, body });

describe('a joint category', () => {
  const { path } = registry.jointCategory;
  const add = async (dataYear: number, provinceId: number, jointCategoryName: string) => {
    const added = await post(path, { dataYear, provinceId, jointCategoryName, parentType: 5 });
    expect(added.status).toBe(200);
    const info = await it.call('GET', `${path}/info?dataId=${added.data.dataId}`, { token: admin });
    return info.data as { dataId: number; jointCategoryId: number };
  };

  test('keeps its id from year to year in its province, and has another elsewhere', async () => {
    const first = await add(2020, 430_000, '国画类');
    const second = await add(2021, 430_000, '国画类');
    const elsewhere = await add(2021, 440_000, '国画类');
    expect(second.jointCategoryId).toBe(first.jointCategoryId);
    expect(elsewhere.jointCategoryId).not.toBe(first.jointCategoryId);
  });

  test('that was deleted leaves its id to the one that comes back', async () => {
    const first = await add(2020, 430_000, '雕塑类');
    await it.call('DELETE', `${path}?ids=${first.dataId}`, { token: admin });
    expect((await add(2022, 430_000, '雕塑类')).jointCategoryId).toBe(first.jointCategoryId);
  });

  test('added for several years at once agrees with itself', async () => {
    const added = await Promise.all([2020, 2021, 2022, 2023].map(year => add(year, 450_000, '陶艺类')));
    expect(new Set(added.map(({ jointCategoryId }) => jointCategoryId)).size).toBe(1);
  });
});

describe('a province', () => {
  const { path } = registry.province;

  test('is added by POST, and changed by the next one', async () => {
    const taiwan = { provinceId: 710_000, provinceName: '台湾', provinceShortName: '台', examMode: 3 };
    expect(await post(path, taiwan)).toMatchObject({ status: 200, message: '新增成功' });
    expect(await post(path, { ...taiwan, hotFlag: 1 })).toMatchObject({ status: 200, message: '修改成功' });
    const info = await it.call('GET', `${path}/info?provinceId=710000`, { token: admin });
    expect(info.data).toMatchObject({ provinceName: '台湾', hotFlag: 1, status: 1, version: 2 });
  });

  test('is not changed over another change when the version is sent along', async () => {
    const body = { provinceId: 430_000, provinceName: '湖南', version: 1 };
    await post(path, { ...body, hotFlag: 0 });
    expect(await post(path, { ...body, hotFlag: 1 })).toMatchObject({ status: 409, reason: 'staleVersion' });
  });

  test('with a code that is none is refused by name, as is a change that names no province', async () => {
    const named = { provinceName: '某省', provinceShortName: '某', examMode: 3 };
    for (const provinceId of ['abc', null, 12, {}]) {
      const refused = await post(path, { ...named, provinceId });
      expect(refused).toMatchObject({ status: 400, data: { errors: [{ field: 'provinceId' }] } });
    }
    const changed = await it.call('PUT', path, { token: admin, body: {} });
    expect(changed).toMatchObject({ status: 400, message: '省份编码不能为空' });
  });

  test('is found by its short name and its region', async () => {
    const find = async (query: string) =>
      (await it.call('GET', `${path}/list?size=50&${query}`, { token: admin })).data.records;
    const [hunan] = await find(`provinceShortName=${encodeURIComponent('湘')}`);
    expect(hunan).toMatchObject({ provinceId: 430_000 });
    const region = await find(`regionId=${hunan.regionId}`);
    expect(region.length).toBeGreaterThan(1);
    for (const row of region) expect(row.regionId).toBe(hunan.regionId);
  });

  test('is neither added nor changed without the code for it', async () => {
    const { token } = await it.login('hunan01');
    expect((await post(path, { provinceId: 430_000, hotFlag: 1 }, token)).status).toBe(403);
    expect((await post(path, { provinceId: 820_000, provinceName: '澳门' }, token)).status).toBe(403);
  });
});

describe('the registration status', () => {
  const normalise = schExamTypeServer.normalise!;
  const now = new Date('2026-03-02T09:00:00+08:00');
  const open = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-31 23:59:59' };
  const past = { startTime: '2026-01-01 00:00:00', endTime: '2026-01-31 23:59:59' };

  test('that the times give anyway is not stored, so that it goes on following them', () => {
    expect(normalise({ ...open, applyStatus: 1 }, now, undefined)).toEqual({ applyStatus: null });
    expect(normalise({ startTime: null, endTime: null, applyStatus: 4 }, now, undefined)).toEqual({
      applyStatus: null,
    });
  });

  test('that a form shows and sends back is not taken for one set by hand when the times change', () => {
    expect(normalise({ ...past, applyStatus: 1 }, now, { ...open, applyStatus: null })).toEqual({
      applyStatus: null,
    });
  });

  test('that somebody set by hand stays', () => {
    expect(normalise({ ...open, applyStatus: 3 }, now, undefined)).toEqual({});
    expect(normalise({ ...past, applyStatus: 1 }, now, { ...open, applyStatus: 2 })).toEqual({});
    expect(normalise({ ...open, applyStatus: null }, now, undefined)).toEqual({});
  });

  test('is the same in lists as by the rule, and can be asked for', async () => {
    const { path } = registry.schExamType;
    const counted = await sql<{ status: number; count: number }>`
      select case when start_time is null then 4 when now() < start_time then 2 when now() > end_time then 3
        else 1 end as status, count(*)::integer as count
      from t_sch_exam_type where apply_status is null group by 1`.execute(it.engine.db);
    expect(counted.rows.length).toBeGreaterThan(0);
    for (const { status, count } of counted.rows) {
      const list = await it.call('GET', `${path}/list?applyStatus=${status}&size=5`, { token: admin });
      expect(list.data.total).toBe(count);
      for (const row of list.data.records) expect(row.applyStatus).toBe(status);
    }
  });
});
