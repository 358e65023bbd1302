import { call, dialog, pressAction, rows } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { adminPassword } from './support/product.ts';
import { expect, otherBrowser, test } from './support/test.ts';

const programme = '伦艺服装设计本科申请';

/** A number that no other run has. */
const someMobile = () => `136${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

test('a consultant takes an order from a request for advice to the closed file', async ({
  page,
  browser,
}) => {
  const mobile = someMobile();
  await logIn(page, '/mobile/lead');
  // public.spec.ts asks by the form; an app asks by the call.
  await call(page, 'GET', `/api/sms/user/code?mobile=${mobile}&scene=consult`);
  const sent = (await call(page, 'GET', `/api/admin/sms/message/list?mobile=${mobile}`)) as {
    records: { content: string }[];
  };
  const smsCode = /\d{6}/.exec(sent.records[0]?.content ?? '')?.[0] ?? '';
  const asked = { name: '许问渔', mobile, smsCode, remark: '', agreed: true };
  await call(page, 'POST', '/api/base/website/consult', asked);

  // The consultant has no more rights than a salesperson.
  const seller = await otherBrowser(browser);
  await logIn(seller, '/abroad/order', { userName: 'sale01', password: adminPassword });
  await seller.getByRole('button', { name: '新建留学订单' }).click();
  const form = seller.getByRole('dialog', { name: '新建留学订单' });
  await form.getByRole('button', { name: '提交并收款' }).click();
  await expect(form.getByText('请填写客户，并选择留学项目')).toBeVisible();
  await form.getByLabel('姓名', { exact: true }).fill('许问渔');
  await form.getByLabel('手机', { exact: true }).fill(mobile);
  await form.getByLabel('留学项目', { exact: true }).click();
  await seller.getByTitle(programme, { exact: true }).filter({ visible: true }).last().click();
  await expectNoFaults(seller, { within: '.ant-modal' });
  await form.getByRole('button', { name: '提交并收款' }).click();
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

test('the orders read in English too', async ({ page }) => {
  await logIn(page, '/abroad/order');
  await page.evaluate(() => localStorage.setItem('yikao.language', 'en'));
  await page.reload();
  await page.getByRole('button', { name: 'New abroad order' }).click();
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
