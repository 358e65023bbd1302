import { expect, type Page } from '@playwright/test';
import { adminPassword } from './product.ts';

/** An account of the product under test. */
export interface Account {
  readonly userName: string;
  readonly password: string;
}

/** The administrator of the started product. */
export const admin: Account = { userName: 'admin', password: adminPassword };

/** Fills in the login form and submits it; stays on the page the product opens. */
export async function sendLogin(page: Page, account: Account = admin): Promise<void> {
  await page.locator('[name=userName]').fill(account.userName);
  await page.locator('[name=password]').fill(account.password);
  await page.keyboard.press('Enter');
}

/** Logs in and waits until the page at `path` is shown in the shell. */
export async function logIn(page: Page, path = '/home', account: Account = admin): Promise<void> {
  await page.goto(`/login?back=${encodeURIComponent(path)}`);
  await sendLogin(page, account);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('main')).toBeVisible();
}
