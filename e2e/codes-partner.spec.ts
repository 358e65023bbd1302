import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signedHead } from '@yikao/server/contexts/shared/signed-calls.ts';
import { call, dialog, pick, pressAction, pressTool, rows } from './support/dataset.ts';
import { logIn } from './support/log-in.ts';
import { adminPassword, app } from './support/product.ts';
import { expect, otherBrowser, test } from './support/test.ts';

const account = (userName: string) => ({ userName, password: adminPassword });
const channelName = '湖南画室合作';
const mobile = '16499000500';

/** Today in Asia/Shanghai. */
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** A row of a list as the server answers it. */
async function listed(page: Page, path: string): Promise<Record<string, unknown>[]> {
  return ((await call(page, 'GET', path)) as { records: Record<string, unknown>[] }).records;
}

/** Activates a code as the app of candidates does; returns the answer. */
async function activate(page: Page, userId: number, code: string) {
  const url = '/api/user/card/activate';
  const body = JSON.stringify({ userId, code });
  const [time, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('base64url')];
  const sign = createHmac('sha256', app.secret)
    .update(`${signedHead('POST', url, time, nonce)}${body}`)
    .digest('hex');
  const response = await page.request.fetch(url, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-app-key': app.key, 'x-app-time': time },
      ...{ 'x-app-nonce': nonce, 'x-app-sign': sign },
    },
    data: body,
  });
  return (await response.json()) as { success: boolean; message: string; data: { serialNo: string } };
}

/** Codes activated today, as the dashboard counts them and as the ranking of channels does. */
async function activations(page: Page): Promise<{ dashboard: number; ranking: number }> {
  const { code } = (await call(page, 'POST', '/api/data/wish/order/stat', {})) as {
    code: { todayCount: number };
  };
  const question = { clickType: 4, cardType: 1, status: 3, startTime: today(), endTime: today(), size: 100 };
  const channels = (await call(page, 'POST', '/api/data/wish/channel/stat', question)) as {
    countName: string;
    countNumber: number;
  }[];
  const own = channels.find(({ countName }) => countName === channelName);
  return { dashboard: code.todayCount, ranking: own?.countNumber ?? 0 };
}

/** The purchase of these tests, as the partner's list shows it. */
const bought = (page: Page) =>
  page.getByRole('main').getByRole('row').filter({ hasText: '49,500.00' }).first();

/** The refund of these tests. */
const asked = (page: Page) =>
  rows(page).filter({ hasText: '¥99.00' }).filter({ hasText: '考生不再需要' }).first();

test('a partner buys 500 codes, hands them out, and finds what was activated and given back in every sum', async ({
  page,
  browser,
}) => {
  await logIn(page, '/card/order', account('partner01'));
  await pressTool(page, '采购激活码');
  const buying = page.getByRole('dialog', { name: '采购激活码' });
  await pick(page, buying, '卡产品', '报考指南卡');
  await buying.getByRole('button', { name: '500', exact: true }).click();
  await pick(page, buying, '渠道', channelName);
  await expect(buying.getByRole('region', { name: '应付' })).toContainText('49,500.00');
  await buying.getByRole('button', { name: '提交并支付' }).click();
  const [till] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '在浏览器中打开付款页' }).click(),
  ]);
  await till.getByRole('button', { name: '确认支付' }).click();
  await expect(page.getByText('500 个激活码已生成，状态为已发放')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: '查看激活码' }).click();
  await expect(rows(page).first()).toContainText('已发放');

  // The file that is handed out has every code whole.
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await dialog(page).getByRole('radio', { name: 'CSV' }).check();
  await dialog(page).getByRole('button', { name: '导出', exact: true }).click();
  const job = dialog(page).getByRole('row').filter({ hasText: '激活码' }).first();
  const ready = job.getByRole('button', { name: '已完成' });
  await expect(ready).toBeVisible({ timeout: 30_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), ready.click()]);
  const [head = '', ...lines] = (await readFile(await file.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map(line => line.split(','));
  const column = head.indexOf('激活码');
  const codes = lines.map(line => line[column] ?? '');
  expect(new Set(codes).size).toBe(500);
  expect(codes.every(code => /^[2-9A-HJKMNP-Z]{12}$/.test(code.replaceAll(/\W/g, '')))).toBe(true);

  // A pupil activates one in the app; typed again, it is nobody's.
  const staff = await otherBrowser(browser);
  await logIn(staff, '/home');
  await call(staff, 'POST', '/api/admin/wish/user', { mobile, userName: '易考生', dataYear: 2026 });
  const [pupil] = await listed(staff, `/api/admin/wish/user/list?mobile=${mobile}`);
  const userId = Number(pupil?.userId);
  const before = await activations(page);
  const done = await activate(page, userId, codes[0]?.toLowerCase() ?? '');
  expect(done.success, done.message).toBe(true);
  expect((await activate(page, userId, codes[0] ?? '')).success).toBe(false);

  // One is given back: staff apply for the partner, and finance agrees.
  await staff.goto('/card/order');
  await pressAction(staff, bought(staff), '申请退款');
  const giving = staff.getByRole('dialog', { name: '申请退码退款' });
  await giving.getByLabel('退码数量').fill('1');
  await expect(giving.getByText('99.00').first()).toBeVisible();
  await giving.getByRole('button', { name: '考生不再需要' }).click();
  await giving.getByRole('button', { name: '提交申请' }).click();
  await staff.getByRole('button', { name: '知道了' }).click();
  // One of the codes is used, so that it takes two people.
  const [finance, second] = [await otherBrowser(browser), await otherBrowser(browser)];
  await logIn(finance, '/pay/refund', account('finance01'));
  const approve = async (reviewer: Page) => {
    await pressAction(reviewer, asked(reviewer), '审核');
    await expect(dialog(reviewer).getByText('采购的激活码已有激活的，只能退未激活的')).toBeVisible();
    await dialog(reviewer).getByText('通过', { exact: true }).click();
    await dialog(reviewer).getByRole('button', { name: '审核' }).click();
    await expect(dialog(reviewer)).toHaveCount(0);
  };
  await approve(finance);
  await expect(asked(finance)).toContainText('已申请');
  await logIn(second, '/pay/refund', account('finance02'));
  await approve(second);
  // The money goes back through the channel it came by.
  const orderNo = /C\d{20}/.exec((await asked(second).textContent()) ?? '')?.[0] ?? '';
  await expect
    .poll(async () => (await listed(second, `/api/pay/refund?orderNo=${orderNo}`))[0]?.refundStatus, {
      timeout: 60_000,
    })
    .toBe(3);

  // The sums of the partner's pages, and of its next settlement.
  await page.goto('/card/order');
  await expect(bought(page)).toContainText('99.00');
  await expect
    .poll(() => activations(page), { timeout: 30_000 })
    .toEqual({ dashboard: before.dashboard + 1, ranking: before.ranking + 1 });
  const [rule] = await listed(page, '/api/admin/card/code/rule?size=1');
  expect(rule).toMatchObject({ quantity: 500, activatedNum: 1 });
  const { settleId } = (await call(finance, 'POST', '/api/data/wish/partners/settle', {
    ...{ partnersId: rule?.partnersId, periodStart: today(), periodEnd: today() },
  })) as { settleId: number };
  const statement = (await call(
    finance,
    'GET',
    `/api/data/wish/partners/settle/statement?settleId=${settleId}`,
  )) as { purchases: Record<string, unknown>[] };
  expect(statement.purchases).toContainEqual(expect.objectContaining({ quantity: 500, payAmount: 49_500 }));
});
