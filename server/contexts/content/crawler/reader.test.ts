import { afterEach, expect, test } from 'vitest';
import type { OutsidePage } from '../../../platform/outside/types.ts';
import { openReader, type Reader, type ReadingBounds } from './reader.ts';

const rules = {
  ...{ titleSelector: null, contentSelector: null, dateSelector: null, nextPage: null },
  listSelector: 'li',
};
const now = new Date('2026-11-05T02:00:00Z');

function pageOf(html: string): OutsidePage {
  const bytes = Buffer.from(html);
  return {
    url: 'https://www.example.edu.cn/',
    status: 200,
    charset: 'utf-8',
    bytes,
  } as unknown as OutsidePage;
}

let reader: Reader;
afterEach(() => reader.close());
const read = (bounds: ReadingBounds, html: string) => {
  reader = openReader(bounds);
  return reader.list(pageOf(html), rules, now);
};

/** Enough items that reading them takes longer than the bounds of these tests. */
const long = `<ul>${'<li><a href="/1.html">x</a></li>'.repeat(20_000)}</ul>`;

test('a long page within its bounds is read, however often its thread is looked at', async () => {
  const bounds = { workMs: 600_000, waitMs: 600_000, lookMs: 1 };
  expect((await read(bounds, long)).matched).toBe(20_000);
});

test('a page that takes too much work is named as too complex', async () => {
  await expect(read({ workMs: 1, waitMs: 600_000, lookMs: 1 }, long)).rejects.toMatchObject({
    code: 'crawlUnreadable',
  });
});

test('a page that the node finds no time for is the fault of the node', async () => {
  await expect(read({ workMs: 600_000, waitMs: 1, lookMs: 1 }, long)).rejects.toMatchObject({
    code: 'crawlNodeBusy',
  });
});
