import type { Page } from '@playwright/test';
import { call, dialog, leaveDialog } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { newPerson } from './support/person.ts';
import { expect, otherBrowser, test } from './support/test.ts';

test.use({ settings: { DEMO: 'off' } });

const main = (page: Page) => page.getByRole('main');

/** Empty pages of several contexts: the sentence, the reason, and the step of a person who may take it. */
const emptyPages = [
  { at: '/exam/exam', title: '“在线考试”中还没有记录', step: '新增第一条' },
  {
    at: '/wish/segment',
    title: '“一分一段”中还没有记录',
    hint: '您可以逐条新增，也可以用表格批量导入',
    step: '新增第一条',
  },
  { at: '/feige/template', title: '“短信模板”中还没有记录', step: '新增第一条' },
  { at: '/mobile/stat', title: '还没有分配过线索', hint: '显示各人的业绩', step: '去分配线索' },
  { at: '/mock/scoreStat', title: '还没有模拟考试', hint: '统计会显示在这里', step: '去创建考试' },
  { at: '/stat/code', title: '这段时间没有数据', hint: '换一个时间段', step: '查看最近一年' },
];

test('an empty page says what is missing and why, and offers the next step', async ({ page }) => {
  await logIn(page);
  for (const { at, title, hint = '', step } of emptyPages) {
    await page.goto(at);
    await expect(main(page).getByText(title).first(), at).toBeVisible();
    if (hint) await expect(main(page).getByText(hint).first(), at).toBeVisible();
    const way = main(page)
      .getByRole('button', { name: step })
      .or(main(page).getByRole('link', { name: step }));
    await expect(way.first(), at).toBeVisible();
    await expectNoFaults(page, { within: 'main' });
    await page.screenshot({ path: `test-results/looks/empty${at.replaceAll('/', '-')}.png` });
  }
});

test('the step leads on: to a form, to another page, to more days', async ({ page }) => {
  await logIn(page, '/exam/exam');
  await main(page).getByRole('button', { name: '新增第一条' }).click();
  await expect(dialog(page).getByRole('textbox').first()).toBeVisible();
  await leaveDialog(page);

  await page.goto('/order/service');
  await expect(main(page).getByText('“服务订单”中还没有记录')).toBeVisible();
  await main(page).getByRole('button', { name: '代客下单' }).last().click();
  await expect(dialog(page)).toBeVisible();
  await leaveDialog(page);

  await page.goto('/mock/scoreStat');
  await main(page).getByRole('link', { name: '去创建考试' }).click();
  await expect(page).toHaveURL('/mock/exam');
  await expect(main(page).getByText('“模拟考试”中还没有记录')).toBeVisible();

  await page.goto('/stat/code');
  await main(page).getByRole('button', { name: '查看最近一年' }).first().click();
  await expect(main(page).getByRole('button', { name: '查看最近一年' })).toHaveCount(0);
});

test('filters that exclude everything are told apart from a list that has nothing', async ({ page }) => {
  await logIn(page);
  await page.goto('/wish/school?schoolName=没有这样的院校');
  await expect(main(page).getByText('“院校库”中没有符合条件的记录')).toBeVisible();
  await main(page).getByRole('button', { name: '清除条件' }).click();
  await expect(main(page).locator('.ant-table-row').first()).toBeVisible();
});

test('a person without the right reads the sentence and finds no button', async ({
  page,
  browser,
  request,
}) => {
  await logIn(page);
  const roles = (await call(page, 'GET', '/api/admin/roleList')) as { roleId: number; roleName: string }[];
  const roleIds = roles.filter(({ roleName }) => roleName === '销售').map(({ roleId }) => roleId);
  const seller = await newPerson(request, { roleIds, saleFlag: 1 });
  const other = await otherBrowser(browser);
  await logIn(other, '/feige/template', seller);
  for (const [at, title] of [
    ['/feige/template', '“短信模板”中还没有记录'],
    ['/user/category', '“兼报类别”中还没有记录'],
  ] as const) {
    await other.goto(at);
    await expect(main(other).getByText(title)).toBeVisible();
    await expect(main(other).getByText('有新记录时会显示在这里')).toBeVisible();
    await expect(main(other).getByRole('button', { name: /新增|导入/ })).toHaveCount(0);
  }
});

test('an empty list fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 720 });
  await logIn(page, '/exam/exam');
  await expect(main(page).getByRole('button', { name: '新增第一条' })).toBeInViewport();
  await expectNoFaults(page, { within: 'main' });
});
