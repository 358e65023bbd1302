import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { failure } from '@yikao/model/errors.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireSession } from '../../../engine/http/actor.ts';
import { answerError } from '../../../engine/http/answer.ts';
import { readConfig } from '../../../platform/config.ts';
import { silentLogger } from '../../../platform/logger.ts';
import type { FeatureContext } from '../../shared/feature.ts';
import { browserFeature } from './routes.ts';

const script = `export const text = '${'a line of code; '.repeat(400)}';`;
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yikao-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>艺考</title>');
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'assets', 'index-Ab12.js'), script);
  app = Fastify({ trustProxy: 'loopback' });
  const browser = browserFeature(folder);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    if (!browser.page(request, reply)) answerError(failure('noSuchCall'), request, reply);
  });
  // The feature takes nothing of the engine.
  const config = readConfig({ DATA_DIR: folder });
  const context = { config, logger: silentLogger() } as FeatureContext;
  await browser.headers(app, context);
  requireSession(app, async () => undefined);
  await browser.feature(app, context);
  app.get('/api/secret', async () => 'secret');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  app.inject({ url, headers });

test.each(['/', '/home', '/wish/school', '/sch/examType?dataYear=2026', '/print', '/wish/no/such'])(
  'a browser that opens %s gets the application, asked for anew each time',
  async url => {
    const page = await open(url);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<title>艺考</title>');
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
  },
);

test.each(['/api/none', '/common/file', '/assets/gone-Ab12.js', '/metrics'])(
  '%s is no page, and says so',
  async url => {
    const answer = await open(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ success: false, code: 404 });
  },
);

test('an address that the application does not have is not answered by its login', async () => {
  for (const url of ['/no/such/page', '/wp-login.php', '/article.html']) {
    expect((await open(url)).statusCode, url).toBe(404);
  }
});

test('a program that asks for no page gets none', async () => {
  expect((await open('/wish/school', { accept: 'application/json' })).statusCode).toBe(404);
});

test('files with a hash in their name are kept for a year, and come compressed', async () => {
  const file = await open('/assets/index-Ab12.js', { 'accept-encoding': 'gzip, br' });
  expect(file.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  expect(brotliDecompressSync(file.rawPayload).toString()).toBe(script);
  expect((await open('/icon.svg')).headers['cache-control']).toBe('no-cache');
});

test('no script runs that is not ours, and nobody frames a page', async () => {
  const policy = String((await open('/')).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("script-src-attr 'none'");
  expect((await open('/')).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
});

test('a browser that came by TLS is told to come by nothing else', async () => {
  expect((await open('/')).headers).not.toHaveProperty('strict-transport-security');
  const accept = 'text/html';
  const proxied = await open('/', { accept, 'x-forwarded-proto': 'https' });
  expect(proxied.headers['strict-transport-security']).toBe('max-age=31536000');
  const forged = await app.inject({
    url: '/',
    remoteAddress: '203.0.113.9',
    headers: { accept, 'x-forwarded-proto': 'https' },
  });
  expect(forged.headers).not.toHaveProperty('strict-transport-security');
});

test('only the files are public', async () => {
  expect((await open('/api/secret')).statusCode).toBe(401);
});

test('nothing outside the folder is served', async () => {
  for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json']) {
    expect((await open(url, { accept: '*/*' })).statusCode).toBeGreaterThanOrEqual(400);
  }
});
