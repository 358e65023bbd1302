import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { dialog } from './dataset.ts';
import { type Account, admin } from './log-in.ts';

/** Calls the product without a page; returns the data of the answer. */
export async function call(request: APIRequestContext, path: string, data: object, token = '') {
  const response = await request.post(path, { data, headers: { 'access-token': token } });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()).data;
}

/** Creates a person for this run who has already set a password; `more` are fields of the account. */
export async function newPerson(request: APIRequestContext, more: object = {}): Promise<Account> {
  const userName = `two${Math.random().toString(36).slice(2, 9)}`;
  const { token } = await call(request, '/api/admin/login', admin);
  const roles = await request.get('/api/admin/roleList', { headers: { 'access-token': token } });
  const { roleId } = (await roles.json()).data.find(
    (role: { roleName: string }) => role.roleName === '数据录入',
  );
  const first = {
    userName,
    password: 'First123',
    nickName: '数据员',
    userType: 2,
    roleIds: [roleId],
    ...more,
  };
  await call(request, '/api/admin/user', first, token);
  const { password } = first;
  const person = await call(request, '/api/admin/login', { userName, password });
  await call(request, '/api/admin/resetPwd', { userId: person.userId, password: 'Mine1234' }, person.token);
  return { userName, password: 'Mine1234' };
}

/** Opens a tab of the personal centre. */
export async function openCentre(page: Page, tab: string) {
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByText('个人中心').click();
  await dialog(page).getByRole('tab', { name: tab }).click();
}
