import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ExchangeEntry, exchange, type Lost, textAt, type VendorRequest } from './exchange.ts';
import { VendorFailure } from './failure.ts';

/** A request that was lost, as a gateway would have it. */
class TestFailure extends VendorFailure {
  readonly how: Lost;

  constructor(how: Lost, message: string, options?: ErrorOptions) {
    super(message, options);
    this.how = how;
  }
}

const logged: ExchangeEntry[] = [];
let url: URL;
const server = createServer(async (request, response) => {
  const body = await text(request);
  const json = (status: number, answer: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  switch (request.url?.split('?')[0]) {
    case '/well':
      return json(200, {
        code: 0,
        requestId: 'L-1',
        mobile: '13812345678',
        access_token: 'opened',
        echo: body.length,
      });
    case '/refuses':
      return json(400, { code: 7, requestId: 'L-2' });
    case '/fault':
      return json(503, { hint: '13812345678' });
    case '/busy':
      return json(429, {});
    case '/page':
      return response.writeHead(200).end('<html>gateway of +8613812345678</html>');
    case '/long':
      return response.writeHead(200).end('x'.repeat(2_000));
    case '/drops':
      return request.socket.destroy();
    case '/elsewhere':
      return response.writeHead(302, { location: '/well' }).end();
    default:
      // Never answers.
      return undefined;
  }
});
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});
beforeEach(() => {
  logged.length = 0;
});

const ask = (path: string, more: Partial<Omit<VendorRequest, 'call'>> = {}) =>
  exchange(
    async entry => void logged.push(entry),
    {
      call: { vendor: 'test', action: 'ask', page: 'test' },
      ...{ subject: 'smsRecord:1', url: new URL(path, url), mostBytes: 1_000 },
      body: {},
      outcome: ({ json, status }) => ({
        done: status === 200,
        code: textAt(json, 'code'),
        message: '',
        logNo: textAt(json, 'requestId'),
      }),
      ...more,
    },
    (how, message, options) => new TestFailure(how, message, options),
  );

test('a request and its answer are kept with the vendor’s own number, without secrets and numbers', async () => {
  const answer = await ask('/well', {
    body: {
      apiSecret: 'deep',
      sign: 'abc',
      code: 'grant',
      to: ['8613912345678', '13812345678'],
      list: Array.from({ length: 200 }, (_, n) => n),
      long: `${'字'.repeat(295)}13812345678${'字'.repeat(300)}`,
    },
  });
  expect(answer).toMatchObject({ done: true, code: '0', logNo: 'L-1', status: 200 });
  expect(logged).toMatchObject([
    { vendor: 'test', subject: 'smsRecord:1', result: 'done', code: '0', logNo: 'L-1', status: 200 },
  ]);
  const [{ request = '', response = '' } = {}] = logged;
  expect(request).toContain('… 200');
  expect(`${request}${response}`).not.toMatch(/deep|abc|grant|opened|1[3-9]\d{9}|13812\d/);
});

test('a form and a query are kept like JSON, and what is JSON in them is opened', async () => {
  const form = new URLSearchParams({ Signature: 'abc', biz_content: '{"buyer_id":"2088","note":"报名"}' });
  await ask('/well', { body: form });
  await ask('/well?secret=deep&count=1', { method: 'GET', body: undefined });
  expect(logged[0]?.request).toBe('{"Signature":"****","biz_content":{"buyer_id":"****","note":"报名"}}');
  expect(logged[1]?.request).toBe('{"secret":"****","count":"1"}');
});

test('a refusal is told from no answer, and is the caller’s to read', async () => {
  expect(await ask('/refuses')).toMatchObject({ done: false, code: '7', logNo: 'L-2', status: 400 });
  expect(logged).toMatchObject([{ result: 'refused', logNo: 'L-2' }]);
});

describe('a vendor that', () => {
  test.each([
    ['is in trouble', '/fault', 'unknown', '503'],
    ['asks to wait', '/busy', 'unsent', '429'],
    ['answers with a page', '/page', 'unknown', 'no JSON'],
    ['answers without end', '/long', 'unknown', '平台的答复过长'],
    ['hangs up', '/drops', 'unknown', expect.any(String)],
    ['sends elsewhere', '/elsewhere', 'unknown', expect.any(String)],
  ])('%s has given no answer, and this is kept', async (_, path, how, code) => {
    await expect(ask(path)).rejects.toMatchObject({ how });
    expect(logged).toMatchObject([{ result: 'noAnswer', code, logNo: null }]);
    expect(logged[0]?.response).not.toMatch(/1[3-9]\d{9}/);
  });

  test('never answers is left after its time, and may have done what it was asked', async () => {
    await expect(ask('/never', { answerMs: 30 })).rejects.toMatchObject({ how: 'unknown' });
    expect(logged).toMatchObject([{ result: 'noAnswer', status: null }]);
  });

  test('is not there has certainly done nothing', async () => {
    const closed = createServer();
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise(resolve => closed.close(resolve));
    await expect(ask('/', { url: new URL(`http://127.0.0.1:${port}/`) })).rejects.toMatchObject({
      how: 'unsent',
    });
    expect(logged).toMatchObject([{ result: 'noAnswer', code: 'ECONNREFUSED' }]);
  });
});
