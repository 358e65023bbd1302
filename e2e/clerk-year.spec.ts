import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { createXlsxWriter, type WriteCell } from '@yikao/server/excel/index.ts';
import {
  call,
  confirm,
  dialog,
  leaveDialog,
  openList,
  pick,
  pressTool,
  rows,
  savedQuestion,
  toast,
} from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { adminPassword } from './support/product.ts';
import { expect, otherBrowser, test } from './support/test.ts';

/** A province with nothing but the categories of this year and the last. */
const province = { id: 420_000, name: '湖北' };
const year = dataYear(new Date());
const category = '美术与设计类';

let folder = '';
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yikao-province-'));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

type Line = readonly WriteCell[];

/** A sheet as a province publishes it: a title, the heading, the lines, and a note below. */
async function published(title: string, heading: readonly Line[], lines: readonly Line[]): Promise<string> {
  const path = join(folder, `${title}.xlsx`);
  const writer = await createXlsxWriter(path, { sheets: [{ name: '表', columns: [] }] });
  const note = ['注：以上数据如有出入，以省教育考试院公布的为准。'];
  for (const line of [[title], ...heading, ...lines, note]) await writer.row(line);
  await writer.close();
  return path;
}

/** Imports a file as a clerk does: checks the preview, excludes rows that are not data, and starts. */
async function bringIn(page: Page, screen: string, file: string, expected: number, tool = '导入') {
  await page.goto(screen);
  await pressTool(page, tool);
  const opened = dialog(page);
  await opened.getByLabel('批次备注').fill('湖北公开数据');
  await opened.locator('input[type=file]').setInputFiles(file);
  // Guesses are confirmed before they are used.
  await expect(opened.getByText(/^已识别/)).toBeVisible();
  await opened.getByRole('button', { name: '检查', exact: true }).click();
  const result = opened.getByRole('region', { name: '结果' });
  await expect(result.getByText('检查结果')).toBeVisible({ timeout: 30_000 });
  await result.getByRole('button', { name: '跳过它们，重新检查' }).click();
  await expect(result).toContainText(new RegExp(`新增\\s*${expected}(?!\\d)`), { timeout: 30_000 });
  await expect(result).not.toContainText(/有错\s*[1-9]/);
  await dialog(page).getByRole('button', { name: '开始导入' }).click();
  await expect(result.getByText('导入结果')).toBeVisible({ timeout: 30_000 });
  await leaveDialog(page);
}

/** Copies a dataset of the province from a year into the next. */
async function copyYear(page: Page, screen: string, from: number, expected: number) {
  await page.goto(`${screen}?provinceId=${province.id}`);
  await pressTool(page, '从往年复制');
  const asked = dialog(page);
  await pick(page, asked, '来源年份', String(from));
  await pick(page, asked, '复制到', String(from + 1));
  await asked.getByRole('button', { name: `复制 ${expected} 条` }).click();
  await expect(toast(page, `已复制 ${expected} 条到 ${from + 1} 年`)).toBeVisible();
  // The dialog takes its entry out of the history before the page goes elsewhere.
  await page.waitForFunction(() => !Object.hasOwn(Object(history.state), 'overlay'));
}

/** A table of composite scores from 600 down to 500, with some more candidates each year. */
function segments(of: number): Line[] {
  let total = 0;
  return Array.from({ length: 101 }, (_, at) => {
    const same = 20 + at + (of - year + 2) * 2;
    total += same;
    return [of, province.name, category, at === 0 ? '600分及以上' : 600 - at, `${same}人`, total];
  });
}

test('a clerk brings a province in from what it publishes, copies the year on, predicts ranks, and has a list filled in and printed', async ({
  page,
  browser,
}) => {
  test.slow();
  page.setDefaultTimeout(20_000);
  await logIn(page, '/home', { userName: 'ops', password: adminPassword });
  const place = (of: number) => [of, province.name, category];

  await test.step('a category and a batch of the year before last, the batch copied on to this year', async () => {
    const categories = await published(
      `${year - 2}年湖北省统考类别`,
      [['数据年份', '省份', '类别名称', '大类', '专业满分']],
      [[year - 2, province.name, category, category, 300]],
    );
    await bringIn(page, '/wish/jointCategory', categories, 1);
    const batches = await published(
      `${year - 2}年湖北省录取批次`,
      [['数据年份', '省份', '统考类别', '批次代码', '批次', '学历', '志愿个数', '每志愿专业数']],
      [[...place(year - 2), 2, '美术类本科批', '本科', 45, 6]],
    );
    await bringIn(page, '/wish/batch', batches, 1);
    await copyYear(page, '/wish/batch', year - 2, 1);
    await copyYear(page, '/wish/batch', year - 1, 1);
  });

  await test.step('lines and segments of two years', async () => {
    const lines = await published(
      '湖北省艺术类录取控制分数线',
      [
        ['数据年份', '省份', '统考类别', '文理', '批次', '学历', '分数线'],
        [null, null, null, null, null, null, '文化控制线', '统考合格线', '综合线'],
      ],
      [year - 2, year - 1].map(of => [...place(of), '不分文理', '美术类本科批', '本科', 330, '180分', 420]),
    );
    await bringIn(page, '/wish/score', lines, 2);
    await copyYear(page, '/wish/score', year - 1, 1);
    for (const of of [year - 2, year - 1]) {
      const table = await published(
        `${of}年湖北省美术与设计类综合分一分一段表`,
        [['数据年份', '省份', '统考类别', '分数', '本段人数', '累计人数']],
        segments(of),
      );
      await bringIn(page, '/wish/segment', table, 101, '导入综合分');
    }
  });

  const schools = (await call(page, 'GET', '/api/data/wish/school/list?size=12')) as {
    records: { schoolName: string }[];
  };
  const programmes = schools.records.flatMap(({ schoolName }, at) =>
    ['视觉传达设计', '绘画'].map((major, side) => ({ schoolName, major, line: 590 - at * 6 - side * 3 })),
  );

  await test.step('results of two years and the plan of this one', async () => {
    const heading = ['数据年份', '省份', '统考类别', '科类', '批次', '院校', '专业', '学历', '招生计划'];
    const results = [year - 2, year - 1].flatMap(of =>
      programmes.map(({ schoolName, major, line }) => [
        ...[...place(of), '不分文理', '美术类本科批', schoolName, major, '本科', 10, line],
        null,
      ]),
    );
    const file = await published(
      '湖北省艺术类录取结果',
      [
        [...heading, '投档情况'],
        [...heading.map(() => null), '最低投档分', '最低投档位次'],
      ],
      results,
    );
    await bringIn(page, '/wish/admission', file, programmes.length * 2);
    const plan = await published(
      `${year}年湖北省艺术类招生计划`,
      [heading],
      programmes.map(({ schoolName, major }) => [
        ...[...place(year), '不分文理', '美术类本科批', schoolName, major, '本科', 12],
      ]),
    );
    await bringIn(page, '/wish/admission', plan, programmes.length);
  });

  await test.step('nothing doubled, nothing missing, no figure against another', async () => {
    await openList(page, `/wish/admission?provinceId=${province.id}`);
    await pressTool(page, '数据检查');
    const check = page.getByRole('dialog', { name: /检查/ });
    for (const kind of ['重复', '完整与引用', '数值逻辑']) {
      await check.getByText(kind).click();
      await check.getByRole('button', { name: '开始检查' }).click();
      await expect(
        check.getByRole('alert').filter({ hasText: `检查 ${programmes.length * 3} 行` }),
      ).toBeVisible({
        timeout: 30_000,
      });
    }
    await leaveDialog(page);
  });

  await test.step('ranks are predicted for every programme of the plan', async () => {
    await openList(page, `/wish/admission?provinceId=${province.id}&dataYear=${year}`);
    await pressTool(page, '生成预测位次');
    await dialog(page).getByRole('button', { name: '开始' }).click();
    await expect(toast(page, '已开始')).toBeVisible();
    await expect
      .poll(async () => {
        const query = `provinceId=${province.id}&dataYear=${year}&size=200`;
        const found = (await call(page, 'GET', `/api/data/wish/admission/list?${query}`)) as {
          records: { predictRank: number | null }[];
        };
        return found.records.filter(({ predictRank }) => predictRank !== null).length;
      })
      .toBe(programmes.length);
  });

  await test.step('a list is made for a pupil, filled in by one button, saved and printed', async () => {
    const [{ jointCategoryId }] = (
      (await call(
        page,
        'GET',
        `/api/data/wish/jointCategory/list?provinceId=${province.id}&dataYear=${year}&jointCategoryName=${encodeURIComponent(category)}`,
      )) as { records: [{ jointCategoryId: number }] }
    ).records;
    const pupil = {
      ...{ mobile: '13971000001', userName: '周晓棠', provinceId: province.id, dataYear: year },
      ...{ jointCategoryId, aos: 4, cultureScore: '480.00', profScore: '255.00' },
    };
    const { userId } = (await call(page, 'POST', '/api/admin/wish/user', pupil)) as { userId: number };
    // The clerk may not grant a pupil's entitlements.
    const manager = await otherBrowser(browser);
    await logIn(manager);
    const entry = { userId, dataYear: year, permType: 1, status: 0, shareChannel: 1 };
    await call(manager, 'POST', '/api/admin/wish/user/perm', { ...entry, expireTime: '2099-08-31 23:59:59' });
    await page.goto('/wish/voluntaryList');
    await page.getByRole('button', { name: '新增', exact: true }).click();
    const form = dialog(page);
    await pick(page, form, '考生', '周晓棠');
    await pick(page, form, '批次', '美术类本科批');
    await form.getByLabel('综合分', { exact: true }).fill('566');
    await form.getByRole('button', { name: '确定' }).click();
    await confirm(page, savedQuestion);
    await expect(toast(page, '新增成功')).toBeVisible();
    await rows(page).filter({ hasText: '周晓棠' }).getByRole('button', { name: '填报' }).click();
    await page.getByRole('button', { name: '一键生成' }).click();
    await page.getByRole('tooltip').getByRole('button', { name: '生成' }).click();
    const first = page.locator('[data-choice]').first();
    await expect(first).toBeVisible();
    // A choice names several majors of its school: one is removed, returns from the left, and moves to the front.
    await first.getByRole('button', { name: /^去掉专业/ }).click();
    await page.getByRole('button', { name: /^加入志愿/ }).click();
    await first.getByRole('button', { name: /^专业前移/ }).click();
    await expect(first.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: '保存' }).click();
    await expect(toast(page, '志愿表已保存')).toBeVisible();
    const choices = await page.locator('[data-choice]').count();
    expect(choices).toBeGreaterThan(5);
    await expectNoFaults(page, { within: 'main' });
    const [paper] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: '打印' }).click(),
    ]);
    await expect(paper.getByRole('heading', { name: '志愿填报表' })).toBeVisible();
    await expect(paper.getByRole('row')).toHaveCount(choices + 1);
    await expectNoFaults(paper);
  });
});
