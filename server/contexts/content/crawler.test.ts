import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { work } from '../../engine/jobs/work.ts';
import { createStepClock } from '../../engine/steps/clock.ts';
import { silentLogger } from '../../platform/logger.ts';
import { createStarterReader } from '../people/auth/job-starter.ts';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';

const { crawlerTask, crawlerResult, article } = registry;

/** Set while the node has no time for its threads. */
const node = vi.hoisted(() => ({ isBusy: false }));

vi.mock('./crawler/reader.ts', async importOriginal => {
  const real = await importOriginal<typeof import('./crawler/reader.ts')>();
  return {
    ...real,
    openReader() {
      const reader = real.openReader();
      const busy = async () => {
        throw failure('crawlNodeBusy', { params: { host: 'example.cn', seconds: 180 } });
      };
      return node.isBusy ? { ...reader, list: busy, article: busy } : reader;
    },
  };
});

/** The answers of the site by path; a test sets them. */
let pages: Record<string, RequestListener | string>;
/** Paths that were asked for, in their order. */
const asked: string[] = [];
/** Called before each answer. */
let onPage: (path: string) => Promise<void> = async () => {};

let server: Server;
let site = '';
let it: SeededApp;
let columnId = 0;
const jobs: number[] = [];
const tokens: Record<string, string> = {};

const html =
  (text: string): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
  };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    await onPage(path);
    const answer = pages[path];
    if (answer === undefined) response.writeHead(404).end();
    else (typeof answer === 'string' ? html(answer) : answer)(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  site = `http://${host}`;
  it = await openSeededApp({ env: { OUTSIDE_HOSTS: host }, enqueue: async id => void jobs.push(id) });
  for (const who of ['admin', 'ops', 'sale01']) tokens[who] = (await it.login(who)).token;
  await sql`update t_admin_user set mobile = '13900000001' where user_name = 'ops'`.execute(it.engine.db);
  const found = await sql<{
    columnId: number;
  }>`select column_id from t_column order by column_id limit 1`.execute(it.engine.db);
  columnId = found.rows[0]?.columnId ?? 0;
});
afterAll(async () => {
  await it.close();
  server.closeAllConnections();
  await new Promise(done => server.close(done));
});
beforeEach(() => {
  asked.length = 0;
  pages = {};
});
afterEach(() => {
  onPage = async () => {};
});

const call = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  it.call(method, url, { token: tokens[who] ?? '', ...(body && { body }) });

const words = '考生须在规定时间内登录报名系统，如实填写个人信息。';
const listOf = (ids: readonly (number | string)[]) =>
  ids
    .map(id => `<li><a href="/a/${id}.html">第${id}号公告</a> 11-0${(Number(id) % 9) + 1 || 1}</li>`)
    .join('');
const pageOf = (id: number | string, times = 20) =>
  `<h1>第${id}号公告</h1><div class="text"><p>${words.repeat(times)}</p></div>`;

/** A site with a list of pages. */
function siteOf(ids: readonly (number | string)[], times = 20): void {
  pages = { '/list': listOf(ids) };
  for (const id of ids) pages[`/a/${id}.html`] = pageOf(id, times);
}

let next = 0;
async function addTask(more: object = {}): Promise<number> {
  next += 1;
  const body = {
    ...{ taskName: `任务${next}`, siteName: '某校招生网', startUrl: `${site}/list`, listSelector: 'li' },
    ...{ contentSelector: '.text', columnId, intervalMs: 0 },
    ...more,
  };
  const answer = await call('ops', 'POST', crawlerTask.path, body);
  expect(answer.status, JSON.stringify(answer.data)).toBe(200);
  const found = await sql<{ taskId: number }>`select max(task_id) as task_id from t_crawler_task`.execute(
    it.engine.db,
  );
  return found.rows[0]?.taskId ?? 0;
}

const workOne = (id: number) =>
  work(
    {
      engine: it.engine,
      logger: silentLogger(),
      workFolder: it.dataDir,
      currentActor: createStarterReader(it.engine.clock),
    },
    id,
  );

async function runJobs(): Promise<void> {
  for (let id = jobs.shift(); id !== undefined; id = jobs.shift()) await workOne(id);
}

/** Starts a task and has it run to its end; returns the task. */
async function run(taskId: number) {
  const started = await call('ops', 'PUT', `${crawlerTask.path}/start`, { taskId });
  expect(started.status, started.message).toBe(200);
  await runJobs();
  return taskOf(taskId);
}

const taskOf = async (taskId: number) =>
  (await call('ops', 'GET', `${crawlerTask.path}/info?taskId=${taskId}`)).data;

interface ResultRow {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly publishDate: string | null;
  readonly resultStatus: number;
  readonly articleId: number | null;
}

async function resultsOf(taskId: number): Promise<ResultRow[]> {
  const { data } = await call('ops', 'GET', `${crawlerResult.path}/list?taskId=${taskId}&size=200`);
  return data.records;
}

/** Texts that wait to be sent about a task. */
async function noticesOf(taskId: number): Promise<string[]> {
  const found = await sql<{ what: string }>`
    select content -> 'values' ->> 'what' as what from t_outbox
    where subject = ${`crawlerTask:${taskId}`} order by outbox_id`.execute(it.engine.db);
  return found.rows.map(({ what }) => what);
}

describe('a run', () => {
  test('reads list and pages into the inbox, once each, whatever the links to them are', async () => {
    siteOf([1, 2, 3]);
    const taskId = await addTask();
    expect(await run(taskId)).toMatchObject({ crawlStatus: 2, newNum: 3, totalNum: 3, selectorState: 1 });
    const results = await resultsOf(taskId);
    expect(results.map(({ title }) => title).toSorted()).toEqual(['第1号公告', '第2号公告', '第3号公告']);
    expect(results.every(({ publishDate }) => /^\d{4}-11-\d\d$/.test(publishDate ?? ''))).toBe(true);
    pages['/list'] =
      `<li><a href="/a/1.html?utm_source=list#x">第1号公告</a></li>${listOf([2, 3])}<li><a href="/a/4.html">新</a></li>`;
    pages['/a/4.html'] = pageOf(4);
    asked.length = 0;
    expect(await run(taskId)).toMatchObject({ crawlStatus: 2, newNum: 1, totalNum: 4 });
    expect(asked.filter(path => path.startsWith('/a/'))).toEqual(['/a/4.html']);
  });

  test('follows pages by a pattern or a link, as many as it may', async () => {
    for (const nextPage of [`${site}/list?p={page}`, 'a.next']) {
      pages = {};
      for (let page = 1; page <= 4; page += 1) {
        const path = page === 1 ? '/list' : `/list?p=${page}`;
        pages[path] = `${listOf([`77${next}0${page}`])}<a class="next" href="/list?p=${page + 1}">下一页</a>`;
        pages[`/a/77${next}0${page}.html`] = pageOf(page);
      }
      const taskId = await addTask({ nextPage, maxPages: 3 });
      // The numbers of pages follow that of the task, which is one further by now.
      asked.length = 0;
      await run(taskId);
      expect(asked.filter(path => path.startsWith('/list'))).toEqual(['/list', '/list?p=2', '/list?p=3']);
    }
  });

  test('takes the titles with a keyword alone', async () => {
    siteOf([21, 22]);
    pages['/list'] = '<li><a href="/a/21.html">校考公告</a></li><li><a href="/a/22.html">食堂菜单</a></li>';
    const taskId = await addTask({ keywords: '校考，统考' });
    await run(taskId);
    expect((await resultsOf(taskId)).map(({ url }) => url)).toEqual([`${site}/a/21.html`]);
    expect(asked).not.toContain('/a/22.html');
  });

  test('obeys robots.txt for the list, and passes over pages that it closes', async () => {
    siteOf([31, 32]);
    pages['/robots.txt'] = 'User-agent: Yikao\nDisallow: /a/31.html\nUser-agent: *\nDisallow: /';
    const taskId = await addTask();
    expect(await run(taskId)).toMatchObject({ crawlStatus: 2, newNum: 1 });
    expect((await taskOf(taskId)).errorMsg).toContain('robots.txt');
    pages['/robots.txt'] = 'User-agent: *\nDisallow: /list';
    expect(await run(taskId)).toMatchObject({ crawlStatus: 3 });
    expect((await taskOf(taskId)).errorMsg).toContain('robots.txt 不允许');
    pages['/robots.txt'] = 'User-agent: *\nCrawl-delay: 600';
    asked.length = 0;
    expect((await run(taskId)).errorMsg).toBeTruthy();
    expect(asked.filter(path => path.startsWith('/a/'))).toEqual([]);
  });

  test('waits where a busy site says how long, and ends where that is too long', async () => {
    siteOf([41]);
    let times = 0;
    pages['/list'] = (request, response) => {
      times += 1;
      if (times === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else html(listOf([41]))(request, response);
    };
    const taskId = await addTask();
    expect(await run(taskId)).toMatchObject({ crawlStatus: 2, newNum: 1 });
    pages['/list'] = (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end();
    const task = await run(taskId);
    expect(task).toMatchObject({ crawlStatus: 3, failNum: 1 });
    expect(task.errorMsg).toContain('要求等待 3600 秒');
  });

  test('fetches nothing of our own network, from the list or from what it leads to', async () => {
    pages['/list'] = `${listOf([51])}<li><a href="http://169.254.169.254/latest/">密钥</a></li>`;
    pages['/a/51.html'] = (_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/admin' }).end();
    const taskId = await addTask();
    const task = await run(taskId);
    expect(task).toMatchObject({ crawlStatus: 3, newNum: 0 });
    expect(await resultsOf(taskId)).toEqual([]);
    pages['/list'] = (_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    expect((await run(taskId)).errorMsg).toContain('169.254.169.254 指向内部网络');
  });

  test('of a page of 50 MB, and one that is no page, goes on with the others', async () => {
    siteOf([61, 62, 63]);
    pages['/a/61.html'] = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 50 * 1024 * 1024 }).end();
    pages['/a/62.html'] = (_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('x');
    const taskId = await addTask();
    const task = await run(taskId);
    expect(task).toMatchObject({ crawlStatus: 2, newNum: 1 });
    expect(task.errorMsg).toContain('2 个页面没有读到');
  });
});

describe('one run at a time', () => {
  test('of two starts at once one is refused, and so is an edit or a deletion meanwhile', async () => {
    siteOf([71]);
    const taskId = await addTask();
    const both = await Promise.all(
      ['ops', 'admin'].map(who => call(who, 'PUT', `${crawlerTask.path}/start`, { taskId })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(jobs).toHaveLength(1);
    const { version } = await taskOf(taskId);
    const edit = await call('ops', 'PUT', crawlerTask.path, { taskId, version, listSelector: 'p' });
    expect(edit.status).toBe(400);
    expect((await call('ops', 'DELETE', `${crawlerTask.path}?ids=${taskId}`)).status).toBe(409);
    await runJobs();
    expect(await taskOf(taskId)).toMatchObject({ crawlStatus: 2, newNum: 1 });
  });

  test('a stop is heard between two pages; what was read stays', async () => {
    siteOf([81, 82, 83]);
    const taskId = await addTask();
    onPage = async path => {
      if (path !== '/a/82.html') return;
      expect((await call('ops', 'PUT', `${crawlerTask.path}/stop`, { taskId })).status).toBe(200);
    };
    expect(await run(taskId)).toMatchObject({ crawlStatus: 4, newNum: 1, totalNum: 1, failNum: 0 });
    expect(asked).not.toContain('/a/83.html');
    onPage = async () => {};
    expect(await run(taskId)).toMatchObject({ crawlStatus: 2, newNum: 2, totalNum: 3 });
  });

  test('a run that is killed in the middle goes on, and reads no page twice', async () => {
    siteOf([91, 92, 93]);
    const taskId = await addTask();
    await call('ops', 'PUT', `${crawlerTask.path}/start`, { taskId });
    const [id = 0] = jobs.splice(0);
    let reached = () => {};
    const there = new Promise<void>(resolve => {
      reached = resolve;
    });
    // The first worker hangs at the second page, as one that is cut off does; the other takes over.
    let hang = true;
    onPage = async path => {
      if (path !== '/a/92.html' || !hang) return;
      hang = false;
      reached();
      await new Promise(() => {});
    };
    const lost = workOne(id);
    await there;
    await workOne(id);
    expect(await taskOf(taskId)).toMatchObject({ crawlStatus: 2, newNum: 3 });
    expect(await resultsOf(taskId)).toHaveLength(3);
    server.closeAllConnections();
    await lost;
    expect(await resultsOf(taskId)).toHaveLength(3);
    expect(asked.filter(path => path === '/a/91.html')).toHaveLength(1);
  });

  test('a task runs by its cron text, and again only at its next time', async () => {
    siteOf([101]);
    const taskId = await addTask({ cronExpression: '0 0 * * * ?' });
    expect((await taskOf(taskId)).nextRunTime).toMatch(/:00:00$/);
    const clock = createStepClock({ engine: it.engine, onFailure: () => undefined });
    expect(await clock.takeDue()).toBe(0);
    it.pass({ hours: 1 });
    expect(await clock.takeDue()).toBe(1);
    await runJobs();
    expect(await taskOf(taskId)).toMatchObject({ crawlStatus: 2, newNum: 1 });
    expect(await clock.takeDue()).toBe(0);
  });
});

describe('a selector that broke', () => {
  test('is told the day it broke: words, a mark, and one text to the maker', async () => {
    siteOf([111, 112, 113, 114, 115]);
    const taskId = await addTask();
    expect(await run(taskId)).toMatchObject({ selectorState: 1 });
    pages['/list'] = '<div class="new-design">…</div>';
    const task = await run(taskId);
    expect(task).toMatchObject({ crawlStatus: 3, selectorState: 2, failNum: 1 });
    expect(task.errorMsg).toContain('列表选择器没有找到任何条目');
    expect(await noticesOf(taskId)).toEqual(['选择器可能已失效']);
    await run(taskId);
    expect(await noticesOf(taskId)).toHaveLength(1);
    const marked = await call('ops', 'GET', `${crawlerTask.path}/list?selectorState=2&size=200`);
    expect(marked.data.records.map((row: { taskId: number }) => row.taskId)).toContain(taskId);
    // Mended: its failures are forgotten, and the next run says that it is fine.
    pages['/list'] = `<main>${listOf([116]).replaceAll('li>', 'dd>').replaceAll('<li', '<dd')}</main>`;
    pages['/a/116.html'] = pageOf(116);
    const { version } = await taskOf(taskId);
    const mended = await call('ops', 'PUT', crawlerTask.path, { taskId, version, listSelector: 'dd' });
    expect(mended.status, mended.message).toBe(200);
    expect(await taskOf(taskId)).toMatchObject({ failNum: 0, selectorState: 0 });
    expect(await run(taskId)).toMatchObject({ crawlStatus: 2, selectorState: 1, newNum: 1 });
  });

  test('is told where the texts are less than half as long as usual', async () => {
    siteOf([121, 122, 123, 124, 125]);
    const taskId = await addTask();
    await run(taskId);
    siteOf([126, 127, 128], 3);
    const task = await run(taskId);
    expect(task).toMatchObject({ crawlStatus: 2, selectorState: 2, newNum: 3 });
    expect(task.errorMsg).toContain('正文只有平时的一半以下');
    expect(await noticesOf(taskId)).toEqual(['选择器可能已失效']);
  });

  test('on the pages keeps nothing, so that they come in once it is mended', async () => {
    siteOf([131, 132]);
    const taskId = await addTask({ contentSelector: '.gone' });
    expect(await run(taskId)).toMatchObject({ crawlStatus: 2, selectorState: 2, newNum: 0 });
    const { version } = await taskOf(taskId);
    await call('ops', 'PUT', crawlerTask.path, { taskId, version, contentSelector: '.text' });
    expect(await run(taskId)).toMatchObject({ selectorState: 1, newNum: 2 });
  });

  test('three failures in a row switch the task off, and its maker is told', async () => {
    const taskId = await addTask({ cronExpression: '0 0 3 * * ?' });
    for (let n = 1; n <= 3; n += 1) expect((await run(taskId)).failNum).toBe(n);
    expect(await taskOf(taskId)).toMatchObject({ status: 0, nextRunTime: null, crawlStatus: 3 });
    expect(await noticesOf(taskId)).toEqual(['连续失败三次，已自动停用']);
    const again = await call('ops', 'PUT', `${crawlerTask.path}/start`, { taskId });
    expect(again).toMatchObject({ status: 409 });
    expect(again.message).toContain('任务已停用');
  });
});

test('runs that a busy node has no time for end with that reason, and never switch the task off', async () => {
  siteOf([141]);
  const taskId = await addTask({ cronExpression: '0 0 3 * * ?' });
  node.isBusy = true;
  try {
    for (let n = 1; n <= 4; n += 1) {
      expect(await run(taskId)).toMatchObject({ status: 1, failNum: 0, crawlStatus: 4 });
    }
  } finally {
    node.isBusy = false;
  }
  expect(await run(taskId)).toMatchObject({ crawlStatus: 2, newNum: 1 });
});

test('a run whose site is not there ends at once, and says so', async () => {
  const taskId = await addTask({ startUrl: 'https://nobody.invalid/list' });
  const ended = await run(taskId);
  expect(ended).toMatchObject({ crawlStatus: 3, failNum: 1 });
  expect(ended.errorMsg).toContain('nobody.invalid');
});

describe('a trial', () => {
  const tried = (who: string, more: object = {}) =>
    call(who, 'POST', `${crawlerTask.path}/try`, {
      ...{ startUrl: `${site}/list`, listSelector: 'li', contentSelector: '.text' },
      ...more,
    });

  test('shows title, date, length and picture of the first three items, and keeps nothing', async () => {
    siteOf([201, 202, 203, 204]);
    pages['/a/201.html'] = `<h1>甲</h1><div class="text"><p>${words}</p><img data-src="/1.jpg"></div>`;
    const { data, status } = await tried('ops');
    expect(status).toBe(200);
    expect(data).toMatchObject({ kind: 'list', items: 4, wanted: 4, problems: [] });
    expect(data.pages).toHaveLength(3);
    expect(data.pages[0]).toMatchObject({
      title: '第201号公告',
      contentBy: 'selector',
      picture: `${site}/1.jpg`,
      problem: null,
    });
    expect(data.pages[0].textLength).toBeGreaterThan(20);
    expect(asked).not.toContain('/a/204.html');
    const kept = await call(
      'ops',
      'GET',
      `${crawlerResult.path}/list?title=${encodeURIComponent('第201号')}`,
    );
    expect(kept.data.total).toBe(0);
  });

  test('says plainly which selector found nothing', async () => {
    siteOf([211, 212]);
    const list = await tried('ops', { listSelector: '.gone' });
    expect(list.data.problems).toEqual([{ field: 'listSelector', message: '列表选择器没有找到任何元素' }]);
    const text = await tried('ops', { contentSelector: '.gone', titleSelector: '.none' });
    expect(text.data.problems.map(({ field }: { field: string }) => field)).toEqual([
      'titleSelector',
      'contentSelector',
    ]);
    expect((await tried('ops', { listSelector: '' })).data.problems[0].field).toBe('listSelector');
    const wrong = await tried('ops', { listSelector: 'li[' });
    expect(wrong).toMatchObject({ status: 400, reason: 'invalidFields' });
  });

  test('of an inner address is refused, and of people without the right', async () => {
    const inner = await tried('ops', { startUrl: 'http://169.254.169.254/latest/meta-data/' });
    expect(inner).toMatchObject({ status: 400, reason: 'outsideInner' });
    expect((await tried('sale01')).status).toBe(403);
  });
});

test('a task with a selector that cannot be parsed is not kept', async () => {
  const answer = await call('ops', 'POST', crawlerTask.path, {
    ...{
      taskName: '错',
      startUrl: `${site}/list`,
      listSelector: 'li >> [',
      contentSelector: '.text',
      columnId,
    },
  });
  expect(answer).toMatchObject({ status: 400, reason: 'invalidFields' });
  expect(answer.data.errors[0].field).toBe('listSelector');
});

describe('the inbox', () => {
  let ids: number[] = [];
  let taskId = 0;
  beforeAll(async () => {
    siteOf([301, 302, 303, 304]);
    pages['/a/301.html'] = `<h1>第301号公告</h1><div class="text"><p>${words}</p>
      <img data-src="/1.jpg"><script>alert(1)</script></div>`;
    taskId = await addTask();
    await run(taskId);
    ids = (await resultsOf(taskId)).map(({ id }) => id).toSorted((one, other) => one - other);
  });
  const step = (who: string, name: string, body: object) =>
    call(who, name.startsWith('/') ? 'POST' : 'PUT', `${crawlerResult.path}/${name.replace('/', '')}`, body);

  test('a page becomes a draft with what its task says, without scripts, once under two clerks', async () => {
    const both = await Promise.all(['ops', 'admin'].map(who => step(who, '/import', { ids: [ids[0]] })));
    expect(both.map(({ status }) => status).toSorted()[0]).toBe(200);
    const drafts = await sql<{ articleId: number; content: string; auditStatus: number; sourceName: string }>`
      select article_id, content, audit_status, source_name from t_article
      where source_url = ${`${site}/a/301.html`}`.execute(it.engine.db);
    expect(drafts.rows).toHaveLength(1);
    expect(drafts.rows[0]).toMatchObject({ auditStatus: 0, sourceName: '某校招生网' });
    expect(drafts.rows[0]?.content).not.toContain('alert');
    const [result] = (await resultsOf(taskId)).filter(({ id }) => id === ids[0]);
    expect(result).toMatchObject({ resultStatus: 1, articleId: drafts.rows[0]?.articleId });
    const { data } = await call('ops', 'GET', `${article.path}/info?articleId=${result?.articleId}`);
    expect(data).toMatchObject({ title: '第301号公告', columnId });
  });

  test('pages are ignored and taken back in bulk, and an imported one is neither', async () => {
    const ignored = await step('ops', '/ignore', { ids });
    expect(ignored.status).toBe(200);
    const states = async () =>
      (await resultsOf(taskId))
        .toSorted((one, other) => one.id - other.id)
        .map(({ resultStatus }) => resultStatus);
    expect(await states()).toEqual([1, 2, 2, 2]);
    await step('ops', 'putBack', { ids });
    expect(await states()).toEqual([1, 0, 0, 0]);
    expect((await step('sale01', '/import', { ids })).status).toBe(403);
  });

  test('of many, one whose title the column has already is left with its reason', async () => {
    await sql`update t_crawler_result set title = '第301号公告' where id = ${ids[1]}`.execute(it.engine.db);
    const answer = await step('ops', '/import', { ids: ids.slice(1) });
    expect(answer.status).toBe(200);
    const states = (await resultsOf(taskId))
      .toSorted((one, other) => one.id - other.id)
      .map(({ resultStatus }) => resultStatus);
    expect(states).toEqual([1, 0, 1, 1]);
  });
});
