/**
 * Bytes that cross the wire, compressed, until a person works: an empty headless Chromium opens a list of the started
 * product, logs in and comes to it. The first download is what is requested before the first row of the list; the rest
 * comes while the browser is idle. Ends with 1 if a bound is exceeded.
 *
 *   npm start once, so that the pages are built; then: node bench/bundle.ts [--files]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/lib/chromium.mjs';

/** Kilobytes at most. The first download includes the login page. */
const bounds = { login: 250, firstDownload: 600, idle: 200 } as const;

/** A request of the page; `at` in milliseconds since 1970, `bytes` on the wire. */
interface Request {
  readonly url: string;
  readonly at: number;
  bytes: number;
}

/** Words of the page before the time of its first row, in milliseconds since 1970. */
const firstRow = 'first row at';

/** Reports when the first row of a list is in the page. A text, because it runs there. */
const tellFirstRow = `new MutationObserver((changes, watcher) => {
  if (!document.querySelector('main tbody [data-row-key]')) return;
  watcher.disconnect();
  console.debug('${firstRow}', performance.timeOrigin + performance.now());
}).observe(document, { childList: true, subtree: true });`;

const port = 3_900 + (process.pid % 1_000);
const address = `http://127.0.0.1:${port}`;
const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
const server = spawn(process.execPath, [fileURLToPath(new URL('../server/main.ts', import.meta.url))], {
  env: {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    CAPTCHA: 'off',
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: 'Admin123',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
for await (const chunk of server.stdout) if (String(chunk).includes('http://')) break;
server.stdout.resume();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? ensureChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
try {
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  const requests = await watchRequests(page);
  await page.addInitScript({ content: tellFirstRow });
  await page.goto(`${address}/sch/examType`, { waitUntil: 'networkidle' });
  const login = [...requests.values()];
  await page.getByLabel('账号').fill('admin');
  await page.locator('input[type=password]').fill('Admin123');
  const told = page.waitForEvent('console', message => message.text().startsWith(firstRow));
  await page.keyboard.press('Enter');
  const rowAt = Number((await told).text().slice(firstRow.length));
  await untilQuiet(page, requests);
  const after = [...requests.values()].slice(login.length);
  const untilRow = after.filter(({ at }) => at <= rowAt);
  const idle = after.filter(({ at }) => at > rowAt);
  report('login page', login, bounds.login);
  report('first row, beyond it', untilRow);
  report('first download', [...login, ...untilRow], bounds.firstDownload);
  report('later, while idle', idle, bounds.idle);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
}

/** Collects the requests of a page; one that the cache answers has no bytes. */
async function watchRequests(page: Page): Promise<ReadonlyMap<string, Request>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const requests = new Map<string, Request>();
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    if (request.url.startsWith('http'))
      requests.set(requestId, { url: request.url, at: wallTime * 1_000, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return requests;
}

/** Waits until the page has requested nothing for a second. */
async function untilQuiet(page: Page, requests: ReadonlyMap<string, Request>): Promise<void> {
  for (let seen = -1; seen < requests.size; ) {
    seen = requests.size;
    await page.waitForTimeout(1_000);
  }
}

/** Prints the kilobytes of some answers; sets the exit status if they exceed their bound. */
function report(what: string, all: readonly Request[], bound?: number): void {
  const answers = all.filter(({ bytes }) => bytes > 0);
  const kilobytes = answers.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
  const limit = bound === undefined ? '' : ` (at most ${bound})`;
  console.log(
    `${what.padEnd(22)} ${kilobytes.toFixed(0).padStart(4)} kB in ${answers.length} answers${limit}`,
  );
  if (process.argv.includes('--files'))
    for (const { url, bytes } of answers.toSorted((one, other) => other.bytes - one.bytes))
      console.log(`  ${String(bytes).padStart(7)} ${new URL(url).pathname}`);
  if (bound !== undefined && kilobytes > bound) process.exitCode = 1;
}
