import { type Address, type AnyCall, partsOf, pathOf } from '@yikao/model/calls/call.ts';
import { calls } from '@yikao/model/contexts/calls.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createApp } from './app.ts';
import { createFeatures } from './contexts/features.ts';
import type { Feature } from './contexts/shared/feature.ts';
import { statusFeature } from './contexts/system/status/routes.ts';
import { openSeededApp, type SeededApp } from './contexts/testing/seeded-app.ts';
import { unknownNames } from './engine/http/unknown-names.ts';
import { person } from './engine/testing/app.ts';
import { readConfig } from './platform/config.ts';
import { watchDisks } from './platform/disk-room.ts';
import { silentLogger } from './platform/logger.ts';
import { createMetrics } from './platform/metrics.ts';

interface Route {
  readonly address: string;
  readonly call: AnyCall | undefined;
}

/** The parts of the document checked here. */
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

/** The caller: `nobody` is logged in without permissions; any other name is the only permission code held. */
const authenticate = async (token: string) =>
  person({ admin: token === 'admin', permissions: new Set(token === 'nobody' ? [] : [token]) });

beforeAll(async () => {
  // A call without input starts its job.
  it = await openSeededApp({ enqueue: async () => undefined });
  const config = readConfig({ DATA_DIR: it.dataDir, CAPTCHA: 'off', LOG_LEVEL: 'silent' });
  const listen: Feature = node => {
    node.addHook('onRoute', ({ method, url, config: { call } = {} }) => {
      for (const one of [method].flat()) {
        // The HEAD that Fastify adds beside each GET is no separate call.
        if (one !== 'HEAD' || call?.method === 'HEAD') routes.push({ address: `${one} ${url}`, call });
      }
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
  document = (await app.inject({ url: '/openapi.json', headers: { 'access-token': 'admin' } })).json();
});
afterAll(async () => {
  await app.close();
  await it.close();
});

test('the document tells an account the calls that it may make, and no permission code of others', async () => {
  const read = async (token: string) => {
    const { body } = await app.inject({ url: '/openapi.json', headers: { 'access-token': token } });
    return { body, paths: JSON.parse(body).paths as Readonly<Record<string, unknown>> };
  };
  const [nobody, reader] = [await read('nobody'), await read('exam:question:list')];
  expect(Object.keys(nobody.paths)).toContain('/api/admin/user/current');
  expect(Object.keys(nobody.paths)).not.toContain('/api/exam/question/list');
  expect(nobody.body).not.toMatch(/exam:question|wish:settle|sys:config/);
  expect(Object.keys(reader.paths)).toContain('/api/exam/question/list');
  expect(reader.body).not.toMatch(/wish:settle|sys:config/);
});

const addressesOf = (call: AnyCall): Address[] => [call.address, ...(call.also ?? [])];

/** The calls by address; if two share one, the hand-written one answers. */
const answering = new Map<string, AnyCall>();
for (const call of calls) {
  for (const address of addressesOf(call)) if (!answering.has(address)) answering.set(address, call);
}

/** Values for the variables in paths. */
const anything = {
  ...{ uuid: 'x', provider: 'x', payChannel: 'local', accountId: '1', token: 'x', channel: 'x' },
  ...{ id: '1', name: 'x.png', file: 'x', videoId: '1' },
};

async function ask(address: Address, token: string | undefined) {
  const { method, path } = partsOf(address);
  const url = pathOf({ path } as AnyCall, { ...anything, file: 'swagger-ui.css', '*': 'x' });
  const answer = await app.inject({
    method,
    url,
    headers: token === undefined ? {} : { 'access-token': token },
    ...(method !== 'GET' && method !== 'HEAD' && { payload: {} }),
  });
  // An answer to HEAD has no body.
  const json = answer.body !== '' && String(answer.headers['content-type']).startsWith('application/json');
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

test('a person who has not logged in is asked to, a person who lacks the permission is refused, and a person who holds it is not', async () => {
  for (const [key, call] of answering) {
    const address = key as Address;
    const { may } = call;
    const stranger = await ask(address, undefined);
    expect(stranger.status, address).toBeLessThan(500);
    expect(stranger.reason, address).not.toBe('noSuchCall');
    if (may === 'public') continue;
    const head = call.method === 'HEAD';
    expect(stranger, address).toEqual({ status: 401, reason: head ? undefined : 'unauthenticated' });
    const nobody = await ask(address, 'nobody');
    expect(nobody.status, address).toBeLessThan(500);
    expect(nobody.reason, address).not.toBe('noSuchCall');
    if (may === 'person') continue;
    expect(nobody, address).toEqual({ status: 403, reason: head ? undefined : 'forbidden' });
    if (typeof may === 'function') continue;
    const holder = await ask(address, may);
    expect(holder.status, `${address} ${holder.reason}`).toBeLessThan(500);
    // A softphone token hangs on a session, which these people do not have.
    expect([403, 405], address).not.toContain(holder.status);
    expect(holder.reason, address).not.toBe('noSuchCall');
  }
});

test('no call that writes passes over a name that it does not know', async () => {
  let [strict, tolerant] = [0, 0];
  for (const [address, call] of answering) {
    const { body } = call;
    if (!(body instanceof z.ZodObject) || body.def.catchall || call.upload || call.reads) continue;
    // A page answers in its own form.
    if (call.answers !== 'json') continue;
    const { method, path } = partsOf(address as Address);
    const answer = await app.inject({
      method,
      url: pathOf({ path } as AnyCall, anything),
      headers: { 'access-token': 'admin' },
      payload: { noSuchName: 1 },
    });
    const errors: { field: string; message: string }[] = answer.json().data?.errors ?? [];
    const told = errors.filter(({ field }) => field === 'noSuchName');
    if (call.tolerant) tolerant += 1;
    else strict += 1;
    expect(
      told.map(({ message }) => message),
      address,
    ).toEqual(call.tolerant ? [] : ['noSuchName 未知字段']);
  }
  expect(strict).toBeGreaterThan(60);
  // Apps of other versions send visits, bind devices, activate codes, play lessons, report viewers and sit exams.
  expect(tolerant).toBe(11);
});

test('a name within a list of a body is known, or refused', () => {
  const body = z.object({
    rows: z.array(z.object({ id: z.int() }).partial()).default([]),
    free: z.looseObject({}),
  });
  expect(unknownNames(body, { rows: [{ id: 1 }, { it: 2 }, { it: 3 }], free: { any: 1 } })).toEqual(['it']);
  expect(unknownNames(body.optional(), { rowz: 1, rows: null, blank: '', none: null })).toEqual(['rowz']);
});
