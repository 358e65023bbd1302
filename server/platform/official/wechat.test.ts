import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficialGateway } from './types.ts';
import { createWechatOfficial } from './wechat.ts';

/** The article of a list ("获取已发布的消息列表", "获取草稿列表"); drafts have no `thumb_url` in the document. */
const news = {
  ...{
    title: '新建草稿-对象形式',
    author: 'dragon',
    digest: '图文消息的摘要',
    content: '<p>图文消息的具体内容</p>',
  },
  ...{ content_source_url: 'https://example.cn/source', thumb_media_id: 'HKVdzjkDfooMqBqJtvSs2A' },
  ...{
    need_open_comment: 1,
    only_fans_can_comment: 0,
    url: 'http://mp.weixin.qq.com/s?__biz=MzAwMTE2MzA1Mg==',
  },
};
const published = { ...news, thumb_url: 'http://mmbiz.qpic.cn/mmbiz_jpg/0?wx_fmt=jpeg', is_deleted: false };
const lists: Record<string, object> = {
  '/cgi-bin/freepublish/batchget': {
    ...{ total_count: 2, item_count: 2 },
    item: [
      {
        article_id: 'zjMKVd1g66BkEkpetwml4B',
        content: { news_item: [published, { ...published, is_deleted: true }] },
        update_time: 1_634_976_318,
      },
      // As the vendor answers in practice: the times are in the content.
      {
        article_id: 'zjMKVd1g66BkEkpetwml4C',
        content: { news_item: [published], create_time: 1_634_976_306, update_time: 1_634_976_318 },
      },
    ],
  },
  '/cgi-bin/draft/batchget': {
    ...{ total_count: 1, item_count: 1 },
    item: [
      { media_id: 'zUUtT8ZYeXzZ4slFbtnAks', content: { news_item: [news] }, update_time: 1_634_976_318 },
    ],
  },
};

const asked: { readonly path: string; readonly method: string; readonly body: unknown }[] = [];
let server: Server;
let gateway: OfficialGateway;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    const body = await json(request);
    const token = { access_token: 'ACCESS_TOKEN', expires_in: 7_200 };
    if (pathname === '/cgi-bin/stable_token') return void response.end(JSON.stringify(token));
    asked.push({ path: pathname, method: request.method ?? '', body });
    const known = searchParams.get('access_token') === 'ACCESS_TOKEN';
    // The vendor's lists come as text.
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end(JSON.stringify(known ? lists[pathname] : { errcode: 40_001 }));
  }).listen(0, '127.0.0.1');
  await new Promise(listening => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  gateway = createWechatOfficial(
    new URL(`http://127.0.0.1:${port}`),
    () => new Date(),
    async () => {},
  );
});
afterAll(() => new Promise(closed => server.close(closed)));

const credentials = { appId: 'wx1', appSecret: 'secret' };
const article = {
  ...{
    title: '新建草稿-对象形式',
    author: 'dragon',
    summary: '图文消息的摘要',
    content: '<p>图文消息的具体内容</p>',
  },
  ...{ url: news.url, time: new Date(1_634_976_318_000) },
};

test('published articles are read in the published form, without those that were deleted', async () => {
  const page = await gateway.read(credentials, 'published', 20);
  expect(asked.at(-1)).toEqual({
    path: '/cgi-bin/freepublish/batchget',
    method: 'POST',
    body: { offset: 20, count: 20, no_content: 0 },
  });
  expect(page).toEqual({
    total: 2,
    messages: 2,
    items: ['zjMKVd1g66BkEkpetwml4B#0', 'zjMKVd1g66BkEkpetwml4C#0'].map(sourceNo => ({
      ...article,
      sourceNo,
      cover: published.thumb_url,
    })),
  });
});

test('drafts are read in the published form', async () => {
  const page = await gateway.read(credentials, 'draft', 0);
  expect(asked.at(-1)).toMatchObject({ path: '/cgi-bin/draft/batchget', body: { offset: 0, count: 20 } });
  expect(page).toEqual({
    total: 1,
    messages: 1,
    items: [{ ...article, sourceNo: 'zUUtT8ZYeXzZ4slFbtnAks#0', cover: '' }],
  });
});
