import type { Page } from '@playwright/test';
import { call } from './support/dataset.ts';
import { admin, logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

/** The details of the candidate who is opened. */
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(name) });

/** A tab of the details, with the number that stands on it. */
const tab = (page: Page, name: string, part: string | RegExp) =>
  drawer(page, name).getByRole('tab', { name: part });

test('a salesperson sees the orders and leads of his own candidates, and gives nothing', async ({ page }) => {
  await logIn(page, '/user/wishUser', { userName: 'sale01', password: admin.password });
  const listed = (await call(page, 'GET', '/api/admin/wish/user/list?size=200')) as {
    readonly records: readonly { readonly userId: number; readonly saleUserName: string }[];
  };
  expect(new Set(listed.records.map(({ saleUserName }) => saleUserName)).size).toBe(1);
  const orders = (await call(page, 'GET', '/api/data/wish/service/order/list?size=200')) as {
    readonly records: readonly { readonly userId: number; readonly userName: string }[];
  };
  const own = new Set(listed.records.map(({ userId }) => userId));
  const bought = orders.records.find(({ userId }) => own.has(userId));
  expect(bought).toBeDefined();
  if (!bought) return;
  await page.goto(`/user/wishUser?userId=${bought.userId}`);
  await page.getByRole('main').getByRole('cell', { name: bought.userName }).click();
  const details = drawer(page, bought.userName);
  await expect(tab(page, bought.userName, /^订单/)).toBeVisible();
  await expect(tab(page, bought.userName, /^线索/)).toBeVisible();
  for (const part of [/^权益/, /^优惠券/]) await expect(tab(page, bought.userName, part)).toHaveCount(0);
  for (const name of ['赠送权益', '发放优惠券', '编辑', '删除']) {
    await expect(details.getByRole('button', { name })).toHaveCount(0);
  }
  const count = orders.records.filter(({ userId }) => userId === bought.userId).length;
  await tab(page, bought.userName, `订单${count}`).click();
  await expect(details.getByRole('row').filter({ hasText: /S\d{20}/ })).toHaveCount(Math.min(count, 20));
});
