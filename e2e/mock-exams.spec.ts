import { openList, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

test('the seats of an area are arranged by a button, and a room shows who sits where', async ({ page }) => {
  await logIn(page);
  await openList(page, '/mock/examArea');
  const area = rows(page).filter({ hasText: '岳麓考区' });
  await area.getByRole('button', { name: '编排座位' }).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: '编排座位' })
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await expect(toast(page, '40 名考生已排入 2 个考场')).toBeVisible();
  await openList(page, '/mock/room');
  await rows(page).filter({ hasText: '岳麓考区' }).first().getByRole('cell').nth(2).click();
  const details = page.getByRole('dialog').filter({ visible: true }).last();
  await details.getByRole('tab', { name: '座位图' }).click();
  await expect(details.getByRole('listitem', { name: /第 1 行第 1 列/ })).toBeVisible();
  await expect(details.getByRole('listitem')).toHaveCount(22);
  await expectNoFaults(page, { within: '.ant-drawer' });
});

test('an exam shows what moves it on, and several rooms are added at once', async ({ page }) => {
  await logIn(page);
  await openList(page, '/mock/exam');
  await expect(rows(page).filter({ hasText: '联合模拟考' })).toContainText('已编号');
  await page.getByRole('button', { name: '生成准考证号' }).first().click();
  await page
    .getByRole('dialog')
    .filter({ hasText: '生成准考证号' })
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await expect(toast(page, '已为 0 名考生生成准考证号')).toBeVisible();
  await expectNoFaults(page);
  await openList(page, '/mock/room');
  await page.getByRole('button', { name: '批量新增考场' }).click();
  await expect(page.getByRole('dialog', { name: '批量新增考场' }).getByRole('alert')).toHaveText(
    '请先在上方筛选考试和考区',
  );
});
