import type { Page, Route } from '@playwright/test';
import { call, dialog, filters, openList, pressTool, rows, toast, waitForLater } from './support/dataset.ts';
import { admin, logIn, sendLogin } from './support/log-in.ts';
import { choosePersonal } from './support/person-menu.ts';
import { expect, test } from './support/test.ts';

const calendar = '/sch/examType';
const calls = /\/api\/data\/wish\/sch\/examType(\?|$)/;
const lists = '**/api/data/wish/sch/examType/list*';

/** The exam calendar, in which each test changes a different row. */
async function openCalendar(page: Page) {
  await logIn(page, calendar);
  await expect(rows(page).first()).toBeVisible();
  // The tests change the language without a network, too.
  await waitForLater(page);
}

/** Opens the form of the `at`th row and types another remark; returns the row's id and the text. */
async function typeRemark(page: Page, at: number) {
  const remark = `改${Math.random().toString(36).slice(2, 8)}`;
  const row = rows(page).nth(at);
  const name = await row.getByRole('checkbox').getAttribute('aria-label');
  const id = Number(name?.replace(/\D/g, ''));
  await row.getByRole('button', { name: '编辑', exact: true }).click();
  await dialog(page).getByLabel('备注', { exact: true }).fill(remark);
  return { id, remark };
}

/** Submits the form and confirms the question. */
async function save(page: Page) {
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click();
  await page.locator('.ant-modal-confirm').getByRole('button', { name: '确定', exact: true }).click();
}

const remarkField = (page: Page) => page.getByRole('dialog').getByLabel('备注', { exact: true });
/** The rows as one: dimmed while they are old. */
const rowGroup = (page: Page) => rows(page).first().locator('..');
const notice = (page: Page) => page.getByRole('status').filter({ has: page.locator('.ant-alert-banner') });
const leaveQuestion = (page: Page) =>
  page.locator('.ant-modal-confirm').filter({ hasText: '放弃未保存的修改？', visible: true });
const inEnglish = (page: Page) => choosePersonal(page, 'English');

async function rowNow(page: Page, id: number) {
  return (await call(page, 'GET', `/api/data/wish/sch/examType/info?dataId=${id}`)) as {
    version: number;
    remark: string;
  };
}

/** A failure answered by the product itself. */
const failing =
  (status: number, message: string, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers,
      json: { success: false, code: status, message, data: { reason: 'internal' } },
    });

/** Ends the session on the server, and waits until it is refused: it may be believed for some seconds more. */
async function endOnServer(page: Page): Promise<void> {
  const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('yikao.session') ?? '{}').token);
  const headers = { 'access-token': token };
  await page.request.post('/logout', { headers });
  await expect
    .poll(async () => (await page.request.get('/api/admin/user/current', { headers })).status())
    .toBe(401);
}

const again = (page: Page) => page.getByRole('dialog', { name: '登录已过期，请重新登录' });

test.describe('with the server gone', () => {
  test('a changed form that is saved stays, is looked after once the server is back, and then saved', async ({
    page,
    product,
  }) => {
    await openCalendar(page);
    const { id, remark } = await typeRemark(page, 0);
    const { version } = await rowNow(page, id);
    await product.goAway();
    await save(page);
    await expect(notice(page)).toContainText('连接不上服务器，正在重试');
    await expect(page.getByRole('alert').filter({ hasText: '不能确定是否已保存' })).toBeVisible();
    await expect(remarkField(page)).toHaveValue(remark);
    await inEnglishFromTheKeyboard(page);
    await expect(notice(page)).toContainText('The server cannot be reached');

    await product.comeBack();
    await expect(page.getByRole('alert').filter({ hasText: 'Checked: it was not saved' })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    expect(await rowNow(page, id)).toMatchObject({ version });
    await page.getByRole('dialog').getByRole('button', { name: 'OK', exact: true }).click();
    await page.locator('.ant-modal-confirm').getByRole('button', { name: 'OK', exact: true }).click();
    await expect(toast(page, 'Modified successfully')).toBeVisible();
    expect(await rowNow(page, id)).toMatchObject({ version: version + 1, remark });
  });
});

/** Holds back the code that follows the first page; returns the function that releases it. */
async function holdLater(page: Page): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>(resolve => {
    letThrough = resolve;
  });
  await page.route('**/assets/later-*.js', async route => {
    await held;
    await route.continue();
  });
  return letThrough;
}

test.describe('before the code of dialogs has come', () => {
  test('a form that is opened shows that it is on its way, then stands with the focus in it', async ({
    page,
  }) => {
    const letThrough = await holdLater(page);
    await logIn(page, calendar);
    await expect(rows(page).first()).toBeVisible();
    await pressTool(page, '新增');
    await expect(page.getByRole('progressbar', { name: '加载中' })).toBeVisible();
    letThrough();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: '新增', exact: true })).toBeFocused();
  });

  test('a question that is asked stands once it has', async ({ page }) => {
    const letThrough = await holdLater(page);
    await logIn(page, '/wish/type');
    await rows(page).first().getByRole('checkbox').check();
    await page.getByRole('button', { name: '删除所选', exact: true }).click();
    letThrough();
    const question = page.locator('.ant-modal-confirm').filter({ visible: true });
    await question.getByRole('button', { name: '取消' }).click();
    await expect(question).toHaveCount(0);
  });

  test('a date that is looked for keeps the focus when its calendar comes', async ({ page }) => {
    const letThrough = await holdLater(page);
    // A list without a separate page: such a page may need code that is for later itself.
    await logIn(page, '/base/limitDate');
    await filters(page).getByRole('button', { name: '展开' }).click();
    const date = filters(page).getByLabel('开始时间', { exact: true });
    await date.focus();
    await expect(date).toHaveAttribute('aria-busy', 'true');
    letThrough();
    await expect(filters(page).locator('.ant-picker-range').first()).toBeVisible();
    await expect(date).toBeFocused();
    await page.keyboard.type('2026-01');
    await expect(date).toHaveValue('2026-01');
  });
});

/** The form covers the language button; the page adopts the stored choice at once, as from another tab. */
async function inEnglishFromTheKeyboard(page: Page) {
  await page.evaluate(() => {
    localStorage.setItem('yikao.language', 'en');
    window.dispatchEvent(new StorageEvent('storage', { key: 'yikao.language' }));
  });
}

test.describe('with a line that breaks', () => {
  test.beforeEach(({ page }) => openCalendar(page));

  test('a save whose answer is lost is found to be done, and made once', async ({ page }) => {
    const { id, remark } = await typeRemark(page, 1);
    const { version } = await rowNow(page, id);
    await page.route(calls, async route => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await save(page);
    await expect(toast(page, '修改成功')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await rowNow(page, id)).toMatchObject({ version: version + 1, remark });
  });

  test('a new row whose answer is lost is found among the newest', async ({ page }) => {
    const name = `失${Math.random().toString(36).slice(2, 8)}`;
    let sent = 0;
    await openList(page, '/wish/type');
    await page.route(/\/api\/data\/wish\/type$/, async route => {
      if (route.request().method() !== 'POST') return route.fallback();
      sent += 1;
      // Lost once on the way to the server, and once on the way back.
      if (sent === 2) await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: '新增', exact: true }).click();
    const form = dialog(page);
    await form.getByRole('combobox', { name: '分组' }).click();
    await page.getByTitle('标签', { exact: true }).last().click();
    await form.getByRole('textbox', { name: '类型名称' }).fill(name);
    await save(page);
    await expect(page.getByRole('alert').filter({ hasText: '已核对：刚才没有保存' })).toBeVisible();
    await save(page);
    await expect(toast(page, '新增成功')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    const found = await call(page, 'GET', `/api/data/wish/type/list?typeName=${encodeURIComponent(name)}`);
    expect(found).toMatchObject({ total: 1 });
  });

  test('a dialog whose code cannot be fetched says that the network is gone, and opens once it is back', async ({
    context,
    page,
  }) => {
    await context.setOffline(true);
    await pressTool(page, '批量删除');
    await expect(dialog(page)).toContainText('网络已断开，恢复后会自动继续。');
    await expect(notice(page)).toContainText('网络已断开');
    await inEnglishFromTheKeyboard(page);
    await expect(dialog(page)).toContainText('You are offline.');
    await context.setOffline(false);
    await expect(page.getByRole('dialog', { name: /^Batch delete/ })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await expect(page.getByText(/new version/)).toHaveCount(0);
  });

  test('a page is not drawn before the styles that it asked for early, and asks again for those that fail', async ({
    page,
  }) => {
    let asked = 0;
    let answer = () => {};
    const later = new Promise<void>(resolve => {
      answer = resolve;
    });
    await page.route('**/assets/shell-*.css', async route => {
      asked += 1;
      if (asked === 1) return route.abort();
      await later;
      return route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => asked).toBe(2);
    await page.waitForFunction(() => document.querySelector('#root')?.childElementCount === 1);
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await expect(menu).toHaveCount(0);
    answer();
    await expect(rows(page).first()).toBeVisible();
    await expect(menu).toHaveCSS('width', '208px');
    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''));
    const stages = sheets.flatMap(href => href.match(/(?<=\/)(main|shell|screen)(?=-)/)?.[0] ?? []);
    expect(stages).toEqual(['main', 'shell', 'screen']);
  });

  test('styles of dialogs that fail to load at first are requested again, and come in their place', async ({
    page,
  }) => {
    let asked = 0;
    await page.route('**/assets/styles-*.css', async route => {
      asked += 1;
      return asked === 1 ? route.abort() : route.continue();
    });
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    await expect.poll(() => asked).toBe(2);
    await pressTool(page, '新增');
    await expect(page.getByRole('dialog').first()).toBeVisible();
    await expect(
      page.getByRole('dialog').first().locator('.ant-modal-content, .ant-modal-container').first(),
    ).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    const sheets = await page.evaluate(() =>
      [...document.styleSheets].map(({ href }) => href?.match(/(?<=\/)(styles|later)(?=-)/)?.[0] ?? ''),
    );
    expect(sheets.filter(Boolean)[0]).toBe('styles');
  });

  test('a page that is opened without a network comes with it, beside a form that stays', async ({
    context,
    page,
  }) => {
    const { remark } = await typeRemark(page, 2);
    await context.setOffline(true);
    await page.evaluate(() => {
      window.history.pushState({}, '', '/sys/online');
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    });
    await expect(page.getByRole('main').getByRole('alert')).toContainText('网络已断开');
    await context.setOffline(false);
    await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
    await page.getByRole('tab', { name: /^学校考试类型/ }).click();
    await expect(remarkField(page)).toHaveValue(remark);
  });

  for (const [line, cut] of [
    ['without a network', async page => page.context().setOffline(true)],
    // No request succeeds after the switch: rows waiting for one would never appear.
    ['while nothing is answered', async page => page.route('**/*', () => undefined)],
  ] satisfies [string, (page: Page) => Promise<unknown>][]) {
    test(`tabs that were opened show their rows ${line}`, async ({ page }) => {
      const others = ['/wish/school', '/wish/prof'];
      for (const path of others) await openList(page, path);
      const bar = page.getByRole('region', { name: '已打开的页面' });
      const shown = async (path: string) => {
        const tab = bar.locator(`[role=tab][data-path="${path}"]`);
        await tab.click();
        const title = (await tab.getAttribute('title')) ?? '';
        return page
          .getByRole('region', { name: title, exact: true })
          .getByRole('checkbox', { name: /^选择 \d+$/ });
      };
      // Tabs restored by a reload are opened when first shown.
      for (const path of [calendar, ...others]) await expect((await shown(path)).first()).toBeVisible();
      await cut(page);
      for (const path of [calendar, ...others, calendar, ...others]) {
        await expect(await shown(path)).toHaveCount(10);
        await expect((await shown(path)).last()).toBeVisible();
      }
    });
  }

  test('a new version is told as one, only when there is one', async ({ page }) => {
    await page.route('**/assets/BatchDeleteDialog*', route => route.fulfill({ status: 404 }));
    const looked = page.waitForResponse(answer => new URL(answer.url()).pathname === '/');
    await pressTool(page, '批量删除');
    await expect(dialog(page)).toContainText('内容没有加载成功');
    // By now the check for a new version has run.
    await (await looked).finished();
    await expect(dialog(page)).not.toContainText('系统已更新');

    await page.route(
      url => url.pathname === '/',
      async route => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace(/\/assets\/main-[^"]*\.js/, '/assets/main-newer.js');
        await route.fulfill({ response: answer, body });
      },
    );
    await dialog(page).getByRole('button', { name: '重试' }).click();
    await expect(dialog(page)).toContainText('系统已更新，请刷新页面。');
    await inEnglishFromTheKeyboard(page);
    await expect(dialog(page)).toContainText('A new version is available. Please reload the page.');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(notice(page)).toContainText('A new version is available');

    await page.unrouteAll();
    await pressTool(page, 'Batch delete');
    await expect(page.getByRole('dialog', { name: /^Batch delete/ })).toBeVisible();
  });

  test('rows that cannot be read anew stay, marked as old, and are no empty list', async ({ page }) => {
    const before = await rows(page).count();
    const fail = failing(500, '服务器错误，请稍后再试');
    let asked = 0;
    await page.route(lists, route => {
      asked += 1;
      return fail(route);
    });
    await page.getByRole('button', { name: '刷新', exact: true }).click();
    const sign = page.getByRole('main').getByRole('alert');
    await expect(sign).toContainText('加载失败：服务器错误，请稍后再试');
    await expect(sign).toContainText('不是最新的');
    await expect(rows(page)).toHaveCount(before);
    await page.getByRole('columnheader', { name: '报名开始' }).click();
    await expect(page).toHaveURL(/sort=/);
    await expect(sign).toBeVisible();
    await expect(rows(page)).toHaveCount(before);
    await expect(page.getByText('共 0 条')).toHaveCount(0);
    await expect(rowGroup(page)).toHaveCSS('opacity', '0.55');
    const until = asked;
    await sign.getByRole('button', { name: '重试' }).click();
    await expect.poll(() => asked).toBeGreaterThan(until);
    // The list also retries by itself, so the button may disappear before it can be pressed again.
    await page.unrouteAll();
    await page.getByRole('button', { name: '刷新', exact: true }).click();
    await expect(sign).toHaveCount(0);
    await expect(rowGroup(page)).toHaveCSS('opacity', '1');
  });

  test('a server that asks to wait is asked again after that time, by itself', async ({ page }) => {
    const away = failing(503, '服务器暂时不可用', { 'Retry-After': '1' });
    await page.route(lists, away);
    await page.route('**/ready', away);
    await page.getByRole('button', { name: '刷新', exact: true }).click();
    await expect(notice(page)).toContainText('服务器暂时不可用，正在等待恢复');
    await page.unrouteAll();
    await expect(notice(page)).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await expect(rowGroup(page)).toHaveCSS('opacity', '1');
  });

  test('what somebody may no longer see is said to be so, and comes back with the permission', async ({
    page,
  }) => {
    await page.route(lists, failing(403, '无访问权限'));
    await page.getByRole('button', { name: '刷新', exact: true }).click();
    await expect(page.getByText('没有权限查看')).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await expect(page.getByText(/共 \d+ 条/)).toHaveCount(0);
    await page.unrouteAll();
    await expect(rows(page).first()).toBeVisible();
  });
});

test.describe('a session that ends', () => {
  test('during a save is renewed in place, and the save goes on', async ({ page }) => {
    await openCalendar(page);
    const { id, remark } = await typeRemark(page, 3);
    await endOnServer(page);
    await save(page);
    await expect(again(page)).toBeVisible();
    await expect(again(page).locator('[name=userName]')).toHaveValue(admin.userName);
    await page.keyboard.press('Escape');
    await expect(again(page)).toBeVisible();
    await sendLogin(page, { userName: admin.userName, password: 'Wrong123' });
    await expect(again(page).getByRole('alert')).toHaveText('账号或密码错误');
    await sendLogin(page);
    await expect(toast(page, '修改成功')).toBeVisible();
    await expect(page).toHaveURL(calendar);
    expect(await rowNow(page, id)).toMatchObject({ remark });
  });

  test('hands nothing to another person who logs in there', async ({ page }) => {
    await openCalendar(page);
    const { id, remark } = await typeRemark(page, 4);
    const { version } = await rowNow(page, id);
    await endOnServer(page);
    await save(page);
    const other = { userName: 'hunan01', password: admin.password };
    // It is open once it has moved the focus.
    await expect(again(page).locator('[name=password]')).toBeFocused();
    await sendLogin(page, other);
    const asked = page.getByRole('dialog', { name: '这不是原来的账号' });
    await expect(asked).toContainText('不会以');
    await asked.getByRole('button', { name: /^换回/ }).click();
    await expect(again(page)).toBeVisible();
    await expect(remarkField(page)).toHaveValue(remark);
    await sendLogin(page, other);
    await asked.getByRole('button', { name: /^放弃这些内容/ }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^用户菜单/ })).not.toContainText('管理员');

    // A page without requests about the person: a late answer would store the session again.
    await page.goto('/404');
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
    await logIn(page, calendar);
    expect(await rowNow(page, id)).toMatchObject({ version });
  });

  test('in two tabs of the browser is renewed in both by one login', async ({ context, page }) => {
    await openCalendar(page);
    const mine = await typeRemark(page, 5);
    const second = await context.newPage();
    await second.goto(calendar);
    await expect(rows(second).first()).toBeVisible();
    const theirs = await typeRemark(second, 6);
    await endOnServer(page);
    await save(page);
    await expect(again(page)).toBeVisible();
    await expect(again(second)).toBeVisible();
    await sendLogin(second);
    await expect(again(second)).toHaveCount(0);
    await expect(again(page)).toHaveCount(0);
    await expect(toast(page, '修改成功')).toBeVisible();
    await save(second);
    await expect(toast(second, '修改成功')).toBeVisible();
    for (const { id, remark } of [mine, theirs]) expect(await rowNow(page, id)).toMatchObject({ remark });
  });

  test('with nothing unsaved leads to the login, in words, and back', async ({ page }) => {
    await openCalendar(page);
    await endOnServer(page);
    await page.getByRole('button', { name: '刷新', exact: true }).click();
    await expect(page).toHaveURL(`/login?back=${encodeURIComponent(calendar)}`);
    await expect(page.getByRole('alert')).toHaveText('登录已过期，请重新登录');
    await sendLogin(page);
    await expect(page).toHaveURL(calendar);

    await inEnglish(page);
    // Reloading the page's data in the other language would discover the end by itself.
    await page.waitForLoadState('networkidle');
    await endOnServer(page);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Your session has expired, please log in again');
  });
});

test.describe('what was typed', () => {
  test.beforeEach(({ page }) => openCalendar(page));

  test('is kept by Enter and Esc, wherever leaving it is asked', async ({ page }) => {
    const { remark } = await typeRemark(page, 7);
    for (const answer of ['Enter', 'Escape']) {
      await remarkField(page).press('Escape');
      await expect(leaveQuestion(page).getByRole('button', { name: '继续编辑' })).toBeFocused();
      await page.keyboard.press(answer);
      await expect(leaveQuestion(page)).toHaveCount(0);
      await expect(remarkField(page)).toHaveValue(remark);
    }

    // Leaving the page shows the browser's own question.
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    await expect(remarkField(page)).toHaveValue(remark);
  });

  test('is asked about before its tab is closed and before the logout', async ({ page }) => {
    const { remark } = await typeRemark(page, 7);
    await page.evaluate(() => {
      window.history.pushState({}, '', '/home');
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    });
    await page.getByRole('button', { name: '关闭 学校考试类型' }).click();
    await expect(leaveQuestion(page)).toContainText('“学校考试类型”有未保存的修改');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expect(leaveQuestion(page)).toContainText('退出登录后不会保留');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: /^学校考试类型/ }).click();
    await expect(remarkField(page)).toHaveValue(remark);
  });
});

test.describe('from the keyboard', () => {
  test('headings stay over their columns, and show where the focus is', async ({ page }) => {
    await page.setViewportSize({ width: 1100, height: 700 });
    await logIn(page, '/sch/examType');
    await expect(rows(page).first()).toBeVisible();
    const lefts = () =>
      page.evaluate(() =>
        ['.ant-table-header', '.ant-table-body'].map(part => document.querySelector(part)?.scrollLeft),
      );
    const headings = page.locator('th.ant-table-column-has-sorters');
    await headings.first().focus();
    let furthest = 0;
    for (let at = 1; at < (await headings.count()); at++) {
      await page.keyboard.press('Tab');
      await expect(headings.nth(at)).toBeFocused();
      await expect
        .poll(async () => {
          const [header, body] = await lefts();
          return header === body;
        })
        .toBe(true);
      furthest = Math.max(furthest, (await lefts())[0] ?? 0);
      await expect(headings.nth(at)).toHaveCSS('outline-style', 'solid');
    }
    expect(furthest).toBeGreaterThan(0);
  });

  test('Enter searches after something was chosen in a filter, and chooses nothing more', async ({
    page,
  }) => {
    await logIn(page, '/sch/examType');
    await expect(rows(page).first()).toBeVisible();
    const picker = filters(page).getByLabel('省份', { exact: true });
    await picker.click();
    await picker.pressSequentially('湖南');
    await expect(page.getByTitle('湖南', { exact: true }).filter({ visible: true }).last()).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/sch/examType?provinceId=430000');
    await expect(page.locator('.ant-select-dropdown').filter({ visible: true })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.locator('.ant-select-dropdown').filter({ visible: true })).toHaveCount(0);

    await page.getByRole('button', { name: '展开' }).click();
    const year = filters(page).getByLabel('数据年份', { exact: true });
    await year.click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/dataYear=20\d\d(?!.*dataYear)/);
  });
});
