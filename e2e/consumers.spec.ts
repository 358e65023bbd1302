import type { Page } from '@playwright/test';
import { call, openList, pick, pressDetail, rows, toast, typeTime } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { admin, logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

const longName = '欧阳慕容雪莲娜扎古丽巴哈尔';

/** The details of the candidate who is opened. */
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(name) });

/** A tab of the details, with its number. */
const tab = (page: Page, name: string, part: string | RegExp) =>
  drawer(page, name).getByRole('tab', { name: part });

test('a candidate is given a card and a coupon from the details, which show both at once', async ({
  page,
}) => {
  await logIn(page);
  const mark = Math.random().toString(36).slice(2, 7);
  const mobile = `139${String(Date.now()).slice(-8)}`;
  const made = await call(page, 'POST', '/api/admin/wish/user', { userName: longName, mobile });
  const { userId } = made as { userId: number };
  const couponName = `开学礼${mark}`;
  await call(page, 'POST', '/api/base/coupon', {
    ...{ couponName, couponType: 3, amount: 20, totalNum: 10, perLimit: 1, validType: 2, validDays: 30 },
  });
  await openList(page, `/user/wishUser?userId=${userId}`);
  await rows(page).getByRole('cell', { name: longName }).click();
  const details = drawer(page, longName);
  for (const part of ['权益', '订单', '优惠券', '线索']) {
    await expect(tab(page, longName, `${part}0`)).toBeVisible();
  }

  await pressDetail(page, details, '赠送权益');
  const gift = page.getByRole('dialog', { name: '赠送权益' });
  await expect(gift.getByText(longName)).toBeVisible();
  await gift.getByRole('button', { name: '赠送', exact: true }).click();
  await expect(gift.getByRole('alert')).toHaveText('请选择卡产品');
  await expectNoFaults(page, { within: '.ant-modal' });
  await pick(page, gift, '卡产品', '录取概率卡');
  await typeTime(page, gift, '到期时间', '2020-08-31 23:59');
  await gift.getByRole('button', { name: '赠送', exact: true }).click();
  await expect(gift.getByRole('alert')).toContainText('到期时间须在现在之后');
  await typeTime(page, gift, '到期时间', '2099-08-31 23:59');
  await gift.getByLabel('使用次数').fill('7');
  await gift.getByRole('button', { name: '赠送', exact: true }).click();
  await expect(toast(page, `已赠送给 ${longName}`)).toBeVisible();
  await expect(gift).toHaveCount(0);
  await tab(page, longName, '权益1').click();
  const entitlement = details.getByRole('row').filter({ hasText: '录取概率卡' });
  await expect(entitlement).toContainText('2099-08-31 23:59');
  await expect(entitlement).toContainText('赠送');
  await expectNoFaults(page, { within: '.ant-drawer' });

  // A limit of the year is set from the details, next to the parameter's default.
  await tab(page, longName, '次数限制').click();
  const queries = details.getByRole('listitem').filter({ hasText: '概率查询' });
  await expect(queries).toContainText('默认');
  await expect(queries).toContainText('剩余 30 次');
  await pressDetail(page, details, '设置次数');
  const limit = page.getByRole('dialog', { name: '设置次数' });
  await limit.getByLabel('总次数').fill('45');
  await limit.getByRole('button', { name: '保存' }).click();
  await expect(toast(page, '次数已更新')).toBeVisible();
  await expect(queries).toContainText('已单独设置');
  await expect(queries).toContainText('剩余 45 次');

  const giveCoupon = async () => {
    await pressDetail(page, details, '发放优惠券');
    const coupon = page.getByRole('dialog', { name: '发放优惠券' });
    await pick(page, coupon, '优惠券', couponName);
    await coupon.getByRole('button', { name: '发放', exact: true }).click();
    return coupon;
  };
  await giveCoupon();
  await expect(toast(page, `已发放给 ${longName}`)).toBeVisible();
  await tab(page, longName, '优惠券1').click();
  await expect(details.getByRole('row').filter({ hasText: couponName })).toHaveCount(1);
  // One per person: the second is refused with the reason.
  const again = await giveCoupon();
  await expect(again.getByRole('alert')).not.toBeEmpty();
  await expect(tab(page, longName, '优惠券1')).toBeVisible();
});

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
