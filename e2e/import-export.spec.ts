import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Page } from '@playwright/test';
import { createXlsxWriter, openWorkbook } from '@yikao/server/excel/index.ts';
import { xlsxParts } from '@yikao/server/excel/testing/xlsx.ts';
import { zipOf } from '@yikao/server/excel/testing/zip.ts';
import { confirm, dialog, listRows, openList, pressTool, rows, toast } from './support/dataset.ts';
import { logIn } from './support/log-in.ts';
import { choosePersonal } from './support/person-menu.ts';
import { expect, test } from './support/test.ts';

const calendar = '/sch/examType';
const headers = ['数据年份', '省份', '统考类别', '院校', '轮次', '考试类型', '备注'];

let folder = '';
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yikao-books-'));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A workbook of one sheet, as typed by a person. */
async function workbook(
  name: string,
  heads: readonly string[],
  lines: readonly (readonly string[])[],
): Promise<string> {
  const path = join(folder, name);
  const writer = await createXlsxWriter(path, {
    sheets: [{ name: '日历', columns: heads.map(header => ({ header, width: 16, format: 'text' })) }],
  });
  for (const line of lines) await writer.row(line);
  await writer.close();
  return path;
}

/** The cells of the first sheet of a downloaded workbook, as text. */
async function cellsOf(download: Download): Promise<string[][]> {
  const book = await openWorkbook(await download.path());
  const lines: string[][] = [];
  for await (const batch of book.rows(0)) {
    for (const row of batch) {
      lines.push(
        row.cells.map(cell =>
          cell === undefined ? '' : typeof cell === 'object' ? cell.text : String(cell),
        ),
      );
    }
  }
  await book.close();
  return lines;
}

async function openImport(page: Page) {
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const opened = dialog(page);
  await expect(opened.getByRole('button', { name: '开始导入' })).toBeVisible();
  return opened;
}

test.beforeEach(async ({ page }) => {
  await logIn(page, calendar);
  await expect(rows(page).first()).toBeVisible();
});

test('an import wants its remark and its file, and takes no other kind of file', async ({ page }) => {
  const opened = await openImport(page);
  await opened.getByRole('button', { name: '批量修改', exact: true }).click();
  await expect(toast(page, '请先输入批次')).toBeVisible();
  await opened.getByLabel('批次备注').fill('第一批');
  await opened.getByRole('button', { name: '开始导入' }).click();
  await expect(opened.getByText('请先选择文件')).toBeVisible();
  await opened.locator('input[type=file]').setInputFiles({
    name: 'calendar.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await expect(toast(page, /只支持 \.xlsx/)).toBeVisible();
  // The name may lie; the bytes do not.
  await opened.locator('input[type=file]').setInputFiles({
    name: 'calendar.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('%PDF-1.7 this is no workbook'),
  });
  await opened.getByRole('button', { name: '开始导入' }).click();
  await expect(toast(page, /不是有效的表格文件/)).toBeVisible();
});

test('rows that a filter has hidden are told of before they come in, and left out if so wished', async ({
  page,
}) => {
  const line = (cells: readonly string[], more = '') =>
    `<row ${more}>${cells.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
  const lines =
    line(headers) +
    line(['2027', '湖南', '书法类', '湖南师范大学', '6', '校考', '看得见']) +
    line(['2027', '湖南', '书法类', '湖南师范大学', '7', '校考', '筛掉了'], 'hidden="1"');
  const path = join(folder, 'filtered.xlsx');
  await writeFile(path, zipOf(xlsxParts({ rows: lines })));
  const opened = await openImport(page);
  await opened.getByLabel('批次备注').fill('筛选过的表');
  await opened.locator('input[type=file]').setInputFiles(path);
  await opened.getByRole('button', { name: '检查', exact: true }).click();
  const result = opened.getByRole('region', { name: '结果' });
  await expect(result).toContainText(/新增\s*2/, { timeout: 30_000 });
  await expect(result.getByText('文件里有 1 行被隐藏')).toBeVisible();
  await result.getByRole('button', { name: '跳过它们，重新检查' }).click();
  await expect(result.getByText('已跳过文件里被隐藏的 1 行')).toBeVisible({ timeout: 30_000 });
  await expect(result).toContainText(/新增\s*1(?!\d)/);
  await dialog(page).getByRole('button', { name: '开始导入' }).click();
  await expect(result.getByText('导入结果')).toBeVisible({ timeout: 30_000 });
  await expect(result.getByText('已跳过文件里被隐藏的 1 行')).toBeVisible();
  const [seen, ...others] = await listRows(page, `importBatch=${encodeURIComponent('筛选过的表')}`);
  expect(seen?.remark).toBe('看得见');
  expect(others).toEqual([]);
});

test('a workbook with bad rows: checked, brought in, mended from the error file, and deleted as a batch', async ({
  page,
}) => {
  const batch = '2027湖南测试批';
  const path = await workbook('hunan.xlsx', headers, [
    ['2027', '湖南', '书法类', '湖南师范大学', '8', '校考', '好的一行'],
    ['2027', '湖南', '书法类', '没有这所学校', '8', '校考', '院校不对'],
    ['2027', '湖南', '书法类', '湖南师范大学', '9', '不存在的类型', '代码不对'],
  ]);
  const opened = await openImport(page);
  await opened.getByLabel('批次备注').fill(batch);
  await opened.locator('input[type=file]').setInputFiles(path);
  await opened.getByRole('button', { name: '检查', exact: true }).click();

  const result = opened.getByRole('region', { name: '结果' });
  await expect(result.getByText('检查结果（未写入）')).toBeVisible({ timeout: 30_000 });
  await expect(result).toContainText(/新增\s*1/);
  await expect(result).toContainText(/有错\s*2/);
  await expect(result.getByText(/找不到院校“没有这所学校”/)).toBeVisible();
  expect(await listRows(page, `importBatch=${encodeURIComponent(batch)}`)).toHaveLength(0);

  await dialog(page).getByRole('button', { name: '开始导入' }).click();
  await expect(result.getByText('导入结果 · 部分成功')).toBeVisible({ timeout: 30_000 });
  expect(await listRows(page, `importBatch=${encodeURIComponent(batch)}`)).toHaveLength(1);
  // Some rows were imported: the job is not shown as failed, and neither is a check that found errors.
  const tries = opened.getByRole('row').filter({ hasText: 'hunan.xlsx' });
  await expect(tries.filter({ hasText: '仅检查' })).toContainText('检查完成');
  await expect(tries.filter({ hasNotText: '仅检查' })).toContainText('部分成功1 成功 · 2 有错');
  await expect(toast(page, /导入部分成功：1 成功 · 2 有错/)).toBeVisible();
  await expect(page.getByText('失败', { exact: true })).toHaveCount(0);

  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    result.getByRole('button', { name: '错误文件' }).click(),
  ]);
  const [head, ...bad] = await cellsOf(errors);
  expect(head?.slice(0, headers.length).map(text => text.replace(/\*$/, ''))).toEqual(headers);
  expect(bad).toHaveLength(2);

  const mended = await workbook('mended.xlsx', headers, [
    ['2027', '湖南', '书法类', '湖南大学', '8', '校考', '已改好'],
    ['2027', '湖南', '书法类', '湖南师范大学', '9', '统考', '已改好'],
  ]);
  await opened.locator('input[type=file]').setInputFiles(mended);
  await opened.getByRole('button', { name: '开始导入' }).click();
  await expect(result.getByText('导入结果')).toBeVisible({ timeout: 30_000 });
  await expect(result).toContainText(/新增\s*2/);
  expect(await listRows(page, `importBatch=${encodeURIComponent(batch)}`)).toHaveLength(3);
  const history = opened.getByRole('row').filter({ hasText: 'mended.xlsx' });
  await expect(history.getByText('已完成')).toBeVisible();
  await page.keyboard.press('Escape');

  await pressTool(page, '批量删除');
  await dialog(page).getByRole('button', { name: '删除', exact: true }).click();
  await expect(toast(page, '请先输入删除条件')).toBeVisible();
  await dialog(page).getByLabel('导入批次').fill(batch);
  await dialog(page).getByRole('button', { name: '删除', exact: true }).click();
  await confirm(page, `确定删除批次“${batch}”的全部记录`, '删除');
  await expect(toast(page, /批量删除已完成/)).toBeVisible({ timeout: 30_000 });
  expect(await listRows(page, `importBatch=${encodeURIComponent(batch)}`)).toHaveLength(0);

  await page.keyboard.press('Escape');
  await choosePersonal(page, 'English');
  await page.getByRole('button', { name: /^Job centre/ }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'hunan.xlsx' });
  await expect(card.first()).toContainText('Partly done1 done · 2 refused');
  await expect(card.last()).toContainText('Checked');
  await page.goto('/sys/log');
  const line = page.getByRole('row').filter({ hasText: batch }).filter({ hasText: 'Partly done' });
  await expect(line).toContainText('1 done · 2 refused');
});

test('a published table with a title, a merged heading and notes is read as a person reads it', async ({
  page,
}) => {
  const path = join(folder, '公布的日历.xlsx');
  const writer = await createXlsxWriter(path, { sheets: [{ name: '日历', columns: [] }] });
  const lines = [
    ['2026年湖南省艺术类校考日程一览表'],
    ['数据年份', '省份', '统考类别', '院校', '考试安排', undefined, '备注'],
    [undefined, undefined, undefined, undefined, '轮次', '考试类型'],
    ['２０２６年', '湖南', '美术与设计类', '中央美术学院', '7', '校考', '—'],
    ['合计', undefined, undefined, undefined, '1'],
    ['注：以各校当年公布的招生简章为准。'],
  ];
  for (const line of lines) await writer.row(line);
  await writer.close();
  const opened = await openImport(page);
  await opened.getByLabel('批次备注').fill('公布的表');
  await opened.locator('input[type=file]').setInputFiles(path);
  await expect(opened.getByText('第 2 行', { exact: true })).toBeVisible({ timeout: 30_000 });
  const two = opened.getByRole('checkbox', { name: '表头占两行' });
  await expect(two).toBeChecked();
  await expect(opened.getByText('已识别 7 / 7 列')).toBeVisible();

  await two.click();
  await expect(opened.getByText('已识别 7 / 7 列')).toBeHidden();
  await two.click();
  await expect(opened.getByText('已识别 7 / 7 列')).toBeVisible();

  await opened.getByRole('button', { name: '检查', exact: true }).click();
  const beside = opened.getByText('文件里有 2 行像是合计、表下说明或重复的表头');
  await expect(beside).toBeVisible({ timeout: 30_000 });
  await opened.getByRole('button', { name: '跳过它们，重新检查' }).click();
  const skipped = opened.getByText('已跳过 2 行合计、表下说明或重复的表头。');
  await expect(skipped).toBeVisible({ timeout: 30_000 });
  await expect(opened.getByRole('checkbox', { name: /^跳过合计/ })).toBeChecked();
});

test('logos of schools come as a zip of pictures named by them, and a wrong name is told', async ({
  page,
}) => {
  await page.goto('/wish/school');
  await expect(rows(page).first()).toBeVisible();
  const opened = await openImport(page);
  await opened.getByText('校徽图片（zip）').click();
  await expect(opened.getByText('图片以院校代码或院校名称命名')).toBeVisible();
  await expect(opened.getByRole('button', { name: '下载模板' })).toBeHidden();
  await opened.getByLabel('批次备注').fill('校徽');
  const picture = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.alloc(99),
    Buffer.from([0xff, 0xd9]),
  ]);
  await opened.locator('input[type=file]').setInputFiles({
    name: 'logos.zip',
    mimeType: 'application/zip',
    buffer: zipOf({ '北京大学.jpg': picture, '没有这所.jpg': picture }),
  });
  await expect(opened.getByText('北京大学.jpg、没有这所.jpg')).toBeVisible();
  await opened.getByRole('button', { name: '开始导入' }).click();
  await expect(opened.getByText(/找不到图片“没有这所\.jpg”对应的记录/)).toBeVisible();
});

test('a file that is dropped on a list with several kinds of import is asked for its kind', async ({
  page,
}) => {
  await openList(page, '/wish/segment');
  const dataTransfer = await page.evaluateHandle(() => {
    const held = new DataTransfer();
    held.items.add(new File(['数据年份,省份\n'], '分段.csv', { type: 'text/csv' }));
    return held;
  });
  await page.getByRole('main').getByRole('table').first().dispatchEvent('drop', { dataTransfer });
  await expect(dialog(page)).toContainText('“分段.csv”按哪一种导入？');
  await dialog(page).getByRole('button', { name: '专业分一分一段' }).click();
  await expect(dialog(page).getByRole('radio', { name: '专业分一分一段' })).toBeChecked();
  await expect(dialog(page)).toContainText('分段.csv');
});

test('columns that nobody knows are told which field they are', async ({ page }) => {
  const path = await workbook(
    'renamed.xlsx',
    ['年度', '省份', '统考类别', '招生学校', '轮次', '考试类型', '随手记'],
    [['2027', '湖南', '书法类', '湖南大学', '6', '校考', '不导入']],
  );
  const opened = await openImport(page);
  await opened.getByLabel('批次备注').fill('改名的列');
  await opened.locator('input[type=file]').setInputFiles(path);
  await opened.getByRole('button', { name: '检查', exact: true }).click();
  await expect(opened.getByText(/^请为未识别的列选择/)).toBeVisible({ timeout: 30_000 });
  for (const [header, field] of [
    ['年度', '数据年份'],
    ['招生学校', '院校'],
    ['随手记', '不导入此列'],
  ] as const) {
    await opened.getByLabel(header, { exact: true }).click();
    await page.getByTitle(field, { exact: true }).filter({ visible: true }).last().click();
  }
  await opened.getByRole('button', { name: '检查', exact: true }).click();
  await expect(opened.getByRole('region', { name: '结果' })).toContainText(/新增\s*1/, { timeout: 30_000 });
});

test('all rows that match are set and deleted at once, beyond the page', async ({ page }) => {
  const batch = `全部符合${Date.now()}`;
  const filter = `importBatch=${encodeURIComponent(batch)}`;
  const path = await workbook(
    'matching.xlsx',
    headers,
    ['湖南师范大学', '湖南大学', '江南大学', '浙江传媒学院'].flatMap(school =>
      [2, 3, 4, 7].map(round => ['2027', '湖南', '书法类', school, String(round), '校考', '']),
    ),
  );
  const opened = await openImport(page);
  await opened.getByLabel('批次备注').fill(batch);
  await opened.locator('input[type=file]').setInputFiles(path);
  await opened.getByRole('button', { name: '开始导入' }).click();
  await expect(opened.getByRole('region', { name: '结果' })).toContainText(/新增\s*\d+/, { timeout: 30_000 });
  const matching = (await listRows(page, `${filter}&size=200`)).length;
  expect(matching).toBeGreaterThan(10);

  await page.goto(`${calendar}?${filter}`);
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('checkbox', { name: '选择本页' }).check();
  await page.getByRole('button', { name: `选择全部 ${matching} 条符合条件的记录` }).click();
  await expect(page.getByText(`已选全部 ${matching} 条符合条件的记录`)).toBeVisible();
  await page.getByRole('button', { name: '批量设置' }).click();
  await dialog(page).getByLabel('字段', { exact: true }).click();
  await page.getByTitle('备注', { exact: true }).filter({ visible: true }).last().click();
  await dialog(page).getByLabel('备注', { exact: true }).fill('一起改的');
  await dialog(page).getByRole('button', { name: '设置', exact: true }).click();
  await confirm(page, `确定把 ${matching} 条记录的备注设为相同的值`);
  await expect(toast(page, /批量修改已完成/)).toBeVisible({ timeout: 30_000 });
  const changed = await listRows(page, `${filter}&size=200`);
  expect(changed.every(row => row.remark === '一起改的')).toBe(true);

  await page.getByRole('checkbox', { name: '选择本页' }).check();
  await page.getByRole('button', { name: `选择全部 ${matching} 条符合条件的记录` }).click();
  await page.getByRole('button', { name: '删除所选' }).click();
  await confirm(page, `确定删除符合当前条件的全部 ${matching} 条记录吗`, '删除');
  await expect(toast(page, /批量删除已完成/)).toBeVisible({ timeout: 30_000 });
  expect(await listRows(page, filter)).toHaveLength(0);
});

test('a file goes on being sent, and its check is started, while another tab is shown', async ({ page }) => {
  const path = await workbook('away.xlsx', headers, [
    ['2028', '湖南', '书法类', '湖南大学', '3', '校考', '只检查'],
  ]);
  // The upload waits at the door until the page has been left.
  let letIn = () => {};
  const left = new Promise<void>(resolve => {
    letIn = resolve;
  });
  await page.route('**/common/file/upload', async route => {
    await left;
    await route.continue();
  });
  const opened = await openImport(page);
  await opened.getByLabel('批次备注').fill('离开标签页');
  await opened.locator('input[type=file]').setInputFiles(path);
  await opened.getByRole('button', { name: '检查', exact: true }).click();
  await page.getByRole('tab', { name: '首页' }).dispatchEvent('click');
  await page.getByRole('button', { name: /任务中心，1 个进行中/ }).click();
  await expect(dialog(page).getByText('away.xlsx')).toBeVisible();
  letIn();
  await expect(dialog(page).getByText('正在上传')).toBeHidden({ timeout: 30_000 });
  await expect(dialog(page).getByText(/away\.xlsx · 仅检查/)).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: '学校考试类型' }).click();
  await expect(opened.getByRole('region', { name: '结果' })).toContainText('检查结果（未写入）', {
    timeout: 30_000,
  });
});

test('an export holds the rows of the filter, in the columns and the order the person chose', async ({
  page,
}) => {
  // A province whose rows no other test file changes meanwhile.
  const filter = 'provinceId=460000&dataYear=2027';
  await page.goto(`${calendar}?${filter}`);
  await expect(rows(page).first()).toBeVisible();
  const expected = await listRows(page, `${filter}&size=200`);

  await pressTool(page, '选择导出字段');
  await dialog(page).getByRole('button', { name: '全不选' }).click();
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click();
  await expect(toast(page, '请至少选择一个字段')).toBeVisible();
  for (const field of ['数据ID', '省份', '院校']) {
    await dialog(page).getByRole('checkbox', { name: field, exact: false }).first().check();
  }
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click();

  await page.getByRole('button', { name: '导出', exact: true }).click();
  await dialog(page).getByRole('radio', { name: 'CSV' }).check();
  await dialog(page).getByRole('button', { name: '导出', exact: true }).click();
  await expect(toast(page, '导出任务已开始，完成后可在下方下载')).toBeVisible();
  const job = dialog(page).getByRole('row').filter({ hasText: '学校考试类型' }).first();
  await expect(job.getByRole('button', { name: '已完成' })).toBeVisible({ timeout: 30_000 });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    job.getByRole('button', { name: '已完成' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  const lines = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  expect(lines[0]).toBe('数据ID,省份,院校');
  expect(lines).toHaveLength(expected.length + 1);
  expect(lines.slice(1).every(line => line.split(',')[1] === '海南')).toBe(true);
});

test('a template has the chosen columns, and the bytes of a workbook', async ({ page }) => {
  await pressTool(page, '模板设置');
  await dialog(page).getByRole('checkbox', { name: '考试科目' }).uncheck();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: '生成导入模板' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('学校考试类型导入模板.xlsx');
  const [head] = await cellsOf(file);
  expect(head).toContain('省份*');
  expect(head).not.toContain('考试科目');
});

test('a data check says what it found, and leads to the row', async ({ page }) => {
  const path = join(folder, 'late.csv');
  await writeFile(
    path,
    `${[...headers, '报名开始'].join(',')}\n2027,湖南,书法类,湖南大学,5,校考,检查,2027-01-05 10:00:00\n`,
  );
  const opened = await openImport(page);
  await opened.getByLabel('批次备注').fill('数据检查用');
  await opened.locator('input[type=file]').setInputFiles(path);
  await opened.getByRole('button', { name: '开始导入' }).click();
  await expect(opened.getByRole('region', { name: '结果' })).toContainText(/新增\s*1/, { timeout: 30_000 });
  await page.keyboard.press('Escape');

  await pressTool(page, '数据检查');
  await expect(dialog(page).getByText('没有发现问题')).toBeHidden();
  for (const kind of ['重复', '完整与引用', '数值逻辑']) {
    await dialog(page).getByText(kind, { exact: true }).click();
    await dialog(page).getByRole('button', { name: '开始检查' }).click();
    await expect(dialog(page).getByText(/检查 \d+ 行，发现 \d+ 个问题/)).toBeVisible({ timeout: 30_000 });
  }
});

test('the job centre knows what ran, from every page', async ({ page }) => {
  await page.goto('/home');
  await page.getByRole('button', { name: '任务中心' }).click();
  await expect(dialog(page).getByText('已结束')).toBeVisible();
  await expect(dialog(page).getByText('导入 · 学校考试类型').first()).toBeVisible();
});

test('a zip of photos stays chosen when its exam is chosen after it, and a photo of nobody is told by its name', async ({
  page,
}) => {
  await openList(page, '/mock/student?provinceId=430000');
  const opened = await openImport(page);
  await opened.getByText('考生照片（zip）', { exact: true }).click();
  const photo = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.alloc(400),
    Buffer.from([0xff, 0xd9]),
  ]);
  const path = join(folder, '照片.zip');
  await writeFile(path, zipOf({ '没有这个人.jpg': photo }));
  await opened.locator('input[type=file]').setInputFiles(path);
  await expect(opened.getByText('没有这个人.jpg')).toBeVisible();
  await opened.getByLabel('考试', { exact: true }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '摸底考' }).click();
  await expect(opened.getByText('照片.zip')).toBeVisible();
  await expect(opened.getByText(/图片以身份证号或准考证号命名，如 \d{17}[\dX]\.jpg/)).toBeVisible();
  await opened.getByLabel('批次备注').fill('照片');
  await opened.getByRole('button', { name: '检查', exact: true }).click();
  await expect(
    opened.getByText(/找不到图片“没有这个人\.jpg”对应的记录：没有所选范围内身份证号或准考证号为/),
  ).toBeVisible();
});
