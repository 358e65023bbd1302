import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elevated } from '../../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../../engine/testing/app.ts';
import { storeRows } from '../../../engine/testing/store-rows.ts';
import { finished, importFile, readStored, upload, writeSheet } from '../../../engine/testing/workbooks.ts';
import { migrated } from '../../../testing/database.ts';

let app: TestApp;
const province = 430_000;
const category = 7;
const place = { provinceId: province, jointCategoryId: category, aos: 4 };
const { admission, algorithm, formula, segment } = registry;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    admin: person(),
    elsewhere: person({
      userId: 2,
      admin: false,
      provinceId: 370_000,
      permissions: new Set([
        ...['wish:segment:list', 'wish:algorithm:list', 'wish:admission:list', 'wish:admission:predict'],
        'wish:algorithm:backTest',
      ]),
    }),
    reader: person({ userId: 3, admin: false, permissions: new Set(['wish:admission:list']) }),
  });
  for (const provinceId of [province, 370_000]) {
    await add(registry.province, {
      ...{ provinceId, provinceName: `省${provinceId}`, provinceShortName: `${provinceId}`, examMode: 2 },
    });
  }
  for (const dataYear of [2022, 2023, 2024, 2025]) {
    await sql`
      insert into t_joint_category (data_year, province_id, joint_category_id, joint_category_name, parent_type,
        full_score, order_num, status)
      values (${dataYear}, ${province}, ${category}, '美术与设计类', 5, 300, 0, 1)`.execute(app.engine.db);
    await add(registry.batch, {
      dataYear,
      provinceId: province,
      batch: 4,
      batchName: '艺术本科批',
      diploma: 1,
    });
    await add(registry.provinceStat, {
      ...{ dataYear, provinceId: province, jointCategoryId: category },
      artExamNum: { 2022: 18_000, 2023: 19_000, 2024: 20_000, 2025: 22_000 }[dataYear],
    });
  }
  await add(registry.school, {
    ...{ schoolNo: '10001', schoolName: '示例大学', provinceId: province, schoolLevel: 1 },
  });
});
afterAll(() => app.close());

async function add(dataset: (typeof registry)[keyof typeof registry], row: Record<string, unknown>) {
  const [key = 0] = await storeRows(app.engine, dataset, [row], { by: elevated() });
  return key;
}

const tables = {
  2024: { 270: 120, 269: 150, 268: 185, 267: 225, 266: 270, 265: 320 },
  2025: { 270: 140, 269: 178, 268: 220, 267: 268, 266: 322, 265: 381 },
} as const;
const headers = ['数据年份', '省份', '统考类别', '科类', '分数', '本段人数', '累计人数'];
const sheet = (year: 2024 | 2025) => {
  let before = 0;
  return Object.entries(tables[year])
    .sort(([one], [other]) => Number(other) - Number(one))
    .map(([score, total]) => {
      const row = [year, `省${province}`, '美术与设计类', '历史类', Number(score), total - before, total];
      before = total;
      return row;
    });
};
const importSegments = async (rows: (string | number)[][], more: object = {}) => {
  const path = await upload(app, await writeSheet(app, headers, rows));
  return importFile(app, 'admin', segment, path, { type: 153, ...more });
};

describe('segments', () => {
  test('a table is imported under its own number, and refused where its totals do not add up', async () => {
    const wrong = sheet(2024).map((row, index) => (index === 3 ? [...row.slice(0, 6), 226] : row));
    const refused = await importSegments(wrong);
    // The row itself, the one that follows a total that cannot be, and with them the rest of the table.
    expect(refused).toMatchObject({ status: 'fail', bizType: 153, insertNum: 0, failNum: 6 });
    const reasons = (await readStored(app, refused.logUrl ?? '')).slice(1).map(cells => String(cells.at(-2)));
    expect(reasons[0]).toContain('整张表未写入：第 5 行有错');
    expect(reasons[3]).toContain('应为 225');
    expect(await importSegments(sheet(2024))).toMatchObject({ status: 'success', insertNum: 6 });
    expect(await importSegments(sheet(2025))).toMatchObject({ status: 'success', insertNum: 6 });
  });

  test('a row whose score is not below the one above it in the file is refused, and the other tables of it are not', async () => {
    const [first = [], second = [], third = []] = sheet(2024);
    const upward = await importSegments([second, first, ...sheet(2025), third]);
    expect(upward).toMatchObject({ status: 'fail', bizType: 153, sameNum: 6, failNum: 3 });
    const [, reason] = (await readStored(app, upward.logUrl ?? ''))
      .slice(1)
      .map(cells => String(cells.at(-2)));
    expect(reason).toContain('分数须逐行递减：这里应低于第 2 行的 269.00 分');
    const again = await importSegments([first, second, second]);
    expect(again).toMatchObject({ status: 'fail', failNum: 3 });
  });

  test('part of a table must go with what stands already', async () => {
    const [, second = [], third = []] = sheet(2025);
    // A separate file would be a table that begins in the middle.
    expect(await importSegments([second])).toMatchObject({ status: 'fail', failNum: 1 });
    const update = { mode: 'update' };
    expect(await importSegments([second], update)).toMatchObject({ status: 'success', sameNum: 1 });
    const shifted = [...second.slice(0, 5), 39, 179];
    expect(await importSegments([shifted], update)).toMatchObject({ status: 'fail', failNum: 1 });
    expect(await importSegments([shifted, [...third.slice(0, 5), 41, 220]], update)).toMatchObject({
      ...{ status: 'success', updateNum: 2 },
    });
    expect(await importSegments([second, third], update)).toMatchObject({ status: 'success', updateNum: 2 });
  });

  const ask = (query: string, who = 'admin') =>
    app.call(
      who,
      'GET',
      `${segment.path}/rank?dataYear=2024&provinceId=${province}&scoreType=1&jointCategoryId=${category}&aos=4&${query}`,
    );

  test('scores and ranks are told for one another and for another year (domain 4.6)', async () => {
    expect((await ask('score=267')).body.data).toMatchObject({ rank: 225, lastTotal: 320, equivalent: null });
    expect((await ask('score=266.5')).body.data.rank).toBe(270);
    expect((await ask('score=280')).body.data.rank).toBe(120);
    expect((await ask('score=264')).body.data.rank).toBeNull();
    expect((await ask('rank=226')).body.data).toMatchObject({ score: 266 });
    const told = (await ask('score=267&toYear=2025')).body.data;
    // Both years have a table: their last totals take precedence over the numbers of applicants.
    expect(told.equivalent).toMatchObject({
      dataYear: 2025,
      basis: 'lastTotal',
      from: 320,
      to: 381,
      rank: 268,
      score: 267,
    });
    expect((await ask('score=267&rank=2')).status).toBe(400);
    expect((await ask('')).status).toBe(400);
    expect((await ask('score=267', 'elsewhere')).status).toBe(400);
    expect((await ask('score=267', 'reader')).status).toBe(403);
  });

  test('another arts or science falls back on the undivided table, and none at all is told as none', async () => {
    const none = await app.call(
      'admin',
      'GET',
      `${segment.path}/chart?dataYear=2024&provinceId=${province}&scoreType=2`,
    );
    expect(none.body.data).toEqual({ table: null, points: [] });
    const curve = await app.call(
      'admin',
      'GET',
      `${segment.path}/chart?dataYear=2024&provinceId=${province}&scoreType=1&jointCategoryId=${category}&aos=4`,
    );
    expect(curve.body.data.points).toHaveLength(6);
    expect(curve.body.data.points[0]).toEqual({ score: 270, sameNum: 120, totalNum: 120 });
  });
});

describe('formulas and algorithms', () => {
  test('a formula is tried out, and a fault is told with its place', async () => {
    const attempt = (expression: string, vars = {}) =>
      app.call('admin', 'POST', `${formula.path}/test`, { expression, vars });
    const vars = { R: 430, W: 750, U: '255', Q: 300 };
    expect((await attempt('R*0.5+U*(W/Q)*0.5', vars)).body.data).toEqual({ value: 533.75 });
    expect((await attempt('R+E', vars)).body.data).toEqual({ value: null });
    const refused = await attempt('R*');
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('第 3 个字符');
    expect((await attempt('9*'.repeat(500_000))).status).toBe(400);
  });

  test('neither the form nor a file takes a formula or weights that cannot be', async () => {
    const row = { dataYear: 2025, provinceId: province, formulaName: '坏公式', expression: 'R/0' };
    const saved = await app.call('admin', 'POST', formula.path, row);
    expect(saved.status).toBe(400);
    expect(saved.body.message).toContain('除数为 0');
    const path = await writeSheet(
      app,
      ['数据年份', '省份', '名称', '表达式'],
      [
        [2025, `省${province}`, '好公式', 'R*0.5+U*(W/Q)*0.5'],
        [2025, `省${province}`, '坏公式', 'R*'],
      ],
    );
    const job = await importFile(app, 'admin', formula, await upload(app, path));
    expect(job).toMatchObject({ insertNum: 1, failNum: 1 });
    const [, wrong] = await readStored(app, job.logUrl ?? '');
    expect(wrong?.map(String).join()).toContain('第 3 个字符');
    const weights = { dataYear: 2025, provinceId: province, algorithmName: '坏权重', method: 2 };
    expect(
      (await app.call('admin', 'POST', algorithm.path, { ...weights, yearWeights: '0.5,0.3' })).status,
    ).toBe(400);
    expect(
      (await app.call('admin', 'POST', algorithm.path, { ...weights, levels: '0.8,0.5,0.2' })).status,
    ).toBe(400);
    expect(
      (await app.call('admin', 'POST', algorithm.path, { ...weights, minProb: 0.9, maxProb: 0.1 })).status,
    ).toBe(400);
  });

  test('an algorithm is tried out within the reach of the person who asks', async () => {
    const algorithmId = await add(algorithm, {
      dataYear: 2030,
      provinceId: province,
      algorithmName: '试算',
      method: 1,
    });
    const attempt = (who: string, body: object) =>
      app.call(who, 'POST', `${algorithm.path}/test`, { algorithmId, ...body });
    expect((await attempt('admin', { v: 533.75, a: 520 })).body.data).toEqual({
      probability: 0.6065,
      level: '稳',
    });
    expect((await attempt('admin', { v: 520, a: 520, bigSmall: 1 })).body.data.probability).toBe(0.4425);
    expect((await attempt('admin', { v: 520, a: 0 })).body.data).toEqual({ probability: null, level: null });
    expect((await attempt('elsewhere', { v: 520, a: 520 })).status).toBe(404);
  });
});

describe('predictions', () => {
  const programme = (dataYear: number, more: object = {}) =>
    add(admission, {
      ...{ dataYear, ...place, batch: 4, schoolId: 1, schProfName: '视觉传达设计', diploma: 1, ...more },
    });
  const run = async (body: object = {}, who = 'admin') => {
    const started = await app.call(who, 'POST', '/api/data/wish/predict/rank/generate', {
      ...{ dataYear: 2025, provinceId: province, ...body },
    });
    return started.body.success ? finished(app, 'admin', started.body.data.id) : started;
  };
  const standing = async (dataId: number) =>
    (await app.call('admin', 'GET', `${admission.path}/info?dataId=${dataId}`)).body.data;

  test('a run foretells what has a history, leaves what is real, lists the rest, and is taken back', async () => {
    await sql`update t_segment set deleted = true where data_year = 2024`.execute(app.engine.db);
    await programme(2024, { planNum: 10, archiveMinRank: 225, groupNo: '401' });
    // The same programme to a reader.
    await programme(2023, { planNum: 10, admitMinRank: 210, aos: 1, schProfName: '视觉 传达设计' });
    await programme(2022, { planNum: 8, archiveMinRank: 240 });
    const coming = await programme(2025, { planNum: 12, groupNo: '402' });
    const fresh = await programme(2025, { schProfName: '新专业' });
    const over = await programme(2025, { planNum: 12, groupNo: '403', archiveMinRank: 500, predictRank: 1 });
    const job = await run();
    expect(job).toMatchObject({ status: 'success', bizType: 610, updateNum: 1 });
    expect(job).toMatchObject({ message: expect.stringContaining('1 条没有历史数据') });
    // 4.6: by the numbers of applicants, the only figures common to these years.
    expect(await standing(coming)).toMatchObject({ predictRank: 272, predictScore: 266 });
    expect(await standing(fresh)).toMatchObject({ predictRank: null });
    expect(await standing(over)).toMatchObject({ predictRank: 1 });
    const listed = await readStored(app, ('url' in job && job.url) || '');
    expect(listed.slice(1).map(cells => cells[3])).toEqual(['新专业']);
    expect(await run()).toMatchObject({ status: 'success', updateNum: 0 });
    expect(await run({ overwriteFlag: 1 })).toMatchObject({ updateNum: 1 });
    expect(await standing(over)).toMatchObject({ predictRank: 272 });
    const back = await app.call('admin', 'POST', '/api/base/log/undo', { id: 'id' in job ? job.id : 0 });
    await finished(app, 'admin', back.body.data.id);
    expect(await standing(coming)).toMatchObject({ predictRank: null, predictScore: null });
    expect(await run()).toMatchObject({ updateNum: 1 });
    // A change of the data makes the predictions outdated.
    const state = async () => {
      const asked = `provinceId=${province}&dataYear=2025`;
      return (await app.call('admin', 'GET', `/api/data/wish/predict/rank/state?${asked}`)).body.data;
    };
    const chance = async () =>
      (await app.call('admin', 'POST', `${admission.path}/probability`, { dataId: coming, rank: 200 })).body
        .data;
    expect(await state()).toEqual({ madeTime: expect.any(String), outdated: false });
    expect(await chance()).toMatchObject({ lineSource: 'predicted', lineOutdated: false });
    const earlier = await programme(2021, { planNum: 9, archiveMinRank: 260 });
    expect(await state()).toMatchObject({ outdated: true });
    expect(await chance()).toMatchObject({ lineSource: 'predicted', lineOutdated: true });
    await app.call('admin', 'DELETE', admission.path, { ids: [earlier] });
    expect(await state()).toMatchObject({ outdated: false });
    const last = await run();
    const undone = await app.call('admin', 'POST', '/api/base/log/undo', { id: 'id' in last ? last.id : 0 });
    expect([undone.body.success, (await state()).outdated]).toEqual([false, false]);
    expect(await run({}, 'reader')).toMatchObject({ status: 403 });
    expect(await run({}, 'elsewhere')).toMatchObject({ status: 400 });
  });

  test('the chance of a candidate is told with its way, and by the default formula as provisional', async () => {
    await add(registry.score, {
      ...{
        dataYear: 2025,
        ...place,
        batch: 4,
        diploma: 1,
        cultureLine: '300.00',
        passLine: '180.00',
        rankUsing: 1,
      },
    });
    await sql`update t_formula set deleted = true`.execute(app.engine.db);
    const dataId = await programme(2025, {
      ...{ groupNo: '404', schProfName: '环境设计', archiveMinScore: '520.00', scoreType: 1 },
    });
    const ask = (body: object, who = 'admin') =>
      app.call(who, 'POST', `${admission.path}/probability`, { dataId, ...body });
    const told = (await ask({ cultureScore: 430, profScore: 255 })).body.data;
    expect(told).toMatchObject({
      ...{ probability: 0.6065, level: '稳', reason: null, own: 533.75, line: 520, lineSource: 'archive' },
      ...{ method: 1, tested: false, provisional: true, formulaSource: 'default' },
    });
    const below = (await ask({ cultureScore: 299.99, profScore: 255 })).body.data;
    expect(below).toMatchObject({
      probability: 0,
      level: '难',
      reason: 'belowLine',
      missed: ['cultureLine'],
    });
    expect((await ask({})).body.data).toMatchObject({ probability: null, reason: 'noScore' });
    expect((await ask({ cultureScore: 430 }, 'elsewhere')).status).toBe(404);
    const unknown = await programme(2025, { groupNo: '405', schProfName: '没有线的专业' });
    expect((await ask({ dataId: unknown, cultureScore: 430, profScore: 255 })).body.data).toMatchObject({
      ...{ probability: null, reason: 'noLine', line: null },
    });
  });

  test('a back-test tells how far a year came true, and lets percentages be shown', async () => {
    for (let n = 0; n < 40; n += 1) {
      const name = { schProfName: `专业${n}`, planNum: 10 };
      await programme(2023, { ...name, archiveMinRank: 500 + n * 10 });
      await programme(2024, { ...name, archiveMinRank: 520 + n * 11 });
    }
    const started = await app.call('admin', 'POST', `${algorithm.path}/back/test`, {
      ...{ dataYear: 2024, provinceId: province },
    });
    const job = await finished(app, 'admin', started.body.data.id);
    expect(job).toMatchObject({ status: 'success', bizType: 611 });
    const found = (await app.call('admin', 'GET', `${algorithm.path}/back/test/list?provinceId=${province}`))
      .body.data;
    expect(found.map((one: { method: number }) => one.method)).toEqual([1, 2, 3]);
    expect(found[1]).toMatchObject({ dataYear: 2024, cases: 41, candidates: 41 * 21 });
    expect(found[1].rows).toHaveLength(10);
    const dataId = await programme(2025, { groupNo: '9', schProfName: '按位次', archiveMinRank: 248 });
    await add(algorithm, { dataYear: 2025, provinceId: province, algorithmName: '位次', method: 2 });
    const told = await app.call('admin', 'POST', `${admission.path}/probability`, { dataId, rank: 200 });
    expect(told.body.data).toMatchObject({
      probability: 0.7412,
      method: 2,
      tested: true,
      algorithmSource: 'province',
    });
  });
});
