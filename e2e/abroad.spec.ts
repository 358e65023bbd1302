import type { Browser, Page } from '@playwright/test';
import { call, dialog, filters, pressAction, rows } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { adminPassword } from './support/product.ts';
import { expect, otherBrowser, test } from './support/test.ts';

const programme = '伦艺服装设计本科申请';

/** A number that no other run has. */
const someMobile = () => `136${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** A visitor's page, on a phone or a desk, in a language. */
async function visitor(browser: Browser, width: number, language: 'zh' | 'en'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 800 },
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
  });
  if (language === 'en') await context.addInitScript(() => localStorage.setItem('yikao.language', 'en'));
  return context.newPage();
}

/** The code that was sent to a number, as the number's owner reads it. */
async function codeFor(staff: Page, mobile: string): Promise<string> {
  const sent = (await call(staff, 'GET', `/api/admin/sms/message/list?mobile=${mobile}`)) as {
    records: { content: string }[];
  };
  return /\d{6}/.exec(sent.records[0]?.content ?? '')?.[0] ?? '';
}

/** Reports whether nothing is wider than the page. */
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

interface Words {
  readonly ask: string;
  readonly title: string;
  readonly name: string;
  readonly mobile: string;
  readonly code: string;
  readonly get: string;
  readonly agree: RegExp;
  readonly send: string;
  readonly nameFirst: string;
  readonly done: string;
}

const zh: Words = {
  ...{ ask: '免费咨询', title: '免费咨询', name: '姓名', mobile: '手机', code: '短信验证码' },
  ...{ get: '获取验证码', agree: /我同意将以上信息/, send: '提交咨询', nameFirst: '请填写姓名' },
  done: '已收到您的咨询',
};
const en: Words = {
  ...{ ask: 'Ask for advice', title: 'Ask for advice', name: 'Name', mobile: 'Mobile', code: 'Text code' },
  ...{ get: 'Send code', agree: /You may use this to advise me/, send: 'Send', nameFirst: 'Enter your name' },
  done: 'We have received your request',
};

/** Asks for advice about the programme whose details are open, and sees that it arrived. */
async function consult(guest: Page, staff: Page, mobile: string, name: string, say: Words): Promise<void> {
  await dialog(guest).getByRole('button', { name: say.ask }).click();
  const form = guest.getByRole('dialog', { name: say.title });
  await form.getByRole('button', { name: say.send, exact: true }).click();
  await expect(form.getByText(say.nameFirst)).toBeVisible();
  await form.getByLabel(say.name, { exact: true }).fill(name);
  await form.getByLabel(say.mobile, { exact: true }).fill(mobile);
  await form.getByRole('button', { name: say.get }).click();
  await expect.poll(() => codeFor(staff, mobile)).toMatch(/^\d{6}$/);
  await form.getByLabel(say.code).fill(await codeFor(staff, mobile));
  await form.getByRole('checkbox', { name: say.agree }).check();
  await expectNoFaults(guest, { within: '.ant-modal' });
  await form.getByRole('button', { name: say.send, exact: true }).click();
  await expect(guest.getByText(say.done)).toBeVisible();
}

test('a visitor asks for advice by phone, and a consultant takes the order from there to the closed file', async ({
  page,
  browser,
}) => {
  const mobile = someMobile();
  await logIn(page, '/mobile/lead');
  const guest = await visitor(browser, 390, 'zh');
  await guest.goto('/yklxfw');
  await expect(guest).toHaveTitle(/艺考留学服务中心/);
  const country = guest.getByRole('group', { name: '国家' });
  await country.getByRole('button', { name: '英国' }).click();
  await expect(guest).toHaveURL(/countryId=\d+/);
  await expect(guest.getByRole('button', { name: programme })).toBeVisible();
  await expect(guest.getByRole('button', { name: '帕森斯本科申请' })).toHaveCount(0);
  await expect(guest.getByText('俄罗斯油画硕士申请')).toHaveCount(0);
  expect(await fits(guest)).toBe(true);
  await expectNoFaults(guest);
  await guest.getByRole('button', { name: programme }).click();
  await expect(dialog(guest)).toContainText('作品集 1 份');
  await consult(guest, page, mobile, '许问渔', zh);
  await guest.context().close();

  // The lead is there with its source and its words.
  await filters(page).getByLabel('手机', { exact: true }).fill(mobile);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('许问渔');
  await expect(rows(page)).toContainText('留学');
  await rows(page).getByRole('cell', { name: '许问渔' }).click();
  const lead = page.getByRole('dialog');
  await lead.getByRole('tab', { name: '跟进', exact: true }).click();
  await expect(lead.getByText(`项目：${programme}`)).toBeVisible();
  await page.keyboard.press('Escape');

  // The consultant has no more rights than a salesperson.
  const seller = await otherBrowser(browser);
  await logIn(seller, '/abroad/order', { userName: 'sale01', password: adminPassword });
  await seller.getByRole('button', { name: '新建留学订单' }).click();
  const asked = seller.getByRole('dialog', { name: '新建留学订单' });
  await asked.getByRole('button', { name: '提交并收款' }).click();
  await expect(asked.getByText('请填写客户，并选择留学项目')).toBeVisible();
  await asked.getByLabel('姓名', { exact: true }).fill('许问渔');
  await asked.getByLabel('手机', { exact: true }).fill(mobile);
  await asked.getByLabel('留学项目', { exact: true }).click();
  await seller.getByTitle(programme, { exact: true }).filter({ visible: true }).last().click();
  await expectNoFaults(seller, { within: '.ant-modal' });
  await asked.getByRole('button', { name: '提交并收款' }).click();
  const paying = seller.getByRole('dialog', { name: '收款' });
  await expect(paying).toContainText('32,800.00');
  const [till] = await Promise.all([
    seller.waitForEvent('popup'),
    seller.getByRole('link', { name: '在浏览器中打开付款页' }).click(),
  ]);
  await till.getByRole('button', { name: '确认支付' }).click();
  await expect(till.getByText('支付成功')).toBeVisible();
  await expect(paying.getByText('订单已支付')).toBeVisible();
  await paying.getByRole('button', { name: '完成' }).click();
  const row = rows(seller).filter({ hasText: '许问渔' });
  await expect(row).toContainText('已支付');

  const step = async (action: string, reason?: string) => {
    await pressAction(seller, row, action);
    const question = dialog(seller);
    if (reason) await question.getByLabel('退回原因').fill(reason);
    await question.getByRole('button', { name: action, exact: true }).click();
    await expect(question).toHaveCount(0);
  };
  await step('进入下一阶段');
  await expect(row).toContainText('签约');
  await step('进入下一阶段');
  await expect(row).toContainText('材料');
  await pressAction(seller, row, '退回上一阶段');
  await expect(dialog(seller).getByText('材料 → 签约')).toBeVisible();
  await dialog(seller).getByRole('button', { name: '退回上一阶段', exact: true }).click();
  await expect(dialog(seller).getByText('不能为空')).toBeVisible();
  await dialog(seller).getByLabel('退回原因').fill('成绩单缺一页');
  await dialog(seller).getByRole('button', { name: '退回上一阶段', exact: true }).click();
  await expect(row).toContainText('签约');
  for (const stage of ['材料', '递交', '录取', '结案']) {
    await step('进入下一阶段');
    await expect(row).toContainText(stage);
  }
  // The lead is won, and the history says who went back and why.
  const [order] = (
    (await call(seller, 'GET', `/api/data/wish/abroad/order/list?mobile=${mobile}`)) as {
      records: Record<string, unknown>[];
    }
  ).records;
  expect(order).toMatchObject({ status: 1, serviceStage: 6, payAmount: 32_800 });
  const won = (await call(page, 'GET', `/api/admin/mobile/list?mobile=${mobile}`)) as {
    records: Record<string, unknown>[];
  };
  expect(won.records).toMatchObject([{ leadStatus: 4, orderAmount: 32_800 }]);
  await row.getByRole('cell', { name: '许问渔' }).click();
  const details = seller.getByRole('dialog', { name: /^A20/ });
  await details.getByRole('tab', { name: '服务进度' }).click();
  await expect(details.getByRole('listitem').filter({ hasText: '结案' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await details.getByRole('tab', { name: '变更记录' }).click();
  await expect(details.getByText('成绩单缺一页')).toBeVisible();
  await seller.context().close();
});

test('the centre and the orders read in English too, on a wide screen', async ({ page, browser }) => {
  const mobile = someMobile();
  await logIn(page, '/abroad/order');
  const guest = await visitor(browser, 1366, 'en');
  await guest.goto('/yklxfw');
  await expect(guest).toHaveTitle(/Art-exam study-abroad service centre/);
  await guest.getByRole('group', { name: 'Degree' }).getByRole('button', { name: 'Short course' }).click();
  await expect(guest.getByRole('button', { name: '戈布兰动画短期课程' })).toBeVisible();
  await expect(guest.getByRole('button', { name: programme })).toHaveCount(0);
  await guest.getByRole('group', { name: 'Degree' }).getByRole('button', { name: 'All' }).click();
  await guest.getByRole('button', { name: 'Royal College of Art' }).click();
  await expect(dialog(guest)).toContainText('United Kingdom · 伦敦');
  expect(await fits(guest)).toBe(true);
  await expectNoFaults(guest, { within: '.ant-modal' });
  await consult(guest, page, mobile, 'Lin', en);
  await guest.context().close();

  await page.evaluate(() => localStorage.setItem('yikao.language', 'en'));
  await page.reload();
  await page.getByRole('button', { name: 'New order' }).click();
  await expect(page.getByRole('dialog', { name: 'New abroad order' })).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
});

test('the page of directions answers at both spellings, and schools and programmes have theirs', async ({
  page,
}) => {
  await logIn(page, '/aboard/direction');
  await page.goto('/abroad/direction');
  await expect(page).toHaveURL('/aboard/direction');
  await expect(page.getByRole('cell', { name: /设计$/ }).first()).toBeVisible();
  await page.goto('/abroad/school');
  await expect(page.getByText('皇家艺术学院').first()).toBeVisible();
  await page.goto('/abroad/item');
  await expect(page.getByText(programme).first()).toBeVisible();
});
