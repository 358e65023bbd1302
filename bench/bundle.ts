/**
 * Bytes that a browser receives, compressed, from the started product: the login page, and beyond it the first dataset
 * screen. Counts the bytes that cross the wire in headless Chromium, against their bounds.
 *
 *   npm start once, so that the pages are built; then: node bench/bundle.ts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/lib/chromium.mjs';

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
  const page = await browser.newPage();
  const received = await countReceived(page);
  await page.goto(`${address}/login`, { waitUntil: 'networkidle' });
  const login = received();
  await page.getByLabel('账号').fill('admin');
  await page.locator('input[type=password]').fill('Admin123');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home/);
  await page.goto(`${address}/sch/examType`, { waitUntil: 'networkidle' });
  await page.getByRole('table').first().waitFor();
  const { files } = received();
  const more = [...files].filter(([url]) => !login.files.has(url));
  const kilobytes = (list: Iterable<[string, number]>) =>
    [...list].reduce((sum, [, bytes]) => sum + bytes, 0) / 1_000;
  console.log(
    `login page             ${kilobytes(login.files).toFixed(0)} kB in ${login.files.size} answers (at most 250)`,
  );
  console.log(
    `first dataset screen   ${kilobytes(more).toFixed(0)} kB more in ${more.length} answers (at most 450)`,
  );
  console.log(
    `rich-text editor with it: ${more.some(([url]) => /RichTextEditor/i.test(url)) ? 'yes' : 'no'}`,
  );
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
}

/** Counts the bytes a page receives, by address, on the wire; cached files count zero. */
async function countReceived(page: Page): Promise<() => { files: Map<string, number> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const urls = new Map<string, string>();
  const files = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url?.startsWith('http') && encodedDataLength > 0)
      files.set(url, Math.max(files.get(url) ?? 0, encodedDataLength));
  });
  return () => ({ files: new Map(files) });
}
