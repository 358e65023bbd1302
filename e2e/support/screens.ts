import { expect, type Page } from '@playwright/test';
import { logIn } from './log-in.ts';

/** A node of the menu as the call answers it. */
interface MenuNode {
  readonly permUrl: string | null;
  readonly children?: readonly MenuNode[];
}

/** Addresses of all pages of a menu. */
const addresses = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ permUrl, children }) => [...(permUrl ? [permUrl] : []), ...addresses(children ?? [])]);

/** Logs in the administrator and returns the addresses of every screen in the menu. */
export async function screensOfMenu(page: Page): Promise<string[]> {
  const answered = page.waitForResponse(response => response.url().includes('/api/admin/menuList'));
  await logIn(page);
  const { data } = (await (await answered).json()) as { data: MenuNode[] };
  const screens = [...new Set(addresses(data))];
  expect(screens.length).toBeGreaterThan(80);
  return screens;
}

/** Opens the screen at an address and waits until it has loaded all that it shows at first. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // The tab of the page; some lists have further tabs.
  await expect(page.getByRole('tab', { selected: true }).first()).toBeVisible();
  // A screen has a form, a table or at least a heading; a planned one says so under its name.
  await expect(page.locator('main :is(input, button, h1, table):visible').first()).toBeVisible();
  await expect(page.locator('main :is(.ant-spin-spinning, .ant-skeleton)')).toHaveCount(0);
}
