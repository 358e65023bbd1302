import { type Browser, test as base, type Page } from '@playwright/test';
import { type StartedProduct, startProduct } from './product.ts';

export { expect } from '@playwright/test';

/**
 * A browser test against the product. Each worker has a separate product and data: parallel tests do not change a
 * test's rows, and a retry, which Playwright gives to a new worker, starts with fresh ones.
 */
export const test = base.extend<
  object,
  { product: StartedProduct; settings: Readonly<Record<string, string>> }
>({
  /** Settings of the product for the tests of a file. */
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: ({ product }, use) => use(product.address),
});

/** A page of another person, who shares nothing with the one of the test. */
export async function otherBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })).newPage();
}
