/**
 * Waiting times of a person. A logged-in browser with an empty cache opens the exam calendar: requests, kilobytes and
 * milliseconds until the first row is usable, compared with a bare Ant Design page with one table of the same rows,
 * once plain and once with the product's security headers. Then open tabs are switched, with and without the network,
 * and rows are scrolled.
 *
 *   npm start once, so that the pages are built; then: node bench/browser/cold.ts [rows] [runs] [pages]
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../scripts/lib/chromium.mjs';
import { calendarPath, startCalendarServer } from '../calendar-server.ts';
import { type BarePage, startBarePage } from './bare-page.ts';

const rows = Number(process.argv[2] ?? 100_000);
const runs = Number(process.argv[3] ?? 7);
/** Pages of the calendar to scroll through, spread over all of it. */
const pages = Number(process.argv[4] ?? 20);

/** Page sizes for scrolling: the default and the maximum. */
const sizes = [10, 200];

/** A line as in a shared office; and an ideal one, which leaves the browser's own time. */
const lines = {
  'no line between': undefined,
  '10 Mbit/s, 40 ms': {
    offline: false,
    latency: 40,
    downloadThroughput: 1_250_000,
    uploadThroughput: 1_250_000,
  },
} as const;

/** An opening of a page by a browser that has nothing yet. */
interface Opening {
  /** Answers received before the first row was usable, and their size on the wire. */
  readonly requests: number;
  readonly kilobytes: number;
  readonly milliseconds: number;
}

/** Words of a page before the milliseconds until its first row. */
const firstRow = 'first row after';

/**
 * Reports from within the page when its first row is rendered and the thread is idle. Nothing polls the page for it:
 * Playwright would inject a large script, which would run while the page's own is loading.
 */
function tellFirstRow(told: string): void {
  const watcher = new MutationObserver(() => {
    if (document.querySelector('tbody [data-row-key]') === null) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => console.debug(told, performance.now())));
  });
  watcher.observe(document, { childList: true, subtree: true });
}

/** Counts the answers for a page, and their bytes on the wire. */
function countReceived(wire: CDPSession): () => Omit<Opening, 'milliseconds'> {
  const asked = new Set<string>();
  const answers: number[] = [];
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith('http')) asked.add(requestId);
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    // Files requested early and then used are not transferred again.
    if (asked.has(requestId) && encodedDataLength > 0) answers.push(encodedDataLength);
  });
  return () => ({
    requests: answers.length,
    kilobytes: answers.reduce((sum, bytes) => sum + bytes, 0) / 1_000,
  });
}

/** A page in a browser with an empty cache; `session` is the product's stored login. */
async function newPage(browser: Browser, session: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1366, height: 768 } });
  await context.addInitScript(text => sessionStorage.setItem('yikao.session', text), session);
  await context.addInitScript(tellFirstRow, firstRow);
  return context.newPage();
}

async function openCold(
  browser: Browser,
  address: string,
  session: string,
  line: (typeof lines)[keyof typeof lines],
): Promise<Opening> {
  const page = await newPage(browser, session);
  try {
    const wire = await page.context().newCDPSession(page);
    await wire.send('Network.enable');
    if (line) await wire.send('Network.emulateNetworkConditions', line);
    const received = countReceived(wire);
    const told = page.waitForEvent('console', message => message.text().startsWith(firstRow));
    await page.goto(address, { waitUntil: 'commit' });
    const milliseconds = Number((await told).text().slice(firstRow.length));
    return { ...received(), milliseconds };
  } finally {
    await page.context().close();
  }
}

/** Logs in the administrator; returns the product's stored login. */
async function logIn(browser: Browser, address: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(`${address}/login`);
  await page.locator('[name=userName]').fill('admin');
  await page.locator('[name=password]').fill('Admin123');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home/);
  const session = await page.evaluate(() => sessionStorage.getItem('yikao.session'));
  await page.close();
  return session ?? '';
}

/** The middle one of several openings, by each figure. */
function middle(openings: readonly Opening[]): Opening {
  const of = (figure: keyof Opening) =>
    openings.map(opening => opening[figure]).sort((one, other) => one - other)[openings.length >> 1] ??
    Number.NaN;
  return { requests: of('requests'), kilobytes: of('kilobytes'), milliseconds: of('milliseconds') };
}

async function compareCold(
  browser: Browser,
  product: string,
  bare: BarePage,
  session: string,
): Promise<void> {
  for (const [name, line] of Object.entries(lines)) {
    const openings: Record<'ours' | 'bare' | 'secured', Opening[]> = { ours: [], bare: [], secured: [] };
    // In turns, since the machine is not equally quick all the time.
    for (let run = 0; run < runs; run++) {
      openings.ours.push(await openCold(browser, product, session, line));
      openings.bare.push(await openCold(browser, bare.address, session, line));
      openings.secured.push(await openCold(browser, bare.withHeaders, session, line));
    }
    const ours = middle(openings.ours);
    const told = ({ requests, kilobytes, milliseconds }: Opening) =>
      `${requests} requests, ${kilobytes.toFixed(0)} kB, ${milliseconds.toFixed(0)} ms`;
    console.log(`First row in an empty browser, ${name}`);
    console.log(`  exam calendar           ${told(ours)} (at most 25 requests and 600 kB)`);
    for (const [what, of] of [
      ['bare table', openings.bare],
      ['  with our headers', openings.secured],
    ] as const) {
      const theirs = middle(of);
      const times = (figure: keyof Opening) => (ours[figure] / theirs[figure]).toFixed(2);
      console.log(
        `  ${what.padEnd(22)}  ${told(theirs)}: ${times('kilobytes')} times the kB, ${times('milliseconds')} the time (at most 1.3)`,
      );
    }
  }
}

/** Headers about a single answer, unrelated to the protection of pages. */
const ofOneAnswer =
  /^(content-(type|length|encoding)|date|etag|last-modified|vary|connection|keep-alive|transfer-encoding|accept-ranges|x-request-id)$/;

/** The headers with which the product protects its pages: one of them requests a separate browser process. */
async function guardsOf(address: string): Promise<Record<string, string>> {
  const { headers } = await fetch(address, { headers: { accept: 'text/html' } });
  return Object.fromEntries([...headers].filter(([name]) => !ofOneAnswer.test(name)));
}

/**
 * Clicks a tab and returns the milliseconds until its rows are rendered; undefined if they are missing after 60 frames.
 */
async function switchTo(path: string): Promise<number | undefined> {
  const start = performance.now();
  const tab = document.querySelector<HTMLElement>(`[role=tab][data-path="${path}"]`);
  tab?.click();
  for (let frames = 0; frames < 60; frames++) {
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
    // Its own rows: the previous page stays visible until they are rendered.
    const rows = document.querySelectorAll(`main [aria-label="${tab?.title}"] [data-row-key]`);
    if ([...rows].some(row => row.checkVisibility())) return performance.now() - start;
  }
  return undefined;
}

/** Opens three lists, and switches between their tabs with the network there, then gone. */
async function switchTabs(browser: Browser, address: string, session: string): Promise<void> {
  const page = await newPage(browser, session);
  const paths = ['/sch/examType', '/wish/school', '/wish/prof'];
  for (const path of paths) {
    await page.goto(`${address}${path}`, { waitUntil: 'networkidle' });
    await page.locator('main [data-row-key]:visible').first().waitFor();
  }
  // Restored tabs are opened before they count as open.
  for (const path of paths) {
    const tab = page.locator(`[role=tab][data-path="${path}"]`);
    await tab.click();
    const own = page.getByRole('region', { name: (await tab.getAttribute('title')) ?? '', exact: true });
    await own.locator('[data-row-key]:visible').first().waitFor();
  }
  for (const away of [false, true]) {
    await page.context().setOffline(away);
    const took: number[] = [];
    let waited = 0;
    for (let round = 0; round < 5; round++) {
      for (const path of paths) {
        const milliseconds = await page.evaluate(switchTo, path);
        if (milliseconds === undefined) waited += 1;
        else took.push(milliseconds);
      }
    }
    console.log(
      `Opened tabs switched, network ${away ? 'gone ' : 'there'}  ${waited} of ${waited + took.length} waited for an answer (at most 0), rows drawn after ${Math.max(...took).toFixed(0)} ms at the slowest`,
    );
  }
  await page.context().close();
}

/** Scrolls the rows to the end and returns the longest time between two frames, in milliseconds. */
async function scrollDown(): Promise<number> {
  const body = document.querySelector('main .ant-table-body');
  if (!body) throw new Error('There is nothing to scroll');
  let longest = 0;
  for (let last = performance.now(); body.scrollTop + body.clientHeight < body.scrollHeight - 1; ) {
    body.scrollTop += 240;
    const now = await new Promise<number>(requestAnimationFrame);
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}

/** Goes to a page of the list and returns the longest time between two frames until its rows are shown. */
async function goToPage(number: number): Promise<number> {
  const shown = () => document.querySelector('main [data-row-key]')?.getAttribute('data-row-key');
  const before = shown();
  const input = document.querySelector<HTMLInputElement>('main .ant-pagination-options-quick-jumper input');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(input, String(number)); // as typed: React follows the setter that it has not laid over
  input?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  let longest = 0;
  let last = performance.now();
  input?.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', keyCode: 13, bubbles: true }));
  // Some frames after the first one with the rows, in which deferred work runs.
  for (let after = 0; after < 10; ) {
    const now = await new Promise<number>(requestAnimationFrame);
    longest = Math.max(longest, now - last);
    last = now;
    if (shown() !== before) after += 1;
  }
  return longest;
}

/** Scrolls through pages with this many rows, all over the list. */
async function scrollRows(browser: Browser, address: string, session: string, size: number): Promise<void> {
  const page = await newPage(browser, session);
  await page.goto(`${address}/sch/examType?size=${size}`, { waitUntil: 'networkidle' });
  const last = Math.floor(rows / size);
  const frames = [await page.evaluate(scrollDown)];
  const changes: number[] = [];
  for (let at = 1; at < pages; at++) {
    changes.push(await page.evaluate(goToPage, 1 + Math.floor((last * at) / pages)));
    frames.push(await page.evaluate(scrollDown));
  }
  console.log(
    `${pages * size} of ${rows} rows scrolled, ${size} a page: longest frame ${Math.max(...frames).toFixed(0)} ms, ${Math.max(...changes).toFixed(0)} ms where the rows of a page were drawn (at most 100)`,
  );
  await page.context().close();
}

const server = await startCalendarServer(rows, 8);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
try {
  const { data } = JSON.parse(await server.get(`${calendarPath}/list?size=10`)) as {
    data: { records: object[] };
  };
  const bare = await startBarePage(data.records, await guardsOf(server.address));
  const session = await logIn(browser, server.address);
  await compareCold(browser, `${server.address}/sch/examType`, bare, session);
  await bare.stop();
  await switchTabs(browser, server.address, session);
  for (const size of sizes) await scrollRows(browser, server.address, session, size);
} finally {
  await browser.close();
  await server.stop();
}
