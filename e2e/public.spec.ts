import { writeFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { call, filters, rows } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

const programme = '伦艺服装设计本科申请';

/** A number that no other run has. */
const someMobile = () => `135${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** A visitor's page: a phone or a desk, light or dark, with scripts or without. */
async function visitor(
  browser: Browser,
  width: 390 | 1366,
  more: Pick<BrowserContextOptions, 'colorScheme' | 'javaScriptEnabled'> = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 800 },
    ...{ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' },
    ...more,
  });
  return context.newPage();
}

/** The code that was sent to a number, as the number's owner reads it. */
async function codeFor(staff: Page, mobile: string): Promise<string> {
  const sent = (await call(staff, 'GET', `/api/admin/sms/message/list?mobile=${mobile}`)) as {
    records: { content: string }[];
  };
  return /\d{6}/.exec(sent.records[0]?.content ?? '')?.[0] ?? '';
}

/** Pixels by which a page is wider than its window. */
const surplus = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const pages = ['website', 'ykzyb', 'mszytb', 'ykzyzn', 'yklxfw', 'appIndex', 'news', 'consult'] as const;

for (const width of [390, 1366] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`every public page is read without faults at ${width} px, ${colorScheme}`, async ({ browser }) => {
      const guest = await visitor(browser, width, { colorScheme });
      for (const name of pages) {
        const answer = await guest.goto(`/${name}`);
        expect({ name, status: answer?.status() }).toEqual({ name, status: 200 });
        await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
        expect({ name, surplus: await surplus(guest) }).toEqual({ name, surplus: 0 });
        await expectNoFaults(guest, { minor: true });
        await guest.screenshot({
          path: test.info().outputPath(`${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      await guest.context().close();
    });

test('a page stands still while it loads, and needs little', async ({ browser }) => {
  const guest = await visitor(browser, 390);
  await guest.addInitScript(() => {
    const kept = window as unknown as { shift: number };
    kept.shift = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) kept.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const name of pages) {
    let bytes = 0;
    const count = async (response: { request(): { resourceType(): string }; body(): Promise<Buffer> }) => {
      if (response.request().resourceType() !== 'image') bytes += (await response.body()).length;
    };
    const counting: Promise<void>[] = [];
    const listen = (response: Parameters<typeof count>[0]) => counting.push(count(response));
    guest.on('response', listen);
    await guest.goto(`/${name}`, { waitUntil: 'networkidle' });
    guest.off('response', listen);
    await Promise.all(counting);
    const shift = await guest.evaluate(() => (window as unknown as { shift: number }).shift);
    expect({ name, shift }).toEqual({ name, shift: 0 });
    expect(bytes).toBeLessThan(300_000);
  }
  await guest.context().close();
});

test('by the code of a channel a visitor without scripts comes to the sales list, and so does the channel', async ({
  page,
  browser,
}) => {
  const mobile = someMobile();
  await logIn(page, '/mobile/lead');
  const guest = await visitor(browser, 390, { javaScriptEnabled: false });
  await guest.goto('/website?channel=SDZD');
  await guest.getByRole('link', { name: '留学', exact: true }).click();
  await expect(guest).toHaveTitle(/艺考留学服务中心/);
  await guest.getByRole('link', { name: '英国', exact: true }).click();
  await expect(guest).toHaveURL(/countryId=\d+/);
  await expect(guest.getByRole('heading', { name: programme })).toBeVisible();
  await expect(guest.getByRole('heading', { name: '帕森斯本科申请' })).toHaveCount(0);
  await guest.getByRole('link', { name: new RegExp(`^咨询\\s*${programme}`) }).click();
  await guest.getByLabel('姓名').fill('许问渔');
  await guest.getByLabel('手机').fill('123');
  await guest.getByRole('checkbox').check();
  await guest.getByRole('button', { name: /下一步/ }).click();
  await expect(guest.getByLabel('手机')).toHaveAccessibleDescription('请填写正确的手机号');
  await expect(guest.getByLabel('姓名')).toHaveValue('许问渔');
  await guest.getByLabel('手机').fill(mobile);
  await guest.getByRole('button', { name: /下一步/ }).click();
  await guest.getByLabel('短信验证码').fill('000000');
  await guest.getByRole('button', { name: '提交咨询' }).click();
  await expect(guest.getByRole('alert')).toBeVisible();
  await guest.getByLabel('短信验证码').fill(await codeFor(page, mobile));
  await guest.getByRole('button', { name: '提交咨询' }).click();
  await expect(guest.getByRole('heading', { name: '已收到您的咨询' })).toBeVisible();
  await guest.context().close();

  await filters(page).getByLabel('手机', { exact: true }).fill(mobile);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('许问渔');
  await expect(rows(page)).toContainText('留学');
  const found = (await call(page, 'GET', `/api/admin/mobile/list?mobile=${mobile}`)) as {
    records: { channelName: string | null }[];
  };
  expect(found.records[0]?.channelName).toBeTruthy();
  await rows(page).getByRole('cell', { name: '许问渔' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: '跟进', exact: true }).click();
  await expect(page.getByRole('dialog').getByText(`项目：${programme}`)).toBeVisible();
});

test('an article that is published is read on a phone in the dark, with its picture, and shared with one', async ({
  page,
  browser,
}) => {
  await logIn(page, '/home');
  const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('yikao.session') ?? '{}').token);
  // A picture of the product itself, as a clerk would upload one.
  const drawn = await page.request.get('/share/website.png');
  expect(drawn.headers()['content-type']).toBe('image/png');
  const picture = await drawn.body();
  const uploaded = await page.request.post('/common/file/upload', {
    headers: { 'access-token': token },
    multipart: { file: { name: 'cover.png', mimeType: 'image/png', buffer: picture } },
  });
  const { data: cover } = (await uploaded.json()) as { data: string };
  const [column] = (
    (await call(page, 'GET', '/api/base/column/list?size=1')) as { records: { columnId: number }[] }
  ).records;
  const title = '湖南美术统考前的三十天，怎么安排素描、色彩和速写';
  const content = `<h2>先看大纲</h2><p>素描、色彩、速写各 100 分，<strong>时间</strong>比技法更容易丢分。</p>
    <p><img src="/common/file${cover}" alt="三科用时"></p><blockquote>每天一张完整的卷子，比三张半张的更有用。</blockquote>
    <p><span style="color: rgb(0, 0, 0); background-color: rgb(255, 255, 255)">从网页粘贴的文字。</span></p>
    <table><tbody><tr><th>科目</th><th>用时</th></tr><tr><td>素描</td><td>180 分钟</td></tr></tbody></table>`;
  const added = (await call(page, 'POST', '/api/base/article', {
    ...{ title, columnId: column?.columnId, content, cover, summary: '三科轮转，每周两次整卷。' },
  })) as { articleId: number } | number;
  const articleId = typeof added === 'number' ? added : added.articleId;
  await call(page, 'POST', '/api/base/article/info/submit', { articleId, columnId: column?.columnId });
  await call(page, 'PUT', '/api/base/article/putUp', { articleId });

  const guest = await visitor(browser, 390, { colorScheme: 'dark' });
  await expect(async () => {
    await guest.goto('/website');
    await expect(guest.getByRole('link', { name: title })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 5_000 });
  await guest.screenshot({ path: test.info().outputPath('website-390-dark.png'), fullPage: true });
  await guest.getByRole('link', { name: title }).first().click();
  await expect(guest.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(guest.getByAltText('三科用时')).toHaveAttribute('width', '1200');
  expect(await surplus(guest)).toBe(0);
  await expectNoFaults(guest, { minor: true });
  await guest.screenshot({ path: test.info().outputPath('article-390-dark.png'), fullPage: true });
  const shared = await guest.locator('meta[property="og:image"]').getAttribute('content');
  const { pathname } = new URL(shared ?? '');
  expect(pathname).toBe(`/share/article-${articleId}.png`);
  const share = await guest.request.get(pathname);
  expect(share.headers()['content-type']).toBe('image/png');
  await writeFile(test.info().outputPath('share.png'), await share.body());
  await guest.goto(`/news/${column?.columnId}`);
  await guest.screenshot({ path: test.info().outputPath('column-390-dark.png'), fullPage: true });
  await guest.context().close();
  const desk = await visitor(browser, 1366);
  for (const [name, path] of [
    ['website', '/website'],
    ['article', `/article/${articleId}`],
    ['column', `/news/${column?.columnId}`],
  ] as const) {
    await desk.goto(path);
    await expectNoFaults(desk, { minor: true });
    await desk.screenshot({ path: test.info().outputPath(`${name}-1366.png`), fullPage: true });
  }
  await desk.context().close();
});

test('somebody logged in comes back from a public page to the work', async ({ page }) => {
  await logIn(page, '/home');
  await page.goto('/website');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('navigation').first()).toBeVisible();
});
