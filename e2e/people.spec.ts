import { type Browser, expect, type Page, test } from '@playwright/test';
import { confirm, dialog, openList, pick, toast } from './dataset-support.ts';
import { expectNoFaults } from './faults.ts';
import { admin, logIn, sendLogin } from './log-in.ts';

/** A name that no other run has. */
const some = (what: string) => `${what}${Math.random().toString(36).slice(2, 8)}`;

async function otherBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })).newPage();
}

/** The rows of a table. */
const tableRows = (page: Page) => page.getByRole('main').locator('tbody tr.ant-table-row');

/** Finds one row by the words of a filter. */
async function find(page: Page, label: string, words: string) {
  await page.getByRole('form', { name: '查询条件' }).getByLabel(label, { exact: true }).fill(words);
  await page.keyboard.press('Enter');
  await expect(tableRows(page)).toHaveCount(1);
  return tableRows(page).first();
}

async function submit(page: Page) {
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click();
  await confirm(page, '确定提交吗？');
}

/** Makes a role that only sees the exam calendar; gives its name. */
async function addRole(page: Page): Promise<string> {
  const name = some('日程');
  await openList(page, '/sys/role');
  await page.getByRole('button', { name: '新增' }).click();
  await dialog(page).getByLabel('角色名').fill(name);
  await dialog(page).getByLabel('角色编码').fill(some('r'));
  await submit(page);
  await expect(toast(page, '新增成功')).toBeVisible();
  await openPerms(page, name);
  await setViewing(page, true);
  return name;
}

async function openPerms(page: Page, role: string) {
  await openList(page, '/sys/role');
  const row = await find(page, '角色名', role);
  await row.getByRole('button', { name: '权限', exact: true }).click();
  await expect(dialog(page).getByText(`权限 · ${role}`)).toBeVisible();
}

/** Ticks or clears the right to see the calendar, and saves. */
async function setViewing(page: Page, on: boolean) {
  await dialog(page).getByLabel('搜索页面、按钮或权限码').fill('sch:examType:list');
  const box = dialog(page).getByRole('checkbox', { name: '查询', exact: true });
  await box.setChecked(on);
  await expect(dialog(page).getByText(on ? '已选 1 /' : '已选 0 /')).toBeVisible();
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await expect(toast(page, '修改成功')).toBeVisible();
}

/** Makes an account of Hunan with a role; gives its name and first password. */
async function addUser(page: Page, role: string) {
  const userName = some('hn');
  await openList(page, '/sys/user');
  await page.getByRole('button', { name: '新增' }).click();
  const form = dialog(page);
  await form.getByLabel('登录账号').fill(userName);
  await form.getByLabel('密码', { exact: true }).fill('First123');
  await form.getByLabel('昵称').fill('湖南专员');
  await form.getByLabel('用户类型').click();
  await page.getByTitle('员工', { exact: true }).last().click();
  await pick(page, form, '角色', role);
  await page.keyboard.press('Escape');
  await pick(page, form, '所属省份', '湖南');
  await submit(page);
  await expect(toast(page, '新增成功')).toBeVisible();
  return { userName, password: 'First123' };
}

test('a person of one province sees only that, until the right is taken away while it works', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await logIn(page);
  const role = await addRole(page);
  const account = await addUser(page, role);

  const person = await otherBrowser(browser);
  await person.goto('/login');
  await sendLogin(person, account);
  await expect(person.getByText('请先设置自己的密码').first()).toBeVisible();
  await person.getByLabel('新密码').fill('Mine1234');
  await person.getByLabel('确认密码').fill('Mine1234');
  await person.getByRole('button', { name: '确定', exact: true }).click();
  await confirm(person, '确定修改密码吗？');
  await expect(person.getByRole('main').getByText('学校考试类型')).toBeVisible();
  await expect(person.getByRole('main').getByText('后台用户')).toHaveCount(0);

  await person.goto('/sch/examType');
  await expect(tableRows(person).first()).toBeVisible();
  const provinces = await tableRows(person).locator('td:nth-child(3)').allInnerTexts();
  expect(new Set(provinces)).toEqual(new Set(['湖南']));
  await expect(
    person.getByRole('form', { name: '查询条件' }).getByLabel('省份', { exact: true }),
  ).toBeDisabled();
  await expect(person.getByRole('button', { name: '新增' })).toHaveCount(0);

  await openPerms(page, role);
  await setViewing(page, false);
  await person.getByRole('button', { name: '刷新', exact: true }).first().click();
  await expect(person.getByText('无访问权限').first()).toBeVisible();

  await page.goto('/sys/online');
  await page.getByLabel('账号、昵称或 IP').fill(account.userName);
  await page.keyboard.press('Enter');
  await expect(tableRows(page)).toHaveCount(1);
  await page.getByRole('button', { name: '强制下线' }).first().click();
  await confirm(page, '强制“湖南专员”下线？', '强制下线');
  await expect(toast(page, '已下线 1 个登录')).toBeVisible();
  await person.goto('/home');
  await expect(person).toHaveURL(/\/login/);
});

test('a reset password is shown once and must be replaced', async ({ page, browser }) => {
  await logIn(page);
  const { userName } = await addUser(page, '数据录入');
  await openList(page, '/sys/user');
  const row = await find(page, '登录账号', userName);
  await row.getByRole('button', { name: '重置密码' }).click();
  await confirm(page, `重置“${userName}”的密码？`);
  const password = await dialog(page).locator('h4').textContent();
  expect(password).toMatch(/^\w{16}$/);
  const person = await otherBrowser(browser);
  await person.goto('/login');
  await sendLogin(person, { userName, password: (password ?? '').trim() });
  await expect(person.getByText('请先设置自己的密码').first()).toBeVisible();
  await person.getByRole('button', { name: '退出登录' }).click();
  await expect(person).toHaveURL(/\/login/);
});

test('an icon is chosen for a menu by its picture', async ({ page }) => {
  await logIn(page);
  await page.goto('/sys/perm');
  const row = await find(page, '名称', '限制日期');
  await row.getByRole('button', { name: '编辑' }).click();
  await dialog(page).getByRole('button', { name: /^图标/ }).click();
  await page.getByLabel('搜索图标').fill('flag');
  await page.getByRole('button', { name: 'Flag', exact: true }).click();
  await submit(page);
  await expect(toast(page, '修改成功')).toBeVisible();
  await expect(row.getByText('Flag')).toBeVisible();
});

test('a parameter is refused, undone and saved', async ({ page }) => {
  await logIn(page, '/sys/config');
  const input = page.getByLabel('crm.claimMax');
  await input.fill('0');
  await expect(page.getByText('请输入有效的值')).toBeVisible();
  await page.getByRole('button', { name: '还原' }).click();
  await expect(input).toHaveValue('200');
  await input.fill('250');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(toast(page, '修改成功')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('crm.claimMax')).toHaveValue('250');
});

test('one ends a login of another machine in the personal centre', async ({ page, browser }) => {
  // A person of this test alone: other tests work at the same time, and would be thrown out.
  const person = { userName: 'ops', password: admin.password };
  const other = await otherBrowser(browser);
  await logIn(other, '/home', person);
  await logIn(page, '/home', person);
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByText('个人中心').click();
  await dialog(page).getByRole('tab', { name: '安全' }).click();
  const logins = dialog(page).getByRole('listitem');
  await expect(logins.filter({ hasText: '当前登录' })).toHaveCount(1);
  for (;;) {
    const ends = dialog(page).getByRole('button', { name: '退出此登录' });
    const left = await ends.count();
    if (left === 0) break;
    await ends.first().click();
    await expect(ends).toHaveCount(left - 1);
  }
  await other.goto('/home');
  await expect(other).toHaveURL(/\/login/);
});

test('the tree of permissions has no serious fault for people who cannot see or point', async ({ page }) => {
  await logIn(page, '/sys/role', admin);
  await page.getByRole('button', { name: '权限', exact: true }).nth(1).click();
  await expect(dialog(page).getByText(/^已选/)).toBeVisible();
  await expectNoFaults(page, { within: '[role=dialog]' });
});
