import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { headers, rows } from '../../testing/samples/content.ts';
import { importFile, upload } from '../../testing/workbooks.ts';

const { schExamType } = registry;
const folder = fileURLToPath(new URL('../../testing/samples/', import.meta.url));
const samples = readdirSync(folder).filter(name => /\.(?:xlsx|xls|csv|zip)$/.test(name));

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  const add = (path: string, body: object) => app.call('admin', 'POST', path, body);
  for (const [provinceId, name] of [
    [430000, '湖南'],
    [440000, '广东'],
  ] as const) {
    await add('/api/base/province', { provinceId, provinceName: name, provinceShortName: name, examMode: 2 });
    for (const dataYear of [2026, 2027]) {
      for (const jointCategoryName of ['美术与设计类', '书法类']) {
        await add('/api/data/wish/jointCategory', { dataYear, provinceId, jointCategoryName, parentType: 5 });
      }
    }
  }
  for (const [schoolNo, schoolName] of [
    ['10047', '中央美术学院'],
    ['10355', '中国美术学院'],
  ]) {
    await add('/api/data/wish/school', { schoolNo, schoolName, provinceId: 430000, schoolLevel: 1 });
  }
});
afterAll(() => app.close());

const names: Readonly<Record<string, string>> = { 10047: '中央美术学院', 10355: '中国美术学院' };
const types: Readonly<Record<string, number>> = { 统考和校考: 1, 统考: 2, 校考: 3 };
/** Files whose date cells show a time: an end at midnight is meant there, where a bare day lasts to its end. */
const withTimes = new Set(['sheetjs.xls', 'sheetjs.xlsx']);
const expectedOf = (file: string) =>
  rows.map(([year, province, category, school, type, start, end, remark]) => ({
    dataYear: Number(year),
    provinceName: province,
    jointCategoryName: category,
    schoolName: names[school] ?? school,
    examType: types[type],
    startTime: start || null,
    endTime: end ? `${end} ${withTimes.has(file) ? '00:00:00' : '23:59:59'}` : null,
    remark,
  }));

test('there is a sample of each program and of each encoding', () => {
  expect(samples).toHaveLength(19);
});

test.each(samples)('%s is looked at and comes in whole', async name => {
  await sql`truncate t_sch_exam_type`.execute(app.engine.db);
  const filePath = await upload(app, `${folder}${name}`);
  const { tableId } = schExamType;
  const body = { tableId, filePath, originName: name };
  const preview = (await app.call('admin', 'POST', '/api/base/import/preview', body)).body.data;
  const filled = preview.columns.filter(({ header }: { header: string }) => header !== '');
  expect(filled.map(({ header }: { header: string }) => header)).toEqual([...headers]);
  expect(filled.every(({ by }: { by: string }) => by === 'label')).toBe(true);
  expect(preview.rows).toHaveLength(3);

  const job = await importFile(app, 'admin', schExamType, filePath, { originName: name });
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 3, failNum: 0 });
  const list = await app.call('admin', 'GET', `${schExamType.path}/list?sort=dataId`);
  expect(list.body.data.records).toMatchObject(expectedOf(name));
});

test('a workbook in OpenDocument form is refused with what to do about it', async () => {
  const filePath = await upload(app, `${folder}libreoffice.ods`);
  const message = '文件无法读取：不支持该表格格式，请用 Excel 或 WPS 另存为 xlsx 后重试';
  const job = await importFile(app, 'admin', schExamType, filePath, { originName: 'libreoffice.ods' });
  expect(job).toMatchObject({ status: 'fail', message });
  const body = { tableId: schExamType.tableId, filePath, originName: 'libreoffice.ods' };
  expect((await app.call('admin', 'POST', '/api/base/import/preview', body)).body).toMatchObject({ message });
});
