import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createXlsxWriter, openWorkbook, type WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { download, importFile, upload, writeSheet } from '../../testing/workbooks.ts';
import { editDistance, guessFields } from '../sheet/column-guess.ts';

const { region, schExamType, typeDict } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    admin: person(),
    second: person({ userId: 2, userName: 'second' }),
    nobody: person({ userId: 3, admin: false, permissions: new Set(['sys:log']) }),
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate t_column_mapping, t_type_dict`.execute(app.engine.db);
});

const preview = async (filePath: string, more: object = {}, who = 'admin', dataset = typeDict) =>
  (
    await app.call(who, 'POST', '/api/base/import/preview', {
      tableId: dataset.tableId,
      filePath,
      originName: '测试.xlsx',
      ...more,
    })
  ).body;

const columnsOf = async (headers: readonly string[], who = 'admin') => {
  const body = await preview(
    await upload(app, await writeSheet(app, headers, [['专业', '绘画']]), who === 'admin' ? 1 : 2),
    {},
    who,
  );
  return body.data.columns.map(({ header, field, by }: Record<string, string>) => [header, field, by]);
};

/** A downloaded template with changed headers and order, and rows filled in. */
async function template(
  headers: readonly string[],
  rows: readonly (readonly WriteCell[])[],
  { fields = 'typeFlag,typeName,orderNum,status', dataset = typeDict as { tableId?: number } } = {},
): Promise<string> {
  const response = await app.app.inject({
    url: `/api/base/download/excel/template?tableId=${dataset.tableId}&fieldNames=${fields}`,
    headers: { 'access-token': 'admin' },
  });
  const path = join(app.dataDir, `${crypto.randomUUID()}.xlsx`);
  await writeFile(path, response.rawPayload);
  const workbook = await openWorkbook(path);
  const signed: WriteCell[][] = [];
  const sheet = workbook.sheets.find(({ name }) => name === '_yikao');
  for await (const batch of workbook.rows(sheet?.index ?? -1)) {
    signed.push(...batch.map(({ cells }) => cells as WriteCell[]));
  }
  await workbook.close();
  const to = join(app.dataDir, `${crypto.randomUUID()}.xlsx`);
  const writer = await createXlsxWriter(to, {
    sheets: [
      { name: '类型', columns: headers.map(header => ({ header, format: 'general' as const })) },
      { name: '_yikao', hidden: true, columns: [] },
    ],
  });
  for (const row of rows) await writer.row(row);
  await writer.sheet(1);
  for (const row of signed) await writer.row(row);
  await writer.close();
  return upload(app, to);
}

describe('what is chosen for unknown headers', () => {
  const headers = ['分组', '类型叫法', '随手记'];
  const sheet = async () => upload(app, await writeSheet(app, headers, [['专业', '绘画', 'x']]));
  const mapping = { 类型叫法: 'typeName', 随手记: '' };

  test('is offered again to the same person in the same dataset, and to nobody else', async () => {
    await importFile(app, 'admin', typeDict, await sheet(), { mapping });
    expect(await columnsOf(['分组', ' 类型叫法* ', '随手记'])).toEqual([
      ['分组', 'typeFlag', 'label'],
      ['类型叫法*', 'typeName', 'remembered'],
      ['随手记', '', 'remembered'],
    ]);
    expect((await columnsOf(headers, 'second'))[2]).toEqual(['随手记', null, 'none']);
  });

  test('is forgotten one header at a time, or altogether', async () => {
    await importFile(app, 'admin', typeDict, await sheet(), { mapping });
    const forget = (query: string) =>
      app.call('admin', 'DELETE', `/api/base/import/mapping?tableId=${typeDict.tableId}${query}`);
    await forget(`&header=${encodeURIComponent('随手记')}`);
    expect((await columnsOf(headers)).slice(1)).toEqual([
      ['类型叫法', 'typeName', 'remembered'],
      ['随手记', null, 'none'],
    ]);
    await forget('');
    expect((await columnsOf(headers))[1]).not.toContain('remembered');
  });

  test('is only offered: an import that does not name it writes nothing and says what it would offer', async () => {
    await importFile(app, 'admin', typeDict, await sheet(), { mapping });
    await sql`truncate t_type_dict`.execute(app.engine.db);
    const job = await importFile(app, 'admin', typeDict, await sheet());
    expect(job).toMatchObject({ status: 'fail', done: 0, message: '无法识别的列：类型叫法、随手记' });
    const info = await app.call('admin', 'GET', `/api/base/log/info?id=${job.id}`);
    expect(info.body.data.columns).toEqual({
      unknown: [
        { header: '类型叫法', field: 'typeName', by: 'remembered' },
        { header: '随手记', field: '', by: 'remembered' },
      ],
      repeated: [],
      missing: ['类型名称'],
      byTemplate: [],
      passedOver: [],
    });
  });
});

describe('a guess', () => {
  test.each([
    [
      'the same label in the other language, in full width and with a star',
      'ＴＹＰＥ *',
      'typeName',
      'label',
    ],
    ['a known synonym', '序号', 'orderNum', 'guess'],
    ['a label with a remark in brackets', '类型名称（必填）', 'typeName', 'guess'],
    ['a slip of the pen', '类型明称', 'typeName', 'guess'],
    ['a label inside a longer one', '考试类型名称', 'typeName', 'guess'],
    ['nothing like it', '天气', null, 'none'],
  ])('is made for %s', async (_, header, field, by) => {
    expect((await columnsOf(['分组', header]))[1]).toEqual([header, field, by]);
  });

  test('goes to the likest header, and no field is offered twice', () => {
    const guesses = guessFields(
      schExamType,
      ['学校', '学校名', '报名截止'],
      ['schoolId', 'endTime', 'remark'],
    );
    expect(Object.fromEntries(guesses)).toEqual({ 学校: 'schoolId', 报名截止: 'endTime' });
  });

  test('counts letters that are changed, added, left out or swapped', () => {
    expect(editDistance('院校名称', '院校名称')).toBe(0);
    expect(editDistance('remark', 'remrak')).toBe(1);
    expect(editDistance('备注', '备注说明')).toBe(2);
    expect(editDistance('', '备注')).toBe(2);
  });
});

describe('a template of ours', () => {
  const row = ['专业', '绘画', 1, '启用'];

  test('is recognised when a person has renamed its headers, and the job says so', async () => {
    const path = await template(['哪一组', '叫什么名字', '排序', '开着吗'], [row]);
    const shown = await preview(path);
    expect(
      shown.data.columns.map((column: { field: string; by: string }) => [column.field, column.by]),
    ).toEqual([
      ['typeFlag', 'template'],
      ['typeName', 'template'],
      ['orderNum', 'label'],
      ['status', 'template'],
    ]);
    const job = await importFile(app, 'admin', typeDict, path);
    expect(job).toMatchObject({ status: 'success', insertNum: 1 });
    const info = await app.call('admin', 'GET', `/api/base/log/info?id=${job.id}`);
    expect(info.body.data.columns.byTemplate).toEqual([
      { header: '哪一组', label: '分组' },
      { header: '叫什么名字', label: '类型名称' },
      { header: '开着吗', label: '状态' },
    ]);
  });

  test('is recognised when its headers were translated and put in another order, one of them renamed', async () => {
    const path = await template(['Status', 'Order', '叫什么名字', 'Group'], [['启用', 1, '绘画', '专业']]);
    expect(await importFile(app, 'admin', typeDict, path)).toMatchObject({ status: 'success', insertNum: 1 });
  });

  test('leaves a column that a person has put in between to the person', async () => {
    const path = await template(
      ['分组', '自己加的', '叫什么名字', '排序', '状态'],
      [['专业', 'x', '绘画', 1, '启用']],
    );
    const { data } = await preview(path);
    expect(data.columns[1]).toMatchObject({ field: null, by: 'none' });
    expect(data.columns[2].by).not.toBe('template');
  });

  test('of another dataset is refused, naming both', async () => {
    const path = await template(['地区', '状态'], [['华东', '启用']], {
      fields: 'regionName,status',
      dataset: region,
    });
    const message = '这是“地区”的导入模板，不能导入到“类型字典”；请下载“类型字典”的模板';
    expect(await preview(path)).toMatchObject({ success: false, message, data: { reason: 'wrongTemplate' } });
    expect(await importFile(app, 'admin', typeDict, path)).toMatchObject({
      status: 'fail',
      message,
      done: 0,
    });
  });
});

describe('a look at a file', () => {
  async function workbook(): Promise<string> {
    const path = join(app.dataDir, `${crypto.randomUUID()}.xlsx`);
    const sheet = (name: string, hidden = false) => ({
      name,
      hidden,
      columns: ['分组', '类型名称'].map(header => ({ header, format: 'general' as const })),
    });
    const writer = await createXlsxWriter(path, {
      sheets: [sheet('说明', true), sheet('二月'), sheet('三月')],
    });
    await writer.row(['专业', '藏起来的']);
    await writer.sheet(1);
    for (let n = 1; n <= 9; n++) await writer.row(['专业', `二月${n}`]);
    await writer.sheet(2);
    await writer.row(['专业', '三月1']);
    await writer.close();
    return path;
  }

  test('shows its sheets, the first visible one of them, and the first rows', async () => {
    const { data } = await preview(await upload(app, await workbook()));
    expect(data).toMatchObject({
      format: 'xlsx',
      sheet: 1,
      sheets: [
        { index: 0, name: '说明', hidden: true },
        { index: 1, name: '二月', hidden: false },
        { index: 2, name: '三月', hidden: false },
      ],
      missing: [],
    });
    expect(data.rows).toHaveLength(5);
    expect(data.rows[0]).toEqual({ row: 2, cells: ['专业', '二月1'] });
  });

  test('and the import read the sheet that was chosen, else the first visible one', async () => {
    const path = await upload(app, await workbook());
    expect((await preview(path, { sheet: 2 })).data.rows).toEqual([{ row: 2, cells: ['专业', '三月1'] }]);
    expect(await importFile(app, 'admin', typeDict, path, { sheet: 2 })).toMatchObject({ insertNum: 1 });
    expect(await importFile(app, 'admin', typeDict, path)).toMatchObject({ insertNum: 9 });
    expect(await importFile(app, 'admin', typeDict, path, { sheet: 9 })).toMatchObject({
      status: 'fail',
      message: '文件无法读取：文件中没有工作表',
    });
  });

  test('is refused for somebody else’s file, without the permission, and for what is no workbook', async () => {
    const path = await upload(app, await workbook(), 2);
    expect(await preview(path, {}, 'nobody')).toMatchObject({ code: 403 });
    const broken = join(app.dataDir, 'broken.xlsx');
    await writeFile(broken, 'PK\u0003\u0004 and then nothing');
    expect(await preview(await upload(app, broken))).toMatchObject({
      success: false,
      data: { reason: 'workbookUnreadable' },
    });
  });

  test('names the columns that are missing', async () => {
    const { data } = await preview(
      await upload(app, await writeSheet(app, ['类型名称', '类型名称'], [['绘画', 'x']])),
    );
    expect(data).toMatchObject({ missing: [{ name: 'typeFlag', label: '分组' }], repeated: ['类型名称'] });
  });
});

describe('refused rows', () => {
  test('are shown a page at a time, narrowed by column, with what stands in the cell', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => [
      n % 3 === 0 ? '无此组' : '专业',
      n % 2 === 0 ? '长'.repeat(33) : `好${n}`,
    ]);
    const path = await upload(app, await writeSheet(app, ['分组', '类型名称'], rows));
    const job = await importFile(app, 'admin', typeDict, path);
    expect(job).toMatchObject({ failNum: 20, insertNum: 10 });
    const page = async (query: string) =>
      (await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}${query}`)).body.data;
    const all = await page('&size=8&current=3');
    expect(all).toMatchObject({ total: 20, current: 3, size: 8 });
    expect(all.records).toHaveLength(4);
    expect(all.columns).toEqual([
      { field: 'typeName', column: '类型名称', count: 15 },
      { field: 'typeFlag', column: '分组', count: 10 },
    ]);
    // A text that no database can store is refused in every form.
    const odd = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}&field=%00`);
    expect(odd.status).toBe(400);
    const narrowed = await page('&field=typeFlag&size=100');
    expect(narrowed.total).toBe(10);
    expect(narrowed.records[0]).toEqual({
      row: 2,
      errors: [
        { field: 'typeFlag', column: '分组', value: '无此组', message: '分组没有“无此组”这个选项' },
        {
          field: 'typeName',
          column: '类型名称',
          value: '长'.repeat(33),
          message: '类型名称不能超过 32 个字符',
        },
      ],
    });
    expect((await app.call('second', 'GET', `/api/base/log/errors?id=${job.id}`)).status).toBe(200);
    expect((await app.call('nobody', 'GET', `/api/base/log/errors?id=${job.id}`)).status).toBe(404);
  });

  test('come as a workbook that is mended and sent again as it is, reasons and all', async () => {
    const first = await upload(
      app,
      await writeSheet(
        app,
        ['分组', '类型名称'],
        [
          ['无此组', '甲'],
          ['专业', '乙'],
        ],
      ),
    );
    const job = await importFile(app, 'admin', typeDict, first);
    const again = await upload(app, await download(app, job.logUrl ?? ''));
    expect((await preview(again)).data.columns.slice(2)).toEqual([
      { header: '错误原因', field: '', by: 'none' },
      { header: '原行号', field: '', by: 'none' },
    ]);
    expect(await importFile(app, 'admin', typeDict, again)).toMatchObject({ failNum: 1, insertNum: 0 });
  });
});
