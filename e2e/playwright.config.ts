import { defineConfig, devices } from '@playwright/test';
import { startedProduct } from './support/product.ts';

const product = await startedProduct();

/**
 * Browser tests against the real product, started once for the run on a free port with a data folder of its own, and
 * with demo rows. `npm test` builds the pages first and names the browser in CHROMIUM.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  // Files run beside each other, the tests of one file after one another: they share the product's data.
  fullyParallel: false,
  forbidOnly: true,
  // Generous: a busy machine is slow, not wrong. A test that needed its second chance is listed as flaky at the end.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // The JSON report goes where PLAYWRIGHT_JSON_OUTPUT_NAME says; it is only asked for then.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  webServer: {
    command: product.command,
    cwd: product.root,
    url: `${product.address}/ready`,
    env: product.env,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: product.address,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
