import type { Page } from '@playwright/test';

/** Chooses an entry of the person's menu in the top bar. */
export async function choosePersonal(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(用户菜单|User menu)/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).filter({ visible: true }).click();
}

/** Chooses an entry of the menu of how a list looks: its columns, its density, where details open, the full screen. */
export async function chooseDisplay(page: Page, name: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(显示|View)$/ })
    .click();
  await page.getByRole('menuitem', { name, exact: true }).filter({ visible: true }).click();
}
