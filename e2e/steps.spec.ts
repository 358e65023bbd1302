import { filters, pressAction, rows } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

test('several rows take a step at once: the tabs count them, and each row that is left says why', async ({
  page,
}) => {
  await logIn(page, '/sys/job');
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name} ?\\d`) });
  const row = (name: string) => rows(page).filter({ hasText: name });
  await expect(tab('暂停')).toHaveText('暂停0');
  await pressAction(page, row('会话清理'), '暂停');
  const asked = page.getByRole('dialog', { name: '暂停：会话清理' });
  await expectNoFaults(page, { within: '.ant-modal' });
  await asked.getByRole('button', { name: '暂停' }).click();
  await expect(page.getByText('暂停成功')).toBeVisible();
  await expect(tab('暂停')).toHaveText('暂停1');

  // A state is a filter of the list, and so part of the address.
  await tab('暂停').click();
  await expect(page).toHaveURL(/jobState=0/);
  await expect(rows(page)).toHaveCount(1);
  await expect(filters(page).getByText('暂停')).toBeVisible();
  await page.reload();
  await expect(tab('暂停')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: /^全部/ }).click();

  for (const name of ['会话清理', '文件清理']) await row(name).getByRole('checkbox').check();
  await page.getByRole('main').locator('footer').getByRole('button', { name: '暂停' }).click();
  await page.getByRole('dialog', { name: '暂停：已选 2 条' }).getByRole('button', { name: '暂停' }).click();
  const told = page.getByRole('dialog', { name: '暂停：部分未办理' });
  await expect(told.getByRole('status')).toHaveText('1 条已办理1 条未办理');
  await expect(told.getByRole('listitem')).toHaveText('会话清理当前状态不允许该操作');
  await expectNoFaults(page, { within: '.ant-modal' });
  await told.getByRole('button', { name: '知道了' }).click();
  // Rows without the step stay selected.
  await expect(page.getByText('已选 1 条')).toBeVisible();

  await tab('暂停').click();
  await expect(rows(page)).toHaveCount(2);
  for (const name of ['会话清理', '文件清理']) {
    await pressAction(page, row(name), '恢复');
    const resumed = page.getByRole('dialog', { name: `恢复：${name}` });
    await resumed.getByRole('button', { name: '恢复' }).click();
    const made = page.getByRole('dialog', { name: `恢复成功：${name}` });
    await expect(made.getByText('下次执行')).toBeVisible();
    await made.getByRole('button', { name: '知道了' }).click();
  }
  await expect(tab('暂停')).toHaveText('暂停0');
});

test('an account is disabled where it stands, and its history says so', async ({ page }) => {
  // Among the accounts that other tests have made, too.
  await logIn(page, '/sys/user?userName=service01');
  await rows(page).filter({ hasText: 'service01' }).getByRole('cell', { name: 'service01' }).click();
  const drawer = page.getByRole('dialog', { name: 'service01' });
  await expect(drawer.getByRole('button', { name: '启用' })).toHaveCount(0);
  await drawer.getByRole('button', { name: '停用' }).click();
  const asked = page.getByRole('dialog', { name: '停用：service01' });
  await expect(asked).toContainText('该账号立即退出登录');
  await asked.getByRole('button', { name: '停用' }).click();
  await expect(drawer.getByRole('button', { name: '启用' })).toBeVisible();
  await drawer.getByRole('tab', { name: '变更记录' }).click();
  await expect(drawer.getByText('启用改为停用')).toBeVisible();
  await drawer.getByRole('button', { name: '启用' }).click();
  await page.getByRole('dialog', { name: '启用：service01' }).getByRole('button', { name: '启用' }).click();
  await expect(drawer.getByText('停用改为启用')).toBeVisible();
});
