import { expect, test } from 'vitest';
import { changedPart, firstOf, lastOf } from './changed-part.ts';

const between = (old: string, now: string) => {
  const { removed, added } = changedPart(old, now);
  return [removed, added];
};

test.each([
  ['2026湖南第一批', '2026湖北第一批', '南', '北'],
  ['', '新', '', '新'],
  ['旧', '', '旧', ''],
  ['一样', '一样', '', ''],
  ['aa', 'aaa', '', 'a'],
  ['abcabc', 'abc', 'abc', ''],
])('from %j to %j the change is %j to %j', (old, now, removed, added) => {
  expect(between(old, now)).toEqual([removed, added]);
});

test('a character of two units is never torn apart', () => {
  expect(between('a😀b', 'a😁b')).toEqual(['😀', '😁']);
  expect(between('😀', '😁')).toEqual(['😀', '😁']);
});

test('the parts put together give both texts', () => {
  const part = changedPart('报名 3 月 1 日开始', '报名 3 月 15 日截止');
  expect(part.before + part.removed + part.after).toBe('报名 3 月 1 日开始');
  expect(part.before + part.added + part.after).toBe('报名 3 月 15 日截止');
});

test('what is cut says so', () => {
  expect(lastOf('一二三四', 2)).toBe('…三四');
  expect(firstOf('一二三四', 2)).toBe('一二…');
  expect(firstOf('一二', 2)).toBe('一二');
});
