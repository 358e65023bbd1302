import type { Locator, Page } from '@playwright/test';
import { pressAction } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, otherBrowser, test } from './support/test.ts';

/** Opens the type dictionary, in which each test uses separate rows. */
async function openDictionary(page: Page) {
  await logIn(page, '/wish/type');
  await expect(page.getByRole('table').first()).toBeVisible();
}

/** A type that no other test has. */
const someName = (what: string) => `${what}${Math.random().toString(36).slice(2, 8)}`;

/** The only row with a text, after filtering the list by it. */
async function findRow(page: Page, name: string): Promise<Locator> {
  await page.getByRole('textbox', { name: '类型名称' }).first().fill(name);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  return row;
}

async function addType(page: Page, name: string) {
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '分组' }).click();
  await page.getByTitle('标签', { exact: true }).last().click();
  await dialog.getByRole('textbox', { name: '类型名称' }).fill(name);
  await confirmForm(page);
  await expect(page.getByText('新增成功')).toBeVisible();
}

/** Submits the open form and answers its question. */
async function confirmForm(page: Page) {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^确\s*定$/ })
    .last()
    .click();
  await page
    .locator('.ant-modal-confirm')
    .getByRole('button', { name: /^确\s*定$/ })
    .click();
}

async function editType(page: Page, row: Locator, change: (dialog: Locator) => Promise<void>) {
  await row.getByRole('button', { name: '编辑' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: '类型名称' })).not.toHaveValue('');
  await change(dialog);
}

const rename = (name: string) => (dialog: Locator) =>
  dialog.getByRole('textbox', { name: '类型名称' }).fill(name);
const reorder = (order: number) => (dialog: Locator) =>
  dialog.getByRole('textbox', { name: '排序' }).fill(String(order));

test('the history of a row says who made it, what was changed from what, and that it came back', async ({
  page,
}) => {
  await openDictionary(page);
  const name = someName('史');
  await addType(page, name);
  const row = await findRow(page, name);
  await editType(page, row, rename(`${name}改`));
  await confirmForm(page);
  await expect(page.getByText('修改成功')).toBeVisible();
  await pressAction(page, row, '历史');
  const entries = page.getByRole('list', { name: '变更记录' }).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('修改管理员');
  await expect(entries.first().getByRole('insertion')).toHaveText('改');
  await expect(entries.last()).toContainText('新增管理员');
  await expect(entries.last()).toContainText(name);
  await expectNoFaults(page, { within: '.ant-drawer' });
});

test('what was deleted is found in the trash and comes back into the list', async ({ page }) => {
  await openDictionary(page);
  const name = someName('删');
  await addType(page, name);
  const row = await findRow(page, name);
  await pressAction(page, row, '删除');
  await page
    .getByRole('button', { name: /^删\s*除$/ })
    .last()
    .click();
  await expect(page.getByText('删除成功')).toBeVisible();
  await expect(page.getByText('没有符合条件的')).toBeVisible();

  await page.getByRole('button', { name: '回收站' }).click();
  const trash = page.getByRole('dialog', { name: '回收站' });
  const gone = trash.getByRole('row').filter({ hasText: name });
  await expect(gone).toContainText('管理员');
  await expectNoFaults(page, { within: '.ant-drawer' });
  await gone.getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('恢复成功')).toBeVisible();
  await trash.getByRole('button', { name: '查看全部已删除的记录' }).click();
  await expect(trash.getByText('回收站是空的')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toHaveCount(1);
});

test('two people edit one row: what only one changed is merged, the rest is chosen, and nothing is lost', async ({
  browser,
  page,
}) => {
  await openDictionary(page);
  const name = someName('争');
  await addType(page, name);
  const mine = await findRow(page, name);
  await editType(page, mine, rename(`${name}甲`));

  const other = await otherBrowser(browser);
  await openDictionary(other);
  await editType(other, await findRow(other, name), async dialog => {
    await rename(`${name}乙`)(dialog);
    await reorder(7)(dialog);
  });
  await confirmForm(other);
  await expect(other.getByText('修改成功')).toBeVisible();

  await confirmForm(page);
  const conflict = page.getByRole('dialog', { name: '记录已被他人修改' });
  const line = (label: string) => conflict.getByRole('row').filter({ hasText: label });
  await expect(line('类型名称')).toContainText('请选择');
  await expect(line('类型名称').getByRole('cell').first()).toHaveText(name);
  await expect(line('排序')).toContainText('未修改');
  await expect(conflict.getByRole('button', { name: '合并并保存' })).toBeDisabled();
  await expectNoFaults(page, { within: '.ant-modal' });
  await conflict.getByRole('radio', { name: '类型名称: 我的修改' }).check();
  await conflict.getByRole('button', { name: '合并并保存' }).click();
  await expect(page.getByText('修改成功')).toBeVisible();

  const merged = await findRow(other, `${name}甲`);
  await expect(merged.getByRole('cell', { name: '7', exact: true })).toBeVisible();
  await other.context().close();
});

test('a scheduled job shows when it fires next as its cron text is typed, and runs once when asked to', async ({
  page,
}) => {
  await logIn(page, '/sys/job');
  const row = page.getByRole('row').filter({ hasText: '会话清理' });
  await row.getByRole('button', { name: '编辑' }).click();
  const dialog = page.getByRole('dialog');
  const cron = dialog.getByRole('textbox', { name: 'cron表达式' });
  await cron.fill('0 0 25 * * ?');
  await expect(dialog.getByText('时字段“25”有误')).toBeVisible();
  await cron.fill('0 0 3 L 2 ? 2028');
  await expect(dialog.getByRole('listitem')).toHaveText(['2028-02-29 03:00:00']);
  await dialog.getByRole('button', { name: '常用' }).click();
  await page.getByRole('menuitem', { name: /每小时/ }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(5);
  await expectNoFaults(page, { within: '.ant-modal' });
  await confirmForm(page);
  await expect(page.getByText('修改成功')).toBeVisible();
  await expect(row).toContainText('0 0 * * * ?');

  await pressAction(page, row, '执行一次');
  await page
    .locator('.ant-modal-confirm')
    .getByRole('button', { name: /^确\s*定$/ })
    .click();
  const runs = page.getByRole('dialog', { name: /执行记录/ });
  await expect(runs.getByRole('row').filter({ hasText: '手动' }).first()).toContainText('成功', {
    timeout: 20_000,
  });
  await expectNoFaults(page, { within: '.ant-drawer' });
});

test('the audit log shows who did what, and finds it by what was done', async ({ page }) => {
  await openDictionary(page);
  const name = someName('志');
  await addType(page, name);
  const line = page.getByRole('row').filter({ hasText: name });
  // Lines are written together, up to half a second after their calls.
  await expect(async () => {
    await page.goto('/sys/audit?module=typeDict&action=add');
    await expect(line).toContainText('admin', { timeout: 3_000 });
  }).toPass();
  await expect(line).toContainText(`新增类型字典“${name}”：`);
  await expect(line).toContainText('成功');
  await line.getByRole('link', { name: '查看' }).click();
  await expect(page).toHaveURL(/row=\d+/);
});

test('an administrator asks why somebody cannot see a page or a row, and gets the rule and the role', async ({
  page,
}) => {
  await logIn(page, '/sys/user?userName=finance01');
  await pressAction(page, page.getByRole('row').filter({ hasText: 'finance01' }), '诊断');
  const panel = page.getByRole('dialog', { name: /访问诊断/ });
  await panel.getByRole('combobox', { name: '页面' }).fill('类型字典');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: '诊断' }).click();
  await expect(panel.getByRole('status')).toContainText('不能访问');
  await expect(panel.getByRole('status')).toContainText('拥有它的角色：');
  await expect(panel.getByText('运营（没有）')).toBeVisible();

  await panel.getByText('数据', { exact: true }).click();
  await panel.getByRole('combobox', { name: '数据' }).fill('定时任务');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: '诊断' }).click();
  await expect(panel.getByRole('status')).toContainText('sys:job:list');
  await expectNoFaults(page, { within: '.ant-drawer' });

  await panel.getByText('登录', { exact: true }).click();
  await panel.getByRole('button', { name: '诊断' }).click();
  await expect(panel.getByRole('status')).toContainText('可以登录和使用系统');
  await panel.getByRole('button', { name: '按手机号' }).click();
  await panel.getByLabel('手机号').fill('19900000000');
  await panel.getByRole('button', { name: '诊断' }).click();
  await expect(page.locator('.ant-message').getByText('记录不存在')).toBeVisible();
});
