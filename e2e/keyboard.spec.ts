import type { Locator, Page } from '@playwright/test';
import { sampleOf } from '@yikao/server/testing/sample.ts';
import { dialog, filters, rows } from './support/dataset.ts';
import { tabThrough } from './support/keyboard.ts';
import { openScreen, screensOfMenu } from './support/screens.ts';
import { expect, test } from './support/test.ts';

/** Waits until a dialog has loaded its initial data. */
async function opened(page: Page): Promise<Locator> {
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(1);
  await expect(dialog(page).locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0);
  return dialog(page);
}

/** Closes an overlay with Escape, after which `from` has the focus again. */
async function escapeTo(page: Page, from: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
  await expect(from).toBeFocused();
}

/** Skips the shell, and uses a skip link of the list. */
async function skipTo(page: Page, place: string): Promise<void> {
  await page.getByRole('main').focus();
  const link = page.getByRole('main').getByRole('button', { name: place, exact: true });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused({ timeout: 200 });
  }).toPass({ intervals: [0], timeout: 10_000 });
  await page.keyboard.press('Enter');
}

/** The form of a new row: the first field has the focus, Tab stays inside, and Escape returns the focus. */
async function expectFormByKeys(page: Page, from: Locator): Promise<void> {
  const form = await opened(page);
  const first = form.locator('form :is(input:enabled:not([readonly]), textarea:enabled)').first();
  if ((await first.count()) > 0) await expect(first).toBeFocused();
  else await expect(form.locator(':focus')).toHaveCount(1);
  expect.soft((await tabThrough(page, form)).faults, `form of ${page.url()}`).toEqual([]);
  await escapeTo(page, from);
}

/** The details of a row, which Enter opens and Escape closes. */
async function expectDetailsByKeys(page: Page): Promise<void> {
  await skipTo(page, '跳到第一行');
  const first = page.getByRole('main').locator('[data-row-key]:visible').first();
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  const details = await opened(page);
  await page.keyboard.press('Tab');
  await expect(details.locator(':focus')).toHaveCount(1);
  expect.soft((await tabThrough(page, details)).faults, `details of ${page.url()}`).toEqual([]);
  await escapeTo(page, first);
}

/** A list: its filters, buttons, rows and their actions, its form and its details. */
async function expectListByKeys(page: Page): Promise<void> {
  const toolbar = page.getByRole('main').getByRole('toolbar', { name: '操作按钮' }).first();
  const filter = filters(page).locator('input:enabled').first();
  if ((await filter.count()) > 0) {
    await skipTo(page, '跳到查询条件');
    await expect(filter).toBeFocused();
  }
  await skipTo(page, '跳到操作按钮');
  const tool = toolbar.getByRole('button').first();
  // The states of the rows come before the buttons if a list has both in one line.
  await expect(toolbar.locator(':focus')).toHaveCount(1);
  const add = toolbar.getByRole('button', { name: '新增', exact: true });
  if (await add.isVisible()) {
    await add.focus();
    await page.keyboard.press('Enter');
    await expectFormByKeys(page, add);
    await page.keyboard.press('n');
    await opened(page);
    await escapeTo(page, add);
  }
  if ((await filter.count()) > 0) {
    await tool.focus();
    await page.keyboard.press('/');
    await expect(filter).toBeFocused();
  }
  if ((await rows(page).count()) > 0) await expectDetailsByKeys(page);
}

test('screens of the menu are worked by keyboard alone', async ({ page }) => {
  test.setTimeout(3_600_000);
  const screens = sampleOf('keyboard', await screensOfMenu(page));
  for (const path of screens) {
    await test.step(path, async () => {
      await openScreen(page, path);
      await page.getByRole('main').focus();
      const { names, faults } = await tabThrough(page, page.getByRole('main'));
      expect.soft(faults, path).toEqual([]);
      expect.soft(names.length, path).toBeGreaterThan(0);
      const isList = (await page.getByRole('main').getByRole('navigation', { name: '快速跳转' }).count()) > 0;
      if (isList) await expectListByKeys(page);
    });
  }
});
