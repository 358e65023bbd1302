import { logIn } from './support/log-in.ts';
import { adminPassword } from './support/product.ts';
import { expect, test } from './support/test.ts';

/** The most that a page may shift while it loads, as browsers measure it. */
const most = 0.05;

const pages = {
  admin: [
    '/home',
    '/stat/order',
    '/stat/code',
    '/stat/channel',
    '/order/serviceOrder',
    '/wish/voluntaryList',
  ],
  sale01: ['/home', '/crm/lead'],
  finance01: ['/home'],
} as const;

for (const [userName, paths] of Object.entries(pages)) {
  for (const width of [1440, 390]) {
    test(`nothing moves under the pointer of ${userName} while a page loads, at ${width} px`, async ({
      page,
    }) => {
      await page.addInitScript(() => {
        const kept = window as unknown as { shift: number };
        kept.shift = 0;
        new PerformanceObserver(list => {
          // Layout shifts are no entries that the types of the DOM know.
          for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
            if (!entry.hadRecentInput) kept.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
      await logIn(page, paths[0], { userName, password: adminPassword });
      const shifts: Record<string, number> = {};
      for (const path of paths) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await expect(page.getByRole('main')).toBeVisible();
        shifts[path] = await page.evaluate(() => (window as unknown as { shift: number }).shift);
      }
      expect(Object.entries(shifts).filter(([, shift]) => shift >= most)).toEqual([]);
    });
  }
}
