import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsByTime } from './give-way.ts';

test('chunks become as large as a turn allows, and no larger than twice the one before', () => {
  expect(rowsByTime(500, 100, { least: 100, most: 5_000 })).toBe(1_000);
  expect(rowsByTime(5_000, 2_000, { least: 100, most: 5_000 })).toBe(500);
  expect(rowsByTime(500, 60_000, { least: 100, most: 5_000 })).toBe(100);
  expect(rowsByTime(10, 1, { least: 100, most: 10 })).toBe(10);
});

test('a chunk keeps to its bounds, whatever the one before took', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (rows, tookMs, most) => {
        const next = rowsByTime(rows, tookMs, { least: 100, most });
        expect(next).toBeGreaterThanOrEqual(Math.min(100, most));
        expect(next).toBeLessThanOrEqual(most);
      },
    ),
  );
});
