import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestWorkbook, xlsxParts } from '../../../excel/testing/xlsx.ts';
import { zipOf } from '../../../excel/testing/zip.ts';
import { migrated } from '../../../testing/database.ts';
import type { Columns } from '../../table/columns.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { importFile, upload } from '../../testing/workbooks.ts';

const { occupation } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_occupation cascade`.execute(app.engine.db));

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;

async function stored(name: string, content: Buffer | string): Promise<string> {
  const path = join(app.dataDir, `${crypto.randomUUID()}-${name}`);
  await writeFile(path, content);
  return upload(app, path);
}

const workbook = (parts: TestWorkbook) => stored('a.xlsx', zipOf(xlsxParts(parts)));

const preview = async (filePath: string) =>
  (
    await app.call('admin', 'POST', '/api/base/import/preview', {
      tableId: occupation.tableId,
      filePath,
      originName: 'a.xlsx',
    })
  ).body.data;

const occupations = async () =>
  (
    await sql<Columns<typeof occupation, 'code' | 'industry'> & { name: string }>`
      select occupation_name as name, code, industry from t_occupation order by id`.execute(app.engine.db)
  ).rows.map(({ name, code, industry }) => [name, code, industry]);

const errorsOf = async (id: number) =>
  (await app.call('admin', 'GET', `/api/base/log/errors?id=${id}`)).body.data.records.flatMap(
    ({ row, errors }: { row: number; errors: { message: string }[] }) =>
      errors.map(({ message }) => `${row}：${message}`),
  );

const sheetOf = async (id: number) =>
  (await app.call('admin', 'GET', `/api/base/log/info?id=${id}`)).body.data.sheet;

const headers = row(text('职业'), text('职业代码'), text('行业'));

test('formulas without a result and pictures in cells are told before the import, and their rows refused', async () => {
  const rows = [
    headers,
    row(text('甲'), text('A1'), '<c><f>1+1</f></c>'),
    row('<c t="str"><f>CONCATENATE("乙","二")</f></c>', '<c/>', '<c/>'),
    row(text('丙'), text('A3'), '<c t="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v></c>'),
    row(text('丁'), text('#N/A'), text('艺术')),
    row(text('戊'), text('A5'), text('艺术')),
  ].join('');
  const path = await workbook({ rows });
  expect((await preview(path)).unread).toEqual({ noResult: 2, pictures: 1, cells: ['C2', 'A3', 'C4'] });
  const job = await importFile(app, 'admin', occupation, path);
  expect(job).toMatchObject({ done: 5, insertNum: 1, failNum: 4 });
  expect(await errorsOf(job.id)).toEqual([
    '2：行业的公式没有结果，请用 Excel 或 WPS 打开文件，保存后再导入',
    '3：职业的公式没有结果，请用 Excel 或 WPS 打开文件，保存后再导入',
    '4：行业的单元格里是图片等特殊内容，不是文字，请改为文字后再导入',
    '5：职业代码单元格为错误值 #N/A',
  ]);
  expect((await sheetOf(job.id)).unread).toEqual({ noResult: 2, pictures: 1, cells: ['C2', 'A3', 'C4'] });
});

test('pictures that lie over cells are reported with their cells before and after the import', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const anchor = (column: number, at: number, content: string) =>
    `<xdr:twoCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${at}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>9</xdr:col><xdr:row>90</xdr:row></xdr:to>${content}<xdr:clientData/></xdr:twoCellAnchor>`;
  const picture = '<xdr:pic><xdr:nvPicPr/></xdr:pic>';
  const drawing = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing">${anchor(0, 0, picture)}${anchor(2, 2, `<xdr:grpSp>${picture}</xdr:grpSp>`)}${anchor(1, 1, picture)}${anchor(1, 1, '<xdr:sp/>')}</xdr:wsDr>`;
  const relations = `<Relationships><Relationship Id="rId1" Type="${office}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`;
  const parts = (xml: string) => ({
    rows: [headers, row(text('甲'), text('A1'), text('艺术'))].join(''),
    extra: { 'xl/worksheets/_rels/sheet1.xml.rels': relations, 'xl/drawings/drawing1.xml': xml },
  });
  const path = await workbook(parts(drawing));
  const floating = { count: 2, cells: ['B2', 'C3'] };
  expect((await preview(path)).floating).toEqual(floating);
  const job = await importFile(app, 'admin', occupation, path);
  expect(job, job.message).toMatchObject({ insertNum: 1, failNum: 0 });
  expect((await sheetOf(job.id)).floating).toEqual(floating);
  // A drawing that cannot be read refuses nothing.
  const broken = await importFile(app, 'admin', occupation, await workbook(parts(drawing.slice(0, -3))));
  expect(broken, broken.message).toMatchObject({ sameNum: 1, failNum: 0 });
});

test('a sheet whose part is missing does not keep the others from being read', async () => {
  const sheetList = '<sheet name="一" sheetId="1" r:id="rId1"/><sheet name="二" sheetId="2" r:id="rId4"/>';
  const path = await workbook({
    rows: [headers, row(text('甲'), text('A1'), text('艺术'))].join(''),
    sheetList,
  });
  expect((await preview(path)).sheets).toHaveLength(2);
  const job = await importFile(app, 'admin', occupation, path);
  expect(job, job.message).toMatchObject({ insertNum: 1, failNum: 0 });
});

test('values beneath cells merged across are left out, and their number and places are reported', async () => {
  const rows = [
    headers,
    row(text('甲'), text('A1'), text('旧值')),
    row(text('乙'), text('B1'), text('艺术')),
  ].join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const sheet = `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData><mergeCells><mergeCell ref="B2:C2"/></mergeCells></worksheet>`;
  const job = await importFile(app, 'admin', occupation, await workbook({ sheet }));
  expect(job, job.message).toMatchObject({ insertNum: 2, failNum: 0 });
  expect(await occupations()).toEqual([
    ['甲', 'A1', null],
    ['乙', 'B1', '艺术'],
  ]);
  expect(await sheetOf(job.id)).toMatchObject({ coveredCells: 1, coveredPlaces: ['C2'] });
});

test('columns of text take numbers as they are shown, columns of numbers the number, and losses are told', async () => {
  const styles =
    '<numFmts><numFmt numFmtId="200" formatCode="00000"/><numFmt numFmtId="201" formatCode="&quot;A&quot;000"/><numFmt numFmtId="202" formatCode="0%"/><numFmt numFmtId="203" formatCode="# ?/?"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/><xf numFmtId="201"/><xf numFmtId="202"/><xf numFmtId="203"/></cellXfs>';
  const rows = [
    row(text('职业'), text('职业代码'), text('行业'), text('排序')),
    row(text('甲'), '<c s="1"><v>12</v></c>', '<c s="3"><v>0.85</v></c>', '<c s="1"><v>3</v></c>'),
    row(text('乙'), '<c s="2"><f>3+4</f><v>7</v></c>', '<c s="3"><v>0.8512</v></c>', '<c s="2"><v>4</v></c>'),
    row(text('丙'), text('C'), '<c s="4"><v>1.5</v></c>', '<c><v>5</v></c>'),
  ].join('');
  const job = await importFile(app, 'admin', occupation, await workbook({ rows, styles }));
  expect(job, job.message).toMatchObject({ insertNum: 3, failNum: 0 });
  expect(await occupations()).toEqual([
    ['甲', '00012', '85%'],
    ['乙', 'A007', '85%'],
    ['丙', 'C', '1.5'],
  ]);
  expect(await sheetOf(job.id)).toMatchObject({ rounded: ['行业'], unknownFormats: ['行业'] });
});

test('merged cells down a column are filled, and told by column before and after the import', async () => {
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${[
    row(text('行业'), text('职业'), text('职业代码')),
    row(text('艺术'), text('甲'), text('A')),
    row('<c/>', text('乙'), text('B')),
  ].join('')}</sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells></worksheet>`;
  const path = await workbook({ sheet });
  const shown = await preview(path);
  expect(shown.filled).toEqual([{ column: '行业', ranges: 1 }]);
  expect(shown.rows[1].cells).toEqual(['艺术', '乙', 'B']);
  const check = await importFile(app, 'admin', occupation, path, { dryRun: true });
  expect((await sheetOf(check.id)).filled).toEqual([{ column: '行业', ranges: 1 }]);
  await importFile(app, 'admin', occupation, path);
  expect(await occupations()).toEqual([
    ['甲', 'A', '艺术'],
    ['乙', 'B', '艺术'],
  ]);
});

test('a lost character refuses its row by name, and the others come in', async () => {
  const head = Buffer.from('职业,职业代码,行业\n戊一,C1,艺术\n戊二,C2,艺术');
  const file = Buffer.concat([head.subarray(0, -1), Buffer.from('\n戊三,C3,音乐\n')]);
  const job = await importFile(app, 'admin', occupation, await stored('a.csv', file));
  expect(job).toMatchObject({ insertNum: 2, failNum: 1 });
  expect(await errorsOf(job.id)).toEqual([
    '3：行业含有乱码“�”，请核对原文后重新填写，或把文件另存为 UTF-8 再导入',
  ]);
});

test('a page under the name of an xls comes in like a workbook', async () => {
  const page =
    '<html><table><tr><td>职业</td><td>职业代码</td></tr><tr><td>网页一</td><td>0007</td></tr></table></html>';
  const job = await importFile(app, 'admin', occupation, await stored('a.xls', page));
  expect(job, job.message).toMatchObject({ insertNum: 1, failNum: 0 });
  expect((await occupations())[0]?.slice(0, 2)).toEqual(['网页一', '0007']);
});
