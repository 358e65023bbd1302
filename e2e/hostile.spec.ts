import type { Page } from '@playwright/test';
import { logIn, sendLogin } from './support/log-in.ts';
import { expect, otherBrowser, test } from './support/test.ts';

const script = '<img src=x onerror="window.ran=1">';
const html = [
  '<p>介绍</p>',
  script,
  '<svg onload="window.ran=1"></svg>',
  '<a href="javascript:window.ran=1">链接</a>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<style>body{display:none}</style>',
  '<form action="//evil.example"><button>x</button></form>',
].join('');

/** A row as somebody with database access could leave it: script in its name, and unsanitised HTML. */
function spoilt(row: Record<string, unknown>): Record<string, unknown> {
  return { ...row, schoolName: script, intro: html, remark: script };
}

/** Answers the calls of a school with rows that no cleaner has seen. */
async function spoilSchools(page: Page) {
  await page.route(/\/api\/data\/wish\/school(\/list|\/info)?\?/, async route => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const body = (await response.json()) as { data: Record<string, unknown> };
    const { records } = body.data as { records?: Record<string, unknown>[] };
    const data = records ? { ...body.data, records: records.map(spoilt) } : spoilt(body.data);
    return route.fulfill({ response, json: { ...body, data } });
  });
}

/** No script has run, and the page contains nothing executable. */
async function expectNothingRuns(page: Page) {
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
  await expect(
    page.locator('[onerror], [onload], iframe, a[href^="javascript:"], form[action*="evil"]'),
  ).toHaveCount(0);
}

test('script in the database is text in lists, details and forms, and HTML is cleaned again when it is shown', async ({
  page,
}) => {
  await spoilSchools(page);
  await logIn(page, '/wish/school');
  const row = page.getByRole('main').locator('tbody tr.ant-table-row').first();
  await expect(row).toContainText(script);
  await expectNothingRuns(page);

  await row.locator('td').nth(1).click();
  const drawer = page.locator('.ant-drawer').last();
  await expect(drawer).toContainText('链接');
  await expectNothingRuns(page);

  await page.goto('/wish/school');
  await row.getByRole('button', { name: '编辑' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox').first()).toBeVisible();
  for (const tab of await dialog.getByRole('tab').all()) await tab.click();
  await expectNothingRuns(page);
});

test('a link to the login page leads to no other site', async ({ browser }) => {
  for (const back of ['https://evil.example/', '//evil.example', '/\\evil.example', '/%09/evil.example']) {
    const page = await otherBrowser(browser);
    await page.goto(`/login?back=${encodeURIComponent(back)}`);
    const { origin } = new URL(page.url());
    await sendLogin(page);
    // Home, or our own page for unknown addresses.
    await expect(page.locator('[name=password]')).toHaveCount(0);
    await expect(page.getByRole('main')).toBeVisible();
    expect(new URL(page.url()).origin, back).toBe(origin);
    await page.context().close();
  }
});
