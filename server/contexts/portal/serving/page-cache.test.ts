import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fixedClock } from '../../../platform/clock.ts';
import { createPageCache, type Made } from './page-cache.ts';
import type { Source } from './source-versions.ts';

const start = new Date('2026-03-02T09:00:00+08:00');

/** A cache whose sources change on request, and a page that counts how often it was made. */
function opened() {
  const clock = fixedClock(start);
  const versions: Partial<Record<Source, number>> = {};
  const read = {
    of: async (sources: readonly Source[]) => sources.map(source => versions[source] ?? 0).join(' '),
  };
  const cache = createPageCache(clock, read, 64 * 1024 * 1024);
  let made = 0;
  const page = (more: Partial<Made> = {}) => {
    made += 1;
    return Promise.resolve({ status: 200, type: 'text/html', body: `page ${made}`, ...more });
  };
  return {
    ...{ clock, cache, page },
    change: (source: Source) => {
      versions[source] = (versions[source] ?? 0) + 1;
    },
    seconds: (seconds: number) => clock.move(new Date(clock.now().getTime() + seconds * 1_000)),
  };
}

const textOf = async (got: Promise<{ readonly plain: Buffer }>) => (await got).plain.toString();

test('a page is made once, and anew after a change of a row that it was made of, but of no other', async () => {
  const { cache, page, change } = opened();
  const get = () => textOf(cache.get('a', ['goods', 'province'], () => page()));
  expect([await get(), await get()]).toEqual(['page 1', 'page 1']);
  change('article');
  expect(await get()).toBe('page 1');
  change('goods');
  expect([await get(), await get()]).toEqual(['page 2', 'page 2']);
});

test('a page ends at the moment at which a row begins to be shown, and after a minute at the latest', async () => {
  const { cache, page, seconds } = opened();
  const until = new Date(start.getTime() + 10_000);
  const get = () => textOf(cache.get('a', [], () => page({ until })));
  expect(await get()).toBe('page 1');
  seconds(9.999);
  expect(await get()).toBe('page 1');
  seconds(0.001);
  expect(await get()).toBe('page 2');
  const other = () => textOf(cache.get('b', [], () => page()));
  expect(await other()).toBe('page 3');
  seconds(60);
  expect(await other()).toBe('page 4');
});

test('a hundred readers at once have a page made once; a failure is kept for none of those after it', async () => {
  const { cache, page } = opened();
  const all = await Promise.all(Array.from({ length: 100 }, () => textOf(cache.get('a', [], () => page()))));
  expect(new Set(all)).toEqual(new Set(['page 1']));
  await expect(cache.get('b', [], () => Promise.reject(new Error('the database is away')))).rejects.toThrow();
  expect(await textOf(cache.get('b', [], () => page()))).toBe('page 2');
});

test('a page that is not there is asked for each time, so that made-up addresses fill no memory', async () => {
  const { cache, page } = opened();
  const get = () => cache.get('none', [], () => page({ status: 404 }));
  expect(await textOf(get())).toBe('page 1');
  expect(await textOf(get())).toBe('page 2');
});

test('pages above the bound go, the one asked for longest ago first', async () => {
  const { cache, page } = opened();
  const body = Buffer.alloc(30 * 1024 * 1024);
  const get = (key: string) => cache.get(key, [], () => page({ body, type: 'image/png' }));
  const [one, two] = [await get('one'), await get('two')];
  expect((await get('one')) === one).toBe(true);
  await get('three');
  expect((await get('one')) === one).toBe(true);
  expect((await get('two')) === two).toBe(false);
});

test('a page is kept with its compressed forms, which hold the same', async () => {
  const { cache, page } = opened();
  const body = '艺考'.repeat(2_000);
  const kept = await cache.get('a', [], () => page({ body }));
  expect(kept.packed && brotliDecompressSync(kept.packed.br).toString()).toBe(body);
  expect(kept.packed && gunzipSync(kept.packed.gzip).toString()).toBe(body);
  expect((await cache.get('b', [], () => page({ body: 'short' }))).packed).toBeUndefined();
});
