import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  call,
  confirm,
  countRows,
  dialog,
  filters,
  listRows,
  openList,
  pick,
  pressAction,
  savedQuestion,
  toast,
} from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { admin, logIn, sendLogin } from './support/log-in.ts';
import { expect, otherBrowser, test } from './support/test.ts';

/** A name that no other run has. */
const some = (what: string) => `${what}${Math.random().toString(36).slice(2, 8)}`;

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
  await confirm(page, savedQuestion);
}

/** Rights of the new role in the exam calendar; exports are fetched from the history of jobs. */
const rights = [
  'sch:examType:list',
  'sch:examType:add',
  'sch:examType:delete',
  'sch:examType:export',
  'sys:log',
];

/** Creates a role for the exam calendar, with permissions ticked in the tree; returns its name. */
async function addRole(page: Page): Promise<string> {
  const name = some('日程');
  await openList(page, '/sys/role');
  await page.getByRole('button', { name: '新增', exact: true }).click();
  await dialog(page).getByLabel('角色名').fill(name);
  await dialog(page).getByLabel('角色编码').fill(some('r'));
  await submit(page);
  await expect(toast(page, '新增成功')).toBeVisible();
  await openPerms(page, name);
  for (const code of rights) await setRight(page, code, true);
  await expect(dialog(page).getByText(`已选 ${rights.length} /`)).toBeVisible();
  await savePerms(page);
  return name;
}

async function openPerms(page: Page, role: string) {
  await openList(page, '/sys/role');
  const row = await find(page, '角色名', role);
  await pressAction(page, row, '权限');
  await expect(dialog(page).getByText(`权限 · ${role}`)).toBeVisible();
}

/** Ticks or clears one right, found by its code. */
async function setRight(page: Page, code: string, on: boolean) {
  await dialog(page).getByLabel('搜索页面、按钮或权限码').fill(code);
  const box = dialog(page).getByTitle(code, { exact: true }).getByRole('checkbox');
  await expect(box).toHaveCount(1);
  await box.setChecked(on);
}

async function savePerms(page: Page) {
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await expect(toast(page, '修改成功')).toBeVisible();
}

/** Logs in a new person for the first time: the assigned password must be replaced. */
async function firstLogin(person: Page, account: { userName: string; password: string }) {
  await person.goto('/login');
  await sendLogin(person, account);
  await expect(person.getByText('请先设置自己的密码').first()).toBeVisible();
  await person.getByLabel('新密码').fill('Mine1234');
  await person.getByLabel('确认密码').fill('Mine1234');
  await person.getByRole('button', { name: '确定', exact: true }).click();
  await confirm(person, '确定修改密码吗？');
}

/** Exports the shown list as CSV; returns the lines after the heading. */
async function exported(person: Page): Promise<string[]> {
  await person.getByRole('button', { name: '导出', exact: true }).click();
  await dialog(person).getByRole('radio', { name: 'CSV' }).check();
  await dialog(person).getByRole('button', { name: '导出', exact: true }).click();
  const job = dialog(person).getByRole('row').filter({ hasText: '学校考试类型' }).first();
  await expect(job.getByRole('button', { name: '已完成' })).toBeVisible({ timeout: 60_000 });
  const [file] = await Promise.all([
    person.waitForEvent('download'),
    job.getByRole('button', { name: '已完成' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  await person.keyboard.press('Escape');
  return text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .slice(1);
}

/**
 * Adds a row of the person's province, identified by its remark; a separate round distinguishes it from an earlier
 * attempt's.
 */
async function addCalendarRow(person: Page, remark: string) {
  await person.getByRole('button', { name: '新增', exact: true }).click();
  const form = dialog(person);
  await expect(form.getByLabel('省份', { exact: true })).toBeDisabled();
  await pick(person, form, '院校', '湖南师范大学');
  await pick(person, form, '统考类别', '书法类');
  await pick(person, form, '考试类型', '校考');
  await form.getByLabel('备注', { exact: true }).fill(remark);
  await form.getByLabel('轮次', { exact: true }).fill(String(3 + test.info().retry));
  await submit(person);
  await expect(toast(person, '新增成功')).toBeVisible();
}

/** Creates an account for Hunan with a role; returns its name and first password. */
async function addUser(page: Page, role: string) {
  const userName = some('hn');
  await openList(page, '/sys/user');
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = dialog(page);
  await form.getByLabel('登录账号').fill(userName);
  await form.getByLabel('密码', { exact: true }).fill('First123');
  await form.getByLabel('姓名').fill('湖南专员');
  await form.getByLabel('用户类型').click();
  await page.getByTitle('员工', { exact: true }).last().click();
  await pick(page, form, '角色', role);
  await page.keyboard.press('Escape');
  await pick(page, form, '所属省份', '湖南');
  await submit(page);
  await expect(toast(page, '新增成功')).toBeVisible();
  return { userName, password: 'First123' };
}

test('a new role and a person of one province: what they see, do, lose, leave behind, and get back', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await logIn(page);
  const role = await addRole(page);
  const account = await addUser(page, role);
  const inHunan = await countRows(page, 'provinceId=430000');
  expect(await countRows(page, '')).toBeGreaterThan(inHunan);

  const person = await otherBrowser(browser);
  await firstLogin(person, account);
  await expect(person.getByRole('main').getByText('学校考试类型')).toBeVisible();
  await expect(person.getByRole('main').getByText('后台用户')).toHaveCount(0);

  // The list, its count, its choices, and its export.
  await person.goto('/sch/examType');
  await expect(tableRows(person).first()).toBeVisible();
  const headings = await person.locator('main .ant-table-thead th').allInnerTexts();
  const at = headings.findIndex(heading => heading.trim() === '省份') + 1;
  const provinces = await tableRows(person).locator(`td:nth-child(${at})`).allInnerTexts();
  expect(new Set(provinces)).toEqual(new Set(['湖南']));
  await expect(filters(person).getByLabel('省份', { exact: true })).toBeDisabled();
  await expect(person.getByRole('button', { name: '导入', exact: true })).toHaveCount(0);
  await expect(person.getByRole('button', { name: '编辑', exact: true })).toHaveCount(0);
  await expect(async () => {
    const [shown, meant] = [await countRows(person, ''), await countRows(page, 'provinceId=430000')];
    expect(shown).toBe(meant);
  }).toPass();
  expect(await countRows(person, 'provinceId=420000')).toBe(0);
  const categories = await call(person, 'GET', '/api/data/wish/jointCategory/options');
  const known = await call(page, 'GET', '/api/data/wish/jointCategory/options?provinceId=430000');
  expect(categories).toEqual(known);
  const lines = await exported(person);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter(line => !line.includes('湖南'))).toEqual([]);

  // A row of the person's own, added and deleted.
  const remark = some('待恢复');
  await addCalendarRow(person, remark);
  const row = tableRows(person).filter({ hasText: remark });
  await expect(row).toHaveCount(1);
  await pressAction(person, row, '删除');
  await person.getByRole('button', { name: '删除', exact: true }).last().click();
  await expect(toast(person, '删除成功')).toBeVisible();
  await expect(row).toHaveCount(0);

  // The permission is removed while the page is open.
  await openPerms(page, role);
  await setRight(page, 'sch:examType:list', false);
  await savePerms(page);
  await person.getByRole('button', { name: '刷新', exact: true }).first().click();
  await expect(person.getByText('没有权限查看').first()).toBeVisible();

  // The audit log has its actions, and its deletions can be restored.
  await page.goto(`/sys/audit?userName=${account.userName}&module=schExamType`);
  for (const action of ['新增', '删除', '导出']) {
    await expect(tableRows(page).filter({ hasText: action }).first()).toContainText(account.userName);
  }
  await page.goto('/sch/examType');
  await page.getByRole('button', { name: '回收站' }).click();
  const gone = dialog(page).getByRole('row').filter({ hasText: '湖南专员' });
  await expect(gone).toContainText('湖南师范大学');
  await gone.getByRole('button', { name: '恢复' }).click();
  await expect(toast(page, '恢复成功')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(async () => {
    const found = await listRows(page, 'provinceId=430000&sort=-dataId&size=50');
    expect(found.map(one => one.remark)).toContain(remark);
  }).toPass();

  await page.goto('/sys/online');
  await page.getByLabel('账号、姓名或 IP').fill(account.userName);
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
  await pressAction(page, row, '重置密码');
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

test('a person who may clear the caches alone finds that on the page of the parameters, and no failure', async ({
  page,
}) => {
  await logIn(page, '/sys/config', { userName: 'ops', password: admin.password });
  await page.getByRole('button', { name: '清理缓存' }).click();
  await expect(toast(page, '缓存已清理')).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
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
  // A person only for this test: other tests run at the same time, and would be logged out.
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
  await pressAction(page, tableRows(page).nth(1), '权限');
  await expect(dialog(page).getByText(/^已选/)).toBeVisible();
  await expectNoFaults(page, { within: '[role=dialog]' });
});
