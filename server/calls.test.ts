import { type Address, type AnyCall, partsOf, pathOf } from '@yikao/model/calls/call.ts';
import { calls } from '@yikao/model/calls/index.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { person } from './engine/testing/app.ts';
import type { Feature } from './features/feature.ts';
import { createFeatures } from './features/index.ts';
import { statusFeature } from './features/status/routes.ts';
import { openSeededApp, type SeededApp } from './features/testing/seeded-app.ts';
import { readConfig } from './platform/config.ts';
import { watchDisks } from './platform/disk-room.ts';
import { silentLogger } from './platform/logger.ts';
import { createMetrics } from './platform/metrics.ts';

interface Route {
  readonly address: string;
  readonly call: AnyCall | undefined;
}

/** As much of the document as is asked here. */
interface Operation {
  readonly summary: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

let it: SeededApp;
let app: FastifyInstance;
let document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
const routes: Route[] = [];

/** Who calls: `nobody` has logged in and may do nothing; any other name is the one permission code that is held. */
const authenticate = async (token: string) =>
  person({ admin: token === 'admin', permissions: new Set(token === 'nobody' ? [] : [token]) });

beforeAll(async () => {
  // A call that asks for nothing starts its job.
  it = await openSeededApp({ enqueue: async () => undefined });
  const config = readConfig({ DATA_DIR: it.dataDir, CAPTCHA: 'off', LOG_LEVEL: 'silent' });
  const listen: Feature = node => {
    node.addHook('onRoute', ({ method, url, config: { call } = {} }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ address: `${one} ${url}`, call });
    });
  };
  const status = statusFeature({
    ready: async () => ({ ready: true, database: true, migrations: true, disk: true }),
    metrics: createMetrics(
      { pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } },
      watchDisks(new Map(), silentLogger()),
    ),
  });
  app = await createApp({
    engine: it.engine,
    config,
    logger: silentLogger(),
    authenticate,
    features: [listen, ...createFeatures(it.engine, config).features, status],
  });
  document = (await app.inject({ url: '/openapi.json', headers: { 'access-token': 'nobody' } })).json();
});
afterAll(async () => {
  await app.close();
  await it.close();
});

const addressesOf = (call: AnyCall): Address[] => [call.address, ...(call.also ?? [])];

/** The calls by address, with the one that answers where two have the same: a written one before a common one. */
const answering = new Map<string, AnyCall>();
for (const call of calls) {
  for (const address of addressesOf(call)) if (!answering.has(address)) answering.set(address, call);
}

/** Whatever varies in a path. */
const anything = { uuid: 'x', provider: 'x', payChannel: 'local', accountId: '1', token: 'x' };

async function ask(address: Address, token: string | undefined) {
  const { method, path } = partsOf(address);
  const url = pathOf({ path } as AnyCall, { ...anything, file: 'swagger-ui.css', '*': 'x' });
  const answer = await app.inject({
    method,
    url,
    headers: token === undefined ? {} : { 'access-token': token },
    ...(method !== 'GET' && { payload: {} }),
  });
  const json = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, reason: json ? answer.json().data?.reason : undefined };
}

test('every call has one address of its own, and nothing is mounted that is no call', () => {
  const mounted = routes.map(({ address }) => address);
  expect(new Set(mounted).size).toBe(mounted.length);
  expect(mounted.toSorted()).toEqual([...answering.keys()].toSorted());
  for (const { address, call } of routes) expect(call?.label, address).toEqual(answering.get(address)?.label);
});

test('every call is in the document, with who may make it, what it takes and what it answers', () => {
  let described = 0;
  for (const [address, call] of answering) {
    const { method, path } = partsOf(address as Address);
    const shown = path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}');
    const operation = document.paths[shown]?.[method.toLowerCase()];
    expect(operation, address).toBeDefined();
    if (!operation) continue;
    described += 1;
    expect(operation.summary, address).toBe(`${call.label.zh} ${call.label.en}`);
    expect(operation.security.length > 0, address).toBe(call.may !== 'public');
    if (call.pageSize !== undefined) {
      expect(
        operation.parameters.map(({ name }) => name),
        address,
      ).toContain('size');
    }
    if (call.upload) expect(operation.requestBody?.content, address).toHaveProperty('multipart/form-data');
    else if (call.body && method !== 'DELETE') {
      expect(operation.requestBody?.content, address).toHaveProperty('application/json');
    }
    if (call.answers === 'redirect')
      expect(operation.responses, address).toHaveProperty(method === 'GET' ? '302' : '303');
    else expect(operation.responses['200']?.content, address).toBeDefined();
    for (const status of call.may === 'public' ? [] : ['401']) {
      expect(operation.responses, address).toHaveProperty(status);
    }
  }
  expect(Object.values(document.paths).flatMap(path => Object.keys(path))).toHaveLength(described);
  expect(described).toBeGreaterThan(300);
});

test('whoever has not logged in is asked to, whoever lacks the permission is refused, and whoever holds it is not', async () => {
  for (const [key, call] of answering) {
    const address = key as Address;
    const { may } = call;
    const stranger = await ask(address, undefined);
    expect(stranger.status, address).toBeLessThan(500);
    expect(stranger.reason, address).not.toBe('noSuchCall');
    if (may === 'public') continue;
    expect(stranger, address).toEqual({ status: 401, reason: 'unauthenticated' });
    const nobody = await ask(address, 'nobody');
    expect(nobody.status, address).toBeLessThan(500);
    expect(nobody.reason, address).not.toBe('noSuchCall');
    if (may === 'person') continue;
    expect(nobody, address).toEqual({ status: 403, reason: 'forbidden' });
    if (typeof may === 'function') continue;
    const holder = await ask(address, may);
    expect(holder.status, `${address} ${holder.reason}`).toBeLessThan(500);
    // A softphone token hangs on a session, which these people do not have.
    expect([403, 405], address).not.toContain(holder.status);
    expect(holder.reason, address).not.toBe('noSuchCall');
  }
});
