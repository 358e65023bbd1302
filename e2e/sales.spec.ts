import type { Page } from '@playwright/test';
import { call, dialog, pressAction, rows } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { adminPassword } from './support/product.ts';
import { expect, otherBrowser, test } from './support/test.ts';

/** A list as the server answers it. */
async function listed(page: Page, path: string): Promise<Record<string, unknown>[]> {
  return ((await call(page, 'GET', path)) as { records: Record<string, unknown>[] }).records;
}

/** A candidate for this test, with a coupon for ten yuan off. */
async function candidate(page: Page, mobile: string, userName: string): Promise<void> {
  await call(page, 'POST', '/api/admin/wish/user', { mobile, userName });
  const [coupon] = await listed(
    page,
    `/api/base/coupon/list?couponName=${encodeURIComponent('新人立减10元')}`,
  );
  await call(page, 'POST', '/api/base/coupon/grant', { couponId: coupon?.couponId, mobiles: [mobile] });
}

/** Opens the dialog of a new order for a candidate, by the mobile number, and these goods. */
async function orderFor(page: Page, mobile: string, userName: string, goods: string) {
  await page.getByRole('button', { name: '代客下单' }).click();
  const asked = page.getByRole('dialog', { name: '代客下单' });
  await asked.getByLabel('考生').click();
  await asked.getByLabel('考生').pressSequentially(mobile);
  await page.getByTitle(userName, { exact: true }).filter({ visible: true }).last().click();
  await asked.getByLabel('商品').click();
  await page.getByTitle(goods, { exact: true }).filter({ visible: true }).last().click();
  return asked;
}

/** Opens the page on which the order in the dialog is paid. */
async function checkout(page: Page): Promise<Page> {
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '在浏览器中打开付款页' }).click(),
  ]);
  return opened;
}

const places = '录取概率测评30次';

test('an order is placed with a coupon, paid by its code, and gives what was paid for', async ({ page }) => {
  await logIn(page, '/order/service');
  const mobile = '16499000001';
  await candidate(page, mobile, '甲考生');
  const asked = await orderFor(page, mobile, '甲考生', places);
  const bill = asked.getByRole('region', { name: '应付' });
  await expect(bill).toContainText('199.00');
  await asked.getByLabel('优惠券').click();
  await page.getByText('省 ¥10.00').filter({ visible: true }).last().click();
  await expect(bill).toContainText('189.00');
  await expectNoFaults(page, { within: '.ant-modal' });
  await asked.getByRole('button', { name: '提交并收款' }).click();

  const paying = page.getByRole('dialog', { name: '收款' });
  await expect(paying).toContainText('189.00');
  await expect(paying.getByText('正在等待支付结果')).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  const [order] = await listed(page, `/api/data/wish/service/order/list?mobile=${mobile}`);
  expect(order).toMatchObject({ status: 0, payAmount: 189 });
  const till = await checkout(page);
  await till.getByRole('button', { name: '确认支付' }).click();
  await expect(till.getByText('支付成功')).toBeVisible();
  await expect(paying.getByText('订单已支付，权益已开通')).toBeVisible();
  await paying.getByRole('button', { name: '完成' }).click();
  await expect(rows(page).filter({ hasText: '甲考生' })).toContainText('已支付');
  const [card] = await listed(page, `/api/admin/wish/user/card/list?sourceNo=${order?.orderNo}`);
  expect(card).toMatchObject({ status: 1, usedNum: 0 });
  const [used] = await listed(page, `/api/base/coupon/user/list?orderNo=${order?.orderNo}`);
  expect(used).toMatchObject({ status: 2 });
});

test('a payment that is given up is begun again, and of an order that is closed nothing can be paid', async ({
  page,
}) => {
  await logIn(page, '/order/service');
  const mobile = '16499000002';
  await candidate(page, mobile, '乙考生');
  const asked = await orderFor(page, mobile, '乙考生', places);
  await expect(asked.getByRole('region', { name: '应付' })).toContainText('199.00');
  await asked.getByRole('button', { name: '提交并收款' }).click();
  const paying = page.getByRole('dialog', { name: '收款' });
  const first = await checkout(page);
  await first.getByRole('button', { name: '放弃支付' }).click();
  await expect(paying.getByText('支付单已关闭')).toBeVisible();
  await paying.getByRole('button', { name: '重新发起' }).click();
  const second = await checkout(page);
  await expect(second.getByRole('button', { name: '确认支付' })).toBeVisible();
  await paying
    .getByRole('button', { name: '关闭' })
    .or(paying.getByRole('button', { name: 'Close' }))
    .first()
    .click();

  const [order] = await listed(page, `/api/data/wish/service/order/list?mobile=${mobile}`);
  await call(page, 'PUT', '/api/data/wish/service/order/close', {
    orderId: order?.orderId,
    reason: '不买了',
  });
  await expect
    .poll(async () => {
      const records = await listed(page, `/api/pay/record/list?orderNo=${order?.orderNo}`);
      return records.map(({ payStatus }) => payStatus);
    })
    .toEqual([2, 2]);
  await second.reload();
  await expect(second.getByText('已放弃支付')).toBeVisible();
  await expect(second.getByRole('button', { name: '确认支付' })).toHaveCount(0);
});

test('another amount than was asked for is kept for a person, who gives it back', async ({ page }) => {
  await logIn(page, '/order/service');
  const mobile = '16499000003';
  await candidate(page, mobile, '丙考生');
  const asked = await orderFor(page, mobile, '丙考生', places);
  await expect(asked.getByRole('region', { name: '应付' })).toContainText('199.00');
  await asked.getByRole('button', { name: '提交并收款' }).click();
  const till = await checkout(page);
  await till.getByText('以其他金额支付').click();
  await till.getByLabel('实付金额(元)').fill('100');
  await till.locator('details').getByRole('button').click();
  await expect(page.getByRole('dialog', { name: '收款' }).getByText('到账金额与订单不符')).toBeVisible();
  const [order] = await listed(page, `/api/data/wish/service/order/list?mobile=${mobile}`);
  expect(order).toMatchObject({ status: 0 });
});

test('a refund shows what was used, and another person has to approve it', async ({ page, browser }) => {
  await logIn(page, '/order/service');
  const mobile = '16499000004';
  await candidate(page, mobile, '丁考生');
  const asked = await orderFor(page, mobile, '丁考生', places);
  await asked.getByRole('radio', { name: /^线下收款/ }).check();
  await asked.getByRole('button', { name: '提交订单' }).click();
  const row = rows(page).filter({ hasText: '丁考生' });
  await expect(row).toContainText('已支付');

  await row.hover();
  await row.getByRole('button', { name: '添加备注' }).click();
  await row.getByRole('textbox', { name: '备注' }).fill('已寄资料');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('已寄资料');

  await pressAction(page, row, '申请退款');
  const applying = page.getByRole('dialog', { name: '申请退款' });
  await expect(applying.getByText('已用 0 / 30 次')).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  await applying.getByLabel('退款金额').fill('200');
  await applying.getByRole('button', { name: '提交申请' }).click();
  await expect(applying.getByText('须大于 0，最多 ¥199.00')).toBeVisible();
  await expect(applying.getByText('请填写退款原因')).toBeVisible();
  await applying.getByRole('button', { name: /^全部/ }).click();
  await applying.getByRole('button', { name: '买错年份或省份' }).click();
  await applying.getByRole('button', { name: '提交申请' }).click();
  await expect(applying.getByText('您提交的退款要由另一位同事审核')).toBeVisible();
  // A busy browser takes the step back that closes the dialog after the link has been opened.
  await page.evaluate(() => {
    const back = window.history.back.bind(window.history);
    window.history.back = () => void setTimeout(back, 300);
  });
  await applying.getByRole('link', { name: '查看退款' }).click();
  await expect(page.getByRole('tab', { name: '退款', selected: true })).toBeVisible();

  const refund = rows(page).filter({ hasText: '买错年份或省份' }).first();
  await pressAction(page, refund, '审核');
  const own = dialog(page);
  await expect(own.getByText('您提交的申请要由另一位同事办理')).toBeVisible();
  await expect(own.getByRole('button', { name: '审核' })).toBeDisabled();
  await own.getByRole('button', { name: '返回' }).click();

  const colleague = await otherBrowser(browser);
  await logIn(colleague, '/pay/refund', { userName: 'finance01', password: adminPassword });
  await pressAction(colleague, rows(colleague).filter({ hasText: '买错年份或省份' }).first(), '审核');
  const review = dialog(colleague);
  await expect(review.getByText('已用 0 / 30 次')).toBeVisible();
  await expectNoFaults(colleague, { within: '.ant-modal' });
  await review.getByText('驳回', { exact: true }).click();
  await review.getByRole('button', { name: '审核' }).click();
  await expect(review.getByRole('alert')).toBeVisible();
  await review.getByText('通过', { exact: true }).click();
  await review.getByRole('button', { name: '审核' }).click();
  const approved = rows(colleague).filter({ hasText: '买错年份或省份' }).first();
  await expect(approved).toContainText('处理中');
  await pressAction(colleague, approved, '确认已线下退款');
  await dialog(colleague).getByRole('button', { name: '确认已线下退款' }).click();
  await expect(approved).toContainText('已退款');
  await colleague.close();
  const [order] = await listed(page, `/api/data/wish/service/order/list?mobile=${mobile}`);
  expect(order).toMatchObject({ status: 3, refundAmount: 199 });
});

test('a coupon is given to many at once, and who got none is told why; channels tell what they brought', async ({
  page,
}) => {
  await logIn(page, '/goods/coupon');
  for (const [mobile, name] of [
    ['16499000005', '戊考生'],
    ['16499000006', '己考生'],
  ] as const)
    await candidate(page, mobile, name);
  const row = rows(page).filter({ hasText: '满300减50' });
  await pressAction(page, row, '发放');
  const giving = page.getByRole('dialog', { name: '发放优惠券：满300减50' });
  await giving.getByLabel('考生手机号').fill('16499000005\n16499000006，16499999999');
  await expect(giving.getByText('共 3 人')).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  await giving.getByRole('button', { name: '发放' }).click();
  await expect(giving.getByText('已发放 2 张，1 人未发放')).toBeVisible();
  await expect(giving.getByRole('row').filter({ hasText: '16499999999' })).toContainText('考生不存在');
  await giving.getByRole('button', { name: '知道了' }).click();

  await page.goto('/order/channel');
  const channel = page.getByRole('row').filter({ hasText: '湖南总代' });
  await expect(channel).toBeVisible();
  await expectNoFaults(page);
  await channel.getByRole('link', { name: '查看订单' }).click();
  await expect(page).toHaveURL(/\/order\/service\?.*channelId=/);
  await expect(rows(page).first()).toBeVisible();
});
