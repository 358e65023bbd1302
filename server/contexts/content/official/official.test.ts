import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createFetchOutside } from '../../../platform/outside/fetch-outside.ts';
import { articlePage } from '../../../testing/official/saved-pages.ts';
import { type Answer, openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The vendor: the messages of an account, and the errors of its next answers. */
const vendor = {
  tokens: 0,
  published: [] as { article_id: string; titles: string[] }[],
  drafts: [] as { media_id: string; titles: string[] }[],
  /** Errors of the next calls of lists, in order. */
  errors: [] as number[],
  lists: 0,
  /** Runs before the answer of a list. */
  meanwhile: async () => {},
};

let server: Server;
let base: string;
let it: SeededApp;
let admin: string;
const { path } = registry.officialAccounts;

function news(titles: readonly string[], number: string) {
  return titles.map((title, at) => ({
    ...{ title, author: '教研组', digest: `${title}的摘要` },
    content: `<section><p>${title}正文</p><img data-src="${base}/picture/${number}-${at}.png"></section>`,
    url: `http://mp.weixin.qq.com/s?__biz=Mz&mid=${number}&idx=${at + 1}&sn=sn${number}&chksm=1`,
    thumb_url: `${base}/picture/cover.png`,
  }));
}

async function answerVendor(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', base);
  if (url.pathname.startsWith('/picture/')) {
    if (url.pathname.includes('lost')) return void response.writeHead(404).end();
    return void response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  }
  let body = '';
  for await (const chunk of request) body += chunk;
  const say = (json: object) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  if (url.pathname === '/s/page') {
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(articlePage(name => `${base}/picture/${name === 'second' ? 'lost' : name}.png`));
  }
  const asked = JSON.parse(body || '{}');
  if (url.pathname === '/cgi-bin/stable_token') {
    if (asked.secret !== 'right-secret') return void say({ errcode: 40_125, errmsg: 'invalid appsecret' });
    vendor.tokens += 1;
    return void say({ access_token: `token-${vendor.tokens}`, expires_in: 7_200 });
  }
  vendor.lists += 1;
  await vendor.meanwhile();
  const error = vendor.errors.shift();
  if (error !== undefined) return void say({ errcode: error, errmsg: 'said no' });
  if (url.searchParams.get('access_token') !== `token-${vendor.tokens}`) return void say({ errcode: 40_001 });
  const isDraft = url.pathname.includes('/draft/');
  const all = isDraft ? vendor.drafts : vendor.published;
  const item = all.slice(asked.offset, asked.offset + asked.count).map(message => {
    const number = 'article_id' in message ? message.article_id : message.media_id;
    return { ...message, update_time: 1_767_229_200, content: { news_item: news(message.titles, number) } };
  });
  say({ total_count: all.length, item_count: item.length, item });
}

beforeAll(async () => {
  server = createServer((request, response) => void answerVendor(request, response)).listen(0, '127.0.0.1');
  await new Promise(listening => server.once('listening', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  it = await openSeededApp({ env: { OFFICIAL_URL: base, OFFICIAL_LOCAL: 'off' } });
  const port = (server.address() as AddressInfo).port;
  // Names lead to this machine, and pictures of this host may be fetched, as an operator would allow it.
  Object.assign(it.engine, {
    fetchOutside: createFetchOutside({
      hosts: [`127.0.0.1:${port}`, `mp.weixin.qq.com:${port}`],
      agent: 'Yikao/1.0',
      lookup: (_name, options, answer) =>
        options.all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4),
    }),
  });
  admin = (await it.login('admin')).token;
});
afterAll(async () => {
  await it.close();
  server.close();
});
afterEach(() => Object.assign(vendor, { published: [], drafts: [], errors: [] }));

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<Answer> =>
  it.call(method, url, { token: admin, ...(body !== undefined && { body }) });
const ok = (answer: Answer) => expect(answer.status, answer.message).toBe(200);

let next = 0;
async function account(more: object = {}): Promise<number> {
  next += 1;
  const answer = await call('POST', path, {
    ...{ accountName: `公众号${next}`, appId: `wx${next}`, appSecret: 'right-secret', columnId: 1 },
    ...{ provinceId: 430_000, ...more },
  });
  ok(answer);
  return answer.data.id;
}

/** Sends all messages that are due, those that follow from them too. */
async function settle(): Promise<void> {
  for (let rounds = 0; rounds < 30; rounds += 1) {
    if ((await it.sendMessages()) === 0) return;
  }
}

const info = async (id: number) => (await call('GET', `${path}/info?id=${id}`)).data;
const inbox = async (accountId: number) =>
  (await call('GET', `${path}/article/list?accountId=${accountId}&size=200`)).data.records as {
    id: number;
    title: string;
    kind: number;
    importFlag: number;
    articleId: number | null;
  }[];
const messagesOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    article_id: `m${from + at}`,
    titles: [`统考资讯 ${from + at}`],
  }));

async function sync(id: number): Promise<void> {
  ok(await call('POST', `${path}/sync`, { id }));
  await settle();
}

test('an account is read page by page, published articles and drafts, and nothing twice', async () => {
  const id = await account();
  vendor.published = messagesOf(45);
  vendor.published[0]?.titles.push('同一消息的第二条');
  vendor.drafts = [{ media_id: 'd1', titles: ['还没发布的草稿'] }];
  await sync(id);
  const found = await inbox(id);
  expect(found).toHaveLength(47);
  expect(found.filter(({ kind }) => kind === 2).map(({ title }) => title)).toEqual(['还没发布的草稿']);
  expect(await info(id)).toMatchObject({ syncState: 2, articleNum: 47, newNum: 47, syncTotal: 46 });
  vendor.published = [...messagesOf(1, 900), ...vendor.published];
  const before = vendor.lists;
  await sync(id);
  expect(await inbox(id)).toHaveLength(48);
  // The first page has something new, the second one nothing; then the drafts.
  expect(vendor.lists - before).toBeLessThanOrEqual(3);
});

test('the secret of an account is given to nobody', async () => {
  const id = await account();
  const told = JSON.stringify([await info(id), (await call('GET', `${path}/history?id=${id}`)).data]);
  expect(told).not.toContain('right-secret');
  expect(await info(id)).toMatchObject({ appSecret: true });
});

test('a token that the vendor no longer takes is renewed once and the page read', async () => {
  const id = await account();
  vendor.published = messagesOf(2);
  vendor.errors = [42_001];
  await sync(id);
  expect(await inbox(id)).toHaveLength(2);
});

test.each([
  [45_009, '调用次数已用完'],
  [40_164, '白名单'],
  [48_001, '没有发布接口的权限'],
])(
  'error %i of the vendor is said in a sentence on the account, which can be synchronised again',
  async (code, said) => {
    const id = await account();
    vendor.published = messagesOf(1);
    vendor.errors = [code];
    await sync(id);
    expect(await info(id)).toMatchObject({ syncState: 3, syncError: expect.stringContaining(said) });
    await sync(id);
    expect(await info(id)).toMatchObject({ syncState: 2, syncError: null });
  },
);

test('a wrong secret is named, and an account without one is not synchronised', async () => {
  const wrong = await account({ appSecret: 'wrong-secret' });
  await sync(wrong);
  expect((await info(wrong)).syncError).toContain('AppSecret');
  const none = await account({ appId: null, appSecret: null });
  expect((await call('POST', `${path}/sync`, { id: none })).reason).toBe('officialNotSetUp');
});

test('an account that is being synchronised is not begun a second time', async () => {
  const id = await account();
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', `${path}/sync`, { id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await settle();
});

test('articles are imported in bulk into drafts with school, province and column, each once however many people do it', async () => {
  const id = await account();
  vendor.published = messagesOf(12, 100);
  await sync(id);
  const ids = (await inbox(id)).map(row => row.id);
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', `${path}/article/import`, { ids })));
  for (const answer of answers) ok(answer);
  expect(answers.reduce((sum, { data }) => sum + data.count, 0)).toBe(12);
  const made = await sql<{ n: number; titles: number }>`
    select count(*)::integer as n, count(distinct a.title)::integer as titles from t_article as a
    join t_official_article as o on o.article_id = a.article_id
    where o.account_id = ${id} and a.column_id = 1 and a.province_ids = '{430000}' and a.audit_status = 0`.execute(
    it.engine.db,
  );
  expect(made.rows[0]).toEqual({ n: 12, titles: 12 });
  await settle();
  const covers = await sql<{ covers: number }>`
    select count(a.cover)::integer as covers from t_article as a
    join t_official_article as o on o.article_id = a.article_id where o.account_id = ${id}`.execute(
    it.engine.db,
  );
  expect(covers.rows[0]).toEqual({ covers: 12 });
  const waiting = (await call('GET', `${path}/waiting`)).data.count;
  expect(waiting).toBeGreaterThanOrEqual(12);
  const list = await call('GET', `${registry.article.path}/list?origin=2&publishState=1&size=200`);
  expect(list.data.total).toBe(waiting);
});

test('an article whose original is here already is not made twice, and one with the title of another is refused by name', async () => {
  const id = await account();
  vendor.published = [
    { article_id: 'k1', titles: ['来过的文章'] },
    { article_id: 'k2', titles: ['同名的文章'] },
  ];
  const known = await call('POST', registry.article.path, {
    ...{ title: '以前写的', columnId: 1, content: '<p>x</p>' },
    sourceUrl: 'https://mp.weixin.qq.com/s?__biz=Mz&mid=k1&idx=1&sn=snk1&scene=21',
  });
  await call('POST', registry.article.path, { title: '同名的文章', columnId: 1, content: '<p>x</p>' });
  await sync(id);
  const rows = await inbox(id);
  const answer = await call('POST', `${path}/article/import`, { ids: rows.map(row => row.id) });
  expect(answer.data.refused).toHaveLength(1);
  expect(answer.data.refused[0].reason).toMatch(/重复|已有/);
  const after = await inbox(id);
  expect(after.find(({ title }) => title === '来过的文章')?.articleId).toBe(known.data.articleId);
  expect(after.find(({ title }) => title === '同名的文章')).toMatchObject({ importFlag: 0, articleId: null });
});

test('a page whose node seems dead is read by another one, and both together keep it once', async () => {
  const id = await account();
  vendor.published = messagesOf(45, 500);
  ok(await call('POST', `${path}/sync`, { id }));
  let nodes = 1;
  vendor.meanwhile = async () => {
    if (nodes === 2) return;
    nodes = 2;
    // The first node is given up; its answer comes after the second has kept the page.
    it.pass({ hours: 1 });
    expect(await it.sendMessages()).toBeGreaterThan(0);
  };
  await settle();
  vendor.meanwhile = async () => {};
  expect(nodes).toBe(2);
  expect(await info(id)).toMatchObject({ syncState: 2, syncDone: 46, syncTotal: 45 });
  const counted = await sql<{ n: number; numbers: number }>`
    select count(*)::integer as n, count(distinct source_no)::integer as numbers from t_official_article
    where account_id = ${id}`.execute(it.engine.db);
  expect(counted.rows[0]).toEqual({ n: 45, numbers: 45 });
});

test('an account that is collected automatically makes drafts of what is new by itself', async () => {
  const id = await account({ autoFlag: 1 });
  vendor.published = messagesOf(3, 300);
  await sync(id);
  expect((await inbox(id)).map(({ importFlag }) => importFlag)).toEqual([1, 1, 1]);
});

test('pictures of other sites in a saved article are brought in, and an edit in the meantime stays', async () => {
  const content = `<p>前</p><p><img src="${base}/picture/a.png"></p><p><img src="${base}/picture/lost.png"></p>
    <p><img src="http://169.254.169.254/latest/meta-data"></p>`;
  const { data } = await call('POST', registry.article.path, { title: '外来图片', columnId: 1, content });
  const read = async () => (await call('GET', `/api/base/getArticle?articleId=${data.articleId}`)).data;
  // Somebody edits before the pictures are there.
  const { version } = await read();
  ok(
    await call('PUT', registry.article.path, {
      ...{ articleId: data.articleId, version },
      content: content.replace('前', '编辑改过'),
    }),
  );
  await settle();
  const row = await read();
  expect(row.content).toContain('编辑改过');
  expect(row.content).toMatch(/<img src="\/common\/file\/\d{4}\/\d{2}\/[0-9a-f]{40}\.png"/);
  expect(row.pictureFaults.map(({ fault }: { fault: number }) => fault).sort()).toEqual([1, 2]);
  const path = /\/common\/file\/[^"]+/.exec(row.content)?.[0] ?? '';
  expect((await it.call('GET', path)).status).toBe(200);
  expect((await read()).version).toBe(row.version);
  ok(await call('PUT', `${registry.article.path}/bringPictures`, { articleId: data.articleId }));
  await settle();
  expect((await read()).pictureFaults).toHaveLength(2);
});

test('a pasted link is read with its pictures, names those that failed, and the article that is here already', async () => {
  const port = new URL(base).port;
  const url = `http://mp.weixin.qq.com:${port}/s/page`;
  const read = () => call('GET', `${registry.article.path}/wx/official/parse?url=${encodeURIComponent(url)}`);
  const answer = await read();
  ok(answer);
  expect(answer.data).toMatchObject({
    ...{ title: '2026年统考时间公布 & 备考提醒', author: '王老师', known: null },
    cover: expect.stringMatching(/^\/\d{4}\/\d{2}\/[0-9a-f]{40}\.png$/),
    pictures: { faults: [{ fault: 2 }] },
  });
  const { pictures: _, known: __, ...fields } = answer.data;
  const saved = await call('POST', registry.article.path, { ...fields, columnId: 1 });
  ok(saved);
  expect((await read()).data.known).toMatchObject({ articleId: saved.data.articleId });
});

test.each([
  'https://example.com/s/abc',
  'http://mp.weixin.qq.com@127.0.0.1/s/x',
  'http://127.0.0.1/s/x',
  'file:///etc/passwd',
])('no page of another host is read as an article: %s', async url => {
  const answer = await call(
    'GET',
    `${registry.article.path}/wx/official/parse?url=${encodeURIComponent(url)}`,
  );
  expect(answer.status).toBe(400);
});
