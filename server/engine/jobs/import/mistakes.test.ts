import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createXlsxWriter, type WriteCell } from '../../../excel/index.ts';
import { xlsxParts } from '../../../excel/testing/xlsx.ts';
import { zipOf } from '../../../excel/testing/zip.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { importFile, upload } from '../../testing/workbooks.ts';

const { region, schExamType, school } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  const add = (path: string, body: object) => app.call('admin', 'POST', path, body);
  await add('/api/base/province', {
    provinceId: 430000,
    provinceName: '湖南',
    provinceShortName: '湖南',
    examMode: 2,
  });
  await add('/api/data/wish/jointCategory', {
    dataYear: 2026,
    provinceId: 430000,
    jointCategoryName: '美术与设计类',
    parentType: 5,
  });
  await add('/api/data/wish/school', {
    schoolNo: '10047',
    schoolName: '中央美术学院',
    provinceId: 430000,
    schoolLevel: 1,
  });
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_region, t_sch_exam_type`.execute(app.engine.db));

/** A sheet exactly as typed, without an added header row. */
async function sheet(rows: readonly (readonly WriteCell[])[]): Promise<string> {
  const path = join(app.dataDir, `${crypto.randomUUID()}.xlsx`);
  const writer = await createXlsxWriter(path, { sheets: [{ name: '表', columns: [] }] });
  for (const row of rows) await writer.row(row);
  await writer.close();
  return upload(app, path);
}

async function csv(text: string): Promise<string> {
  const path = join(app.dataDir, `${crypto.randomUUID()}.csv`);
  await writeFile(path, text);
  return upload(app, path);
}

const preview = async (filePath: string, { tableId }: { tableId?: number }) =>
  (await app.call('admin', 'POST', '/api/base/import/preview', { tableId, filePath, originName: '表.xlsx' }))
    .body.data;

const regions = async () =>
  (
    await sql<{ name: string }>`select region_name as name from t_region order by id`.execute(app.engine.db)
  ).rows.map(({ name }) => name);

const errorsOf = async (id: number) =>
  (await app.call('admin', 'GET', `/api/base/log/errors?id=${id}`)).body.data.records.map(
    ({ row, errors }: { row: number; errors: { message: string }[] }) =>
      `${row}：${errors.map(({ message }) => message).join('；')}`,
  );

const body = [
  ['华北', 1],
  ['华东', 2],
];

test('a title and a remark above the headers are passed over, in the look and in the job', async () => {
  const path = await sheet([['2026 年地区一览表'], [null, '制表：张三'], [], ['地区', '排序'], ...body]);
  const shown = await preview(path, region);
  expect(shown.columns.map(({ field }: { field: string }) => field)).toEqual(['regionName', 'orderNum']);
  expect(shown.rows.map(({ row }: { row: number }) => row)).toEqual([5, 6]);
  expect(shown.missing).toEqual([]);
  const job = await importFile(app, 'admin', region, path);
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 2, failNum: 0 });
  expect(await regions()).toEqual(['华北', '华东']);
});

test('a title that is itself the name of a field is passed over as well', async () => {
  const path = await sheet([['地区'], ['地区', '排序', '状态'], ...body]);
  expect(await importFile(app, 'admin', region, path)).toMatchObject({ status: 'success', insertNum: 2 });
});

test('a sheet whose first row is its header is read from there, however few of its headers are known', async () => {
  const path = await sheet([
    ['地区', '自己的'],
    ['地区', '排序'],
    ['华北', '1'],
  ]);
  const shown = await preview(path, region);
  expect(shown.columns[0]).toMatchObject({ header: '地区', field: 'regionName' });
  expect(shown.rows).toHaveLength(1);
  const alone = await sheet([['地区'], ['华北'], ['排序']]);
  expect(await importFile(app, 'admin', region, alone)).toMatchObject({ insertNum: 2 });
});

test('an empty first column, spaces and line breaks in headers and full-width brackets do no harm', async () => {
  const path = await sheet([
    [null, ' 地区 ', '排\n序\t', '状态　', '（备用）'],
    [null, ' 华北 ', 1, '启用', null],
  ]);
  const job = await importFile(app, 'admin', region, path, { mapping: { '（备用）': '' } });
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 1 });
  expect(await regions()).toEqual(['华北']);
  const guessed = await preview(
    await sheet([
      ['地区（必填）', '显示顺序（数字）'],
      ['华北', 1],
    ]),
    region,
  );
  expect(guessed.columns.map(({ field, by }: { field: string; by: string }) => [field, by])).toEqual([
    ['regionName', 'guess'],
    ['orderNum', 'guess'],
  ]);
});

test('a total row at the end is refused as such, and the rows above it come in', async () => {
  for (const total of ['合计', '总 计：', '小计', 'Total']) {
    await sql`truncate t_region`.execute(app.engine.db);
    const job = await importFile(app, 'admin', region, await sheet([['地区', '排序'], ...body, [total, 3]]));
    expect(job).toMatchObject({ insertNum: 2, failNum: 1 });
    expect(await errorsOf(job.id)).toEqual(['4：地区所在的行是合计行，未导入']);
    expect(await regions()).toEqual(['华北', '华东']);
  }
  const calendar = await sheet([
    ['序号', '数据年份', '省份', '统考类别', '院校', '轮次', '考试类型'],
    ['合计', null, null, null, null, 12],
  ]);
  const job = await importFile(app, 'admin', schExamType, calendar, { mapping: { 序号: '' } });
  expect(await errorsOf(job.id)).toEqual(['2：数据年份所在的行是合计行，未导入']);
});

test('a row that is kept under the name of a total is set like any other', async () => {
  await app.call('admin', 'POST', region.path, { regionName: '合计', orderNum: 1, status: 1 });
  const job = await importFile(
    app,
    'admin',
    region,
    await sheet([
      ['地区', '排序'],
      ['合计', 3],
    ]),
  );
  expect(job).toMatchObject({ updateNum: 1, failNum: 0 });
});

test('two headers of the same name are refused by that name', async () => {
  const path = await sheet([
    ['地区', '排序', '排序'],
    ['华北', 1, 2],
  ]);
  expect((await preview(path, region)).repeated).toEqual(['排序']);
  expect(await importFile(app, 'admin', region, path)).toMatchObject({
    status: 'fail',
    message: '重复的列：排序',
  });
});

test('a wrong province is told once, and not as if the category within it had been left out', async () => {
  const head = ['数据年份', '省份', '统考类别', '院校', '轮次', '考试类型'];
  const row = [2026, '湖男', '美术与设计类', '中央美术学院', 1, '校考'];
  const job = await importFile(app, 'admin', schExamType, await sheet([head, row]));
  expect(await errorsOf(job.id)).toEqual(['2：找不到省份“湖男”']);
});

test('days are read as people write them', async () => {
  const head = ['数据年份', '省份', '统考类别', '院校', '轮次', '考试类型', '报名开始'];
  const days: WriteCell[] = [
    '2026.3.5',
    '2026年3月5日',
    '20260305',
    20260305,
    '2026/3/5',
    '２０２６－３－５',
    { date: '2026-03-05' },
  ];
  const rows = days.map((day, at) => [2026, '湖南', '美术与设计类', '中央美术学院', at + 1, '校考', day]);
  const job = await importFile(app, 'admin', schExamType, await sheet([head, ...rows]));
  expect(await errorsOf(job.id)).toEqual([]);
  const found = await sql<{ day: string }>`
    select distinct to_char(start_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as day
    from t_sch_exam_type`.execute(app.engine.db);
  expect(found.rows).toEqual([{ day: '2026-03-05 00:00:00' }]);
});

test('numbers that have lost their last digits are refused with the reason, in xlsx and in csv', async () => {
  const head = ['院校代码', '院校名称', '所在省', '办学层次', '电话'];
  const long = await sheet([head, ['1', '甲院', '湖南', '本科', { decimal: '4403516729123450' }]]);
  const text = await csv(`${head.join()}\n1,乙院,湖南,本科,4.40352E+17\n2,丙院,湖南,本科,4.40352e+02\n`);
  const first = await importFile(app, 'admin', school, long);
  const second = await importFile(app, 'admin', school, text);
  const lost = '电话数字过长，文件中的末尾数字已丢失，请把单元格设为文本后重新填写';
  expect(await errorsOf(second.id)).toEqual([`2：${lost}`]);
  // Sixteen digits that the writer has kept as text are whole.
  expect(await errorsOf(first.id)).toEqual([]);
});

test('rows that a filter has hidden come in or stay out as wished, and the result says how many, and of merged cells', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (name: string, more = '') => `<row ${more}>${cell(name)}</row>`;
  const rows = row('地区') + row('华北') + row('东北', 'hidden="1"') + row('华东', 'hidden="1"');
  const ranges = '<mergeCells count="1"><mergeCell ref="B2:B4"/></mergeCells>';
  const parts = xlsxParts({ sheet: `<worksheet><sheetData>${rows}</sheetData>${ranges}</worksheet>` });
  const file = join(app.dataDir, `${crypto.randomUUID()}.xlsx`);
  await writeFile(file, zipOf(parts));
  const path = await upload(app, file);
  for (const dryRun of [true, false]) {
    const job = await importFile(app, 'admin', region, path, { dryRun });
    expect(job).toMatchObject({ insertNum: 3, failNum: 0 });
    const { sheet } = (await app.call('admin', 'GET', `/api/base/log/info?id=${job.id}`)).body.data;
    expect(sheet).toMatchObject({ hiddenRows: 2, hiddenSkipped: false, mergedRanges: 1, besideRows: 0 });
  }
  expect(await regions()).toEqual(['华北', '东北', '华东']);
  await sql`truncate t_region`.execute(app.engine.db);
  const visible = await importFile(app, 'admin', region, path, { skipHidden: true });
  expect(visible).toMatchObject({ insertNum: 1, failNum: 0 });
  const { sheet } = (await app.call('admin', 'GET', `/api/base/log/info?id=${visible.id}`)).body.data;
  expect(sheet).toMatchObject({ hiddenRows: 2, hiddenSkipped: true, mergedRanges: 1 });
  expect(await regions()).toEqual(['华北']);
});
