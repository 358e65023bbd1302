import { dataYear } from '@yikao/model/rules/data-year.ts';
import { dialog, openList, pressAction, pressTool, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

test('a clerk converts scores and ranks, and reads the curve as a table', async ({ page }) => {
  await logIn(page, '/wish/segment');
  await expect(rows(page).first()).toBeVisible();
  await pressTool(page, '换算与曲线');
  const asked = dialog(page);
  await expect(asked.getByRole('img', { name: /各分数段人数曲线/ })).toBeVisible();
  await asked.getByRole('spinbutton', { name: '分数', exact: true }).fill('560');
  const answer = asked.locator('dl').locator('xpath=..');
  await expect(answer.locator('dd').first()).toHaveText(/^[\d,]+$/);
  const year = dataYear(new Date()) - 2;
  await asked.getByLabel('换算到年份').fill(String(year));
  await expect(answer).toContainText(`${year} 年等位分`);
  await expect(answer).toContainText('→');
  await asked.getByRole('img', { name: /各分数段人数曲线/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(asked.getByText(/分：本段 [\d,]+ 人/)).toBeVisible();
  await asked.getByText('表格', { exact: true }).click();
  await expect(asked.getByText('累计人数')).toBeVisible();
  await asked.getByText('由位次查分数').click();
  await asked.getByRole('spinbutton', { name: '位次', exact: true }).fill('99999999');
  await expect(answer.locator('dd').first()).toHaveText('超出表的范围');
  await expectNoFaults(page, { within: '.ant-modal' });
});

test('a formula is tried while it is typed, its fault is marked, and variables are offered', async ({
  page,
}) => {
  await logIn(page, '/wish/formula');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = dialog(page);
  const text = form.getByLabel('表达式');
  await text.fill('R*0.5+U*(W/Q)*0.5');
  await expect(form.getByText('533.75')).toBeVisible();
  await form.getByLabel(/^R 文化分/).fill('500');
  await expect(form.getByText('568.75')).toBeVisible();
  await text.fill('R*0.5+');
  await expect(form.getByText('公式不完整，第 7 个字符处还应有内容')).toBeVisible();
  await expect(form.locator('mark')).toBeVisible();
  await text.fill('');
  await text.pressSequentially('mi');
  await page.getByText('取最小').click();
  await expect(text).toHaveValue('min(');
  await text.fill('R/0');
  await expect(form.getByText('第 3 个字符处除数为 0')).toBeVisible();
  await expectNoFaults(page, { within: '[data-field="expression"]' });
});

test('ranks are predicted over a province, tested on a year that is over, and shown as the chance of a candidate', async ({
  page,
}) => {
  await logIn(page, '/wish/algorithm');
  await expect(rows(page).first()).toBeVisible();
  await pressAction(page, rows(page).first(), '试算');
  await expect(dialog(page).getByText('74.12%')).toBeVisible();

  await expectNoFaults(page, { within: '.ant-modal' });
  await dialog(page).getByRole('button', { name: '关闭' }).last().click();

  await pressTool(page, '回测');
  const tested = dialog(page);
  await tested.getByRole('button', { name: '开始回测' }).click();
  await expect(toast(page, '回测已开始')).toBeVisible();
  await expect(tested.getByText(/条录取数据检验/).first()).toBeVisible({ timeout: 60_000 });
  await expect(tested.getByRole('heading')).toHaveCount(3);
  await expectNoFaults(page, { within: '.ant-modal' });
  await tested.getByRole('button', { name: '关闭' }).last().click();

  await openList(page, '/wish/admission');
  await pressTool(page, '生成预测位次');
  await dialog(page).getByRole('button', { name: '开始' }).click();
  await expect(toast(page, '已开始')).toBeVisible();

  await rows(page).first().getByRole('cell').nth(2).click();
  const details = dialog(page);
  await details.getByRole('tab', { name: '录取概率' }).click();
  await details.getByLabel('文化分').fill('480');
  await details.getByLabel('统考专业分').fill('250');
  await details.getByRole('button', { name: '计算概率' }).click();
  await expect(details.getByText('综合分', { exact: true })).toBeVisible();

  await expectNoFaults(page, { within: '.ant-drawer' });
});
