import { expect, test } from 'vitest';
import { isWanted, keywordsOf } from './keywords.ts';
import { median, selectorFault } from './selector-health.ts';

const fine = {
  items: 20,
  read: 4,
  missed: 0,
  lengths: [900, 1_000, 1_100, 1_200],
  usual: { length: 1_000, count: 50 },
};

test('a run like those before shows no fault, nor does one without news', () => {
  expect(selectorFault(fine)).toBeUndefined();
  expect(selectorFault({ ...fine, read: 0, lengths: [] })).toBeUndefined();
  expect(selectorFault({ ...fine, missed: 1 })).toBeUndefined();
});

test('an empty list, pages without text and short texts are told in words', () => {
  expect(selectorFault({ ...fine, items: 0 })?.zh).toContain('列表选择器没有找到任何条目');
  expect(selectorFault({ ...fine, read: 1, missed: 1 })?.zh).toContain('2 个页面中的 1 个');
  expect(selectorFault({ ...fine, lengths: [80, 90, 100] })?.zh).toContain('平时约 1000 字，这次约 90 字');
});

test('a short notice, and a task that is new, are no fault', () => {
  expect(selectorFault({ ...fine, lengths: [80, 90] })).toBeUndefined();
  expect(
    selectorFault({ ...fine, lengths: [80, 90, 100], usual: { length: 1_000, count: 4 } }),
  ).toBeUndefined();
});

test('the median of an even number lies between two', () => {
  expect([median([]), median([5]), median([9, 1]), median([3, 1, 2])]).toEqual([0, 5, 5, 2]);
});

test('keywords are separated as people write', () => {
  expect(keywordsOf(' 校考，统考;  ART、')).toEqual(['校考', '统考', 'art']);
  expect(isWanted('2026年校考安排', ['校考'])).toBe(true);
  expect(isWanted('Art exam', ['art'])).toBe(true);
  expect(isWanted('食堂菜单', ['校考'])).toBe(false);
  expect(isWanted('食堂菜单', [])).toBe(true);
});
