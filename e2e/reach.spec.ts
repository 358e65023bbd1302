import type { Page } from '@playwright/test';
import { call, dialog, openList, pressAction, pressTool, rowOf, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { adminPassword } from './support/product.ts';
import { expect, test } from './support/test.ts';

const seller = { userName: 'sale01', password: adminPassword };

/** A lead of the pool that the simulated vendor connects: one whose number does not end in 0. */
async function pooled(page: Page): Promise<number> {
  const { records } = (await call(page, 'GET', '/api/admin/mobile/pool/list?size=50')) as {
    records: { leadId: number; mobile: string }[];
  };
  const found = records.find(({ mobile }) => !mobile.endsWith('0'));
  if (!found) throw new Error('The pool has no lead to call');
  return found.leadId;
}

test('a salesperson claims a lead, calls it without leaving the list, notes, texts it, and is reminded', async ({
  page,
}) => {
  await logIn(page, '/home', seller);
  const leadId = await pooled(page);
  await openList(page, '/mobile/pool?size=50');
  await rowOf(page, leadId).getByRole('checkbox').check();
  await page.getByRole('button', { name: '领取', exact: true }).click();
  await dialog(page).getByRole('button', { name: '领取', exact: true }).click();
  await expect(toast(page, '已领取 1 条线索')).toBeVisible();

  await openList(page, '/mobile/lead?size=50');
  await pressAction(page, rowOf(page, leadId), '打电话');
  const dock = page.getByRole('region', { name: '打电话' });
  await expect(dock.getByText('正在呼叫')).toBeVisible();
  await page.screenshot({ path: 'test-results/reach-calling.png' });
  await expect(dock.getByText('已接通，通话 1:05')).toBeVisible({ timeout: 20_000 });
  await dock.getByLabel('记一笔').fill('想报周末班，家长周日到校看看');
  await dock.getByLabel('下次跟进').click();
  await dock
    .getByLabel('下次跟进')
    .fill(`${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)} 23:50`);
  await page.keyboard.press('Enter');
  await expectNoFaults(page, { within: '[aria-label="打电话"]' });
  await dock.getByRole('button', { name: '保存跟进' }).click();
  await expect(toast(page, '已记录跟进')).toBeVisible();
  await dock.getByRole('button', { name: '关闭' }).click();
  const row = (await call(page, 'GET', `/api/admin/mobile/info?leadId=${leadId}`)) as Record<string, unknown>;
  expect(row).toMatchObject({ leadStatus: 2, callNum: 2 });

  await rowOf(page, leadId).getByRole('checkbox').check();
  await page.getByRole('button', { name: '发短信', exact: true }).click();
  const text = dialog(page);
  await text.getByLabel('短信模板').click();
  await page.getByTitle('试听课提醒', { exact: true }).click();
  await text.getByLabel('变量 time').fill('周日 9:00');
  await text.getByRole('button', { name: '检查与计费' }).click();
  await expect(text.getByText('1 人缺少变量')).toBeVisible();
  await text.getByLabel('变量 place').fill('星河校区');
  await text.getByRole('button', { name: '检查与计费' }).click();
  await expect(text.getByText(/1 人，计费 1 条，约 0.05 元/)).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  await page.screenshot({ path: 'test-results/reach-text.png' });
  await text.getByRole('button', { name: '确认发送' }).click();
  await expect(toast(page, '已排队 1 条短信')).toBeVisible();

  await openList(page, '/feige/sms');
  await expect(rows(page).first()).toContainText('已送达', { timeout: 15_000 });
  await openList(page, '/mobile/lead?size=50');
  await expect(page.getByRole('button', { name: /今日待跟进/ })).toBeVisible();
});

test('the pages of calls, texts, templates and the vendor log stand in both languages', async ({ page }) => {
  await logIn(page);
  for (const [path, name] of [
    ['/feige/call', 'calls'],
    ['/feige/sms', 'texts'],
    ['/feige/template', 'templates'],
    ['/feige/account', 'seats'],
    ['/mobile/stat', 'stat'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
    await expectNoFaults(page);
    await page.screenshot({ path: `test-results/reach-${name}.png` });
  }
  await page.evaluate(() => localStorage.setItem('yikao.language', 'en'));
  await page.goto('/feige/call');
  await expect(page.getByRole('main').getByText('Connected').first()).toBeVisible();
  await pressTool(page, 'Dial');
  await dialog(page).getByLabel('Mobile number').fill('123');
  await dialog(page).getByRole('button', { name: 'Call' }).click();
  await expect(dialog(page).getByText('Enter a number of 11 digits')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/feige/sms');
  await pressTool(page, 'Send a text');
  await expect(dialog(page).getByText('Mobile numbers, one a line')).toBeVisible();
  await page.screenshot({ path: 'test-results/reach-text-en.png' });
});
