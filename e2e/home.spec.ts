import type { Page } from '@playwright/test';
import { languagesOf } from '@yikao/server/testing/sample.ts';
import { call } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { faultsOfLook } from './support/look.ts';
import { adminPassword } from './support/product.ts';
import { expect, test } from './support/test.ts';

/** Accounts of the demo house, each of another role. */
const roles = ['sale01', 'salelead01', 'ops', 'partner01', 'agent01', 'finance01'] as const;
const as = (userName: string) => ({ userName, password: adminPassword });

interface Item {
  readonly name: string;
  readonly count: number;
  readonly records: readonly Record<string, unknown>[];
}
const waiting = async (page: Page) =>
  ((await call(page, 'GET', '/api/base/waiting')) as { readonly rows: readonly Item[] }).rows;
const section = (page: Page, name = '今天等您处理') => page.getByRole('region', { name, exact: true });

for (const role of roles) {
  test(`the home of ${role} begins with the work that waits, and each card leads to those rows`, async ({
    page,
  }) => {
    // The answer that the page itself got: other tests add work meanwhile.
    const answered = page.waitForResponse(one => new URL(one.url()).pathname === '/api/base/waiting');
    await logIn(page, '/home', as(role));
    const work = section(page);
    await expect(work).toBeVisible();
    const { data } = (await (await answered).json()) as { readonly data: { readonly rows: readonly Item[] } };
    const items = data.rows;
    if (items.length === 0) await expect(work).toContainText('今天没有等您处理的事');
    const cards = work.getByRole('region');
    // The cards come together with the button that shows the rest of them.
    await expect(cards.first().or(work.getByText('今天没有等您处理的事'))).toBeVisible();
    const rest = work.getByRole('button', { name: /显示其余/ });
    if (await rest.isVisible()) await rest.click();
    expect(await cards.count()).toBeGreaterThanOrEqual(items.length);
    await expectNoFaults(page, { within: 'main' });
    const links = await cards
      .locator('h3 a')
      .evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''));
    for (const href of links.filter(one => one.includes('?'))) {
      await page.goto(href);
      // The list is one the person may see, and is not empty.
      await expect(page.getByRole('main').getByRole('row').nth(1), href).toBeVisible();
      await expect(page.getByText('没有权限')).toHaveCount(0);
    }
  });
}

test('a right that is taken away takes its card away', async ({ page }) => {
  await logIn(page, '/home', as('sale01'));
  const items = await waiting(page);
  const names = items.map(({ name }) => name);
  expect(names).toContain('lead.overdue');
  // A salesperson decides no refunds and confirms no settlements.
  for (const name of ['refund.audit', 'partnersSettle.confirm', 'lead.unassigned', 'mockExam.next'])
    expect(names).not.toContain(name);
  await page.goto('/home');
  await expect(section(page).getByText('待审核的退款')).toHaveCount(0);
});

for (const language of languagesOf('home')) {
  for (const mode of ['light', 'dark'] as const) {
    test(`homes stand in ${language}, ${mode}, on screens and telephones`, async ({ page }) => {
      await page.addInitScript(
        ([of, look]) => {
          localStorage.setItem('yikao.language', of);
          localStorage.setItem('yikao.theme', JSON.stringify({ mode: look, primary: '#409eff' }));
        },
        [language, mode] as const,
      );
      await logIn(page);
      const title = language === 'zh' ? '今天等您处理' : 'Waiting for you today';
      await expect(section(page, title).getByRole('region').first()).toBeVisible();
      for (const width of [1920, 1366, 390, 360]) {
        await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
        const looked = { within: `[aria-label="${title}"]`, language, dark: mode === 'dark' };
        await expect.poll(() => faultsOfLook(page, looked), { message: `at ${width} px` }).toEqual([]);
        await page.screenshot({ path: `test-results/home-${language}-${mode}-${width}.png` });
      }
    });
  }
}
