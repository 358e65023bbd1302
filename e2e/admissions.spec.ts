import { filters, openList, pressTool, rows } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

test('kinds of header change the columns of the admissions, and exceptions are those rows alone', async ({
  page,
}) => {
  await logIn(page);
  await openList(page, '/wish/admission?provinceId=430000&schprovinceId=430000');
  const column = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(column('录取最低分')).toBeVisible();
  const kinds = page.getByRole('tablist').filter({ hasText: '招生计划' });
  await kinds.getByRole('tab', { name: '招生计划' }).click();
  await expect(column('选科要求')).toBeAttached();
  await expect(column('录取最低分')).toHaveCount(0);
  await kinds.getByRole('tab', { name: '特殊录取' }).click();
  await expect(page).toHaveURL(/exceptionFlag=1/);
  await kinds.getByRole('tab', { name: '录取数据' }).click();
  await expect(page).not.toHaveURL(/exceptionFlag/);
  await expect(column('平均分')).toBeAttached();
  await expectNoFaults(page);
});

test('a check of the admissions leads to the row that it found', async ({ page }) => {
  await logIn(page);
  await openList(page, '/wish/admission?provinceId=430000');
  await pressTool(page, '数据检查');
  const check = page.getByRole('dialog', { name: /检查/ });
  await check.getByText('数值逻辑').click();
  await check.getByRole('button', { name: '开始检查' }).click();
  const found = check.getByRole('button', { name: /^查看/ }).first();
  await expect(found).toBeVisible({ timeout: 30_000 });
  const id = Number(await found.textContent());
  await found.click();
  await expect(page).toHaveURL(new RegExp(`dataId=${id}`));
  await expect(rows(page)).toHaveCount(1);
});

test('statistics are asked for provinces with no fewer candidates than a number', async ({ page }) => {
  await logIn(page);
  await openList(page, '/wish/provinceStat?provinceId=430000');
  await page.getByRole('button', { name: '展开' }).click();
  const least = filters(page).getByLabel('艺考报名人数 ≥');
  await least.fill('20000');
  await least.press('Enter');
  await expect(page).toHaveURL(/artExamNum=20000/);
  // All categories together, and the largest one, in each of four years.
  await expect(rows(page)).toHaveCount(8);
  await expectNoFaults(page);
});
