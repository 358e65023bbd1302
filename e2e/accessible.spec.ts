import type { Page } from '@playwright/test';
import { sampleOf } from '@yikao/server/testing/sample.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

/** A node of the menu as the call answers it. */
interface MenuNode {
  readonly permUrl: string | null;
  readonly children?: readonly MenuNode[];
}

/** Addresses of all pages of a menu. */
const addresses = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ permUrl, children }) => [...(permUrl ? [permUrl] : []), ...addresses(children ?? [])]);

/** Logs in and gives the addresses of the menu's screens of the system and of the base data. */
async function screensOf(page: Page): Promise<string[]> {
  const answered = page.waitForResponse(response => response.url().includes('/api/admin/menuList'));
  await logIn(page);
  const { data } = (await (await answered).json()) as { data: MenuNode[] };
  return addresses(data).filter(path => /^\/(sys|base)\/|^\/wish\/partners$/.test(path));
}

// What is not a matter of colours or words is the same in every language and theme.
const modes = [
  { name: 'in Chinese and light', language: 'zh-CN', theme: '浅色', rules: undefined },
  { name: 'in English and dark', language: 'en-US', theme: '深色', rules: ['color-contrast'] },
] as const;

for (const { name, language, theme, rules } of modes) {
  test(`no screen of the system and of the base data has a serious fault ${name}`, async ({ page }) => {
    test.setTimeout(360_000);
    const screens = sampleOf('screens', await screensOf(page));
    expect(screens.length).toBeGreaterThan(8);
    await page.getByRole('button', { name: '外观' }).click();
    await page.getByRole('menuitem', { name: theme }).click();
    if (language === 'en-US') await page.getByRole('button', { name: /^语言/ }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const [index, path] of screens.entries()) {
      await page.goto(path);
      // The tab of the page; some lists have tabs of their own.
      await expect(page.getByRole('tab', { selected: true }).first()).toBeVisible();
      // A screen has a form, a table or at least a heading; one that is not open yet says so under its name.
      await expect(page.locator('main :is(input, button, h1, table):visible').first()).toBeVisible();
      await expect(page.locator('main .ant-spin-spinning')).toHaveCount(0);
      // The shell is the same around every screen.
      await expectNoFaults(page, { within: index === 0 ? 'html' : 'main', ...(rules && { rules }) });
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
