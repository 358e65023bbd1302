import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createXlsxWriter, type WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { importFile, upload } from '../../testing/workbooks.ts';

const { score, segment } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  const place = { dataYear: 2026, provinceId: 430_000 };
  const add = async (path: string, body: object) => {
    const answer = await app.call('admin', 'POST', path, body);
    expect(answer.body.success, answer.body.message).toBe(true);
  };
  await add('/api/base/province', {
    provinceId: 430_000,
    provinceName: '湖南',
    provinceShortName: '湖南',
    examMode: 2,
  });
  for (const jointCategoryName of ['美术与设计类', '书法类'])
    await add('/api/data/wish/jointCategory', { ...place, jointCategoryName, parentType: 5 });
  await add('/api/data/wish/batch', { ...place, batch: 1, batchName: '本科提前批', diploma: 1, aos: 3 });
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_segment, t_score`.execute(app.engine.db));

/** A sheet exactly as published: rows without an added header row. */
async function published(rows: readonly (readonly WriteCell[])[]): Promise<string> {
  const path = join(app.dataDir, `${crypto.randomUUID()}.xlsx`);
  const writer = await createXlsxWriter(path, { sheets: [{ name: '表', columns: [] }] });
  for (const row of rows) await writer.row(row);
  await writer.close();
  return upload(app, path);
}

const look = async (filePath: string, { tableId }: { tableId?: number }, more: object = {}) =>
  (
    await app.call('admin', 'POST', '/api/base/import/preview', {
      tableId,
      filePath,
      originName: '表.xlsx',
      ...more,
    })
  ).body.data;

const sheetOf = async (id: number) =>
  (await app.call('admin', 'GET', `/api/base/log/info?id=${id}`)).body.data.sheet;

const segments = async () =>
  (
    await sql<{ row: string }>`
      select concat_ws(' ', score, same_num, total_num) as row from t_segment order by score desc`.execute(
      app.engine.db,
    )
  ).rows.map(({ row }) => row);

const head = ['数据年份', '省份', '分数段', '本段人数', '累计人数'];
const row = (...cells: WriteCell[]): WriteCell[] => ['２０２６年', '湖南', ...cells];
const oneByOne = [
  ['湖南省2026年普通高校招生艺术类专业文化成绩一分一段表'],
  ['制表单位：省教育考试院'],
  [],
  head,
  row('750分及以上', '１２人', '１２'),
  row('７４９', 3, '15人'),
  head,
  row('748.00', '—', 15),
  ['合计', null, null, 15, null],
  ['注：本表不含体育类考生，加分已计入，如有疑问请与各市州考试院联系。'],
];

test('a published table of segments comes in whole: title, full width, an open end, dashes, repeated heading, notes', async () => {
  const path = await published(oneByOne);
  const shown = await look(path, segment, { type: 41 });
  expect(shown.heading).toEqual({ row: 4, rows: 1 });
  expect(shown.headingRows[2]).toEqual({ row: 4, text: '数据年份 · 省份 · 分数段 · 本段人数' });
  const chosen = { type: 41, mapping: { 分数段: 'score' }, confirmed: true };

  const whole = await importFile(app, 'admin', segment, path, { ...chosen, dryRun: true });
  // A row lacks a number, so nothing of the table is written.
  expect(whole, whole.message).toMatchObject({ insertNum: 0, failNum: 6 });
  expect(await sheetOf(whole.id)).toMatchObject({ besideRows: 3, besideSkipped: false });

  const job = await importFile(app, 'admin', segment, path, { ...chosen, skipBeside: true });
  // A dash means no value: a required number is reported as missing, and nothing is made up.
  expect(job, job.message).toMatchObject({ insertNum: 0, failNum: 3 });
  expect(await sheetOf(job.id)).toMatchObject({ besideRows: 3, besideSkipped: true });
  const mended = await published(oneByOne.map(cells => cells.map(cell => (cell === '—' ? 0 : cell))));
  const done = await importFile(app, 'admin', segment, mended, { ...chosen, skipBeside: true });
  expect(done, done.message).toMatchObject({ insertNum: 3, failNum: 0 });
  expect(await segments()).toEqual(['750.00 12 12', '749.00 3 15', '748.00 0 15']);
});

const lines = [
  ['2026年湖南省艺术类录取控制分数线'],
  ['年份', '省份', '类别', '文理', '批次', '学历', '分数线', null, null, '备注'],
  [null, null, null, null, null, null, '文化线', '专业线', '综合线', null],
  [2026, '湖南', '美术与设计类', '不分文理', '本科提前批', '本科', 315, '１８０分', '－', '——'],
  [2026, '湖南', '书法类', '不分文理', '本科提前批', '本科', '320.5', '/', 500, null],
];

test('a heading of two rows is read as one, found by itself or said by hand, and one column goes by one name', async () => {
  const path = await published(lines);
  const shown = await look(path, score);
  expect(shown.heading).toEqual({ row: 2, rows: 2 });
  const headers: string[] = shown.columns.map(({ header }: { header: string }) => header);
  expect(headers.slice(6)).toEqual(['文化线', '专业线', '综合线', '备注']);
  expect(shown.rows.map((one: { row: number }) => one.row)).toEqual([4, 5]);

  const mapping = { 年份: 'dataYear', 类别: 'jointCategoryId', 文理: 'aos', 学历: 'diploma' };
  const job = await importFile(app, 'admin', score, path, { mapping });
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 2 });
  const found = await sql<{ row: string }>`
    select concat_ws(' ', culture_line, coalesce(prof_line::text, 'none'), coalesce(composite_line::text, 'none'), remark)
      as row from t_score order by culture_line`.execute(app.engine.db);
  expect(found.rows.map(one => one.row)).toEqual(['315.00 180.00 none ——', '320.50 none 500.00']);

  const single = await look(path, score, { headerRow: 3, headerRows: 1 });
  expect(single.columns.map(({ header }: { header: string }) => header)[6]).toBe('文化线');
  expect(single.missing).not.toEqual([]);
  // A manual choice also applies to the job: one row alone does not reveal the columns below.
  const refused = await importFile(app, 'admin', score, path, { mapping, headerRow: 2, headerRows: 1 });
  expect(refused).toMatchObject({ status: 'fail', insertNum: 0 });
  const nowhere = await importFile(app, 'admin', score, path, { mapping, headerRow: 999 });
  expect(nowhere).toMatchObject({ status: 'fail', insertNum: 0 });
});

test('the first and the second required subjects, in columns of their own, become one text', async () => {
  const added = await app.call('admin', 'POST', '/api/data/wish/school', {
    ...{ schoolName: '示例美术学院', schoolNo: '10001', provinceId: 430_000, schoolLevel: 1 },
  });
  expect(added.body.success, added.body.message).toBe(true);
  const place = [2026, '湖南', '美术与设计类', '不分文理', '本科提前批', '示例美术学院'];
  const plan = (name: string, first: WriteCell, second: WriteCell): WriteCell[] => [
    ...[...place, name, '本科', 10],
    ...[first, second],
  ];
  const heading = ['数据年份', '省份', '统考类别', '科类', '批次', '院校', '专业', '学历', '招生计划'];
  const path = await published([
    ['2026年湖南省艺术类招生计划'],
    [...heading, '首选科目要求', '再选科目'],
    plan('绘画', '历史', '不限'),
    plan('雕塑', '首选物理', null),
    plan('摄影', null, ''),
  ]);
  const shown = await look(path, registry.admission);
  expect(shown.columns.at(-1)).toMatchObject({ header: '再选科目', field: 'subjectRequire:再选科目' });
  const mapping = {
    科类: 'aos',
    院校: 'schoolId',
    专业: 'schProfName',
    学历: 'diploma',
    招生计划: 'planNum',
  };
  const job = await importFile(app, 'admin', registry.admission, path, { mapping });
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 3 });
  const found = await sql<{ said: string }>`
    select coalesce(subject_require, '') as said from t_admission order by data_id`.execute(app.engine.db);
  expect(found.rows.map(({ said }) => said).toSorted()).toEqual(['', '首选历史，再选不限', '首选物理']);
});
