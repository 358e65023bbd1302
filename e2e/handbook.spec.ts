import type { Page } from '@playwright/test';
import { dialog, openList } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { choosePersonal } from './support/person-menu.ts';
import { expect, test } from './support/test.ts';

const languages = [
  { language: 'zh', words: { add: '新增', fill: '填报', search: '考试', majors: '可填报专业' } },
  { language: 'en', words: { add: 'Add', fill: 'Fill in', search: 'exam', majors: 'Programmes' } },
] as const;
type Words = (typeof languages)[number]['words'];

/** The list of a page, in any language. */
async function showList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').locator('tbody tr[data-row-key]').first()).toBeVisible();
}

/** Sets the screen up for each picture of the handbook. */
const scenes: Readonly<Record<string, (page: Page, words: Words) => Promise<void>>> = {
  async start(page, { search }) {
    await showList(page, '/sch/examType');
    await page.keyboard.press('Control+K');
    await dialog(page).locator('input').fill(search);
  },
  list: page => showList(page, '/sch/examType'),
  async form(page, { add }) {
    await showList(page, '/wish/score');
    await page.getByRole('button', { name: add, exact: true }).click();
    await expect(dialog(page)).toBeVisible();
  },
  async import(page) {
    await showList(page, '/wish/score');
    await page.locator('[data-tool="import"]').click();
    await expect(dialog(page)).toBeVisible();
  },
  data: page => showList(page, '/wish/admission'),
  async voluntary(page, { fill, majors }) {
    await showList(page, '/wish/voluntaryList');
    await page.getByRole('button', { name: fill, exact: true }).first().click();
    await expect(page.getByRole('region', { name: majors }).getByRole('listitem').first()).toBeVisible();
  },
  orders: page => showList(page, '/order/service'),
  leads: page => showList(page, '/mobile/lead'),
  partners: page => showList(page, '/wish/partners'),
  mock: page => showList(page, '/mock/student?provinceId=430000'),
  system: page => showList(page, '/sys/user'),
};

for (const { language, words } of languages) {
  test(`the pictures of the handbook show the product as it is (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 720 });
    await logIn(page);
    await page.evaluate(chosen => localStorage.setItem('yikao.language', chosen), language);
    for (const [name, show] of Object.entries(scenes)) {
      await show(page, words);
      await expect(page.locator('.ant-skeleton').filter({ visible: true })).toHaveCount(0);
      // Days, numbers and the letters of another machine differ a little; a screen that was changed differs much.
      await expect(page).toHaveScreenshot(`${name}-${language}.png`, {
        maxDiffPixelRatio: 0.12,
        scale: 'css',
      });
    }
  });
}

test('help opens the chapter of the page one is on, others by choice, and every picture is there', async ({
  page,
}) => {
  page.setDefaultTimeout(15_000);
  await logIn(page);
  await openList(page, '/wish/admission');
  await choosePersonal(page, '使用手册');
  const book = page.getByRole('dialog', { name: '使用手册' });
  const heading = book.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText('一个省份一年的数据');
  await expectNoFaults(page, { within: '.ant-drawer' });
  await book.locator('.ant-select').click();
  await page.locator('.ant-select-item-option').filter({ hasText: '导入和导出', visible: true }).click();
  await expect(heading).toHaveText('导入和导出');
  for (const name of Object.keys(scenes)) {
    for (const { language } of languages) {
      const answer = await page.request.get(`/handbook/${name}-${language}.png`);
      expect([name, answer.status(), answer.headers()['content-type']]).toEqual([name, 200, 'image/png']);
    }
  }
  await openList(page, '/mobile/lead');
  await choosePersonal(page, '使用手册');
  await expect(heading).toHaveText('跟进线索');
});
