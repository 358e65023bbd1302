import { confirm, dialog, openList, pick, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

test('Search: school ID, province, school name. Columns: ID, school name, school tags, province, school level', async ({
  page,
}) => {
  await logIn(page);
  await openList(page, '/sch/school');
  const headings = page.locator('thead th');
  await expect(headings.filter({ hasText: '院校ID' })).toBeVisible();
  const shown = (await headings.allTextContents()).map(text => text.trim()).filter(Boolean);
  expect(shown).toEqual(['院校ID', '院校名称', '院校标签', '省份', '院校层次', '操作']);
  for (const name of ['院校ID', '省份', '院校名称']) {
    await expect(page.locator('label').filter({ hasText: name }).first()).toBeVisible();
  }
  // The ID is the number of the school, not its name once more.
  await expect(rows(page).first().getByRole('cell').nth(1)).toHaveText(/^\d+$/);
});

test('New and edit: exam type and level are radios, more is folded, two editors; province, code and name are locked in edit mode; Enter submits', async ({
  page,
}) => {
  page.setDefaultTimeout(15_000);
  await logIn(page);
  await openList(page, '/sch/school');
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = dialog(page);
  await pick(page, form, '院校ID', '新疆艺术学院');
  await expect(form.getByLabel('院校名称')).toHaveValue('新疆艺术学院');
  await expect(form.getByLabel('院校代码')).toHaveValue('10768');
  await expect(form.getByRole('radio', { name: '统考', exact: true })).toBeVisible();
  await expect(form.getByRole('radio', { name: '本科', exact: true })).toBeVisible();
  for (const name of ['考试信息', '考试科目']) await expect(form.getByRole('tab', { name })).toBeVisible();
  await expect(form.getByLabel('招生人数')).toBeHidden();
  await form.getByRole('radio', { name: '统考', exact: true }).check();
  await form.getByLabel('院校名称').press('Enter');
  await confirm(page, '确定提交吗');
  await expect(toast(page, '新增成功')).toBeVisible();
  const made = rows(page).filter({ hasText: '新疆艺术学院' });
  await made.getByRole('button', { name: '编辑' }).click();
  const again = dialog(page);
  for (const name of ['院校名称', '院校代码']) await expect(again.getByLabel(name)).toBeDisabled();
  await expectNoFaults(page, { within: '.ant-modal' });
});
