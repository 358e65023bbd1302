import type { Locator, Page } from '@playwright/test';
import {
  call,
  confirm,
  dialog,
  filters,
  openList,
  pick,
  rowOf,
  rows,
  savedQuestion,
  toast,
} from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { admin, logIn } from './support/log-in.ts';
import { expect, otherBrowser, test } from './support/test.ts';

const list = '/user/perm';
const path = '/api/admin/wish/user/perm';

/** A candidate not used by other tests. */
async function candidate(page: Page, more: object = {}): Promise<{ userId: number; userName: string }> {
  const mark = Math.random().toString(36).slice(2, 8);
  const userName = `名单考生${mark}`;
  const mobile = `137${String(Date.now()).slice(-8)}`;
  const made = await call(page, 'POST', '/api/admin/wish/user', { userName, mobile, ...more });
  return { userId: (made as { userId: number }).userId, userName };
}

/** Labels of the fields of a form that must be filled in. */
const required = (form: Locator) => form.locator('label[data-required=true]').allInnerTexts();

test('Filter: user id, year, permission type, enabled status, partner, partner channel; Search and Add. Page size 10', async ({
  page,
}) => {
  await logIn(page);
  await openList(page, list);
  await expect(filters(page).locator('label')).toHaveText([
    '用户',
    '数据年份',
    '权限类型',
    '状态',
    '合伙人',
    '合伙人渠道',
  ]);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole('button', { name: '新增', exact: true })).toBeVisible();
  const { userId, userName } = await candidate(page);
  const year = new Date().getFullYear() + 1;
  for (const permType of [1, 2]) {
    await call(page, 'POST', path, {
      ...{ userId, permType, dataYear: year, expireTime: `${year}-08-31 23:59:59` },
      ...{ status: permType - 1, shareChannel: 1 },
    });
  }
  await pick(page, filters(page), '用户', userName);
  await filters(page).getByRole('button', { name: '查询' }).click();
  await expect(rows(page)).toHaveCount(2);
  await pick(page, filters(page), '权限类型', '黑名单');
  await filters(page).getByRole('button', { name: '查询' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('停用');
  await expect(page).toHaveURL(new RegExp(`userId=${userId}.*permType=2|permType=2.*userId=${userId}`));
});

test('A press on Search that takes its time searches for the person who was chosen: no filter grows or shrinks under it', async ({
  page,
}) => {
  await logIn(page);
  const { userId, userName } = await candidate(page);
  await openList(page, list);
  const search = filters(page).getByRole('button', { name: '查询' });
  const user = filters(page).getByLabel('用户', { exact: true });
  const place = await search.boundingBox();
  for (const more of ['', '谁也不是的人']) {
    await pick(page, filters(page), '用户', userName);
    // The search text is cleared after the choice: further letters start a new search.
    await expect(user).toHaveValue('');
    await user.pressSequentially(more);
    await search.hover();
    await page.mouse.down();
    // Pressing the button moves the focus out of the filter, which is settled before the release.
    await expect(user).toHaveValue('');
    await expect(page.getByRole('listbox').filter({ visible: true })).toHaveCount(0);
    expect(await search.boundingBox()).toEqual(place);
    await page.mouse.up();
    await expect(page).toHaveURL(new RegExp(`userId=${userId}`));
    await filters(page).getByRole('button', { name: '重置' }).click();
    await expect(page).not.toHaveURL(/userId/);
  }
});

test('Permission default entry: whitelist, enabled, count limit 30, with channel, current data year, expiry 31 August 23:59:59; user id, data year, expiry time, status, permission type, share-channel required; Enter submits', async ({
  page,
}) => {
  await logIn(page);
  const { userId, userName } = await candidate(page);
  await openList(page, list);
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = dialog(page);
  const now = new Date();
  const year = now.getFullYear() + (now.getMonth() + 1 > 8 ? 1 : 0);
  // Forms show minutes, as lists do; the last minute of a day is meant, and kept, to its last second.
  await expect(form.getByLabel('到期时间')).toHaveValue(`${year}-08-31 23:59`);
  await expect(form.getByLabel('次数')).toHaveValue('30');
  // The limit is shown next to the field, and excess text is counted instead of cut.
  await form.getByLabel('备注').fill('长'.repeat(65));
  await expect(form.getByText('65 / 64')).toBeVisible();
  await form.getByLabel('备注').fill('');
  for (const text of ['白名单', '带渠道', String(year)]) {
    await expect(form.locator('.ant-select').filter({ hasText: text }).first()).toBeVisible();
  }
  await expect(form.getByRole('radio', { name: '启用' })).toBeChecked();
  expect((await required(form)).map(text => text.trim()).toSorted()).toEqual(
    ['用户', '权限类型', '数据年份', '到期时间', '状态', '带渠道'].toSorted(),
  );
  await form.getByLabel('备注').press('Enter');
  await expect(form.getByText(/请选择用户|用户.*必填/).first()).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  await pick(page, form, '用户', userName);
  await form.getByLabel('备注').fill('期末活动赠送');
  await form.getByLabel('备注').press('Enter');
  await confirm(page, savedQuestion);
  await expect(toast(page, '新增成功')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(rows(page).first()).toContainText(userName);
  const kept = (await call(page, 'GET', `${path}?userId=${userId}`)) as { records: object[] };
  expect(kept.records).toMatchObject([{ expireTime: `${year}-08-31 23:59:59` }]);
});

test('Edit is chosen when createTime exists; the operation column shows only for users with the admin flag', async ({
  page,
  browser,
}) => {
  await logIn(page);
  const partner = await otherBrowser(browser);
  await logIn(partner, '/home', { userName: 'partner01', password: admin.password });
  const { userId, userName } = await candidate(page, { partnersId: 1, provinceId: 430_000 });
  await partner.goto(`${list}?userId=${userId}`);
  await expect(partner.getByRole('button', { name: '新增', exact: true })).toBeVisible();
  await expect(partner.getByRole('columnheader', { name: '操作' })).toHaveCount(0);
  await call(partner, 'POST', path, {
    ...{ userId, permType: 1, dataYear: 2099, expireTime: '2099-08-31 23:59:59', status: 0, shareChannel: 1 },
  });
  await openList(page, `${list}?userId=${userId}`);
  await expect(page.getByRole('columnheader', { name: '操作' })).toBeVisible();
  const [{ id = 0 } = {}] = (
    (await call(page, 'GET', `${path}/list?userId=${userId}`)) as { records: { id: number }[] }
  ).records;
  await rowOf(page, id).getByRole('button', { name: '编辑' }).click();
  const form = dialog(page);
  await expect(form).toContainText('编辑');
  await expect(form).toContainText(userName);
  await form.getByLabel('次数').fill('12');
  await form.getByLabel('备注').press('Enter');
  await confirm(page, savedQuestion);
  await expect(toast(page, '修改成功')).toBeVisible();
  await rowOf(page, id).getByRole('button', { name: '编辑' }).click();
  await expect(dialog(page).getByLabel('次数')).toHaveValue('12');
  await partner.context().close();
});
