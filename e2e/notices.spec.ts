import type { Page } from '@playwright/test';
import { call, confirm, dialog, rows, savedQuestion, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { openCentre } from './support/person.ts';
import { adminPassword } from './support/product.ts';
import { expect, test } from './support/test.ts';

const seller = { userName: 'sale01', password: adminPassword };
const lead = { userName: 'salelead01', password: adminPassword };

interface Message {
  readonly event: string;
  readonly details: { readonly count?: string };
}

/** Assigns leads of the pool to the seller, as the head of sales. */
async function assign(page: Page, count: number): Promise<void> {
  const { records } = (await call(page, 'GET', '/api/admin/mobile/pool/list?size=50')) as {
    records: { leadId: number }[];
  };
  const { sellers } = (await call(page, 'POST', '/api/admin/mobile/loads', {
    leadIds: records.map(({ leadId }) => leadId),
  })) as { sellers: { userId: number; userName: string }[] };
  const to = sellers.find(({ userName }) => userName === seller.userName);
  const leadIds = records.slice(0, count).map(({ leadId }) => leadId);
  await call(page, 'POST', '/api/admin/mobile/assign', { leadIds, saleUserIds: [to?.userId], mode: 2 });
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^(消息|Messages)/ });

test('leads that are assigned ring the bell; the message opens them and is read then', async ({
  page,
  browser,
}) => {
  await logIn(page, '/home', seller);
  const other = await browser.newPage();
  await logIn(other, '/home', lead);
  await assign(other, 2);
  await other.close();
  // The text is written by the page: the message has the event and its number.
  const assigned = async () => {
    const { records } = (await call(page, 'GET', '/api/admin/message/latest')) as { records: Message[] };
    return records.some(({ event, details }) => event === 'leadAssigned' && details.count === '2');
  };
  await expect.poll(assigned, { timeout: 30_000 }).toBe(true);
  // A reminder may have come as well, and other tests assign leads to the same salesperson.
  const { count: unread } = (await call(page, 'GET', '/api/admin/message/unread')) as { count: number };
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName(`消息，${unread} 条未读`);
  await bell(page).click();
  const drawer = dialog(page);
  await expect(drawer.getByText(/分配给您 2 条线索，请及时跟进/)).toBeVisible();
  await expectNoFaults(page, { within: '.ant-drawer' });
  await page.screenshot({ path: 'test-results/notices-drawer.png' });
  await drawer.getByRole('button', { name: /分配给您 2 条线索/ }).click();
  // Of the message alone: other leads of the salesperson are not shown.
  await expect(page).toHaveURL(/\/mobile\/lead\?saleUserId=\d+&assignTimeStart=/);
  await expect(rows(page)).toHaveCount(2);
  await expect(bell(page)).toHaveAccessibleName(unread > 1 ? `消息，${unread - 1} 条未读` : '消息');
  await bell(page).click();
  await drawer.getByRole('button', { name: '全部已读' }).click();
  await expect(toast(page, '已全部标为已读')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('消息');
  await drawer.getByRole('button', { name: '全部消息' }).click();
  await expect(page).toHaveURL('/sys/message');
  const main = page.getByRole('main');
  await expect(main.getByText('线索分配').first()).toBeVisible();
  await expectNoFaults(page);
  await page.screenshot({ path: 'test-results/notices-page.png' });
  await main.getByRole('switch', { name: '只看未读' }).click();
  await expect(main.getByText('没有未读消息')).toBeVisible();
});

test('a person turns a notice off in the personal centre', async ({ page }) => {
  await logIn(page, '/home', seller);
  await openCentre(page, '通知');
  const wish = dialog(page).getByRole('switch', { name: '线索分配 站内消息' });
  await expect(wish).toBeChecked();
  await expectNoFaults(page, { within: '.ant-modal' });
  await page.screenshot({ path: 'test-results/notices-wishes.png' });
  await wish.click();
  await expect(wish).not.toBeChecked();
  const kept = (await call(page, 'GET', '/api/admin/message/choices')) as {
    event: string;
    wanted: boolean;
  }[];
  expect(kept.find(({ event }) => event === 'leadAssigned')).toMatchObject({ wanted: false });
  await wish.click();
  await expect(wish).toBeChecked();
});

test('an operator sees events by ways, and changes a rule', async ({ page }) => {
  await logIn(page);
  await page.goto('/sys/notice?size=20');
  // Rules are neither added nor deleted, so none can be selected.
  const rules = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: '编辑', exact: true }) });
  const { total } = (await call(page, 'GET', '/api/sys/notice/rule/list')) as { total: number };
  await expect(rules).toHaveCount(total);
  await expectNoFaults(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.screenshot({ path: 'test-results/notices-rules.png' });
  const row = rules.filter({ hasText: '推送结束' });
  await row.getByRole('button', { name: '编辑', exact: true }).click();
  await expect(dialog(page).getByLabel('App 推送')).toBeDisabled();
  await page.screenshot({ path: 'test-results/notices-rule.png' });
  await dialog(page).getByLabel('短信', { exact: true }).click();
  await dialog(page).getByRole('button', { name: '确定' }).click();
  await confirm(page, savedQuestion);
  await expect(dialog(page).getByText(/该事件没有内置短信/)).toBeVisible();
  await dialog(page).getByLabel('短信', { exact: true }).click();
  await dialog(page).getByLabel('站内消息').click();
  await dialog(page).getByRole('button', { name: '确定' }).click();
  await confirm(page, savedQuestion);
  await expect(row).toContainText('关');
});

test('bell, messages and rules stand in English, in the dark, and on a phone', async ({ page }) => {
  await logIn(page);
  await page.evaluate(() => {
    localStorage.setItem('yikao.language', 'en');
    localStorage.setItem('yikao.theme', JSON.stringify({ mode: 'dark', primary: '#409eff' }));
  });
  await page.goto('/sys/notice?size=20');
  await expect(page.getByRole('main').getByText('Lead assigned').first()).toBeVisible();
  await expectNoFaults(page);
  await page.screenshot({ path: 'test-results/notices-rules-en-dark.png' });
  await bell(page).click();
  await expect(
    dialog(page)
      .getByText(/^(Job|Push) ended$|^Refund decided$|^Lead /)
      .first(),
  ).toBeVisible();
  await expectNoFaults(page, { within: '.ant-drawer' });
  await page.screenshot({ path: 'test-results/notices-drawer-en-dark.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/sys/message');
  const messages = page.getByRole('main');
  const told = messages.getByText(/1280 arrived, 12 failed/);
  const earlier = messages.getByRole('button', { name: 'Earlier messages' });
  // Other tests bring newer messages, and this one comes some moments after the start of the product.
  await expect(async () => {
    await expect(messages.getByRole('listitem').first()).toBeVisible();
    if (!(await told.isVisible())) await ((await earlier.isVisible()) ? earlier.click() : page.reload());
    await expect(told).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectNoFaults(page);
  await page.screenshot({ path: 'test-results/notices-phone-en-dark.png' });
});
