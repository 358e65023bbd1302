import { defineConfig, devices } from '@playwright/test';

/**
 * Browser tests against the real product, which each worker starts for itself (support/test.ts). `npm test` builds the
 * pages first and names the browser in CHROMIUM.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Tests compare the handbook's pictures (handbook.spec.ts); `--update-snapshots` takes new ones.
  snapshotPathTemplate: '../web/public/handbook/{arg}{ext}',
  workers: 2,
  // Files run in parallel, the tests of a file in sequence: they share the data of their worker's product.
  fullyParallel: false,
  forbidOnly: true,
  // Generous: a busy machine is slow, not wrong. A test that needed its second chance is listed as flaky at the end.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // The JSON report is written to PLAYWRIGHT_JSON_OUTPUT_NAME, and only if that is set.
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
