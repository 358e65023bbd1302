import type { Page } from '@playwright/test';
import { call, confirm, dialog, openList, rowOf, rows, savedQuestion, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { chooseDisplay } from './support/person-menu.ts';
import { expect, test } from './support/test.ts';

interface World {
  readonly partnersId: number;
  readonly partnersName: string;
  /** Numbers of the agencies with their students, the last added first. */
  readonly agencies: readonly { readonly agentId: number; readonly studentNum: number }[];
}

/** A partner only for this test, with three agencies, and another one with one agency. */
async function makeWorld(page: Page): Promise<World> {
  const mark = Math.random().toString(36).slice(2, 7).toUpperCase();
  const addPartner = async (partnersName: string) => {
    const made = await call(page, 'POST', '/api/base/wish/partners', {
      partnersName,
      dataYear: 2026,
      channelName: '直营',
      userName: '李经理',
      position: '经理',
      phone: '13800138000',
      address: '长沙',
    });
    return (made as { partnersId: number }).partnersId;
  };
  const addAgency = async (partnersId: number, n: number, studentNum: number) => {
    const made = await call(page, 'POST', '/api/base/agent', {
      agentName: `画室${mark}${n}`,
      agentCode: `${mark}${n}`,
      partnersId,
      provinceId: 430000,
      contact: '王老师',
      phone: '13900139000',
      studentNum,
    });
    return { agentId: (made as { agentId: number }).agentId, studentNum };
  };
  const partnersName = `合伙人${mark}`;
  const partnersId = await addPartner(partnersName);
  const agencies = [];
  for (const [n, students] of [700_001, 20_002, 3_003].entries()) {
    agencies.unshift(await addAgency(partnersId, n, students));
  }
  await addAgency(await addPartner(`${partnersName}乙`), 9, 5);
  return { partnersId, partnersName, agencies };
}

/** A row of sums below the list, by name. */
const sums = (page: Page, name: string) =>
  page.getByRole('main').locator('.ant-table-summary tr').filter({ hasText: name });

test('sums of all rows that match stand beneath the list, and those of the selected ones', async ({
  page,
}) => {
  await logIn(page);
  const { partnersId, agencies } = await makeWorld(page);
  await openList(page, `/base/agent?partnersId=${partnersId}&size=2`);
  await expect(rows(page)).toHaveCount(2);
  await expect(sums(page, '合计')).toContainText('723,006');
  const [last, middle] = agencies;
  await rowOf(page, last?.agentId ?? 0)
    .getByRole('checkbox')
    .check();
  await expect(sums(page, '已选 1 条')).toContainText('3,003');
  await rowOf(page, middle?.agentId ?? 0)
    .getByRole('checkbox')
    .check();
  await expect(sums(page, '已选 2 条')).toContainText('23,005');
  await expectNoFaults(page, { within: 'main' });
  await page.getByRole('button', { name: '取消选择' }).click();
  await expect(sums(page, '已选')).toHaveCount(0);
});

test('a row shows what hangs on it: the number on the tab, the rows, and a new one that belongs to it', async ({
  page,
}) => {
  await logIn(page);
  const { partnersId, partnersName } = await makeWorld(page);
  await page.goto(`/wish/partners?partnersId=${partnersId}&row=${partnersId}`);
  const drawer = page.getByRole('dialog', { name: partnersName });
  await expect(drawer.getByRole('tab', { name: /^机构/ })).toContainText('3');
  await drawer.getByRole('tab', { name: /^机构/ }).click();
  const inside = drawer.getByRole('row').filter({ hasText: '画室' });
  await expect(inside).toHaveCount(3);
  await expect(drawer.locator('tfoot')).toContainText('723,006');
  await expect(drawer.getByRole('columnheader', { name: '合伙人' })).toHaveCount(0);

  // The embedded list keeps its query itself: the page's address does not change.
  const address = page.url();
  await drawer.getByRole('textbox', { name: '机构名称' }).fill('没有这样的');
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('没有符合条件的')).toBeVisible();
  expect(page.url()).toBe(address);
  await drawer.getByRole('button', { name: '重置' }).click();
  await expect(inside).toHaveCount(3);
  await expectNoFaults(page, { within: '.ant-drawer' });

  await drawer.getByRole('button', { name: '新增', exact: true }).click();
  const form = dialog(page);
  await expect(form.getByRole('combobox', { name: '合伙人' })).toBeDisabled();
  await form.getByLabel('机构名称').fill('画室新');
  await form.getByLabel('机构代码').fill(`N${Math.floor(Math.random() * 1e6)}`);
  await form.getByLabel('联系人').fill('周老师');
  await form.getByLabel('电话').fill('13700137000');
  await form.getByLabel('学生规模').fill('10');
  const province = form.getByRole('combobox', { name: '省份' });
  await province.click();
  await province.pressSequentially('湖南');
  await page.getByTitle('湖南', { exact: true }).filter({ visible: true }).last().click();
  await form.getByRole('button', { name: /^确\s*定$/ }).click();
  await confirm(page, savedQuestion);
  await expect(toast(page, '新增成功')).toBeVisible();
  await expect(inside).toHaveCount(4);
  await expect(drawer.getByRole('tab', { name: /^机构/ })).toContainText('4');
  await expect(drawer.locator('tfoot')).toContainText('723,016');

  // Its details open over those of the partner, and lead back to it.
  await inside.first().getByRole('cell', { name: '画室新' }).click();
  const agency = page.getByRole('dialog', { name: '画室新' });
  await agency.getByRole('button', { name: partnersName }).click();
  await expect(page.getByRole('link', { name: '打开所在页面' })).toHaveAttribute(
    'href',
    `/wish/partners?partnersId=${partnersId}&row=${partnersId}`,
  );
});

test('details follow the keys from row to row, their address leads back to them, and they stand beside the list', async ({
  page,
}) => {
  await logIn(page);
  const { partnersId, agencies } = await makeWorld(page);
  const [last, middle, first] = agencies;
  await openList(page, `/base/agent?partnersId=${partnersId}`);
  await rowOf(page, last?.agentId ?? 0)
    .getByRole('cell', { name: /^画室/ })
    .click();
  const copied = (key = 0) => page.getByText(`机构 · 机构ID ${key}`);
  await expect(copied(last?.agentId)).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(copied(middle?.agentId)).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(copied(first?.agentId)).toBeVisible();
  await expect(page.getByRole('button', { name: '下一条' })).toBeDisabled();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page).toHaveURL(new RegExp(`row=${middle?.agentId}`));
  await page.reload();
  await expect(copied(middle?.agentId)).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Close|关闭/ })
    .click();

  await chooseDisplay(page, '详情放在列表旁');
  const pane = page.getByRole('region', { name: '详情' });
  await expect(pane).toContainText('点击一行，在这里查看详情');
  await rowOf(page, first?.agentId ?? 0)
    .getByRole('cell', { name: /^画室/ })
    .click();
  await expect(pane.getByText(`机构ID ${first?.agentId}`)).toBeVisible();
  await expectNoFaults(page, { within: 'main' });
  const list = await page.getByRole('main').getByRole('table').first().boundingBox();
  const beside = await pane.boundingBox();
  expect(beside?.x).toBeGreaterThan((list?.x ?? 0) + 200);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await pane.boundingBox())?.x).toBe(0);
  await chooseDisplay(page, '详情覆盖在列表上');
});
