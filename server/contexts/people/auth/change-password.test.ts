import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSeededApp, password, type SeededApp } from '../../testing/seeded-app.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp();
});
afterAll(() => it.close());

const change = (token: string, body: unknown) => it.call('POST', '/api/admin/resetPwd', { token, body });
const login = (userName: string, given: string) =>
  it.call('POST', '/api/admin/login', { body: { userName, password: given } });

test('a new password works, the old one no longer does, and other sessions end', async () => {
  const other = await it.login('ops');
  const { token, userId } = await it.login('ops');
  expect(await change(token, { userId, password: 'Better123' })).toMatchObject({
    status: 200,
    message: '修改成功',
  });
  expect((await login('ops', 'Better123')).status).toBe(200);
  expect((await login('ops', password)).reason).toBe('wrongPassword');
  expect((await it.call('GET', '/api/admin/user/current', { token })).status).toBe(200);
  expect((await it.call('GET', '/api/admin/user/current', { token: other.token })).status).toBe(401);
});

test.each(['short', 'nouppercase1', 'NOLOWERCASE1', 'NoDigits', `Aa1${'x'.repeat(62)}`])(
  '%s breaks the rule',
  async weak => {
    const { token, userId } = await it.login('sale01');
    const { status, data } = await change(token, { userId, password: weak });
    expect(status).toBe(400);
    expect(data.errors).toEqual([
      { field: 'password', message: '新密码须为 8 到 64 位，并包含大写字母、小写字母和数字' },
    ]);
    expect((await login('sale01', password)).status).toBe(200);
  },
);

test('a password with the account’s own name, a common one and one of seven characters are refused', async () => {
  const { token, userId } = await it.login('finance01');
  const refused = async (password: string) =>
    (await change(token, { userId, password })).data.errors?.map(
      ({ message }: { message: string }) => message,
    );
  expect(await refused('Xy9-FINANCE01')).toEqual([expect.stringContaining('不能包含账号名')]);
  expect(await refused('Password1')).toEqual([expect.stringContaining('过于常见')]);
  expect(await refused('Abc12xy')).toEqual([expect.stringContaining('8 到 64 位')]);
  expect((await change(token, { userId, password: 'Abc12xyz-7' })).status).toBe(200);
});

test("nobody changes another person's password here, not even an administrator", async () => {
  const admin = await it.login('admin');
  const { userId } = await it.login('sale01');
  expect(await change(admin.token, { userId, password: 'Better123' })).toMatchObject({ status: 403 });
});

test('12 hours after the password was typed it must be typed again', async () => {
  const { token, userId } = await it.login('agent01', { rememberMe: true });
  it.pass({ hours: 12, seconds: 1 });
  expect((await change(token, { userId, password: 'Better123' })).data.errors).toEqual([
    { field: 'oldPassword', message: '原密码不能为空' },
  ]);
  expect(await change(token, { userId, password: 'Better123', oldPassword: 'Wrong1234' })).toMatchObject({
    status: 400,
    reason: 'wrongOldPassword',
  });
  expect((await change(token, { userId, password: 'Better123', oldPassword: password })).status).toBe(200);
  expect((await change(token, { userId, password: 'Better456' })).status).toBe(200);
});

test('a present password cannot be found out by trying', async () => {
  const { token, userId } = await it.login('partner01');
  for (let count = 0; count < 5; count++) {
    await change(token, { userId, password: 'Better123', oldPassword: `Wrong${count}aA` });
  }
  expect(await change(token, { userId, password: 'Better123', oldPassword: password })).toMatchObject({
    status: 429,
  });
});
