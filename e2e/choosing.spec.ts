import { dialog, filters, openList, pick, pressTool, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

test('Cascading search: partner, exam, exam area, agency, student name, ID number. A province must be chosen before searching', async ({
  page,
}) => {
  await logIn(page);
  await page.goto('/mock/student');
  // Nothing is shown before, and the list explains what to do.
  await expect(page.getByRole('main').getByText('请先选择省份')).toBeVisible();
  const bar = filters(page);
  const labels = await bar.locator('label').filter({ visible: true }).allTextContents();
  expect(labels.map(text => text.trim()).slice(0, 7)).toEqual([
    ...['省份', '合伙人', '考试', '考区', '机构', '姓名', '身份证号'],
  ]);
  const exam = bar.getByLabel('考试', { exact: true });
  await expect(exam).toBeDisabled();
  await bar.getByLabel('姓名', { exact: true }).fill('考生');
  await bar.getByRole('button', { name: '查询' }).click();
  await expect(toast(page, '请先选择省份')).toBeVisible();
  await expect(bar.getByLabel('省份', { exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/mock\/student$/);
  await bar.getByLabel('姓名', { exact: true }).fill('');

  await pick(page, bar, '省份', '湖南');
  await expect(exam).toBeEnabled();
  await exam.click();
  await page
    .getByTitle(/联合模拟考/)
    .filter({ visible: true })
    .last()
    .click();
  await page.keyboard.press('Escape');
  const area = bar.getByLabel('考区', { exact: true });
  await area.click();
  await area.pressSequentially('岳麓');
  await page
    .getByTitle(/岳麓考区/)
    .filter({ visible: true })
    .last()
    .click();
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(/provinceId=430000/);
  await expect(page).toHaveURL(/examId=\d+/);
  await expect(page).toHaveURL(/areaId=\d+/);
  await expect(rows(page).first()).toContainText('岳麓考区');
  await expectNoFaults(page);
  const examId = new URL(page.url()).searchParams.get('examId');

  // Another province has other exams: the dependent choice is cleared.
  await pick(page, bar, '省份', '广东');
  await bar.getByRole('button', { name: '查询' }).click();
  await expect(page).not.toHaveURL(/examId|areaId/);

  // A link that names an exam needs no province.
  await openList(page, `/mock/student?examId=${examId}`);
  await expect(area).toBeEnabled();
  await bar.getByLabel('姓名', { exact: true }).fill('考生');
  await bar.getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(/studentName=/);
});

test('Generic popup tree input: several tags are ticked after a search, and one channel is chosen by a click', async ({
  page,
}) => {
  await logIn(page);
  await openList(page, '/wish/school');
  await pressTool(page, '新增');
  const form = dialog(page);
  await form.getByRole('button', { name: '从树中选择：标签' }).click();
  const tree = page.getByRole('dialog', { name: '从树中选择：标签' });
  const nodes = tree.locator('.ant-tree-treenode').filter({ visible: true });
  await expect(nodes.nth(1)).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal:has(.ant-tree)' });
  const tag = (await nodes.last().textContent())?.trim() ?? '';
  await tree.getByLabel('输入名称查找').fill(tag);
  await nodes.filter({ hasText: tag }).first().locator('.ant-tree-checkbox').click();
  await tree.getByLabel('输入名称查找').fill('');
  await nodes.first().locator('.ant-tree-title').click();
  await expect(tree).toContainText('已选 2 项');
  await tree.getByRole('button', { name: /确\s*定/ }).click();
  await expect(tree).toHaveCount(0);
  await expect(form).toContainText(tag);
  await page.keyboard.press('Escape');

  await openList(page, '/base/channel');
  await pressTool(page, '新增');
  const other = dialog(page);
  await other
    .getByRole('button', { name: /^从树中选择：/ })
    .first()
    .click();
  const channels = page.getByRole('dialog', { name: /^从树中选择：/ });
  const first = channels.locator('.ant-tree-node-content-wrapper').filter({ visible: true }).first();
  const name = (await first.textContent())?.trim() ?? '';
  await channels.getByLabel('输入名称查找').press('Tab');
  await first.click();
  await expect(channels).toHaveCount(0);
  await expect(
    other
      .getByTitle(name)
      .or(other.getByText(name, { exact: true }))
      .first(),
  ).toBeVisible();
});

test('an Enter that comes before the answer to a typed name takes its first row', async ({ page }) => {
  await logIn(page, '/sch/examType');
  await openList(page, '/sch/examType');
  await page.route('**/options?**', async route => {
    await new Promise(resolve => setTimeout(resolve, 700));
    await route.continue();
  });
  const province = filters(page).getByLabel('省份', { exact: true });
  await province.click();
  await page.keyboard.type('hunan', { delay: 30 });
  await page.keyboard.press('Enter');
  await expect(filters(page).getByTitle('湖南', { exact: true })).toBeVisible();
  // The next Enter searches, as after any choice.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/provinceId=/);
});
