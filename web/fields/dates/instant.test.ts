import { expect, test } from 'vitest';
import { instantOf } from './instant.ts';

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
