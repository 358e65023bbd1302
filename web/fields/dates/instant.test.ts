import { expect, test } from 'vitest';
import { instantOf, soonDays, soonTime } from './instant.ts';

test('seconds that a form does not show stay as they are stored while the minute stays', () => {
  expect(instantOf('2026-05-01 09:30', '2026-05-01 09:30:47', false)).toBe('2026-05-01 09:30:47');
  expect(instantOf('2026-05-01 09:31', '2026-05-01 09:30:47', false)).toBe('2026-05-01 09:31:00');
  expect(instantOf('2026-05-01 09:31', '', false)).toBe('2026-05-01 09:31:00');
});

test('the last minute of a day that something ends with is meant to its last second', () => {
  expect(instantOf('2026-05-01 23:59', '', true)).toBe('2026-05-01 23:59:59');
  expect(instantOf('2026-05-01 23:59', '', false)).toBe('2026-05-01 23:59:00');
  expect(instantOf('2026-05-01 23:58', '2026-05-01 23:59:59', true)).toBe('2026-05-01 23:58:00');
});

test.each([
  ['2026-11-27 23:59:59', '2026-11-28', '2026-11-30', '2026-11-30'],
  ['2026-11-28 00:00:00', '2026-11-29', '2026-12-01', '2026-11-30'],
  ['2026-11-29 12:00:00', '2026-11-30', '2026-12-02', '2026-11-30'],
  ['2026-11-30 08:00:00', '2026-12-01', '2026-12-03', '2026-12-07'],
  ['2028-02-28 10:00:00', '2028-02-29', '2028-03-02', '2028-03-06'],
])('offers tomorrow, three days from now and next Monday at nine, seen at %s', (now, ...days) => {
  expect(soonDays.map(day => soonTime(day, now))).toEqual(days.map(day => `${day} 09:00:00`));
});
