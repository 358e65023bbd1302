import { createHmac } from 'node:crypto';
import { confirm, dialog, toast } from './support/dataset.ts';
import { logIn, sendLogin } from './support/log-in.ts';
import { call, newPerson, openCentre } from './support/person.ts';
import { expect, otherBrowser, test } from './support/test.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows for a secret (RFC 6238), some steps of 30 seconds away from now. */
function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map(letter => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

test('two-step login is turned on with an app, asked for at the next login, and turned off again', async ({
  page,
  request,
}) => {
  const person = await newPerson(request);
  await logIn(page, '/home', person);
  await openCentre(page, '安全');
  await dialog(page)
    .getByRole('button', { name: /^启\s?用$/ })
    .click();
  const secret = ((await page.getByRole('dialog').locator('code').textContent()) ?? '').replace(/\s/g, '');
  await page.getByLabel('输入应用显示的 6 位验证码').fill(codeOf(secret));
  await page.getByRole('button', { name: '确认启用' }).click();
  const codes = page.getByRole('dialog').locator('ol').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  await page.getByRole('button', { name: '我已保存' }).click();
  await expect(dialog(page).getByText('已启用', { exact: true })).toBeVisible();

  await page.evaluate(() => sessionStorage.clear());
  await page.evaluate(() => localStorage.removeItem('yikao.session'));
  await page.goto('/login?back=/sch/examType');
  await sendLogin(page, person);
  await page.locator('[name=code]').fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('验证码错误或已使用')).toBeVisible();
  await page.locator('[name=code]').fill(codeOf(secret, 1));
  await expect(page).toHaveURL('/sch/examType');

  await openCentre(page, '安全');
  await dialog(page)
    .getByRole('button', { name: /^停\s?用$/ })
    .click();
  await page.getByLabel('登录密码').fill(person.password);
  await page.getByLabel('验证码或恢复码').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(toast(page, '两步验证已停用')).toBeVisible();
});

test('a token for a script is made, used, seen by administrators and revoked', async ({
  page,
  request,
  browser,
}) => {
  const person = await newPerson(request);
  await logIn(page, '/home', person);
  await openCentre(page, 'API 令牌');
  await page.getByRole('button', { name: '创建令牌' }).click();
  await page.getByLabel('名称').fill('夜间导出');
  await page.getByLabel('搜索数据或权限码').fill('sch:examType:list');
  await expect(dialog(page).getByRole('treeitem')).toHaveCount(2);
  await dialog(page).locator('.ant-tree-checkbox').last().click();
  await expect(page.getByText('已选 1 项')).toBeVisible();
  await page.getByRole('button', { name: /^确\s?定$/ }).click();
  const token = (await page.getByRole('dialog').locator('code').last().textContent()) ?? '';
  expect(token).toMatch(/^yk_[\w-]{43}$/);
  await page.getByRole('button', { name: /^完\s?成$/ }).click();
  const list = () => request.get('/api/data/wish/sch/examType/list', { headers: { 'access-token': token } });
  expect((await list()).status()).toBe(200);

  const other = await otherBrowser(browser);
  await logIn(other, '/sys/online');
  await other.getByText('API 令牌', { exact: true }).click();
  await other.getByLabel('账号、姓名、名称或 IP').fill(person.userName);
  await other.keyboard.press('Enter');
  await expect(other.getByText(`${token.slice(0, 7)}…`)).toBeVisible();
  await other.getByRole('button', { name: '吊销' }).click();
  await confirm(other, '吊销令牌“夜间导出”？', '吊销');
  await expect(toast(other, '已吊销')).toBeVisible();
  expect((await list()).status()).toBe(401);
});

test('a person who changes the password is asked about the API tokens that end with it', async ({
  page,
  request,
}) => {
  const person = await newPerson(request);
  const { token: session } = await call(request, '/api/admin/login', person);
  const body = { name: '夜间导出', days: 1, codes: ['sch:examType:list'] };
  const { token } = await call(request, '/api/admin/apiToken', body, session);
  await logIn(page, '/home', person);
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  await page.getByLabel('新密码').fill('Other1234');
  await page.getByLabel('确认密码').fill('Other1234');
  await page.getByRole('button', { name: '确定' }).click();
  const prompt = page.getByRole('dialog').filter({ hasText: '确定修改密码吗？' });
  await expect(prompt).toContainText('您有 1 个 API 令牌将随旧密码失效');
  await prompt.getByRole('button', { name: '确定' }).click();
  await expect(toast(page, '密码修改成功，1 个 API 令牌已失效')).toBeVisible();
  const list = await request.get('/api/data/wish/sch/examType/list', { headers: { 'access-token': token } });
  expect(list.status()).toBe(401);
});
