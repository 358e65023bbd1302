import { defineConfig, devices } from '@playwright/test';

/**
 * Browser tests against the real product, which each worker starts for itself (support/test.ts). `npm test` builds the
 * pages first and names the browser in CHROMIUM.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // The pictures that tests look at are those of the handbook (handbook.spec.ts); `--update-snapshots` takes them anew.
  snapshotPathTemplate: '../web/public/handbook/{arg}{ext}',
  workers: 2,
  // Files run beside each other, the tests of one file after one another: they share the data of their worker's product.
  fullyParallel: false,
  forbidOnly: true,
  // Generous: a busy machine is slow, not wrong. A test that needed its second chance is listed as flaky at the end.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // The JSON report goes where PLAYWRIGHT_JSON_OUTPUT_NAME says; it is only asked for then.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // Where the machine names no language, the browser takes Chinese letters out of the names of downloads.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
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
