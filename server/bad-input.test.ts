import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp } from './app.ts';
import { createFeatures } from './contexts/features.ts';
import { browserFeature } from './contexts/system/browser/routes.ts';
import { openSeededApp, password, type SeededApp } from './contexts/testing/seeded-app.ts';
import { readConfig } from './platform/config.ts';
import { silentLogger } from './platform/logger.ts';
import { operationsOf } from './testing/hostile/operations.ts';
import { databaseKind } from './testing/run.ts';

/** Number of password checks; the checks themselves run. */
const checks = vi.hoisted(() => ({ count: 0 }));
vi.mock('@node-rs/argon2', async original => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    verify: (...given: Parameters<typeof real.verify>) => {
      checks.count += 1;
      return real.verify(...given);
    },
  };
});

let it: SeededApp;
/** Another node on the same database, which also serves pages. */
let node: FastifyInstance;
let folder: string;
let admin: string;

beforeAll(async () => {
  it = await openSeededApp({ enqueue: async () => undefined });
  folder = await mkdtemp(join(tmpdir(), 'yikao-pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>艺考</title>');
  await writeFile(join(folder, 'assets', 'index-Ab12.js'), 'export {};');
  const config = readConfig({ DATA_DIR: folder, CAPTCHA: 'off', LOG_LEVEL: 'silent' });
  const { authenticate, features } = createFeatures(it.engine, config);
  const browser = browserFeature(folder);
  node = await createApp({
    engine: it.engine,
    config,
    logger: silentLogger(),
    authenticate,
    headers: browser.headers,
    features: [browser.feature, ...features],
    page: browser.page,
  });
  admin = (await it.login('admin')).token;
});
afterAll(async () => {
  await node.close();
  await it.close();
  await rm(folder, { recursive: true, force: true });
});

describe('who guesses accounts', () => {
  beforeEach(() => it.pass({ minutes: 15 }));

  test('makes the server do the same work whether an account is there or not', async () => {
    await sql`update t_admin_user set status = 0 where user_name = 'finance01'`.execute(it.engine.db);
    const work = async (userName: string) => {
      const before = checks.count;
      const answer = await it.call('POST', '/api/admin/login', {
        body: { userName, password: 'Wrong1234' },
        from: '203.0.113.77',
      });
      return { checks: checks.count - before, status: answer.status, message: answer.message };
    };
    // The first one creates the dummy hash for accounts without one.
    await work('warm');
    const known = await work('ops');
    expect(known.checks).toBe(1);
    for (const userName of ['nobody', 'finance01', 'OPS ', 'admin\u0000', "' or 1=1 --"]) {
      const guessed = await work(userName);
      if (guessed.message === known.message) expect(guessed, userName).toEqual(known);
      else expect(guessed, userName).toMatchObject({ status: 400, checks: 0 });
    }
    await sql`update t_admin_user set status = 1 where user_name = 'finance01'`.execute(it.engine.db);
  });
});

/** Addresses that lead away, and others that look like paths. */
const away = [
  '//evil.example/',
  '/\\evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '//evil.example/..;/',
];

test('no answer leads to another site, whatever is asked', async () => {
  const document = (await node.inject({ url: '/openapi.json', headers: { 'access-token': admin } })).json();
  const calls = operationsOf(document)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace(/\{\w+\}/g, 'x'));
  const lures = ['back', 'next', 'url', 'redirect', 'return_to', 'redirect_uri', 'state'];
  const query = lures.map(name => `${name}=${encodeURIComponent('https://evil.example/')}`).join('&');
  for (const url of [
    ...calls.map(path => `${path}?${query}`),
    ...away,
    `/login?${query}`,
    '/assets',
    '/assets/',
  ]) {
    for (const accept of ['text/html', 'application/json']) {
      const answer = await node.inject({
        url,
        headers: { accept, host: 'evil.example', 'access-token': admin },
      });
      expect(answer.statusCode < 300 || answer.statusCode >= 400, `${answer.statusCode} ${url}`).toBe(true);
      expect(answer.headers.location, url).toBeUndefined();
      expect(answer.headers.refresh, url).toBeUndefined();
    }
  }
});

// A parser reads them before the database is queried.
test.runIf(databaseKind() === 'embedded')(
  'a page is asked for by whole numbers from 1 up, in every call that answers pages; all else is refused by name',
  async () => {
    const document = (await node.inject({ url: '/openapi.json', headers: { 'access-token': admin } })).json();
    const get = async (url: string) => {
      const answer = await node.inject({ url, headers: { 'access-token': admin } });
      return { status: answer.statusCode, ...(answer.body.startsWith('{') ? answer.json() : {}) };
    };
    let paged = 0;
    for (const { method, path, query } of operationsOf(document)) {
      if (method !== 'GET' || path.includes('{')) continue;
      const needed = query.filter(({ required }) => required).map(({ name }) => `${name}=430000`);
      const ask = (...more: string[]) => get(`${path}?${[...needed, ...more].join('&')}`);
      const plain = await ask();
      const isPaged = query.some(({ name }) => name === 'size') || typeof plain.data?.size === 'number';
      if (isPaged) paged += 1;
      for (const bad of ['-1', '0', '1.5', '1e-7', '1e1', 'NaN', 'x', '%00', '1'.repeat(21), '1&SAME=2']) {
        // A call without pages ignores both, whatever their values.
        for (const name of isPaged ? ['current', 'size'] : ['current']) {
          const { status, data } = await ask(`${name}=${bad.replace('SAME', name)}`);
          const told = `${path} ${name}=${bad} ${JSON.stringify(data)?.slice(0, 100)}`;
          expect(status, told).toBeLessThan(500);
          if (!isPaged) continue;
          expect(status, told).toBe(400);
          expect(data.errors, told).toMatchObject([{ field: name }]);
        }
      }
      if (!isPaged || plain.status !== 200) continue;
      const most = await ask('size=1000000', 'current=2');
      expect(most.status, path).toBe(200);
      if (!Array.isArray(most.data)) expect(most.data, path).toMatchObject({ size: 200, current: 2 });
      if (!Array.isArray(plain.data)) {
        expect([5, 10]).toContain(plain.data.size);
        expect((await ask('size=', 'current=')).data, path).toMatchObject({
          size: plain.data.size,
          current: 1,
        });
        expect((await ask('size=1')).data.records.length, path).toBeLessThanOrEqual(1);
      }
    }
    expect(paged).toBeGreaterThan(60);
  },
);

test('every answer forbids script that is not ours, guessing of types, frames, and telling where one was', async () => {
  const document = (await node.inject({ url: '/openapi.json', headers: { 'access-token': admin } })).json();
  const urls = operationsOf(document)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace(/\{\w+\}/g, 'x'));
  for (const url of [
    ...urls,
    '/',
    '/home',
    '/assets/index-Ab12.js',
    '/common/file/none',
    '/api/none',
    '/%zz',
  ]) {
    for (const token of [admin, 'forged']) {
      const { headers } = await node.inject({ url, headers: { accept: 'text/html', 'access-token': token } });
      const policy = String(headers['content-security-policy']);
      expect(policy, url).toMatch(/default-src '(self|none)'/);
      expect(/script-src ([^;]*)/.exec(policy)?.[1] ?? "'self'", url).toBe("'self'");
      expect(policy, url).not.toContain('unsafe-eval');
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      });
      expect(headers['access-control-allow-origin'], url).toBeUndefined();
      expect(headers, url).not.toHaveProperty('x-powered-by');
    }
  }
});

test('the document of the calls is for those who have logged in, and the page that shows it holds nothing of it', async () => {
  const ask = async (token?: string) =>
    (await node.inject({ url: '/openapi.json', headers: token ? { 'access-token': token } : {} })).statusCode;
  expect(await ask()).toBe(401);
  expect(await ask('forged')).toBe(401);
  expect(await ask(admin)).toBe(200);
  for (const url of ['/docs', '/docs/start.js']) {
    const page = await node.inject({ url, headers: { accept: 'text/html' } });
    expect(page.statusCode, url).toBe(200);
    expect(page.body).not.toMatch(/\/api\//);
  }
  const open = await createApp({
    engine: it.engine,
    config: readConfig({ DATA_DIR: folder, DOCS: 'open', LOG_LEVEL: 'silent' }),
    logger: silentLogger(),
    authenticate: async () => undefined,
    features: [],
  });
  expect((await open.inject({ url: '/openapi.json' })).statusCode).toBe(200);
  await open.close();
});

test('whatever a stranger says of where a call comes from, it is answered, and counted where it came from', async () => {
  const odd = [
    '9'.repeat(4000),
    '<script>',
    '203.0.113.9, x',
    ', ,,',
    `${'10.0.0.1,'.repeat(400)}`,
    '::%25',
    '[::1]:x',
  ];
  for (const header of odd) {
    for (const remoteAddress of ['127.0.0.1', '203.0.113.50']) {
      for (const call of [
        { method: 'GET', url: '/api/admin/patchca/odd' },
        { method: 'POST', url: '/api/admin/login', payload: { userName: 'odd', password: 'Wrong1234' } },
        { method: 'GET', url: '/api/sms/user/code?mobile=13900000000&scene=register' },
      ] as const) {
        const answer = await node.inject({ ...call, remoteAddress, headers: { 'x-forwarded-for': header } });
        expect(answer.statusCode, `${header.slice(0, 20)} ${call.url}`).toBeLessThan(500);
      }
    }
  }
  const counted = await sql<{ key: string }>`
    select key from t_rate_limit where key like 'login-network:%|odd'`.execute(it.engine.db);
  expect(counted.rows.map(({ key }) => key).toSorted()).toEqual(
    ['0:0:0::/48', '127.0.0.0/24', '203.0.113.0/24'].map(network => `login-network:${network}|odd`),
  );
});

test('a file that was sent runs nothing, wherever it is opened', async () => {
  const send = async (name: string, content: Buffer) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), name);
    const encoded = new Response(form);
    const answer = await node.inject({
      method: 'POST',
      url: '/common/file/upload',
      headers: { 'content-type': encoded.headers.get('content-type') ?? '', 'access-token': admin },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return answer.json();
  };
  const gif = Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;');
  const table = Buffer.from('name,<script>alert(1)</script>\r\n');
  const names = [
    ['../../../etc/cron.d/x.gif', 'x.gif', gif],
    ['..\\..\\boot.csv', 'boot.csv', table],
    ['a\u202egpj.csv', 'agpj.csv', table],
    ['"; filename=evil.html; x=".csv', '', table],
    [`${'长'.repeat(300)}.csv`, '', table],
  ] as const;
  for (const [name, kept, content] of names) {
    const { data } = await send(name, content);
    expect(data, name).toMatch(/^\/\d{4}\/\d\d\/[0-9a-f]{40}\.(gif|csv)$/);
    const file = await node.inject({ url: `/common/file${data}`, headers: { 'access-token': admin } });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(['image/gif', 'text/csv']).toContain(String(file.headers['content-type']).split(';')[0]);
    const disposition = String(file.headers['content-disposition']);
    expect(disposition).toMatch(/^(inline|attachment); filename\*=UTF-8''[\w.%~!-]*$/);
    if (kept !== '') expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(kept);
  }
  for (const [name, content] of [
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a.html', '<!doctype html><script>alert(1)</script>'],
    ['a.xml', '<?xml version="1.0"?><x/>'],
    ['a.pdf', '%PDF-1.7'],
    ['a.js', '\u0000alert(1)'],
    // A text counts as a table by its name only.
    ['x.csv\u0000.html', table],
    ['..', table],
  ] as const) {
    expect((await send(name, Buffer.from(content))).data, name).toMatchObject({ reason: 'wrongFileKind' });
  }
});

describe('two nodes and one session', () => {
  const ask = async (app: FastifyInstance, token: string) =>
    (await app.inject({ url: '/api/admin/user/current', headers: { 'access-token': token } })).statusCode;

  test('who is kicked out on one is out on the other at once', async () => {
    const { token, userId } = await it.login('ops');
    expect([await ask(it.app, token), await ask(node, token)]).toEqual([200, 200]);
    const online = await it.call('GET', '/api/admin/online?size=100', { token: admin });
    const ids = online.data.records
      .filter((row: { userId: number }) => row.userId === userId)
      .map((row: { sessionId: number }) => row.sessionId);
    const kicked = await node.inject({
      method: 'DELETE',
      url: '/api/admin/online',
      headers: { 'access-token': admin },
      payload: { ids },
    });
    expect(kicked.json().data.count).toBe(ids.length);
    expect([await ask(it.app, token), await ask(node, token)]).toEqual([401, 401]);
  });

  test('who is switched off, or gets a new password from an administrator, is out on both', async () => {
    for (const end of [
      async (userId: number) => {
        const { data } = await it.call('GET', `${registry.adminUser.path}/info?userId=${userId}`, {
          token: admin,
        });
        return it.call('PUT', registry.adminUser.path, { token: admin, body: { ...data, status: 0 } });
      },
      (userId: number) =>
        it.call('POST', `${registry.adminUser.path}/reset_pwd`, { token: admin, body: { userId } }),
    ]) {
      const { token, userId } = await it.login('hunan01');
      expect([await ask(it.app, token), await ask(node, token)]).toEqual([200, 200]);
      expect((await end(userId)).status).toBe(200);
      expect([await ask(it.app, token), await ask(node, token)]).toEqual([401, 401]);
      await sql`update t_admin_user set status = 1 where user_id = ${userId}`.execute(it.engine.db);
    }
  });

  test('attempts on one count on the other', async () => {
    it.pass({ minutes: 15 });
    const guess = (app: FastifyInstance) =>
      app.inject({
        method: 'POST',
        url: '/api/admin/login',
        payload: { userName: 'finance01', password: 'Wrong1234' },
      });
    for (let n = 0; n < 5; n++) await guess(n % 2 === 0 ? it.app : node);
    const right = { userName: 'finance01', password };
    const answer = await node.inject({ method: 'POST', url: '/api/admin/login', payload: right });
    expect(answer.statusCode).toBe(429);
  });
});

test('what is no HTTP is answered and cut off, and the next caller is served', async () => {
  const address = new URL(await node.listen({ port: 0, host: '127.0.0.1' }));
  const head = 'POST /api/admin/login HTTP/1.1\r\nHost: x\r\n';
  const login = `{"userName":"a","password":"b"}`;
  for (const raw of [
    'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: x\r\naccess-token: a\u0000b\r\n\r\n',
    'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
    `${head}Content-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/none HTTP/1.1\r\n\r\n`,
    `${head}Content-Type: application/json\r\nContent-Length: ${login.length}\r\nContent-Length: 3\r\n\r\n${login}`,
    `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  ]) {
    const socket = connect(Number(address.port), address.hostname);
    socket.on('error', () => undefined);
    socket.end(Buffer.from(raw, 'latin1'));
    const answer = await text(socket).catch(() => '');
    expect(answer, JSON.stringify(raw.slice(0, 80))).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    expect(answer).not.toMatch(/node:internal|\n\s+at /);
  }
  const served = await fetch(new URL('/api/admin/user/current', address), {
    headers: { 'access-token': admin },
  });
  expect(served.status).toBe(200);
});
