import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createXlsxWriter, type WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { download, finished, importFile, readStored, upload } from '../../testing/workbooks.ts';

const { admission, jointCategory, score, segment } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  const add = async (path: string, body: object) => {
    const answer = await app.call('admin', 'POST', path, body);
    expect(answer.body.success, answer.body.message).toBe(true);
  };
  const place = { dataYear: 2026, provinceId: 430_000 };
  await add('/api/base/province', {
    ...{ provinceId: 430_000, provinceName: '湖南', provinceShortName: '湖南', examMode: 2 },
  });
  await add('/api/base/province', {
    ...{ provinceId: 370_000, provinceName: '山东', provinceShortName: '山东', examMode: 1 },
  });
  for (const jointCategoryName of ['美术与设计类', '书法类'])
    await add(jointCategory.path, { ...place, jointCategoryName, parentType: 5 });
  await add(registry.batch.path, { ...place, batch: 1, batchName: '艺术本科批', diploma: 1, aos: 3 });
  await add(registry.batch.path, { ...place, batch: 2, batchName: '艺术专科批', diploma: 2, aos: 3 });
  await add(registry.school.path, {
    ...{ schoolName: '湖南师范大学', schoolNo: '10542', provinceId: 430_000, schoolLevel: 1 },
  });
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_segment, t_score, t_admission, t_column_mapping`.execute(app.engine.db));

type Sheets = Readonly<Record<string, readonly (readonly WriteCell[])[]>>;

/** A workbook exactly as published: sheets of rows without an added header row. */
async function published(sheets: Sheets): Promise<string> {
  const path = join(app.dataDir, `${crypto.randomUUID()}.xlsx`);
  const names = Object.keys(sheets);
  const writer = await createXlsxWriter(path, { sheets: names.map(name => ({ name, columns: [] })) });
  for (const [index, name] of names.entries()) {
    if (index > 0) await writer.sheet(index);
    for (const row of sheets[name] ?? []) await writer.row(row);
  }
  await writer.close();
  return upload(app, path);
}

const look = async (filePath: string, { tableId }: { tableId?: number }, more: object = {}) => {
  const answer = await app.call('admin', 'POST', '/api/base/import/preview', {
    ...{ tableId, filePath, originName: '表.xlsx', ...more },
  });
  expect(answer.body.success, answer.body.message).toBe(true);
  return answer.body.data;
};

const detailOf = async (id: number) =>
  (await app.call('admin', 'GET', `/api/base/log/info?id=${id}`)).body.data;

const rowsOf = async (query: ReturnType<typeof sql<{ row: string }>>) =>
  (await query.execute(app.engine.db)).rows.map(({ row }) => row);

const segments = () =>
  rowsOf(
    sql<{ row: string }>`select concat_ws(' ', aos, score::integer, same_num, total_num) as row from t_segment
      where not deleted order by aos, score desc`,
  );

const sideBySide = (...rows: WriteCell[][]) => ({
  Sheet1: [
    ['湖南省2026年美术与设计类考生综合分一分一段统计表'],
    ['（按历史类、物理类分别统计）'],
    ['数据年份', '省份', '统考类别', '分数', '历史类', null, '物理类', null],
    [null, null, null, null, '本段人数', '累计人数', '本段人数', '累计人数'],
    ...rows.map(row => [2026, '湖南', '美术与设计类', ...row]),
    ['注：综合分按文化50%、专业50%折算，仅供填报志愿参考。'],
  ],
});

test('two sides beneath their headings become rows of both, each with its own arts or science', async () => {
  const path = await published(
    sideBySide(['598分及以上', 12, 12, 7, 7], [597, 3, 15, 2, 9], [596, 1, 16, null, null]),
  );
  const shown = await look(path, segment, { type: 153 });
  expect(shown.heading).toEqual({ row: 3, rows: 2 });
  expect(shown.groups).toEqual([
    { label: '历史类', field: 'aos', value: '历史类' },
    { label: '物理类', field: 'aos', value: '物理类' },
  ]);
  expect(
    shown.columns.slice(4).map(({ group, field }: Record<string, string>) => `${group} ${field}`),
  ).toEqual([...['历史类 sameNum', '历史类 totalNum', '物理类 sameNum', '物理类 totalNum']]);
  const how = { type: 153, skipBeside: true };
  const check = await importFile(app, 'admin', segment, path, { ...how, dryRun: true });
  expect(check, check.message).toMatchObject({ insertNum: 5, failNum: 0 });
  expect((await detailOf(check.id)).sheet.groups).toEqual([
    { label: '历史类', column: '科类', rows: 3 },
    { label: '物理类', column: '科类', rows: 2 },
  ]);
  const job = await importFile(app, 'admin', segment, path, how);
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 5 });
  expect(await segments()).toEqual(['4 598 12 12', '4 597 3 15', '4 596 1 16', '5 598 7 7', '5 597 2 9']);
});

test('a fault of one side is told under its column, and its workbook of errors comes in again as it is', async () => {
  const path = await published(sideBySide([598, 12, 12, 7, 7], [597, 3, 15, '两个半', 9]));
  const job = await importFile(app, 'admin', segment, path, { type: 153, skipBeside: true });
  // The table of the other side is written, that of the fault is written whole or not at all.
  expect(job, job.message).toMatchObject({ insertNum: 2, failNum: 2 });
  const errors = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}`);
  expect(errors.body.data.records).toMatchObject([
    { row: 5, errors: [{ message: expect.stringContaining('整张表未写入') }] },
    { row: 6, errors: [{ column: '物理类 本段人数', value: '两个半' }] },
  ]);
  const again = await download(app, job.logUrl ?? '');
  const [headers] = await readStored(app, job.logUrl ?? '');
  expect(headers?.slice(4, 8)).toEqual([
    ...['历史类 本段人数', '历史类 累计人数', '物理类 本段人数', '物理类 累计人数'],
  ]);
  const shown = await look(await upload(app, again), segment, { type: 153 });
  expect(shown.groups.map(({ label }: { label: string }) => label)).toEqual(['历史类', '物理类']);
});

test('an upper heading gives another value where a person says so, and none where it is no group', async () => {
  const path = await published(sideBySide([598, 12, 12, 7, 7]));
  const groups = { 历史类: { field: 'aos', value: '文科' }, 物理类: { field: 'aos', value: '理科' } };
  const job = await importFile(app, 'admin', segment, path, { type: 153, skipBeside: true, groups });
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 2 });
  expect(await segments()).toEqual(['1 598 12 12', '2 598 7 7']);
  // Once chosen, it is suggested for the next file.
  expect((await look(path, segment, { type: 153 })).groups[0]).toMatchObject({ value: '文科' });
  const shown = await look(path, segment, { type: 153, groups: { 历史类: null, 物理类: null } });
  expect(shown.groups).toEqual([]);
});

test('two groups of a row that are the same row are told apart by their headings', async () => {
  const path = await published(sideBySide([598, 12, 12, 7, 7]));
  const groups = { 历史类: { field: 'aos', value: '文科' }, 物理类: { field: 'aos', value: '文科' } };
  const job = await importFile(app, 'admin', segment, path, { type: 153, skipBeside: true, groups });
  const errors = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}`);
  const [found] = errors.body.data.records;
  expect(found.errors.map(({ message }: { message: string }) => message)).toContainEqual(
    expect.stringMatching(/^“物理类”与第 \d+ 行“历史类”重复（.*科类.*相同）$/),
  );
});

test('groups of years, and of names of other rows, are known as well', async () => {
  const years = await published({
    表: [
      ['省份', '统考类别', '科类', '批次', '2025年', null, '2026年', null],
      [null, null, null, null, '文化线', '专业线', '文化线', '专业线'],
      ['湖南', '美术与设计类', '历史类', '艺术本科批', 310, 180, 315, 185],
    ],
  });
  expect((await look(years, score)).groups).toEqual([
    { label: '2025年', field: 'dataYear', value: '2025年' },
    { label: '2026年', field: 'dataYear', value: '2026年' },
  ]);
  const batches = await published({
    表: [
      ['数据年份', '省份', '统考类别', '科类', '艺术本科批', null, '艺术专科批', null],
      [null, null, null, null, '文化线', '专业线', '文化线', '专业线'],
      [2026, '湖南', '美术与设计类', '历史类', 315, 185, 180, 160],
    ],
  });
  const job = await importFile(app, 'admin', score, batches);
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 2 });
  const found = sql<{
    row: string;
  }>`select concat_ws(' ', batch, diploma, culture_line::integer) as row from t_score order by batch`;
  // The level is taken from the batch.
  expect(await rowsOf(found)).toEqual(['1 1 315', '2 2 180']);
});

test('the same row twice in one file is refused, never written over the first', async () => {
  const path = await published({
    表: [
      ['数据年份', '省份', '分数', '本段人数', '累计人数'],
      [2026, '湖南', 600, 1, 1],
      [2026, '湖南', 599, 2, 3],
      [2026, '湖南', 600, 9, 9],
    ],
  });
  const given = { asked: { aos: '历史类', jointCategoryId: '美术与设计类' } };
  const job = await importFile(app, 'admin', segment, path, { type: 153, ...given });
  const errors = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}`);
  expect(errors.body.data.records.map(({ row }: { row: number }) => row)).toContain(4);
  expect(JSON.stringify(errors.body.data.records)).toMatch(/整行.*与第 2 行重复（.*分数相同）/);
  expect(await segments()).not.toContain('4 600 9 9');
});

const bare = {
  表: [
    ['湖南省2026年美术与设计类（历史类）综合分一分一段表'],
    ['分数', '本段人数', '累计人数'],
    [600, 1, 1],
    [599, 2, 3],
  ],
};

test('what the file lacks is given once for the whole file, with what its title says offered first', async () => {
  const path = await published(bare);
  const shown = await look(path, segment, { type: 153 });
  const wanted = Object.fromEntries(
    shown.wanted.map(({ name, said, by, fallback }: Record<string, string>) => [
      name,
      { said, by, fallback },
    ]),
  );
  expect(wanted).toEqual({
    dataYear: { said: '2026', by: 'title', fallback: null },
    provinceId: { said: '湖南', by: 'title', fallback: null },
    jointCategoryId: { said: '美术与设计类', by: 'title', fallback: '全部' },
    aos: { said: '历史类', by: 'title', fallback: '不分文理' },
  });
  const asked = { dataYear: '2026', provinceId: '湖南', jointCategoryId: '美术与设计类', aos: '历史类' };
  const job = await importFile(app, 'admin', segment, path, { type: 153, asked });
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 2 });
  expect(await segments()).toEqual(['4 600 1 1', '4 599 2 3']);
  const undone = await app.call('admin', 'POST', '/api/base/log/undo', { id: job.id });
  await finished(app, 'admin', undone.body.data.id);
  expect(await segments()).toEqual([]);
});

test('a value for the whole file that a row contradicts is told at that row', async () => {
  const path = await published({
    表: [
      ['数据年份', '省份', '科类', '分数', '本段人数', '累计人数'],
      [2026, '湖南', '历史', 600, 1, 1],
      [2026, '湖南', null, 599, 2, 3],
      [2026, '湖南', '物理', 598, 2, 2],
    ],
  });
  const job = await importFile(app, 'admin', segment, path, { type: 153, asked: { aos: 4 } });
  expect(job, job.message).toMatchObject({ insertNum: 2, failNum: 1 });
  const errors = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}`);
  expect(errors.body.data.records[0]).toMatchObject({ row: 4, errors: [{ column: '科类' }] });
  const refused = await app.call('admin', 'POST', `${segment.path}/import`, {
    ...{ tableId: segment.tableId, importBatch: '批', filePath: path, originName: '表.xlsx', type: 153 },
    asked: { aos: '工科', remark2: 'x' },
  });
  expect(refused.body).toMatchObject({ success: false });
});

test('a table without arts or science is doubted in a province that divides by it, before anything is written', async () => {
  const rows = (province: string) => ({
    表: [
      ['数据年份', '省份', '分数', '本段人数', '累计人数'],
      [2026, province, 600, 1, 1],
    ],
  });
  const path = await published(rows('湖南'));
  const check = await importFile(app, 'admin', segment, path, { type: 153, dryRun: true });
  const { sheet } = await detailOf(check.id);
  expect(sheet.warnings[0].zh).toContain('3+1+2');
  expect(sheet.defaulted).toEqual([
    { column: '统考类别', value: '全部', rows: 1 },
    { column: '科类', value: '不分文理', rows: 1 },
  ]);
  const doubted = await importFile(app, 'admin', segment, path, { type: 153 });
  expect(doubted).toMatchObject({ status: 'fail', insertNum: 0 });
  expect((await detailOf(doubted.id)).sheet.warnings).toHaveLength(1);
  expect(await segments()).toEqual([]);
  const sure = await importFile(app, 'admin', segment, path, { type: 153, confirmed: true });
  expect(sure, sure.message).toMatchObject({ status: 'success', insertNum: 1 });
  const undivided = await importFile(app, 'admin', segment, await published(rows('山东')), { type: 153 });
  expect(undivided, undivided.message).toMatchObject({ status: 'success', insertNum: 1 });
});

test('a plan comes in with the units and the numerals it was published with, and its level from the batch', async () => {
  const plan = (name: string, fee: WriteCell, years: WriteCell): WriteCell[] => [
    ...[
      2026,
      '湖南',
      '美术与设计类',
      '历史类',
      '艺术本科批',
      '4105',
      '湖南师范大学',
      '101组',
      '01',
      name,
      12,
    ],
    ...[fee, years, '不限', null],
  ];
  const path = await published({
    Sheet: [
      ['湖南省2026年普通高校招生艺术类（美术与设计类）本科批招生计划'],
      [
        ...[
          '数据年份',
          '省份',
          '统考类别',
          '科类',
          '批次',
          '院校代号',
          '院校名称',
          '专业组',
          '专业代号',
          '专业名称',
        ],
        ...['计划数', '学费', '学制', '选科要求', '备注'],
      ],
      plan('视觉传达设计', '9000', '四年'),
      plan('绘画(油画)', '9,000元/年', '4年'),
      plan('产品设计', '1.2万', 4),
      plan('动画', '9000-12000元', '四年'),
      [null, null, null, null, null, '合计', null, null, null, null, 48],
    ],
  });
  const mapping = { 院校代号: 'schoolNo', 院校名称: 'schoolId', 专业代号: 'profNo', 专业名称: 'schProfName' };
  const job = await importFile(app, 'admin', admission, path, { mapping, skipBeside: true });
  expect(job, job.message).toMatchObject({ insertNum: 3, failNum: 1 });
  const found = sql<{ row: string }>`
    select concat_ws(' ', sch_prof_name, tuition, duration, diploma) as row from t_admission order by data_id`;
  expect((await rowsOf(found)).toSorted()).toEqual([
    ...['产品设计 12000.00 4 1', '绘画(油画) 9000.00 4 1', '视觉传达设计 9000.00 4 1'],
  ]);
});

test('pass lines of undergraduates and junior colleges have a place each, beneath a title that heads nothing', async () => {
  const rows = [
    ['湖南省2026年普通高校招生艺术类专业统考合格线', null, null, null, null, null],
    ['数据年份', '省份', '类别', '本科合格线', '专科合格线', null],
    [2026, '湖南', '美术与设计类', 190, 165, null],
    [2026, '湖南', '书法类', 200, 170, null],
  ];
  const path = await published({ Sheet: rows });
  const shown = await look(path, jointCategory);
  expect(shown.heading).toEqual({ row: 2, rows: 1 });
  expect(shown.columns.map(({ field }: { field: string }) => field).slice(2, 5)).toEqual([
    ...['jointCategoryName', 'passScore', 'juniorPassScore'],
  ]);
  const mapping = { 类别: 'jointCategoryName' };
  const job = await importFile(app, 'admin', jointCategory, path, { mapping, mode: 'update' });
  expect(job, job.message).toMatchObject({ status: 'success', updateNum: 2 });
  const found = sql<{ row: string }>`
    select concat_ws(' ', joint_category_name, pass_score::integer, junior_pass_score::integer) as row
    from t_joint_category order by pass_score`;
  expect(await rowsOf(found)).toEqual(['美术与设计类 190 165', '书法类 200 170']);
});

const tableOf = (...rows: WriteCell[][]) => [['分数', '本段人数', '累计人数'], ...rows];

test('the sheets of a workbook come in together, each with the value that its name says', async () => {
  const path = await published({
    历史类: tableOf([600, 1, 1], [599, 2, 3]),
    物理类: tableOf([600, 4, 4], ['五百九十九', 1, 5], [598, 'x', 6]),
    说明: [['本表由省教育考试院公布，仅供参考。']],
  });
  const shown = await look(path, segment, { type: 153 });
  expect(shown.tables.map(({ name, values }: Record<string, unknown>) => [name, values])).toEqual([
    ['历史类', { aos: '历史类' }],
    ['物理类', { aos: '物理类' }],
  ]);
  const how = {
    type: 153,
    asked: { dataYear: 2026, provinceId: '湖南' },
    tables: [0, 1].map(sheet => ({
      ...{ sheet, headerRow: 1, headerRows: 1, values: { aos: sheet === 0 ? '历史类' : '物理类' } },
    })),
  };
  const job = await importFile(app, 'admin', segment, path, how);
  // The table with a fault is written whole or not at all.
  expect(job, job.message).toMatchObject({ insertNum: 2, failNum: 3 });
  expect(await segments()).toEqual(['4 600 1 1', '4 599 2 3']);
  const errors = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}`);
  expect(errors.body.data.records).toMatchObject([2, 3, 4].map(row => ({ row, sheet: '物理类' })));
  const [headers, row] = await readStored(app, job.logUrl ?? '');
  // The corrected row is imported again with the value of its sheet.
  expect(headers?.slice(0, 4)).toEqual(['分数', '本段人数', '累计人数', '科类']);
  expect(row?.[3]).toBe('物理类');
});

test('two tables beneath each other are told apart; rows beneath a heading nobody was told of are refused', async () => {
  const path = await published({
    表: [
      ['湖南省2026年综合分一分一段表（历史类）'],
      ...tableOf([600, 1, 1], [599, 2, 3]),
      ['湖南省2026年综合分一分一段表（物理类）'],
      ['累计人数', '分数', '本段人数'],
      [4, 601, 4],
      [5, 600, 1],
    ],
  });
  const shown = await look(path, segment, { type: 153 });
  expect(shown.tables).toMatchObject([
    { headerRow: 2, values: { aos: '历史类' } },
    { headerRow: 6, values: { aos: '物理类' } },
  ]);
  const given = { type: 153, asked: { dataYear: 2026, provinceId: '湖南' } };
  const alone = await importFile(app, 'admin', segment, path, { ...given, confirmed: true, dryRun: true });
  expect(alone.insertNum).toBe(2);
  expect((await detailOf(alone.id)).detail).toContain('另一个表头');
  const tables = [2, 6].map((headerRow, at) => ({
    ...{ sheet: 0, headerRow, headerRows: 1, values: { aos: at === 0 ? '历史类' : '物理类' } },
  }));
  const job = await importFile(app, 'admin', segment, path, { ...given, tables });
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 4 });
  expect(await segments()).toEqual(['4 600 1 1', '4 599 2 3', '5 601 4 4', '5 600 1 5']);
});

test('a heading that is repeated beneath another title is another table, and on the next page of a print is none', async () => {
  const rows = (title: string) => ({
    表: [
      ['湖南省2026年综合分一分一段表（历史类）'],
      ...tableOf([600, 1, 1]),
      [title],
      ...tableOf([599, 2, 3]),
    ],
  });
  const given = { type: 153, asked: { dataYear: 2026, provinceId: '湖南', aos: '历史类' }, skipBeside: true };
  const other = await importFile(app, 'admin', segment, await published(rows('物理类')), given);
  // Rows of the one table beneath an unknown heading: it is written whole or not at all.
  expect(other).toMatchObject({ status: 'fail', insertNum: 0 });
  expect(await segments()).toEqual([]);
  const next = await importFile(app, 'admin', segment, await published(rows('续表')), given);
  expect((await segments()).length, next.message).toBe(2);
});

test('rows of a school and of a group give their values to the rows beneath them, and are no rows themselves', async () => {
  const place = [2026, '湖南', '美术与设计类', '历史类', '艺术本科批'];
  const none = place.map(() => null);
  const path = await published({
    计划: [
      ['湖南省2026年普通高校招生艺术类（美术与设计类）本科批招生计划'],
      [
        ...['数据年份', '省份', '统考类别', '科类', '批次', '院校', '专业组', '选科要求', '招生专业'],
        ...['专业代码', '计划数', '学费', '备注'],
      ],
      [...place, '湖南师范大学', null, null, null, null, 50, null, null],
      [...none, null, '101组', '不限', null, null, 22, null, null],
      [...none, null, null, null, '视觉传达设计', '01', 12, '9000元', null],
      [...none, null, null, null, '环境设计', '02', 10, '9000元', '色盲不予录取'],
      [...none, null, '102组', '首选历史', null, null, 28, null, null],
      [...none, null, null, null, '美术学', '03', 20, '9000元', null],
      [...none, null, null, '首选历史，再选政治', '书法学', '04', 8, '9000元', null],
      [...none, null, null, null, null, '05', 8, '9000元', null],
    ],
  });
  const check = await importFile(app, 'admin', admission, path, { dryRun: true });
  expect((await detailOf(check.id)).sheet.headRows).toBe(3);
  const job = await importFile(app, 'admin', admission, path);
  // A row without a programme, but with more values than a heading row, is an error and heads nothing.
  expect(job, job.message).toMatchObject({ insertNum: 4, failNum: 1 });
  const found = sql<{ row: string }>`
    select concat_ws(' ', group_no, prof_no, sch_prof_name, subject_require, plan_num) as row from t_admission
    order by prof_no`;
  expect(await rowsOf(found)).toEqual([
    '101组 01 视觉传达设计 不限 12',
    '101组 02 环境设计 不限 10',
    '102组 03 美术学 首选历史 20',
    '102组 04 书法学 首选历史，再选政治 8',
  ]);
});
