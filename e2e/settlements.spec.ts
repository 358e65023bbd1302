import { confirm, pick, pressDetail, rows, toast, typeTime } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { adminPassword } from './support/product.ts';
import { expect, otherBrowser, test } from './support/test.ts';

const account = (userName: string) => ({ userName, password: adminPassword });
const partner = '湖南艺考服务中心(演示)';
/** A picture of one pixel. */
const voucher = {
  name: 'voucher.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** The second half of last month, of which the demo house has a draft. */
function secondHalf(): { from: string; to: string } {
  const [year = 0, month = 0] = new Date(Date.now() + 8 * 3_600_000).toISOString().split('-').map(Number);
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 2, 16)), to: day(Date.UTC(year, month - 1, 0)) };
}

type Page = Parameters<typeof logIn>[0];

/** The details of the settlement that is opened. */
const details = (page: Page) => page.getByRole('dialog', { name: /^JS\d{12}/ });

/** The confirmation dialog of a step. */
const question = (page: Page, step: string) => page.getByRole('dialog', { name: new RegExp(`^${step}：JS`) });

/** Presses the button of a step in the details, and the one that takes it. */
async function take(page: Page, step: string): Promise<void> {
  await pressDetail(page, details(page), step);
  await question(page, step).getByRole('button', { name: step, exact: true }).click();
}

test('a settlement is previewed and drawn by one, confirmed by its partner, paid by another with a voucher, and printed', async ({
  page,
  browser,
}) => {
  await logIn(page, '/wish/settle', account('finance01'));
  await expect(rows(page)).toHaveCount(5);
  const { from, to } = secondHalf();
  const row = (of: Page, state: string) =>
    rows(of).filter({ hasText: from }).filter({ hasText: to }).filter({ hasText: state });

  // The clock's draft is replaced by the person's own.
  await row(page, '草稿').getByText(partner).click();
  await take(page, '作废');
  await expect(toast(page, '作废成功')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, '已作废')).toBeVisible();

  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: /^新增/ });
  await pick(page, form, '合伙人', partner);
  await typeTime(page, form, '结算起', from);
  await typeTime(page, form, '结算止', to);
  await form.getByLabel('调整金额').fill('-1.5');
  await form.getByLabel('调整原因').fill('冲减上期多付');
  await form.getByRole('button', { name: '试算' }).click();
  const preview = page.getByRole('dialog', { name: '结算试算' });
  await expect(preview.getByRole('table')).toBeVisible();
  expect(await preview.getByRole('row').count()).toBeGreaterThan(1);
  const said = (await preview.locator('dl > div').last().locator('dd').textContent()) ?? '';
  expect(said).toMatch(/^-?¥[\d,]+\.\d\d$/);
  await expectNoFaults(page, { within: '.ant-modal' });
  await preview.getByRole('button', { name: '关闭' }).last().click();
  await form.getByRole('button', { name: '确定' }).click();
  await confirm(page, '');
  await expect(toast(page, '新增成功')).toBeVisible();
  const drawn = row(page, '草稿');
  await expect(drawn).toContainText(said);

  // Its lines are shown next to it.
  await drawn.getByText(partner).click();
  await details(page)
    .getByRole('tab', { name: /^结算明细/ })
    .click();
  await expect(details(page).getByText('订单佣金').first()).toBeVisible();
  await take(page, '提交确认');
  await expect(toast(page, '提交确认成功')).toBeVisible();
  // The person who drew it up cannot confirm it, and reads why.
  await expect(details(page).getByRole('button', { name: '确认', exact: true })).toHaveCount(0);
  await details(page).getByRole('button', { name: '更多', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: '确认', exact: true })).toBeDisabled();
  await expect(page.getByText('您提交的申请要由另一位同事办理')).toBeVisible();

  const partners = await otherBrowser(browser);
  await logIn(partners, '/wish/settle', account('partner01'));
  await expect(row(partners, '待确认')).toBeVisible();
  await expect(partners.getByRole('button', { name: '新增', exact: true })).toHaveCount(0);
  await row(partners, '待确认').getByText(partner).click();
  await take(partners, '确认');
  await expect(toast(partners, '确认成功')).toBeVisible();

  const cashier = await otherBrowser(browser);
  await logIn(cashier, '/wish/settle', account('finance02'));
  await row(cashier, '已确认').getByText(partner).click();
  await take(cashier, '登记打款');
  const pay = question(cashier, '登记打款');
  await expect(pay.getByRole('alert')).toHaveText('不能为空');
  await pay.locator('input[type=file]').setInputFiles(voucher);
  await expect(pay.getByRole('img', { name: '打款凭证' })).toBeVisible();
  await pay.getByRole('button', { name: '登记打款', exact: true }).click();
  await expect(toast(cashier, '登记打款成功')).toBeVisible();

  const [sheet] = await Promise.all([
    cashier.waitForEvent('popup'),
    details(cashier).getByRole('button', { name: '对账单' }).click(),
  ]);
  await expect(sheet.getByRole('heading', { name: '佣金结算对账单' })).toBeVisible();
  await expect(sheet.getByText(said).first()).toBeVisible();
  await expect(sheet.getByText(/^人民币.+[整分]$/)).toBeVisible();
  await expectNoFaults(sheet);
});
