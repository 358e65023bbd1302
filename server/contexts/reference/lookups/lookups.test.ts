import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptLookUp } from '../../../engine/read/look-up-cache.ts';
import { options } from '../../../engine/read/options.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

let it: SeededApp;
let ops: string;
let hunan: string;
beforeAll(async () => {
  it = await openSeededApp();
  ops = (await it.login('ops')).token;
  hunan = (await it.login('hunan01')).token;
});
afterAll(() => it.close());

async function look(url: string, token = ops, headers: Record<string, string> = {}) {
  const answer = await it.call('GET', url, { token, headers });
  expect(answer.status).toBe(200);
  return answer.data;
}

test('the provinces are the 28 enabled ones; administrators also choose from the others', async () => {
  const enabled = await look('/api/base/province_cache_list');
  expect(enabled).toHaveLength(28);
  expect(enabled[0]).toEqual({ provinceId: 110_000, provinceName: '北京', provinceShortName: '京' });
  expect(enabled.map((row: { provinceId: number }) => row.provinceId)).not.toContain(540_000);
  expect(await look('/api/base/province/admin/all/list')).toHaveLength(31);
});

test('a person of one province looks up that province only', async () => {
  expect(await look('/api/base/province_cache_list', hunan)).toEqual([
    { provinceId: 430_000, provinceName: '湖南', provinceShortName: '湘' },
  ]);
  expect(await look('/api/base/province/admin/all/list', hunan)).toHaveLength(1);
});

test('the cities of a province are those of the city level', async () => {
  const cities = await look('/api/base/city/list?provinceId=430000');
  expect(cities).toHaveLength(14);
  expect(cities[0]).toEqual({ cityId: 430_100, cityName: '长沙市' });
  expect(await look('/api/base/city/list?provinceId=310000')).toEqual([
    { cityId: 310_100, cityName: '上海市' },
  ]);
});

test('the tree of places reaches from the province to the county, and abroad', async () => {
  const tree = await look('/api/base/city/tree');
  const hunanTree = tree.find((place: { code: number }) => place.code === 430_000);
  expect(hunanTree).toMatchObject({ cityName: '湖南省', level: 1 });
  expect(hunanTree.children[0]).toMatchObject({ cityName: '长沙市', level: 2 });
  expect(hunanTree.children[0].children[0]).toMatchObject({ level: 3, children: [] });
  const codes = tree.map((place: { code: number }) => place.code);
  expect(codes).toEqual(expect.arrayContaining([710_000, 810_000, 820_000, 900_000]));
});

test('schools are found by a part of the name or by their code, at most 20, the closest first', async () => {
  const found = await look(`/api/data/wish/search/school?keywords=${encodeURIComponent('音乐学院')}`);
  expect(found.length).toBeLessThanOrEqual(20);
  expect(found.every((row: { schoolName: string }) => row.schoolName.includes('音乐学院'))).toBe(true);
  expect((await look('/api/data/wish/search/school?keywords=10045'))[0].schoolName).toBe('中央音乐学院');
  expect(await look('/api/data/wish/search/school?keywords=%25%25%25')).toEqual([]);
  expect((await look('/api/data/wish/search/school')).length).toBe(20);
  expect((await look('/api/admin/allSchoolList')).length).toBeGreaterThan(600);
});

test.each<[string, number[]]>([
  ['provinceId=430000&dataYear=2020', [1, 2, 3]],
  ['provinceId=430000&dataYear=2021', [3, 4, 5]],
  ['provinceId=310000&dataYear=2017', [3]],
  ['provinceId=650000', [1, 2, 3]],
  ['provinceId=430000', [3, 4, 5]],
  ['', [1, 2, 3, 4, 5]],
])('arts or science of %s', async (query, expected) => {
  const found = await look(`/api/data/wish/aos/list?${query}`);
  expect(found.map((row: { aos: number }) => row.aos)).toEqual(expected);
});

test('the type dictionary comes in its four groups, or the one asked for, in either language', async () => {
  const tree = await look('/api/data/wish/type/tree');
  expect(tree.map((group: { typeName: string }) => group.typeName)).toEqual(['标签', '类别', '专业', '科目']);
  const [subjects, ...rest] = await look('/api/data/wish/type/tree?typeFlag=4', ops, {
    'accept-language': 'en',
  });
  expect(rest).toEqual([]);
  expect(subjects.typeName).toBe('Subject');
  expect(subjects.children[0]).toMatchObject({ typeName: '音乐', typeFlag: 4, children: [] });
});

test('look-ups are kept in memory, and follow every change on every node, whichever road it took', async () => {
  // Another node: a separate engine on the same database.
  const other = { ...it.engine };
  const reader = elevated();
  const names = async (engine = it.engine) =>
    (await options(engine, registry.rankCategory, reader, {})).map(row => String(row.categoryName));
  const before = await names();
  expect(await names(other)).toEqual(before);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return [];
  };
  const ask = () => keptLookUp(it.engine, registry.rankCategory, reader, ['counted'], read);
  await ask();
  await ask();
  expect(reads).toBe(1);

  const added = await it.call('POST', '/api/data/wish/rankCategory', {
    token: ops,
    body: { categoryName: '新榜', level: 2 },
  });
  expect(added.status, added.message).toBe(200);
  expect((await names(other)).includes('新榜')).toBe(true);
  expect((await names()).includes('新榜')).toBe(true);
  await ask();
  expect(reads).toBe(2);
  await sql`update t_rank_category set status = 0 where category_name = '新榜'`.execute(it.engine.db);
  expect(await names()).toEqual(before);
  expect(await names(other)).toEqual(before);

  // A look-up cached for one person's reach is never returned to another.
  const path = '/api/data/wish/jointCategory/options?dataYear=2026';
  const all = await look(path);
  const own = await look(path, hunan);
  expect(own.length).toBeLessThan(all.length);
  expect(new Set(own.map((row: { provinceId: number }) => row.provinceId))).toEqual(new Set([430_000]));
  expect(await look(path)).toEqual(all);
});

test('the places and agencies of an exam are offered out of all of them, as far as a person may know', async () => {
  const { rows } = await sql<
    Columns<typeof registry.examArea, 'examId'> & { areaId: number; partnersId: number }
  >`
    select exam_id, min(area_id)::integer as area_id,
      (select partners_id from t_mock_exam e where e.exam_id = a.exam_id) as partners_id
    from t_exam_area a group by 1 having count(*) > 1 order by 1 limit 1`.execute(it.engine.db);
  const { examId = 0, areaId = 0, partnersId = 0 } = rows[0] ?? {};
  const path = `${registry.area.path}/options`;
  const { token: admin } = await it.login('admin');
  const ids = async (query: string, token = admin) =>
    (await look(`${path}?${query}`, token)).map((row: { areaId: number }) => row.areaId);
  const ofExam = `among=examArea&examId=${examId}`;
  await sql`
    insert into t_area (area_name, partners_id, province_id, city_id, address, status)
    values ('别处', ${partnersId}, 430000, 430100, '别处', 1) on conflict do nothing`.execute(it.engine.db);
  const offered = await ids(ofExam);
  expect(offered).toHaveLength(2);
  expect((await ids('')).length).toBeGreaterThan(2);
  const agents = await look(`${registry.agent.path}/options?among=examAgent&examId=${examId}`, admin);
  expect(agents.length).toBeGreaterThan(0);

  // One that the exam no longer uses is not offered, but keeps its name in existing rows.
  await sql`update t_exam_area set status = 0 where exam_id = ${examId} and area_id = ${areaId}`.execute(
    it.engine.db,
  );
  expect(await ids(ofExam)).toEqual(offered.filter((id: number) => id !== areaId));
  expect(await ids(`${ofExam}&values=${areaId}`)).toEqual([areaId]);
  await sql`update t_exam_area set status = 1 where exam_id = ${examId}`.execute(it.engine.db);

  // Asking for an exam's places reveals nothing to people who may not see it.
  const { token } = await it.login('partner01');
  const { rows: other } = await sql<Columns<typeof registry.mockExam, 'examId'>>`
    update t_mock_exam set partners_id = (
      select min(partners_id) from t_partners where partners_id <> ${partnersId})
    where exam_id = ${examId} returning exam_id`.execute(it.engine.db);
  expect(other).toHaveLength(1);
  expect(await ids(ofExam, token)).toEqual([]);
  await sql`update t_mock_exam set partners_id = ${partnersId} where exam_id = ${examId}`.execute(
    it.engine.db,
  );

  const refused = async (query: string) =>
    (await it.call('GET', `${path}?${query}`, { token: admin })).reason;
  expect(await refused(`among=adminUser&examId=${examId}`)).toBe('unknownFilter');
  expect(await refused(`among=examAgent&examId=${examId}`)).toBe('unknownFilter');
  expect(await refused(`among=examArea&among=examArea&examId=${examId}`)).toBe('unknownFilter');
  expect(await refused('among=examArea')).toBe('invalidFields');
  expect(await refused('among=examArea&examId=x')).toBe('invalidFields');
});

test('caches are cleared by those who may', async () => {
  const clean = (token: string, body: object = {}) =>
    it.call('POST', '/api/data/wish/cache/clean', { token, body });
  await look('/api/base/province_cache_list');
  expect((await clean(ops, { keys: ['segment'] })).data).toEqual({ count: 0 });
  expect((await clean(ops, { keys: ['province'] })).data.count).toBeGreaterThan(0);
  expect((await clean(ops)).status).toBe(200);
  expect((await clean(ops)).data).toEqual({ count: 0 });
  expect((await clean(ops, { keys: ['passwords'] })).status).toBe(400);
  expect((await clean(hunan)).status).toBe(403);
});

test('look-ups need a session and refuse nonsense', async () => {
  expect((await it.call('GET', '/api/base/province_cache_list')).status).toBe(401);
  expect((await it.call('GET', '/api/data/wish/aos/list?provinceId=x', { token: ops })).status).toBe(400);
  expect((await it.call('GET', '/api/data/wish/type/tree?typeFlag=9', { token: ops })).status).toBe(400);
});
