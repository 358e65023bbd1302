import type { Page } from '@playwright/test';
import { toast, waitForLater } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { tabThrough } from './support/keyboard.ts';
import { admin, logIn, sendLogin } from './support/log-in.ts';
import { choosePersonal } from './support/person-menu.ts';
import { expect, test } from './support/test.ts';

const menuOf = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
/** An entry of the side menu for a page. */
const entryOf = (page: Page, title: string) => menuOf(page).getByRole('link', { name: title, exact: true });
/** A group of the side menu. */
const groupOf = (page: Page, title: string) => menuOf(page).getByRole('button', { name: title, exact: true });

/** Opens a page from the side menu, its group first when it is closed. */
async function openFromMenu(page: Page, group: string, title: string) {
  const entry = entryOf(page, title);
  if (!(await entry.isVisible())) await groupOf(page, group).click();
  await entry.click();
  await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true');
}

const tab = (page: Page, title: string) => page.getByRole('tab', { name: title, exact: true });
const expectTabs = (page: Page, titles: string[]) => expect(page.getByRole('tab')).toHaveText(titles);

test.describe('logging in', () => {
  test('speaks the language that the browser prefers until one is chosen', async ({ browser, baseURL }) => {
    for (const [locale, button] of [
      ['en-GB', 'Log in'],
      ['zh-TW', '登录'],
      ['fr-FR', '登录'],
    ]) {
      const context = await browser.newContext({ locale: String(locale), baseURL: String(baseURL) });
      const page = await context.newPage();
      await page.goto('/login');
      await expect(page.getByRole('button', { name: String(button) })).toBeVisible();
      await page.evaluate(() => localStorage.setItem('yikao.language', 'zh'));
      await page.reload();
      await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
      await context.close();
    }
  });

  test('says which field is missing and goes nowhere', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('请输入账号')).toBeVisible();
    await expect(page.getByText('请输入密码')).toBeVisible();
    await expect(page.locator('[name=userName]')).toBeFocused();
    await expect(page).toHaveURL('/login');
  });

  test('tells a wrong password in the same words as an unknown account', async ({ page }) => {
    await page.goto('/login');
    await sendLogin(page, { userName: admin.userName, password: 'Wrong123' });
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText('账号或密码错误');
    await sendLogin(page, { userName: 'nobody.here', password: 'Wrong123' });
    await expect(alert).toHaveText('账号或密码错误');
    await expect(page).toHaveURL('/login');
  });

  test('goes home with the right one in few requests, and stores no password in the browser', async ({
    page,
  }) => {
    // Code for later comes once the browser is idle: here it never is, since it may be so before the page is looked at.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    const asked: string[] = [];
    page.on('request', request => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await sendLogin(page);
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const code = asked.filter(one => /\.(js|css)$/.test(one));
    expect(code.length, code.join('\n')).toBeLessThanOrEqual(14);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(admin.password);
    await page.waitForLoadState('networkidle');
    // Most calls are for the home page's figures.
    const since = asked.slice(asked.indexOf('POST /api/admin/login')).filter(one => one.includes(' /api/'));
    expect(since.length, since.join('\n')).toBeLessThanOrEqual(24);
  });

  test('is remembered by a new browser tab, and logging out ends it in both', async ({ context, page }) => {
    await logIn(page);
    const other = await context.newPage();
    await other.goto('/login');
    await expect(other).toHaveURL('/home');
    await page.getByRole('button', { name: /^用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login');
  });

  test('ends with the browser tab when the person did not wish to be remembered', async ({
    context,
    page,
  }) => {
    await page.goto('/login');
    await page.getByLabel('记住密码').uncheck();
    await sendLogin(page);
    await expect(page).toHaveURL('/home');
    const other = await context.newPage();
    await other.goto('/home');
    await expect(other).toHaveURL('/login');
  });
});

test('logging in before it is known whether a captcha is asked for needs no second try', async ({ page }) => {
  let release = () => {};
  const known = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/api/admin/patchca/*', async route => {
    await known;
    await route.continue();
  });
  await page.goto('/login');
  await sendLogin(page);
  await expect(page.getByRole('button', { name: '登录中' })).toBeDisabled();
  release();
  await expect(page).toHaveURL('/home');
});

test('logging in at the moment at which it is known that no captcha is asked for needs no second try', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    // The answer comes when the test says so.
    window.fetch = (...request) =>
      String(request[0]).includes('/patchca/')
        ? new Promise(resolve =>
            Object.assign(window, { answer: () => resolve(new Response(null, { status: 204 })) }),
          )
        : fetch(...request);
  });
  await page.goto('/login');
  await page.locator('[name=userName]').fill(admin.userName);
  await page.locator('[name=password]').fill(admin.password);
  // The page is busy while the answer comes and the key is pressed, so that it handles both without drawing in between.
  const begun = page.waitForEvent('console', message => message.text() === 'busy');
  const busy = page.evaluate(async () => {
    (window as unknown as { answer: () => void }).answer(); // defined above
    for (let turn = 0; turn < 50; turn++) await null;
    console.log('busy');
    const until = Date.now() + 1_000;
    while (Date.now() < until);
  });
  await begun;
  await Promise.all([busy, page.keyboard.press('Enter')]);
  await expect(page).toHaveURL('/home');
});

test.describe('the guard', () => {
  test('sends a stranger to login, and then to the page that was asked for', async ({ page }) => {
    await page.goto('/sch/examType?dataYearArray=2026');
    await expect(page).toHaveURL('/login?back=%2Fsch%2FexamType%3FdataYearArray%3D2026');
    await sendLogin(page);
    await expect(page).toHaveURL('/sch/examType?dataYearArray=2026');
    await expect(tab(page, '学校考试类型')).toHaveAttribute('aria-selected', 'true');
  });

  for (const path of [
    '/register',
    '/appIndex',
    '/404',
    '/print',
    '/printHeNan',
    '/roomSeatZnz',
    '/yklxfw',
    '/website',
  ])
    test(`lets a stranger see ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(path);
    });

  test('shows the 404 page for an unknown address of the back-office, with ways back and home', async ({
    page,
  }) => {
    await logIn(page);
    await page.goto('/wish/no/such');
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
    await expect(page).toHaveTitle(/^页面不存在/);
    // Menu and tabs stay around it, and the address as it was typed.
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expect(page).toHaveURL('/wish/no/such');
    await page.getByRole('button', { name: '返回' }).click();
    await expect(page).toHaveURL('/home');
    await page.goto('/404');
    await page.getByRole('button', { name: '回到首页' }).click();
    await expect(page).toHaveURL('/home');
  });

  for (const path of ['/aboard/direction', '/wish/remarkEdit']) {
    test(`opens ${path}, which no menu names, to everybody who is logged in`, async ({ page }) => {
      await logIn(page, path);
      await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    });
  }

  test('returns to the same page after the session was ended elsewhere', async ({ page, request }) => {
    await logIn(page, '/sch/examType?dataYearArray=2026');
    const token = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('yikao.session') ?? '{}').token,
    );
    await request.post('/logout', { headers: { 'access-token': token } });
    await expect(async () => {
      // The server may accept a session for a few more seconds; each load asks it.
      await page.reload();
      await expect(page).toHaveURL(/\/login\?back=/, { timeout: 1_000 });
    }).toPass();
    await sendLogin(page);
    await expect(page).toHaveURL('/sch/examType?dataYearArray=2026');
  });
});

test.describe('the menu', () => {
  test.beforeEach(({ page }) => logIn(page));

  test('has home first and one group open at a time', async ({ page }) => {
    await expect(menuOf(page).getByRole('link').first()).toHaveText('首页');
    const data = groupOf(page, '数据管理');
    const school = groupOf(page, '院校专业');
    await data.click();
    await expect(data).toHaveAttribute('aria-expanded', 'true');
    await school.click();
    await expect(school).toHaveAttribute('aria-expanded', 'true');
    await expect(data).toHaveAttribute('aria-expanded', 'false');
  });

  test('costs nothing for what is closed: entries are there once their group opens', async ({ page }) => {
    const school = groupOf(page, '院校专业');
    await expect(school).toHaveAttribute('aria-expanded', 'false');
    await expect(menuOf(page).getByText('学校考试类型')).toHaveCount(0);
    await school.click();
    await expect(entryOf(page, '学校考试类型')).toBeVisible();
    await school.click();
    await expect(menuOf(page).getByText('学校考试类型')).toHaveCount(0);
  });

  test('opens a tab of the browser by Ctrl and click, as links do, and marks the page one is on', async ({
    context,
    page,
  }) => {
    await groupOf(page, '院校专业').click();
    const entry = entryOf(page, '学校考试类型');
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      entry.click({ modifiers: ['Control'] }),
    ]);
    await expect(other).toHaveURL('/sch/examType');
    await expect(page).toHaveURL('/home');
    await expect(entry).not.toHaveAttribute('aria-current');
    await entry.click();
    await expect(page).toHaveURL('/sch/examType');
    await expect(entry).toHaveAttribute('aria-current', 'page');
    await expect(menuOf(page).locator('[aria-current]')).toHaveCount(1);
  });

  test('is walked by arrows, which open and close its groups, and acts by Enter and space', async ({
    page,
  }) => {
    const press = (key: string) => page.keyboard.press(key);
    const [home, data, school] = [
      entryOf(page, '首页'),
      groupOf(page, '数据管理'),
      groupOf(page, '院校专业'),
    ];
    await home.focus();
    await press('ArrowDown');
    await expect(data).toBeFocused();
    await press('ArrowDown');
    await expect(school).toBeFocused();
    await press('ArrowRight');
    await expect(school).toHaveAttribute('aria-expanded', 'true');
    await expect(school).toBeFocused();
    await press('ArrowRight');
    await expect(entryOf(page, '院校库')).toBeFocused();
    await press('ArrowDown');
    await expect(entryOf(page, '考试院校')).toBeFocused();
    await press('Space');
    await expect(page).toHaveURL('/sch/school');
    await expect(entryOf(page, '考试院校')).toHaveAttribute('aria-current', 'page');
    await press('ArrowLeft');
    await expect(school).toBeFocused();
    await press('ArrowLeft');
    await expect(school).toHaveAttribute('aria-expanded', 'false');
    await press('End');
    await expect(menuOf(page).getByRole('button').last()).toBeFocused();
    await press('ArrowDown');
    await expect(home).toBeFocused();
    await press('Tab');
    await expect(data).toBeFocused();
    await press('Enter');
    await expect(data).toHaveAttribute('aria-expanded', 'true');
    await press('Home');
    await press('Enter');
    await expect(page).toHaveURL('/home');
    expect((await tabThrough(page, menuOf(page))).faults).toEqual([]);
  });

  test('collapsed, shows the title of an icon and the entries of a group beside it', async ({ page }) => {
    await page.getByRole('button', { name: '收起菜单' }).click();
    await entryOf(page, '首页').hover();
    await expect(menuOf(page).getByText('首页')).toBeVisible();
    const school = groupOf(page, '院校专业');
    await school.hover();
    await expect(entryOf(page, '学校考试类型')).toBeInViewport({ ratio: 1 });
    await expect(menuOf(page).getByText('首页')).toHaveCount(0);
    await expectNoFaults(page, { minor: true });
    await page.getByRole('main').hover();
    await expect(entryOf(page, '学校考试类型')).toHaveCount(0);
    await openFromMenu(page, '院校专业', '学校考试类型');
    await expect(entryOf(page, '学校考试类型')).toHaveCount(0);
    await expect(school).toHaveAttribute('aria-expanded', 'false');
  });

  test('collapsed, is worked by keys alone, and gives the focus back', async ({ page }) => {
    await page.getByRole('button', { name: '收起菜单' }).click();
    const press = (key: string) => page.keyboard.press(key);
    const [school, first] = [groupOf(page, '院校专业'), entryOf(page, '院校库')];
    await groupOf(page, '数据管理').focus();
    await press('ArrowDown');
    await expect(school).toBeFocused();
    await expect(menuOf(page).getByText('院校专业')).toBeVisible();
    await press('Enter');
    await expect(first).toBeFocused();
    await press('ArrowDown');
    await expect(entryOf(page, '考试院校')).toBeFocused();
    for (const key of ['Escape', 'ArrowLeft']) {
      await press(key);
      await expect(first).toHaveCount(0);
      await expect(school).toBeFocused();
      await press('ArrowRight');
      await expect(first).toBeFocused();
    }
    await press('Shift+Tab');
    await expect(school).toBeFocused();
    await press('Shift+Tab');
    await expect(first).toHaveCount(0);
    await school.focus();
    await press('ArrowRight');
    await press('Enter');
    await expect(page).toHaveURL('/wish/school');
    await expect(school).toBeFocused();
    expect((await tabThrough(page, menuOf(page))).faults).toEqual([]);
  });

  test('hides the name of the product when it collapses, and stays so', async ({ page }) => {
    const name = page.getByRole('navigation').getByText('艺考', { exact: true });
    await expect(name).toBeVisible();
    await page.getByRole('button', { name: '收起菜单' }).click();
    await expect(name).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible();
    await expect(name).toBeHidden();
  });

  test('leads home by the logo', async ({ page }) => {
    await openFromMenu(page, '院校专业', '学校考试类型');
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /回到首页/ })
      .click();
    await expect(page).toHaveURL('/home');
  });

  test('is searched from the keyboard, by pinyin initials too', async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索' }).fill('xxkslx');
    await expect(page.getByRole('option').first()).toHaveText(/^学校考试类型/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/sch/examType');
  });

  test('is searched in the other language as well', async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索' }).fill('exam calendar');
    await expect(page.getByRole('option', { name: /学校考试类型/ }).first()).toBeVisible();
  });

  test('finds a record by its initials and opens it; starts an action of a page', async ({ page }) => {
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: '搜索' });
    await search.fill('bjdy');
    const record = page.getByRole('group', { name: '记录' }).getByRole('option', { name: /北京电影学院/ });
    await record.first().click();
    await expect(page).toHaveURL(/\/wish\/school\?row=\d+/);
    await expect(page.getByRole('dialog')).toContainText('北京电影学院');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await search.fill('xzxxkslx');
    await expect(page.getByRole('group', { name: '操作' }).getByRole('option').first()).toHaveText(
      /^新增学校考试类型/,
    );
    await page.getByRole('option', { name: /^新增学校考试类型/ }).click();
    await expect(page.getByRole('dialog', { name: '新增 · 学校考试类型' })).toBeVisible();
    await expect(page).toHaveURL('/sch/examType');
  });
});

test.describe('a menu of groups within groups', () => {
  // A low screen, on which the panel of the last icon must open higher than it.
  test.use({ viewport: { width: 1280, height: 560 } });

  test.beforeEach(async ({ page }) => {
    await page.route('**/api/admin/menuList*', async route => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { permId: number; description: string }[] };
      const group = (permId: number, description: string, children: unknown[]) => ({
        ...body.data[0],
        ...{ permId, permUrl: '', description, children },
      });
      const pages = body.data.splice(3);
      body.data.push(
        group(-1, '外层', [group(-2, '中层', [group(-3, '内层', pages.slice(0, 3))]), ...pages.slice(3)]),
      );
      await route.fulfill({ response: answer, json: body });
    });
    await logIn(page);
  });

  test('leads to what stands in it at any depth, one group open on each level', async ({ page }) => {
    const names = ['外层', '中层', '内层', '用户'];
    for (const name of names) await groupOf(page, name).click();
    for (const name of names) await expect(groupOf(page, name)).toHaveAttribute('aria-expanded', 'true');
    await groupOf(page, '卡券商品').click();
    await expect(groupOf(page, '用户')).toHaveAttribute('aria-expanded', 'false');
    await expect(groupOf(page, '内层')).toHaveAttribute('aria-expanded', 'true');
    await menuOf(page).getByRole('link').last().click();
    await expect(menuOf(page).locator('[aria-current]')).toBeInViewport({ ratio: 1 });
    await groupOf(page, '外层').click();
    await expect(groupOf(page, '中层')).toHaveCount(0);
  });

  test('collapsed, has all of a group on the screen, under the names of those within', async ({ page }) => {
    await page.getByRole('button', { name: '收起菜单' }).click();
    await groupOf(page, '外层').click();
    for (const name of ['外层', '中层', '内层'])
      await expect(menuOf(page).getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
    const inner = menuOf(page).getByRole('list', { name: '内层' });
    await expectNoFaults(page, { minor: true });
    await inner.getByRole('link').last().click();
    await expect(page).not.toHaveURL('/home');
  });
});

test.describe('tabs', () => {
  test.beforeEach(async ({ page }) => {
    await logIn(page);
    await openFromMenu(page, '院校专业', '学校考试类型');
    await openFromMenu(page, '院校专业', '院校库');
    await openFromMenu(page, '院校专业', '专业库');
  });

  test('open once for each page, and name the browser’s title', async ({ page }) => {
    await openFromMenu(page, '院校专业', '院校库');
    await expectTabs(page, ['首页', '学校考试类型', '院校库', '专业库']);
    await expect(page).toHaveTitle(/^院校库/);
  });

  test('keep their own query while another is shown, and over a reload', async ({ page }) => {
    await page.goto('/sch/examType?dataYearArray=2026');
    await tab(page, '专业库').click();
    await expect(page).toHaveURL('/wish/prof');
    await tab(page, '学校考试类型').click();
    await expect(page).toHaveURL('/sch/examType?dataYearArray=2026');
    await tab(page, '首页').click();
    await page.reload();
    await tab(page, '学校考试类型').click();
    await expect(page).toHaveURL('/sch/examType?dataYearArray=2026');
  });

  test('keep what was typed and not yet searched for', async ({ page }) => {
    await tab(page, '学校考试类型').click();
    const filter = page.getByRole('textbox', { name: '数据ID' }).or(page.getByLabel('数据ID')).first();
    await filter.fill('577');
    await tab(page, '专业库').click();
    await expect(filter).toBeHidden();
    await tab(page, '学校考试类型').click();
    await expect(filter).toHaveValue('577');
  });

  test('keep an open dialog with what was typed while another tab is looked at', async ({ page }) => {
    await openFromMenu(page, '院校专业', '院校库');
    await page.getByRole('button', { name: '新增', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('12345');
    await page.evaluate(() => window.history.go(-2));
    await expect(page).toHaveURL('/wish/prof');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('img', { name: '有未保存的修改' })).toBeVisible();
    // Its name says now that it has changes.
    await page.getByRole('tab', { name: /^院校库/ }).click();
    await expect(dialog.getByRole('textbox').first()).toHaveValue('12345');
  });

  test('lead to the last remaining one when the active one closes', async ({ page }) => {
    await tab(page, '学校考试类型').click();
    await page.getByRole('button', { name: '关闭 学校考试类型' }).click();
    await expect(page).toHaveURL('/wish/prof');
    await expectTabs(page, ['首页', '院校库', '专业库']);
  });

  test('close by the middle button, leaving the active one as it is', async ({ page }) => {
    await tab(page, '院校库').click({ button: 'middle' });
    await expect(tab(page, '院校库')).toHaveCount(0);
    await expect(page).toHaveURL('/wish/prof');
  });

  test('close others, and all of them goes home', async ({ page }) => {
    await tab(page, '院校库').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
    await expect(page.getByRole('menuitem', { name: '关闭其他' })).toBeHidden();
    await expect(page).toHaveURL('/wish/school');
    await expectTabs(page, ['首页', '院校库']);
    await page.getByRole('button', { name: '全部标签' }).click();
    await page.getByRole('menuitem', { name: '关闭全部' }).click();
    await expect(page).toHaveURL('/home');
    await expectTabs(page, ['首页']);
  });

  test('stay through the browser’s back button', async ({ page }) => {
    await page.goBack();
    await expect(tab(page, '院校库')).toHaveAttribute('aria-selected', 'true');
    await expectTabs(page, ['首页', '学校考试类型', '院校库', '专业库']);
  });
});

test.describe('looks and language', () => {
  test.beforeEach(({ page }) => logIn(page));

  test('the theme colour changes with a toast and is remembered', async ({ page }) => {
    const primary = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-primary'));
    expect(await primary()).toBe('#409eff');
    await page.getByRole('button', { name: '主题颜色' }).click();
    await page.locator('.ant-color-picker-presets-color').nth(3).click();
    await expect(page.getByText('主题颜色已更换')).toBeVisible();
    const picked = await primary();
    expect(picked).not.toBe('#409eff');
    await page.reload();
    expect(await primary()).toBe(picked);
  });

  test('dark is chosen in the person menu and is remembered', async ({ page }) => {
    await choosePersonal(page, '深色');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('English reaches menu, tabs and title, and is remembered', async ({ page }) => {
    await openFromMenu(page, '院校专业', '学校考试类型');
    await choosePersonal(page, 'English');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    await expect(tab(page, 'Home')).toBeVisible();
    await expect(page.getByRole('tab', { selected: true })).not.toHaveText(/[一-鿿]/);
    await page.reload();
    await expect(tab(page, 'Home')).toBeVisible();
  });

  test('English is there without a network once the first page has stood for a moment', async ({
    context,
    page,
  }) => {
    await waitForLater(page);
    await context.setOffline(true);
    await choosePersonal(page, 'English');
    await expect(tab(page, 'Home')).toBeVisible();
  });

  test('nothing keeps people with other eyes out', async ({ page }) => {
    for (const mode of ['浅色', '深色']) {
      await choosePersonal(page, mode);
      await expect(page.getByRole('menuitem', { name: mode })).toBeHidden();
      await expectNoFaults(page, { minor: true });
    }
  });
});

test.describe('a language whose texts cannot be fetched', () => {
  const texts = '**/assets/en-US-*';
  const told = '语言没有切换成功，请稍后重试';
  test.beforeEach(({ page }) => page.route(texts, route => route.abort()));

  test('is told on the login page in the one that stays, and shown once they can be', async ({ page }) => {
    await page.goto('/login');
    const english = page.getByRole('button', { name: 'English' });
    await english.click();
    await expect(english).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await page.unroute(texts);
    await english.click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    await expect(page.getByRole('button', { name: '中文' })).toBeVisible();
  });

  test('is told over any page by a toast, and the page stays as it is, over a reload too', async ({
    page,
  }) => {
    await logIn(page);
    await choosePersonal(page, 'English');
    await expect(toast(page, told)).toBeVisible();
    await expect(tab(page, '首页')).toBeVisible();
    await page.reload();
    await expect(tab(page, '首页')).toBeVisible();
  });
});

test('who has chosen English is told in both languages when its texts cannot be fetched at all', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('yikao.language', 'en'));
  await page.route('**/assets/en-US-*', route => route.abort());
  await page.goto('/login');
  await expect(page.getByText('页面没有加载成功')).toContainText('Please reload it');
});

test('the login page and the 404 page keep nobody out either', async ({ page }) => {
  for (const path of ['/login', '/404']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoFaults(page, { minor: true });
  }
});

test.describe('the person', () => {
  // An account that no other test uses: this one ends its logins with another password, and may not set the old one
  // again.
  const person = { userName: 'finance01', password: admin.password };
  test.beforeEach(({ page }) => logIn(page, '/home', person));

  async function openPasswordDialog(page: Page) {
    await page.getByRole('button', { name: /^用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '修改密码' }).click();
    await expect(page.getByRole('dialog', { name: '修改密码', exact: true })).toBeVisible();
  }

  test('sees who is logged in, to read only', async ({ page }) => {
    await page.getByRole('button', { name: /^用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '个人中心' }).click();
    const dialog = page.getByRole('dialog', { name: '个人中心' });
    await expect(dialog.getByText(person.userName, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('textbox')).toHaveCount(0);
  });

  test('learns what is wrong with a new password before it is sent', async ({ page }) => {
    await openPasswordDialog(page);
    await page.getByLabel('新密码').fill('abc');
    await page.getByLabel('确认密码').fill('abd');
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('8 到 64 个字符，须含大写字母、小写字母和数字')).toBeVisible();
    await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
  });

  test('changes the password after a prompt, and logs in with the new one', async ({ page }) => {
    const changed = `${person.password}x9`;
    await openPasswordDialog(page);
    await page.getByLabel('新密码').fill(changed);
    await page.getByLabel('确认密码').fill(changed);
    await page.getByRole('button', { name: '确定' }).click();
    const prompt = page.getByRole('dialog').filter({ hasText: '确定修改密码吗？' });
    await prompt.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('密码修改成功')).toBeVisible();
    await expect(page.getByRole('dialog', { name: '修改密码', exact: true })).toBeHidden();

    await page.getByRole('button', { name: /^用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expect(page).toHaveURL('/login');
    await sendLogin(page, person);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('账号或密码错误');
    await sendLogin(page, { ...person, password: changed });
    await expect(page).toHaveURL('/home');
  });
});

test('the page tries nothing that its own policy forbids', async ({ page }) => {
  const refused: string[] = [];
  await page.exposeFunction('noteRefused', (what: string) => refused.push(what));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      // Created by the previous line; the page itself has no such name.
      (window as unknown as { noteRefused(what: string): void }).noteRefused(
        `${violatedDirective} ${blockedURI}`,
      ),
    ),
  );
  await logIn(page, '/sch/examType');
  await page.getByRole('button', { name: '新增', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(refused).toEqual([]);
});

test('nothing moves for a person whose system asks for that', async ({ page }) => {
  await logIn(page, '/sch/examType');
  const heading = page.getByRole('columnheader', { name: '数据年份' });
  await expect(heading).toHaveCSS('transition-duration', /^0s(, 0s)*$/);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(heading).toHaveCSS('transition-duration', /0\.2s/);
});

test.describe('on a phone', () => {
  // Without motion: a drawer that still slides in is clicked past.
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

  test('the menu is a drawer and the tabs are a list', async ({ page }) => {
    await logIn(page);
    await page.getByRole('button', { name: '打开菜单' }).click();
    await groupOf(page, '院校专业').click();
    await entryOf(page, '学校考试类型').click();
    await expect(page).toHaveURL('/sch/examType');
    await page.getByRole('button', { name: '全部标签' }).click();
    await page.getByRole('menuitem', { name: '首页' }).last().click();
    await expect(page).toHaveURL('/home');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});
