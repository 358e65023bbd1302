import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { importFile, upload, writeSheet } from '../../engine/testing/workbooks.ts';
import { migrated } from '../../testing/database.ts';

let app: TestApp;
const admin = { userId: 820_001 };
const { path } = registry.rank;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    admin: person(admin),
    reader: person({ userId: 820_002, admin: false, permissions: new Set(['wish:rank:list']) }),
  });
  // Seven schools, the odd ones in Hunan and the others in Shandong.
  await sql`
    insert into t_school (school_id, school_no, school_name, province_id, school_level, nature, order_num, status)
    select 900 + n, (10900 + n)::text, '样本学院' || n, case n % 2 when 1 then 430000 else 370000 end, 1, 1, 0, 1
    from generate_series(1, 7) as n`.execute(app.engine.db);
  await sql`
    insert into t_rank_category (category_id, category_name, level, order_num, status)
    values (91, '院校榜', 2, 0, 1), (92, '专业榜', 1, 0, 1)`.execute(app.engine.db);
});
afterAll(() => app.close());

/** Adds the row of a school, with its points. */
const row = (n: number, more: object) =>
  app.call('admin', 'POST', path, { dataYear: 2026, categoryId: 91, level: 2, schoolId: 900 + n, ...more });
const compute = (body: object = {}, who = 'admin') =>
  app.call(who, 'POST', `${path}/compute`, { dataYear: 2026, categoryId: 91, ...body });
const places = async (categoryId: number) =>
  (
    await sql<{ place: string }>`
      select coalesce(rank_no::text, '-') || '/' || coalesce(province_rank::text, '-') as place from t_rank
      where category_id = ${categoryId} and not deleted order by school_id, prof_name`.execute(app.engine.db)
  ).rows.map(({ place }) => place);

test('places follow from points with ties, in the ranking and in the province; what was published stays', async () => {
  const points = ['278', '265', '265', '251', '251', '251', '240'];
  for (const [at, rankScore] of points.entries()) {
    const added = await row(at + 1, { rankScore });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
  }
  expect((await compute()).body.data).toEqual({ count: 7, updated: 7 });
  expect(await places(91)).toEqual(['1/1', '2/1', '2/2', '4/2', '4/3', '4/2', '7/4']);
  // Nothing has changed, so nothing is written.
  expect((await compute()).body.data).toEqual({ count: 7, updated: 0 });

  const list = await app.call('admin', 'GET', `${path}?categoryId=91&schoolId=907`);
  const [last] = list.body.data.records;
  const { version } = last;
  await app.call('admin', 'PUT', path, { rankId: last.rankId, version, rankNo: 3, rankScore: null });
  // A school without points has no rank; changed points change it.
  const first = (await app.call('admin', 'GET', `${path}?categoryId=91&schoolId=901`)).body.data.records[0];
  await app.call('admin', 'PUT', path, { rankId: first.rankId, version: first.version, rankScore: null });
  expect((await compute()).status).toBe(200);
  expect(await places(91)).toEqual(['-/-', '1/1', '1/1', '3/2', '3/2', '3/2', '3/2']);

  expect((await compute({}, 'reader')).status).toBe(403);
  expect((await compute({ categoryId: 'x' })).status).toBe(400);
  expect((await compute({ dataYear: 1950 })).body.data).toEqual({ count: 0, updated: 0 });
});

test('a file says by its kind whether it ranks majors or schools, and majors need their names', async () => {
  const send = async (type: number, headers: string[], rows: (string | number)[][]) =>
    importFile(
      app,
      'admin',
      registry.rank,
      await upload(app, await writeSheet(app, headers, rows), admin.userId),
      { type },
    );
  const majors = ['数据年份', '排名类别', '院校', '专业', '得分'];
  const done = await send(1, majors, [
    [2026, '专业榜', '样本学院1', '绘画', 90],
    [2026, '专业榜', '样本学院2', '绘画', 95],
    [2026, '专业榜', '样本学院1', '书法学', 80],
    [2026, '专业榜', '样本学院3', '', 70],
  ]);
  expect(done, done.message).toMatchObject({ successNum: 3, failNum: 1 });
  expect((await compute({ categoryId: 92 })).body.data).toEqual({ count: 3, updated: 3 });
  expect(await places(92)).toEqual(['1/1', '2/1', '1/1']);
  const schools = await send(2, ['数据年份', '排名类别', '院校', '名次'], [[2025, '院校榜', '样本学院1', 9]]);
  expect(schools, schools.message).toMatchObject({ successNum: 1, failNum: 0 });
  const [kept] = (await app.call('admin', 'GET', `${path}?dataYear=2025&level=2`)).body.data.records;
  expect(kept).toMatchObject({ rankNo: 9, level: 2 });
  await compute({ dataYear: 2025 });
  expect((await app.call('admin', 'GET', `${path}/info?rankId=${kept.rankId}`)).body.data).toMatchObject({
    rankNo: 9,
    provinceRank: 1,
    rankFixed: 1,
  });
});
