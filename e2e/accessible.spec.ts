import type { Page } from '@playwright/test';
import { sampleOf } from '@yikao/server/testing/sample.ts';
import { dialog, rows } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { choosePersonal } from './support/person-menu.ts';
import { openScreen, screensOfMenu } from './support/screens.ts';
import { expect, test } from './support/test.ts';

/** Opens the form of a new row if the screen has one, and returns whether it is open. */
async function openForm(page: Page): Promise<boolean> {
  const add = page.getByRole('main').getByRole('button', { name: /^(新增|Add)$/ });
  if (!(await add.first().isVisible())) return false;
  await add.first().click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).locator('.ant-skeleton')).toHaveCount(0);
  return true;
}

// Checks independent of colours and words give the same result in every language and theme.
const modes = [
  { name: 'in Chinese and light', language: 'zh-CN', theme: '浅色', rules: undefined },
  { name: 'in English and dark', language: 'en-US', theme: '深色', rules: ['color-contrast'] },
] as const;

for (const { name, language, theme, rules } of modes) {
  test(`no screen of the menu and no form of a new row has a fault that is more than minor ${name}`, async ({
    page,
  }) => {
    test.setTimeout(3_600_000); // all of them on a busy machine
    const screens = sampleOf(`screens ${name}`, await screensOfMenu(page));
    await choosePersonal(page, theme);
    if (language === 'en-US') await choosePersonal(page, 'English');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const [index, path] of screens.entries()) {
      await openScreen(page, path);
      await expect(page.getByRole('main').locator('h1')).not.toHaveCount(0);
      // The shell is the same around every screen.
      await expectNoFaults(page, { within: index === 0 ? 'html' : 'main', ...(rules && { rules }) });
      if (!(await openForm(page))) continue;
      await expectNoFaults(page, { within: '[role=dialog]', ...(rules && { rules }) });
    }
  });
}

test('tabs are a list of tabs, which Delete closes, and the focus stays on a tab', async ({ page }) => {
  await logIn(page, '/sys/user');
  await expect(page.getByRole('tab', { name: '后台用户', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.goto('/sys/role');
  const tab = page.getByRole('tab', { name: '角色', exact: true });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: '关闭 角色' })).toBeVisible();
  await tab.focus();
  await page.keyboard.press('Delete');
  await expect(tab).toHaveCount(0);
  await expect(page).toHaveURL('/sys/user');
  await expect(page.getByRole('tab', { selected: true })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('tab')).toHaveText(['首页', '后台用户']);
});

test('a list is one table for a screen reader, which knows the heading of each cell', async ({ page }) => {
  await logIn(page, '/wish/school');
  const table = page.getByRole('main').getByRole('table', { name: '院校库', exact: true });
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(1);
  const heads = await table.getByRole('columnheader').allTextContents();
  const row = table.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^选择 \d+$/ }) });
  await expect(row.first().getByRole('cell')).toHaveCount(heads.length);
  // The tree that a screen reader gets: the cell's column, by its number, is that of its heading.
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const shown = nodes.filter(({ ignored }) => !ignored);
  const roles = (role: string) => shown.filter(node => node.role?.value === role);
  expect(roles('table')).toHaveLength(1);
  expect(roles('columnheader')).toHaveLength(heads.length);
  expect(roles('cell').length).toBe(heads.length * (await row.count()));
});
