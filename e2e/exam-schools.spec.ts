import { confirm, dialog, filters, openList, pick, rows, savedQuestion, toast } from './support/dataset.ts';
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
  await confirm(page, savedQuestion);
  await expect(toast(page, '新增成功')).toBeVisible();
  const made = rows(page).filter({ hasText: '新疆艺术学院' });
  await made.getByRole('button', { name: '编辑' }).click();
  const again = dialog(page);
  for (const name of ['院校名称', '院校代码']) await expect(again.getByLabel(name)).toBeDisabled();
  await expectNoFaults(page, { within: '.ant-modal' });
});

test('School-major: search bar dataId, diploma level, school, major name; add button; table with edit and delete; dialog with a rich-text intro', async ({
  page,
}) => {
  page.setDefaultTimeout(15_000);
  await logIn(page);
  await openList(page, '/wish/schoolProf');
  const bar = page.getByRole('main').getByRole('toolbar', { name: '操作按钮' });
  const buttons = (await bar.locator('[data-tool]').allTextContents()).map(text => text.trim());
  expect(buttons).toEqual(['新增', '更多']);
  const labels = await filters(page).locator('label').filter({ visible: true }).allTextContents();
  expect(labels.map(text => text.trim())).toEqual(['数据ID', '层次', '院校', '专业名称']);
  await filters(page).getByLabel('专业名称').fill('视觉传达');
  await filters(page).getByRole('button', { name: '查询' }).click();
  const first = rows(page).first();
  await expect(first).toContainText('视觉传达');
  await expect(first.getByRole('button', { name: '删除' })).toBeVisible();
  await first.getByRole('button', { name: '编辑' }).click();
  await dialog(page).getByRole('tab', { name: '简介' }).click();
  await expect(dialog(page).getByText('示例内容，仅供演示。')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = dialog(page);
  await pick(page, form, '院校', '新疆艺术学院');
  await form.getByLabel('层次').click();
  await page.getByTitle('本科', { exact: true }).filter({ visible: true }).last().click();
  await form.getByLabel('院校专业名称').fill('动画（示例）');
  await form.getByLabel('专业名称', { exact: true }).fill('动画');
  await form.getByLabel('专业名称', { exact: true }).press('Enter');
  await confirm(page, savedQuestion);
  await expect(toast(page, '新增成功')).toBeVisible();
  await expectNoFaults(page);
});

test('School exam calendar: filter bar dataId, province, joint-exam category, school; its buttons; its columns; dialog with three rich-text areas', async ({
  page,
}) => {
  await logIn(page);
  await openList(page, '/sch/examType');
  const labels = await filters(page).locator('label').filter({ visible: true }).allTextContents();
  expect(labels.map(text => text.trim()).slice(0, 4)).toEqual(['数据ID', '省份', '统考类别', '院校']);

  const bar = page.getByRole('main').getByRole('toolbar', { name: '操作按钮' });
  const stands = (await bar.locator('[data-tool]').allTextContents()).map(text => text.trim());
  expect(stands).toEqual([
    ...['新增', '导入', '导出', '批量修改', '批量删除'],
    ...['选择导出字段', '模板设置', '数据检查'],
    // The page of changes is under it.
    '更多',
  ]);

  const heads = await page.getByRole('main').getByRole('columnheader').allTextContents();
  expect(heads.map(text => text.trim()).filter(text => text !== '' && text !== '操作')).toEqual([
    ...['统考类别', '院校', '报名状态', '报名开始', '报名结束', '考试类型', '次年是否变化'],
    ...['备注', '排序', '数据年份', '省份'],
  ]);

  await rows(page).first().getByRole('button', { name: '编辑' }).click();
  const form = dialog(page);
  for (const name of ['线上院校信息', '考试信息', '考试科目']) {
    await expect(form.getByText(name, { exact: true }).first()).toBeVisible();
  }
});
