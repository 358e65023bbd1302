import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createXlsxWriter, type WriteCell } from '@yikao/server/excel/index.ts';
import { languagesOf } from '@yikao/server/testing/sample.ts';
import { call, dialog, pick, pressTool } from './support/dataset.ts';
import { logIn } from './support/log-in.ts';
import { faultsOfLook } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** A category of which the demo data has no segments, in whichever year the tests run. */
const category = '戏剧影视导演';

let folder = '';
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yikao-tables-'));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

type Line = readonly WriteCell[];

/** A workbook as a province publishes it: sheets of lines, with nothing added. */
async function published(name: string, sheets: Readonly<Record<string, readonly Line[]>>): Promise<string> {
  const path = join(folder, `${name}.xlsx`);
  const names = Object.keys(sheets);
  const writer = await createXlsxWriter(path, { sheets: names.map(sheet => ({ name: sheet, columns: [] })) });
  for (const [index, sheet] of names.entries()) {
    if (index > 0) await writer.sheet(index);
    for (const line of sheets[sheet] ?? []) await writer.row(line);
  }
  await writer.close();
  return path;
}

/** Opens the import of composite segments with a file, and waits until it was looked at. */
async function openWith(page: Page, file: string, batch: string) {
  await page.goto('/wish/segment');
  await pressTool(page, '导入综合分');
  const opened = dialog(page);
  await opened.getByLabel('批次备注').fill(batch);
  await opened.locator('input[type=file]').setInputFiles(file);
  await expect(opened.getByText(/^已识别/)).toBeVisible();
  const check = async () => {
    await opened.getByRole('button', { name: '检查', exact: true }).click();
    const result = opened.getByRole('region', { name: '结果' });
    await expect(result.getByText('检查结果')).toBeVisible({ timeout: 30_000 });
    return result;
  };
  return { opened, check };
}

/** The current rows of a batch, `科类 score same total` each, sorted. */
async function segmentsOf(page: Page, batch: string): Promise<string[]> {
  const path = `/api/data/wish/segment/list?importBatch=${encodeURIComponent(batch)}&size=200`;
  const { records } = (await call(page, 'GET', path)) as {
    records: { aos: number; score: number; sameNum: number; totalNum: number; jointCategoryName: string }[];
  };
  return records.map(row => `${row.aos} ${Number(row.score)} ${row.sameNum} ${row.totalNum}`).toSorted();
}

const bothSides = (year: number): Line[] => [
  [`湖南省${year}年普通高校招生${category}考生综合分一分一段统计表`],
  ['（含照顾加分，按历史类、物理类分别统计）'],
  ['数据年份', '省份', '统考类别', '分数', '历史类', null, '物理类', null],
  [null, null, null, null, '本段人数', '累计人数', '本段人数', '累计人数'],
  [year, '湖南', category, '598分及以上', 12, 12, 7, 7],
  [year, '湖南', category, 597, 3, 15, 2, 9],
  [year, '湖南', category, 596, 1, 16, 5, 14],
  ['注：综合分按文化50%、专业50%折算，仅供填报志愿参考。'],
];

test('side by side, history and physics come in as rows of both, and the check says how many of each', async ({
  page,
}) => {
  await logIn(page, '/wish/segment');
  const { opened, check } = await openWith(
    page,
    await published('并列', { Sheet1: bothSides(2026) }),
    '并列表',
  );
  await expect(opened.getByRole('region', { name: '按上一行表头分组的列' })).toContainText(
    '“物理类”下面的列',
  );
  const result = await check();
  await result.getByRole('button', { name: '跳过它们，重新检查' }).click();
  await expect(result).toContainText(/新增\s*6(?!\d)/, { timeout: 30_000 });
  await expect(result).toContainText('“历史类”（科类）3 行');
  await dialog(page).getByRole('button', { name: '开始导入' }).click();
  await expect(result.getByText('导入结果')).toBeVisible({ timeout: 30_000 });
  expect(await segmentsOf(page, '并列表')).toEqual([
    ...['4 596 1 16', '4 597 3 15', '4 598 12 12', '5 596 5 14', '5 597 2 9', '5 598 7 7'],
  ]);
});

const table = (...rows: Line[]): Line[] => [['分数', '本段人数', '累计人数'], ...rows];

test('a sheet for each side comes in whole: the names of the sheets say which, the title says the rest', async ({
  page,
}) => {
  await logIn(page, '/wish/segment');
  const file = await published('湖南省2026年综合分一分一段', {
    历史类: [['湖南省2026年书法类综合分一分一段表'], ...table([500, 1, 1], [499, 2, 3])],
    物理类: [['湖南省2026年书法类综合分一分一段表'], ...table([500, 4, 4], [498, 1, 5])],
  });
  const { opened, check } = await openWith(page, file, '分工作表');
  await expect(opened.getByRole('region', { name: /文件里有 2 张表/ })).toBeVisible();
  const result = await check();
  await expect(result).toContainText(/新增\s*4(?!\d)/, { timeout: 30_000 });
  await dialog(page).getByRole('button', { name: '开始导入' }).click();
  await expect(result.getByText('导入结果')).toBeVisible({ timeout: 30_000 });
  expect(await segmentsOf(page, '分工作表')).toEqual(['4 499 2 3', '4 500 1 1', '5 498 1 5', '5 500 4 4']);
});

test('two tables beneath each other are both read, and one without arts or science is doubted before it is written', async ({
  page,
}) => {
  await logIn(page, '/wish/segment');
  const file = await published('上下两张', {
    表: [
      ['湖南省2026年舞蹈类综合分一分一段表（历史类）'],
      ...table([300, 1, 1], [299, 2, 3]),
      ['湖南省2026年舞蹈类综合分一分一段表（物理类）'],
      ['分数', '累计人数', '本段人数'],
      [301, 4, 4],
    ],
  });
  const { check } = await openWith(page, file, '上下两张');
  const result = await check();
  await expect(result).toContainText(/新增\s*3(?!\d)/, { timeout: 30_000 });
  await dialog(page).getByRole('button', { name: '开始导入' }).click();
  await expect(result.getByText('导入结果')).toBeVisible({ timeout: 30_000 });
  expect(await segmentsOf(page, '上下两张')).toEqual(['4 299 2 3', '4 300 1 1', '5 301 4 4']);

  const bare = await published('没有科类', {
    表: [
      ['数据年份', '省份', '分数', '本段人数', '累计人数'],
      [2026, '湖南', 777, 1, 1],
    ],
  });
  const { opened } = await openWith(page, bare, '没有科类');
  await opened.getByRole('button', { name: '开始导入', exact: true }).click();
  const doubted = opened.getByRole('region', { name: '结果' });
  await expect(doubted.getByText(/高考模式是“3\+1\+2”/).first()).toBeVisible({ timeout: 30_000 });
  expect(await segmentsOf(page, '没有科类')).toEqual([]);
  await pick(page, opened, '科类', '历史类');
  await opened.getByRole('button', { name: '开始导入', exact: true }).click();
  await expect(doubted.getByText(/新增/).first()).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => segmentsOf(page, '没有科类')).toEqual(['4 777 1 1']);
});

for (const language of languagesOf('published-tables')) {
  test(`what a file lacks and holds is asked plainly, from laptop to phone, light and dark (${language})`, async ({
    page,
  }) => {
    test.slow();
    await page.addInitScript(of => {
      localStorage.setItem('yikao.language', of);
      localStorage.setItem('yikao.theme', JSON.stringify({ mode: 'system', primary: '#409eff' }));
    }, language);
    await logIn(page, '/wish/segment');
    const file = await published('湖南省2025年综合分', {
      历史类: [['湖南省2025年综合分一分一段表'], ['分数', '人数', '累计'], [500, 1, 1]],
      物理类: [['湖南省2025年综合分一分一段表'], ['分数', '人数', '累计'], [500, 4, 4]],
    });
    const sides = await published('并列2025', { Sheet1: bothSides(2025) });
    const faults: string[] = [];
    for (const [name, path] of Object.entries({ sheets: file, sides })) {
      await page.setViewportSize({ width: 1366, height: 900 });
      await page.goto('/wish/segment');
      await pressTool(page, language === 'zh' ? '导入综合分' : 'Import composite');
      const opened = dialog(page);
      await opened.locator('input[type=file]').setInputFiles(path);
      const preview = language === 'zh' ? '文件的前几行' : 'First rows of the file';
      await expect(opened.getByRole('region', { name: preview })).toBeVisible();
      await opened.getByRole('textbox').first().fill('x');
      await opened.getByRole('button', { name: language === 'zh' ? '检查' : 'Check', exact: true }).click();
      await expect(opened.getByText(language === 'zh' ? '检查结果' : 'Check result')).toBeVisible({
        timeout: 30_000,
      });
      for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: 900 });
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          // The file's own words are Chinese, and shown as they are.
          for (const fault of await faultsOfLook(page, {
            within: '[role=dialog]',
            language,
            dark: theme === 'dark',
          }))
            if (language === 'zh' || !fault.startsWith("not in the person's language"))
              faults.push(`${name} ${width} ${theme}: ${fault}`);
          await opened.locator('.ant-modal-body').evaluate(body => {
            const part = body as HTMLElement;
            part.style.maxHeight = 'none';
          });
          await opened.screenshot({
            path: `test-results/looks/import-${name}-${language}-${width}-${theme}.png`,
          });
          await opened.locator('.ant-modal-body').evaluate(body => {
            (body as HTMLElement).style.maxHeight = '';
          });
        }
      }
    }
    expect(faults).toEqual([]);
  });
}
