import type { Locator, Page } from '@playwright/test';
import { call, dialog, pick, pressAction, pressTool, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { logInToLook, lookAt } from './support/looks.ts';
import { adminPassword } from './support/product.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

const next = (asked: Locator) => asked.getByRole('button', { name: '下一步' }).click();

/** A row of a list as the server answers it. */
async function listed(page: Page, path: string): Promise<Record<string, unknown>[]> {
  return ((await call(page, 'GET', path)) as { records: Record<string, unknown>[] }).records;
}

const ruleName = '五十个浏览器测试码';
const owner = '湖南艺考服务中心(演示)';

/** A rule as the list has it. */
async function ruleNamed(page: Page, name: string) {
  const [rule] = await listed(page, `/api/admin/card/code/rule?ruleName=${encodeURIComponent(name)}`);
  return rule ?? {};
}

/** The rule of the first test, whose codes its export has issued, for those that follow. */
async function theRule(page: Page, name = ruleName) {
  const rule = await ruleNamed(page, name);
  return { ruleId: Number(rule.ruleId), start: String(rule.startSerialNo), end: String(rule.endSerialNo) };
}

/** A rule like that of the first test, with codes that nobody has yet. */
async function unissuedRule(page: Page, name: string) {
  const { cardId, partnersId, codeExpireTime, settlePrice } = await ruleNamed(page, ruleName);
  const parts = { cardId, partnersId, codeExpireTime, settlePrice };
  await call(page, 'POST', '/api/admin/card/code/rule', {
    ruleName: name,
    ruleType: 1,
    quantity: 50,
    ...parts,
  });
  await expect.poll(async () => (await ruleNamed(page, name)).ruleStatus, { timeout: 30_000 }).toBe(2);
  return theRule(page, name);
}

/** A row of the rules, which cannot be selected. */
function ruleRow(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('row').filter({ hasText: name });
}

/** The serial number that comes `count` after another. */
function after(serial: string, count: number): string {
  return serial.slice(0, -8) + String(Number(serial.slice(-8)) + count).padStart(8, '0');
}

test('a rule of fifty codes is made by the wizard, told in a sentence, and followed until its codes are there', async ({
  page,
}) => {
  await logInToLook(page, '/card/rule');
  await pressTool(page, '新增');
  const asked = page.getByRole('dialog', { name: '新建规则' });
  await next(asked);
  await expect(asked.getByRole('alert')).toHaveText('请选择卡产品');
  await pick(page, asked, '卡产品', '报考指南卡');
  await expect(asked.getByText(/售价 ¥99\.00/)).toBeVisible();
  await lookAt(page, 'codes_wizard-1-card');
  await next(asked);
  await asked.getByLabel('数量').fill('0');
  await next(asked);
  await expect(asked.getByText('请填写 1 至 1,000,000 的整数')).toBeVisible();
  await asked.getByLabel('数量').fill('50');
  await lookAt(page, 'codes_wizard-2-amount');
  await next(asked);
  await pick(page, asked, '合伙人', owner);
  await asked.getByLabel('结算单价').fill('60');
  await lookAt(page, 'codes_wizard-3-owner');
  await next(asked);
  await expect(asked.getByLabel('码有效期')).not.toHaveValue('');
  await lookAt(page, 'codes_wizard-4-expire');
  await next(asked);
  const sentence = `生成 50 个“报考指南卡”激活码，序列号以 ZN 开头，归“${owner}”，不属于任何渠道，结算单价 ¥60.00，须在`;
  await expect(asked.getByText(sentence)).toBeVisible();
  await asked.getByLabel('规则名称').fill(ruleName);
  await lookAt(page, 'codes_wizard-5-confirm');
  await expectNoFaults(page, { within: '.ant-modal' });
  await asked.getByRole('button', { name: '生成激活码' }).click();
  const made = page.getByRole('dialog', { name: ruleName });
  await expect(made.getByText('50 个激活码已生成')).toBeVisible({ timeout: 30_000 });
  await lookAt(page, 'codes_wizard-6-made');
  await made.getByRole('button', { name: '导出' }).click();
  await expect(made.getByRole('button', { name: '下载文件' })).toBeVisible({ timeout: 30_000 });
  await made.getByRole('button', { name: '完成' }).click();
  const row = ruleRow(page, ruleName);
  await expect(row).toContainText('已完成');
  await expect(row.getByRole('img', { name: '共 50 个：已激活 0，已发放 50，其余 0' })).toBeVisible();
  await lookAt(page, 'codes_rules', { within: 'main' });
});

test('a single code is shown to people who may export it, and codes on demand when they are drawn', async ({
  page,
}) => {
  await logInToLook(page, '/card/rule');
  for (const kind of [/^单个/, /^按需/]) {
    await pressTool(page, '新增');
    const asked = page.getByRole('dialog', { name: '新建规则' });
    await pick(page, asked, '卡产品', '录取概率卡');
    await next(asked);
    await asked.getByRole('radio', { name: kind }).check();
    await next(asked);
    await next(asked);
    await next(asked);
    await asked.getByRole('button', { name: /^(生成激活码|建立规则)$/ }).click();
    await expect(asked).toHaveCount(0);
    const made = dialog(page);
    if (String(kind) === String(/^单个/)) {
      await expect(made.getByText(/激活码已生成，序列号 GL\d{10}/)).toBeVisible();
      await made.getByRole('button', { name: '查看激活码' }).click();
      await expect(made.getByText(/^[2-9A-HJKMNP-Z]{4}( [2-9A-HJKMNP-Z]{4}){2}$/)).toBeVisible();
      await lookAt(page, 'codes_single');
    } else {
      await expect(made.getByText('规则已建立')).toBeVisible();
    }
    await made.getByRole('button', { name: '完成' }).click();
  }
  await pressAction(page, ruleRow(page, '录取概率卡 按需'), '按需生成');
  const drawing = dialog(page);
  await drawing.getByLabel('个数').fill('101');
  await drawing.getByRole('button', { name: '生成', exact: true }).click();
  await expect(drawing.getByText('请填写 1 至 100 的整数')).toBeVisible();
  await drawing.getByLabel('个数').fill('3');
  await drawing.getByRole('button', { name: '生成', exact: true }).click();
  await expect(drawing.getByText('已生成 3 个，状态为已发放')).toBeVisible();
  await expect(drawing.getByRole('listitem')).toHaveCount(3);
  await lookAt(page, 'codes_drawn');
  await drawing.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('img', { name: '按需生成：已生成 3，已激活 0，已发放 3' })).toBeVisible();
});

test('a range of serial numbers is told as a number with its owner before it is issued or voided', async ({
  page,
}) => {
  await logInToLook(page, '/card/code');
  const { ruleId, start } = await unissuedRule(page, '按号段操作的测试码');
  await pressTool(page, '批量操作');
  const asked = page.getByRole('dialog', { name: '批量操作' });
  await asked.getByText('按序列号段').click();
  await asked.getByLabel('开始序列号').fill(`${after(start, 9)} - ${start}`.toLowerCase());
  await expect(asked.getByLabel('结束序列号')).toHaveValue(after(start, 9));
  await expect(asked.getByText('号段内共 10 个序列号')).toBeVisible();
  await expect(asked.getByText('共 10 个激活码')).toBeVisible();
  await expect(asked.getByText(owner)).toBeVisible();
  await lookAt(page, 'codes_batch-range');
  await expectNoFaults(page, { within: '.ant-modal' });
  await asked.getByRole('button', { name: '发放 10 个' }).click();
  await expect(page.getByRole('dialog', { name: '发放' }).getByRole('status')).not.toHaveText(/已开始/, {
    timeout: 30_000,
  });
  await lookAt(page, 'codes_batch-run');
  await page.getByRole('button', { name: '完成' }).click();

  // Half of them void, which takes a reason; the others are left and counted as such.
  await pressTool(page, '批量操作');
  await asked.getByText('按序列号段').click();
  await asked.getByLabel('开始序列号').fill(after(start, 45));
  await asked.getByLabel('结束序列号').fill(after(start, 49));
  await asked.getByText('作废', { exact: true }).click();
  await asked.getByRole('button', { name: '作废 5 个' }).click();
  await expect(asked.getByText('请填写作废原因')).toBeVisible();
  await asked.getByLabel('作废原因').fill('印错了');
  await lookAt(page, 'codes_batch-void');
  await asked.getByRole('button', { name: '作废 5 个' }).click();
  await expect(page.getByRole('dialog', { name: '作废' }).getByRole('status')).not.toHaveText(/已开始/, {
    timeout: 30_000,
  });
  await page.getByRole('button', { name: '完成' }).click();
  const counts = await call(page, 'POST', '/api/admin/card/code/batch/count', { ruleId });
  expect(counts).toMatchObject({ total: 50, unused: 35, issued: 10, voided: 5 });

  // The filter has two ends as well.
  const filters = page.getByRole('form', { name: '查询条件' });
  await filters.getByLabel('序列号', { exact: true }).fill(`${start}~${after(start, 3)}`);
  await filters.getByRole('button', { name: '查询' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page).toHaveURL(/serialNoStart=.*serialNoEnd=/);
  await lookAt(page, 'codes_list', { within: 'main' });
});

test('codes of several owners are changed together only once that is confirmed', async ({ page }) => {
  await logInToLook(page, '/card/code');
  const found = (
    await Promise.all(
      ['报考指南卡', '录取概率卡'].map(async card => {
        const [{ cardId } = {}] = await listed(
          page,
          `/api/base/card/list?cardName=${encodeURIComponent(card)}`,
        );
        return listed(page, `/api/admin/card/code/list?cardId=${cardId}&codeStatus=1&size=1`);
      }),
    )
  ).flat();
  expect(found).toHaveLength(2);
  await page.reload();
  // One after the other: codes that other tests have made may be between them.
  const filters = page.getByRole('form', { name: '查询条件' });
  for (const { codeId, serialNo } of found) {
    await filters.getByLabel('序列号', { exact: true }).fill(`${serialNo}~${serialNo}`);
    await filters.getByRole('button', { name: '查询' }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('checkbox', { name: `选择 ${codeId}`, exact: true }).check();
  }
  await pressTool(page, '批量操作');
  const asked = page.getByRole('dialog', { name: '批量操作' });
  await expect(asked.getByText('这些激活码属于 2 个归属')).toBeVisible();
  await asked.getByRole('button', { name: '发放 2 个' }).click();
  await expect(asked.getByText('请先确认多个归属一起操作')).toBeVisible();
  await lookAt(page, 'codes_batch-owners');
  await asked.getByRole('checkbox', { name: /我已核对/ }).check();
  await asked.getByRole('button', { name: '发放 2 个' }).click();
  await expect(page.getByRole('dialog', { name: '发放' }).getByRole('status')).not.toHaveText(/已开始/, {
    timeout: 30_000,
  });
});

test('a code typed in small letters with blanks is found, shown whole, and activated for a candidate', async ({
  page,
}) => {
  await logInToLook(page, '/card/code');
  const { start } = await theRule(page);
  await call(page, 'POST', '/api/admin/wish/user', { mobile: '16499000021', userName: '码考生' });
  const { code: named } = (await call(page, 'GET', `/api/admin/card/code/serial/no?serialNo=${start}`)) as {
    code: { codeId: number };
  };
  const { codeId } = named;
  await page.goto(`/card/code?serialNoStart=${start}&serialNoEnd=${start}`);
  await page.getByRole('button', { name: `查看 ${start} 的激活码` }).click();
  const shown = dialog(page);
  const whole = shown.getByText(/^[2-9A-HJKMNP-Z]{4}( [2-9A-HJKMNP-Z]{4}){2}$/);
  await expect(whole).toBeVisible();
  const code = (await whole.textContent()) ?? '';
  await lookAt(page, 'codes_reveal');
  await shown.getByRole('button', { name: '关闭' }).last().click();
  await expect(whole).toHaveCount(0);

  await pressTool(page, '查码');
  const finding = page.getByRole('dialog', { name: '查码' });
  await finding.getByLabel('激活码或序列号').fill('7k2m 9qxt 4wz8');
  await page.keyboard.press('Enter');
  await expect(finding.getByText('没有这个激活码')).toBeVisible();
  await finding.getByLabel('激活码或序列号').fill(` ${code.toLowerCase()} `);
  await lookAt(page, 'codes_find');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`row=${codeId}`));
  const drawer = dialog(page);
  await expect(drawer.getByText(start).first()).toBeVisible();
  await drawer.getByRole('button', { name: '激活', exact: true }).click();
  const activating = dialog(page);
  await expect(activating.getByText('为所选考生开通“报考指南卡”权益')).toBeVisible();
  const candidate = activating.getByLabel('激活考生');
  await candidate.click();
  await candidate.pressSequentially('16499000021');
  await page.getByTitle('码考生', { exact: true }).filter({ visible: true }).last().click();
  await lookAt(page, 'codes_activate');
  await activating.getByRole('button', { name: '激活', exact: true }).click();
  await expect(toast(page, /激活/)).toBeVisible();
  const [card] = await listed(page, `/api/admin/wish/user/card/list?sourceNo=${start}`);
  expect(card).toMatchObject({ status: 1 });

  // The candidate's details have the code.
  const [user] = await listed(page, '/api/admin/wish/user/list?mobile=16499000021');
  await page.goto(`/user/wishUser?row=${user?.userId}`);
  await dialog(page)
    .getByRole('tab', { name: /^激活码/ })
    .click();
  await expect(dialog(page).getByText(start).first()).toBeVisible();
  await page.screenshot({ path: 'test-results/looks/codes_candidate.png', animations: 'disabled' });
});

test('twenty codes are bought, paid by their code, made at once, and some of them are given back', async ({
  page,
}) => {
  await logInToLook(page, '/card/order');
  await pressTool(page, '采购激活码');
  const buying = page.getByRole('dialog', { name: '采购激活码' });
  await buying.getByRole('button', { name: '提交并支付' }).click();
  await expect(buying.getByText('请选择卡产品')).toBeVisible();
  await pick(page, buying, '卡产品', '志愿表卡');
  const bill = buying.getByRole('region', { name: '应付' });
  await expect(bill).toContainText('39,800.00');
  await buying.getByRole('button', { name: '5,000' }).click();
  await expect(bill).toContainText('1,990,000.00');
  await buying.getByLabel('数量').fill('20');
  await expect(bill).toContainText('7,960.00');
  await pick(page, buying, '采购合伙人', owner);
  await lookAt(page, 'codes_buy');
  await expectNoFaults(page, { within: '.ant-modal' });
  await buying.getByRole('button', { name: '提交并支付' }).click();

  const paying = page.getByRole('dialog', { name: '收款' });
  await expect(paying).toContainText('7,960.00');
  await lookAt(page, 'codes_pay');
  const [till] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '在浏览器中打开付款页' }).click(),
  ]);
  await till.getByRole('button', { name: '确认支付' }).click();
  await expect(paying.getByText('20 个激活码已生成，状态为已发放')).toBeVisible({ timeout: 30_000 });
  await lookAt(page, 'codes_paid');
  await paying.getByRole('link', { name: '查看激活码' }).click();
  await expect(page).toHaveURL(/\/card\/code\?.*ruleId=/);
  await expect(rows(page).first()).toContainText('已发放');

  await page.goto('/card/order');
  await pressAction(page, rows(page).first(), '申请退款');
  const giving = page.getByRole('dialog', { name: '申请退码退款' });
  await giving.getByLabel('退码数量').fill('21');
  await giving.getByRole('button', { name: '提交申请' }).click();
  await expect(giving.getByText('请填写 1 至 20 的整数')).toBeVisible();
  await giving.getByLabel('退码数量').fill('3');
  await expect(giving.getByText('1,194.00')).toBeVisible();
  await giving.getByRole('button', { name: '考生不再需要' }).click();
  await lookAt(page, 'codes_refund');
  await giving.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByRole('dialog', { name: '申请退款' }).getByText('退款申请已提交')).toBeVisible();
  await page.getByRole('button', { name: '知道了' }).click();
  await lookAt(page, 'codes_orders', { within: 'main' });
});

test('a partner buys for itself, and sees its own codes masked until it asks for one', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await logIn(page, '/card/order', { userName: 'partner01', password: adminPassword });
  await pressTool(page, '采购激活码');
  const buying = page.getByRole('dialog', { name: '采购激活码' });
  await pick(page, buying, '卡产品', '报考指南卡');
  await expect(buying.getByRole('region', { name: '应付' })).toContainText('9,900.00');
  await buying.getByRole('radio', { name: /^对公转账/ }).check();
  await buying.getByRole('button', { name: '提交订单' }).click();
  await expect(toast(page, /采购订单 C\d+ 已提交/)).toBeVisible();
  await page.goto('/card/code');
  await expect(rows(page).first()).toContainText(/[0-9A-Z]{4} \*{4} \*{4}/);
  await rows(page)
    .first()
    .getByRole('button', { name: /^查看 .* 的激活码$/ })
    .click();
  await expect(dialog(page).getByText(/^[0-9A-Z]{4} [0-9A-Z]{4} [0-9A-Z]{4}$/)).toBeVisible();
  await dialog(page).getByRole('button', { name: '关闭' }).first().click();
  await expect(page.getByRole('button', { name: '批量操作' })).toHaveCount(0);
});

test('in English the screens of codes are whole and in one language', async ({ page }) => {
  await logInToLook(page, '/card/rule', 'en');
  await expect(page.getByRole('img', { name: /activated/ }).first()).toBeVisible();
  await lookAt(page, 'codes_rules', { within: 'main', language: 'en' });
  await pressTool(page, 'Add');
  await expect(dialog(page)).toBeVisible();
  await lookAt(page, 'codes_wizard', { language: 'en' });
  await page.goto('/card/code');
  await expect(page.getByRole('button', { name: /^Show the code of/ }).first()).toBeVisible();
  await lookAt(page, 'codes_list', { within: 'main', language: 'en' });
  await pressTool(page, 'Batch actions');
  await dialog(page).getByText('By serial numbers').click();
  await lookAt(page, 'codes_batch', { language: 'en' });
  await page.goto('/card/order');
  await pressTool(page, 'Buy codes');
  await expect(dialog(page)).toBeVisible();
  await lookAt(page, 'codes_buy', { language: 'en' });
});
