import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createFetchOutside } from './fetch-outside.ts';
import type { OutsideFailure, OutsideRequest } from './types.ts';

const html: OutsideRequest = { maxBytes: 100_000, timeoutMs: 10_000, accept: ['text/html'] };

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise(done => server.close(done));
  }
});

/** A server of this machine, with the addresses that it was asked for. */
async function serve(listener: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    listener(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return { asked, port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}` };
}

const page =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  };

/** Every name has these addresses, in turns; the last one stays. */
function names(...turns: readonly (readonly string[])[]) {
  const looked: string[] = [];
  const lookup: LookupFunction = (name, options, answer) => {
    const found = turns[Math.min(looked.length, turns.length - 1)] ?? [];
    looked.push(name);
    const addresses = found.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) answer(null, addresses);
    else answer(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
  return { looked, lookup };
}

const open = (hosts: readonly string[] = [], lookup?: LookupFunction) =>
  createFetchOutside({ hosts, agent: 'Yikao/1.0', ...(lookup && { lookup }) });

async function failing(fetched: Promise<unknown>): Promise<OutsideFailure> {
  return await fetched.then(
    () => expect.fail('It was fetched'),
    (error: OutsideFailure) => error,
  );
}

describe('inner addresses', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'https://192.168.1.1/',
  ])('%s is refused', async url => {
    expect((await failing(open()(url, html))).code).toBe('outsideInner');
  });

  test.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['1.1.1.1', '10.0.0.1'], ['1.1.1.1', 'fd00::1']])(
    'a name that leads to %s is refused, and nothing is connected to',
    async (...addresses) => {
      const { lookup } = names(addresses);
      const failed = await failing(open([], lookup)('http://news.example.cn/', html));
      expect(failed.code).toBe('outsideInner');
      expect(failed.text('zh')).toContain('news.example.cn 指向内部网络');
    },
  );

  test('localhost is refused, however it is written', async () => {
    for (const host of ['localhost', 'LOCALHOST', 'ｌｏｃａｌｈｏｓｔ']) {
      expect((await failing(open()(`http://${host}/`, html))).code).toBe('outsideInner');
    }
    // Some resolvers know no such name with a dot at its end.
    const dotted = await failing(open()('http://localhost./', html));
    expect(['outsideInner', 'outsideUnknown']).toContain(dotted.code);
  });

  test('a name is looked up once for its connection, so one that changes afterwards gains nothing', async () => {
    const ended = new AbortController();
    const { looked, lookup } = names(['1.1.1.1'], ['127.0.0.1']);
    // Ended before the connection is made, so that no test leaves this machine.
    const first: LookupFunction = (name, options, answer) =>
      lookup(name, options, (...found) => {
        ended.abort(new Error('ended'));
        answer(...found);
      });
    const fetched = open([], first)('http://news.example.cn/', { ...html, signal: ended.signal });
    await expect(fetched).rejects.toThrow('ended');
    expect(looked).toEqual(['news.example.cn']);
    const again = await failing(open([], lookup)('http://news.example.cn/', html));
    expect(again.code).toBe('outsideInner');
  });

  test('a redirect to one is refused before it is asked', async () => {
    const inner = await serve(page('secret'));
    const site = await serve((_, response) => response.writeHead(302, { location: inner.url }).end());
    expect((await failing(open([site.host])(`${site.url}/`, html))).code).toBe('outsideAddress');
    for (const to of ['http://169.254.169.254/latest/', '//127.0.0.1/', 'http://[::ffff:7f00:1]/']) {
      const leading = await serve((_, response) => response.writeHead(307, { location: to }).end());
      expect((await failing(open([leading.host])(`${leading.url}/`, html))).code).toBe('outsideInner');
    }
    expect(inner.asked).toEqual([]);
  });

  test('a host that is listed is reached, on its port alone', async () => {
    const site = await serve(page('<p>报名</p>'));
    const fetched = await open([site.host])(`${site.url}/a#b`, html);
    expect(fetched).toMatchObject({ url: `${site.url}/a`, type: 'text/html', charset: 'utf-8' });
    expect(fetched.bytes.toString()).toBe('<p>报名</p>');
    expect((await failing(open(['127.0.0.1'])(`${site.url}/`, html))).code).toBe('outsideAddress');
    const { lookup } = names(['127.0.0.1']);
    const named = await open([`cms.example.cn:${site.port}`], lookup)(
      `http://cms.example.cn:${site.port}/x`,
      html,
    );
    expect(named.bytes.toString()).toBe('<p>报名</p>');
    expect(site.asked).toEqual([`${site.host}/a`, `cms.example.cn:${site.port}/x`]);
  });
});

test.each([
  'ftp://example.cn/',
  'file:///etc/passwd',
  'data:text/html,x',
  'javascript:1',
  'gopher://example.cn/',
  'http://user:pass@example.cn/',
  'http://example.cn:22/',
  'https://example.cn:80/',
  'example.cn',
  'http://',
  '',
])('%s is no address that is opened', async url => {
  expect((await failing(open()(url, html))).code).toBe('outsideAddress');
});

test('hosts outside of a given list are refused, after a redirect too', async () => {
  const site = await serve((_, response) =>
    response.writeHead(302, { location: 'http://example.cn/' }).end(),
  );
  const fetchOutside = open([site.host]);
  const hosts = ['127.0.0.1'];
  expect((await failing(fetchOutside('http://mp.example.cn/', { ...html, hosts }))).code).toBe('outsideHost');
  expect((await failing(fetchOutside(`${site.url}/`, { ...html, hosts }))).code).toBe('outsideHost');
});

describe('redirects', () => {
  test('are followed, relative ones too, and the last address is told', async () => {
    const site = await serve((request, response) => {
      const to = { '/a': '/b?x=1', '/b?x=1': 'c/', '/c/': undefined }[request.url ?? ''];
      if (to === undefined) page('here')(request, response);
      else response.writeHead(301, { location: to }).end();
    });
    expect((await open([site.host])(`${site.url}/a`, html)).url).toBe(`${site.url}/c/`);
  });

  test('in a circle, and more than five, end', async () => {
    const circle = await serve((request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end(),
    );
    expect((await failing(open([circle.host])(`${circle.url}/a`, html))).code).toBe('outsideRedirects');
    expect(circle.asked).toHaveLength(2);
    const further = await serve((request, response) =>
      response.writeHead(302, { location: `${request.url}x` }).end(),
    );
    expect((await failing(open([further.host])(`${further.url}/`, html))).code).toBe('outsideRedirects');
    expect(further.asked).toHaveLength(6);
  });
});

describe('the content', () => {
  test('is unpacked', async () => {
    const packed = { gzip: gzipSync('报名'), deflate: deflateSync('报名'), br: brotliCompressSync('报名') };
    for (const [encoding, bytes] of Object.entries(packed)) {
      const site = await serve(page(bytes, { 'content-encoding': encoding }));
      expect((await open([site.host])(`${site.url}/`, html)).bytes.toString()).toBe('报名');
    }
  });

  test('is refused once it is too large: as announced, as sent, as unpacked', async () => {
    const announced = await serve(page('x', { 'content-length': String(50 * 1024 * 1024) }));
    expect((await failing(open([announced.host])(`${announced.url}/`, html))).code).toBe('outsideTooLarge');
    const endless = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const send = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', send);
      send();
    });
    expect((await failing(open([endless.host])(`${endless.url}/`, html))).code).toBe('outsideTooLarge');
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    expect(bomb.byteLength).toBeLessThan(html.maxBytes);
    const packed = await serve(page(bomb, { 'content-encoding': 'gzip' }));
    const failed = await failing(open([packed.host])(`${packed.url}/`, html));
    expect(failed.code).toBe('outsideTooLarge');
  });

  test('that does not come to its end is given up at the deadline', async () => {
    const silent = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<p>');
    });
    const failed = await failing(open([silent.host])(`${silent.url}/`, { ...html, timeoutMs: 200 }));
    expect(failed.code).toBe('outsideSlow');
    expect(failed.text('zh')).toBe('127.0.0.1 在 0.2 秒内没有返回完整内容，请稍后再试');
  });

  test('breaking off is a failure, not a short page', async () => {
    const broken = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100' });
      response.write('<p>');
      response.destroy();
    });
    expect((await failing(open([broken.host])(`${broken.url}/`, html))).code).toBe('outsideUnreachable');
    const damaged = await serve(page('no gzip', { 'content-encoding': 'gzip' }));
    expect((await failing(open([damaged.host])(`${damaged.url}/`, html))).code).toBe('outsideUnreachable');
  });

  test('of another type is refused by its header', async () => {
    const site = await serve(page('PK', { 'content-type': 'Application/Zip' }));
    const failed = await failing(open([site.host])(`${site.url}/`, html));
    expect(failed.text('en')).toContain('"application/zip"');
    const picture = await serve(page('x', { 'content-type': 'image/png' }));
    const fetchOutside = open([picture.host]);
    expect((await fetchOutside(`${picture.url}/`, { ...html, accept: ['image/'] })).type).toBe('image/png');
    expect((await fetchOutside(`${picture.url}/`, { ...html, accept: 'any' })).type).toBe('image/png');
  });
});

test('an error of the server is told with its status and the wait that it asks for', async () => {
  const busy = await serve((_, response) => response.writeHead(429, { 'retry-after': '7' }).end());
  expect(await failing(open([busy.host])(`${busy.url}/`, html))).toMatchObject({
    code: 'outsideStatus',
    answered: 429,
    waitSeconds: 7,
  });
  const gone = await serve((_, response) =>
    response.writeHead(404, { 'content-type': 'text/html' }).end('x'),
  );
  expect(await failing(open([gone.host])(`${gone.url}/`, html))).toMatchObject({ answered: 404 });
});

test('no site, and one that is closed, are told apart', async () => {
  const away = await serve(page(''));
  const closed = servers.pop();
  await new Promise(done => closed?.close(done));
  expect((await failing(open([away.host])(`${away.url}/`, html))).code).toBe('outsideUnreachable');
  const nobody: LookupFunction = (_, __, answer) =>
    answer(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
  expect((await failing(open([], nobody)('http://nobody.example.cn/', html))).code).toBe('outsideUnknown');
});
