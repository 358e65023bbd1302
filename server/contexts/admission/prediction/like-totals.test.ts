import { registry } from '@yikao/model/contexts/datasets.ts';
import { groupNumber } from '@yikao/model/rules/group-number.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elevated } from '../../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../../engine/testing/app.ts';
import { storeRows } from '../../../engine/testing/store-rows.ts';
import { finished, importFile, upload, writeSheet } from '../../../engine/testing/workbooks.ts';
import { migrated } from '../../../testing/database.ts';

const { admission, archive, provinceStat, segment } = registry;
const provinceId = 620_000;
const category = 7;
const place = { provinceId, jointCategoryId: category };

let app: TestApp;

async function add(dataset: (typeof registry)[keyof typeof registry], row: Record<string, unknown>) {
  const [key = 0] = await storeRows(app.engine, dataset, [row], { by: elevated() });
  return key;
}

/** Tables with one score each, enough to have a rank. */
async function table(
  dataYear: number,
  aos: number,
  rows: readonly (readonly [number, number])[],
  more: object = {},
) {
  let before = 0;
  for (const [score, totalNum] of rows) {
    await add(segment, {
      ...{ dataYear, ...place, aos, scoreType: 3, score: `${score}.00`, totalNum },
      ...{ sameNum: totalNum - before, ...more },
    });
    before = totalNum;
  }
}

const programme = (dataYear: number, more: object = {}) =>
  add(admission, {
    ...{ dataYear, ...place, aos: 4, batch: 4, schoolId: 1, schProfName: '美术学', diploma: 1, scoreType: 4 },
    ...more,
  });
const chance = async (dataId: number, body: object) =>
  (await app.call('admin', 'POST', `${admission.path}/probability`, { dataId, ...body })).body.data;
const converted = async (query: string) =>
  (await app.call('admin', 'GET', `${segment.path}/rank?provinceId=${provinceId}&jointCategoryId=7&${query}`))
    .body.data;
const info = async (dataId: number) =>
  (await app.call('admin', 'GET', `${admission.path}/info?dataId=${dataId}`)).body.data;
const predict = async (dataYear: number) => {
  const started = await app.call('admin', 'POST', '/api/data/wish/predict/rank/generate', {
    dataYear,
    provinceId,
  });
  return finished(app, 'admin', started.body.data.id);
};

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  await add(registry.province, { provinceId, provinceName: '甘肃省', provinceShortName: '甘', examMode: 2 });
  for (const dataYear of [2023, 2025, 2026]) {
    await sql`
      insert into t_joint_category (data_year, province_id, joint_category_id, joint_category_name, parent_type,
        full_score, order_num, status)
      values (${dataYear}, ${provinceId}, ${category}, '美术与设计类', 5, 300, 0, 1)`.execute(app.engine.db);
    await add(registry.batch, { dataYear, provinceId, batch: 4, batchName: '艺术本科批', diploma: 1 });
  }
  for (const schoolName of ['示例大学', '另一大学']) {
    await add(registry.school, { schoolNo: schoolName.slice(0, 2), schoolName, provinceId, schoolLevel: 1 });
  }
});
afterAll(() => app.close());

describe('ranks between years whose totals are unlike', () => {
  test('are taken as they were and marked, in the chance, the prediction and the conversion', async () => {
    // The category of the one year, and the whole province of the other: 243 would become 697.
    await add(provinceStat, { dataYear: 2025, ...place, jointPassNum: 5_000 });
    await add(provinceStat, { dataYear: 2026, provinceId, jointCategoryId: 0, jointPassNum: 14_342 });
    await programme(2025, { archiveMinRank: 243 });
    const dataId = await programme(2026);
    const told = await chance(dataId, { rank: 310 });
    expect(told).toMatchObject({
      line: 243,
      lineSource: 'equivalent',
      method: 2,
      unscaled: true,
      level: '冲',
    });
    const job = await predict(2026);
    expect(job).toMatchObject({
      updateNum: 1,
      message: expect.stringContaining('1 条的位次因缺少同口径的考生人数'),
    });
    expect(await info(dataId)).toMatchObject({ predictRank: 243, predictUnscaled: 1 });
    expect(await chance(dataId, { rank: 310 })).toMatchObject({ lineSource: 'predicted', unscaled: true });
    await table(2025, 4, [
      [250, 100],
      [240, 243],
    ]);
    const across = (await converted('dataYear=2025&scoreType=3&aos=4&score=240&toYear=2026')).equivalent;
    expect(across).toMatchObject({ rank: 243, basis: null, of: null, unscaled: true });
    // The same applies to the candidate's own rank if only the previous year has a table.
    const own = await chance(dataId, { profScore: 240 });
    expect(own).toMatchObject({ rank: 243, rankYear: 2025, rankUnscaled: true, unscaled: true });
  });

  test('are scaled by the whole province once both years tell it, and a typed prediction loses its mark', async () => {
    await add(provinceStat, { dataYear: 2025, provinceId, jointCategoryId: 0, jointPassNum: 8_073 });
    await predict(2026);
    const [row] = (await app.call('admin', 'GET', `${admission.path}/list?dataYear=2026`)).body.data.records;
    // 243 × 14,342 / 8,073.
    expect(row).toMatchObject({ predictRank: 432, predictUnscaled: 0 });
    const across = (await converted('dataYear=2025&scoreType=3&aos=4&score=240&toYear=2026')).equivalent;
    expect(across).toMatchObject({
      rank: 432,
      basis: 'jointPassNum',
      of: 'all',
      from: 8_073,
      unscaled: false,
    });
    await sql`update t_admission set predict_unscaled = 1 where data_id = ${row.dataId}`.execute(
      app.engine.db,
    );
    const standing = await info(row.dataId);
    await app.call('admin', 'PUT', admission.path, { ...standing, predictRank: 400 });
    expect(await info(row.dataId)).toMatchObject({ predictRank: 400, predictUnscaled: 0 });
    await sql`update t_province_stat set deleted = true`.execute(app.engine.db);
  });

  test('a table of all categories is not set against one of the category', async () => {
    await table(2026, 4, [[250, 9_000]], { jointCategoryId: 0 });
    const across = (await converted('dataYear=2025&scoreType=3&aos=4&score=240&toYear=2026')).equivalent;
    expect(across).toMatchObject({ basis: null, unscaled: true, unlike: true, rank: 243 });
    await sql`update t_segment set deleted = true`.execute(app.engine.db);
  });
});

describe('across the reform of the exam', () => {
  test('理科 goes on as 物理类 in the calculator, before the undivided table, and is scaled by the two totals', async () => {
    await table(2023, 2, [
      [260, 100],
      [250, 200],
    ]);
    await table(2026, 3, [[260, 9_999]]);
    await table(2026, 5, [
      [258, 110],
      [248, 220],
    ]);
    const across = await converted('dataYear=2023&scoreType=3&aos=2&score=260&toYear=2026');
    expect(across).toMatchObject({ rank: 100, equivalent: { rank: 110, score: 258, basis: 'lastTotal' } });
    expect(across.equivalent.table).toEqual({ jointCategoryId: category, aos: 5 });
    const back = await converted('dataYear=2026&scoreType=3&aos=5&rank=220&toYear=2023');
    expect(back.equivalent).toMatchObject({
      rank: 200,
      score: 250,
      table: { jointCategoryId: category, aos: 2 },
    });
    const arts = await converted('dataYear=2023&scoreType=3&aos=1&score=260&toYear=2026');
    expect(arts.table).toBeNull();
  });

  test('a rank of 物理类 is read of the table of 理科 while the year has none, and history prefers 理科', async () => {
    await sql`update t_segment set deleted = true where data_year = 2026`.execute(app.engine.db);
    const fresh = await programme(2026, { schoolId: 2, aos: 5, archiveMinRank: 200 });
    expect(await chance(fresh, { profScore: 250 })).toMatchObject({
      rank: 200,
      rankYear: 2023,
      rankUnscaled: true,
    });
    // The same programme exists as undivided and as 理科: the closer match provides its history, whichever came first.
    await programme(2025, { schoolId: 2, aos: 3, schProfName: '工艺美术', archiveMinRank: 900 });
    await programme(2025, { schoolId: 2, aos: 2, schProfName: '工艺美术', archiveMinRank: 300 });
    const crafts = await programme(2026, { schoolId: 2, aos: 5, schProfName: '工艺美术' });
    expect(await chance(crafts, { rank: 300 })).toMatchObject({ line: 300, lineSource: 'equivalent' });
    await predict(2026);
    expect(await info(crafts)).toMatchObject({ predictRank: 300 });
  });
});

describe('a group of majors', () => {
  const line = (groupNo: string | null, archiveMinScore: string, more: object = {}) => ({
    ...{
      dataYear: 2026,
      ...place,
      aos: 4,
      batch: 4,
      schoolId: 1,
      roundNo: 1,
      groupNo,
      archiveMinScore,
      ...more,
    },
  });
  const add26 = async (dataset: typeof archive | typeof admission, row: object) =>
    (await app.call('admin', 'POST', dataset.path, row)).body;
  const plan = (groupNo: string, schProfName: string) => ({
    ...{ dataYear: 2026, ...place, aos: 4, batch: 4, schoolId: 1, groupNo, schProfName, diploma: 1 },
  });

  test('is the same however its number is written, to the database as to everything else', async () => {
    const written = fc.oneof(
      fc.constantFrom(
        '第102组',
        '102',
        '102组',
        '专业组102',
        '（102）',
        '１０２',
        '0102',
        '第三组',
        '3',
        '三十组',
      ),
      fc.constantFrom(
        'A02',
        'a02',
        '院校专业组',
        '组',
        '一〇二',
        '一百零二',
        '百',
        '',
        '第 7 组',
        '00',
        '第〇组',
      ),
      fc.string({ maxLength: 8, unit: fc.constantFrom(...'第专业组院校 0123一二十百〇零aZ()（】１') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 20, maxLength: 20 }), async texts => {
        const found = await sql<{ plain: string }>`
          select yikao_group_number(g) as plain from unnest(${texts}::text[]) with ordinality as t(g, n) order by n`.execute(
          app.engine.db,
        );
        expect(found.rows.map(({ plain }) => plain)).toEqual(texts.map(groupNumber));
      }),
      { numRuns: 20 },
    );
    expect(['第102组', '专业组 102', '（０１０２）', '一〇二组', '一百零二'].map(groupNumber)).toEqual(
      Array(5).fill('102'),
    );
    expect(groupNumber('A02')).not.toBe(groupNumber('B02'));
  });

  test('a plan takes its line whichever of them came first, and whatever road they came by', async () => {
    await add26(admission, plan('201', '雕塑'));
    await add26(archive, line('第201组', '500.00', { archiveMinRank: 900 }));
    const list = async (name: string) =>
      (
        await app.call(
          'admin',
          'GET',
          `${admission.path}/list?dataYear=2026&schProfName=${encodeURIComponent(name)}`,
        )
      ).body.data.records;
    expect(await list('雕塑')).toMatchObject([{ groupNo: '201', archiveMinScore: 500, archiveMinRank: 900 }]);
    await add26(archive, line('第202组', '510.00', { archiveMinRank: 800 }));
    await add26(admission, plan('202', '版画'));
    expect(await list('版画')).toMatchObject([{ groupNo: '202', archiveMinScore: 510, archiveMinRank: 800 }]);
    const headers = [
      '数据年份',
      '省份',
      '统考类别',
      '科类',
      '批次',
      '院校',
      '专业组',
      '招生专业',
      '层次',
      '计划数',
    ];
    const row = (group: string, name: string, places: number) => [
      ...[2026, '甘肃省', '美术与设计类', '历史类', '艺术本科批', '示例大学', group, name, '本科', places],
    ];
    const bring = async (...rows: (string | number)[][]) =>
      importFile(app, 'admin', admission, await upload(app, await writeSheet(app, headers, rows)));
    expect(await bring(row('二〇二', '油画', 5))).toMatchObject({ status: 'success', insertNum: 1 });
    expect(await list('油画')).toMatchObject([{ groupNo: '二〇二', archiveMinScore: 510 }]);
    // A file with another notation of the group matches the same plan, which keeps its notation.
    expect(await bring(row('第202组', '版画', 6))).toMatchObject({ insertNum: 0, updateNum: 1 });
    expect(await list('版画')).toMatchObject([{ groupNo: '202', planNum: 6 }]);
    expect(await bring(row('第202组', '版画', 6))).toMatchObject({ sameNum: 1 });
    // Twice in one file is one row twice.
    expect(await bring(row('203', '国画', 1), row('第203组', '国画', 2))).toMatchObject({
      insertNum: 1,
      failNum: 1,
    });
    expect((await add26(admission, plan('第202组', '版画'))).success).toBe(false);
    const found = await app.call(
      'admin',
      'GET',
      `${admission.path}/list?groupNo=${encodeURIComponent('第202组')}`,
    );
    expect(found.body.data.total).toBe(2);
    // A plan corrected afterwards also matches its line.
    await add26(admission, plan('999', '书法'));
    const [wrong] = await list('书法');
    expect(wrong.archiveMinScore).toBeNull();
    await app.call('admin', 'PUT', admission.path, { ...(await info(wrong.dataId)), groupNo: '202' });
    expect(await list('书法')).toMatchObject([{ archiveMinScore: 510 }]);
  });
});

describe('rules of a form and of a file', () => {
  const form = async (dataset: typeof segment | typeof registry.formula, row: object) =>
    (await app.call('admin', 'POST', dataset.path, row)).body;

  test('a segment that is typed must add up as one of a file must', async () => {
    const row = { dataYear: 2024, provinceId, scoreType: 2, aos: 4 };
    const refused = await form(segment, { ...row, score: 600, sameNum: 5, totalNum: 3 });
    expect(refused).toMatchObject({
      code: 400,
      message: expect.stringContaining('本段人数不能大于累计人数'),
    });
    expect((await form(segment, { ...row, score: 600, sameNum: 5, totalNum: 6 })).message).toContain(
      '应为 5',
    );
    expect(await form(segment, { ...row, score: 600, sameNum: 5, totalNum: 5 })).toMatchObject({
      success: true,
    });
    expect((await form(segment, { ...row, score: 599, sameNum: 5, totalNum: 11 })).message).toContain(
      '应为 10',
    );
    expect(await form(segment, { ...row, score: 598, sameNum: 5, totalNum: 10 })).toMatchObject({
      success: true,
    });
    // Two consecutive rows leave no room between them, and the highest cannot move away from the next.
    expect((await form(segment, { ...row, score: 599, sameNum: 1, totalNum: 6 })).message).toContain(
      '衔接不上',
    );
    const [top] = (await app.call('admin', 'GET', `${segment.path}/list?dataYear=2024&score=600`)).body.data
      .records;
    const moved = await app.call('admin', 'PUT', segment.path, { ...top, sameNum: 6, totalNum: 6 });
    expect(moved.body.message).toContain('衔接不上');
    const noted = await app.call('admin', 'PUT', segment.path, { ...top, remark: '已核对' });
    expect(noted.body.success).toBe(true);
  });

  test('a provincial formula does not go on from the composite score, by form or file; that of a school may', async () => {
    const { formula } = registry;
    const row = { dataYear: 2026, provinceId, expression: 'S*0.5+T*0.5' };
    const refused = await form(formula, { ...row, formulaName: '全省' });
    expect(refused).toMatchObject({
      code: 400,
      message: expect.stringContaining('只有院校公式才能使用综合分 S'),
    });
    expect(await form(formula, { ...row, formulaName: '校考', schoolId: 1 })).toMatchObject({
      success: true,
    });
    const headers = ['数据年份', '省份', '院校', '名称', '表达式'];
    const path = await writeSheet(app, headers, [
      [2026, '甘肃省', '', '全省二', 'S+1'],
      [2026, '甘肃省', '示例大学', '校考', 'S*0.6+T*0.4'],
    ]);
    const job = await importFile(app, 'admin', formula, await upload(app, path));
    expect(job).toMatchObject({ failNum: 1, updateNum: 1 });
    const batch = await writeSheet(
      app,
      ['ID', '表达式'],
      [
        [
          (await app.call('admin', 'GET', `${formula.path}/list?dataYear=2026`)).body.data.records[0].id,
          'S*0.7+T*0.3',
        ],
      ],
    );
    const updated = await importFile(app, 'admin', formula, await upload(app, batch), {}, 'batch/update');
    expect(updated).toMatchObject({ updateNum: 1 });
  });
});
