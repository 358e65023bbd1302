import { expect, test } from 'vitest';
import { percentMade, restOf, sharesOf } from './rule-shares.ts';

const numbers = (quantity: number, generated: number, issued: number, activated: number) => ({
  ...{ quantity, generated, issued, activated },
});

test('the parts of a rule are their shares of its quantity', () => {
  expect(sharesOf(numbers(1_000, 1_000, 200, 100))).toEqual({ activated: 10, issued: 20, rest: 70 });
});

test('codes that are not made yet leave the bar empty', () => {
  expect(sharesOf(numbers(1_000, 400, 0, 0))).toEqual({ activated: 0, issued: 0, rest: 40 });
});

test('a rule on demand is measured by the codes that were made', () => {
  expect(sharesOf(numbers(0, 4, 3, 1))).toEqual({ activated: 25, issued: 75, rest: 0 });
  expect(sharesOf(numbers(0, 0, 0, 0))).toEqual({ activated: 0, issued: 0, rest: 0 });
});

test.each([
  numbers(1_000_000, 1_000_000, 1, 1),
  numbers(1_000_000, 1_000_000, 999_998, 1),
  numbers(3, 3, 1, 1),
  numbers(1_000_000, 1, 0, 0),
  numbers(100, 100, 0, 100),
])('each part of %o that has codes is seen, and the bar is never overfull', given => {
  const { activated, issued, rest } = sharesOf(given);
  expect(activated + issued + rest).toBeLessThanOrEqual(100.000_001);
  expect(activated > 0).toBe(given.activated > 0);
  expect(issued > 0).toBe(given.issued > 0);
  expect(rest > 0).toBe(restOf(given) > 0);
});

test('a hundred percent are shown only once all codes are made', () => {
  expect(percentMade(numbers(1_000_000, 999_999, 0, 0))).toBe(99);
  expect(percentMade(numbers(1_000_000, 1_000_000, 0, 0))).toBe(100);
  expect(percentMade(numbers(0, 5, 0, 0))).toBe(0);
});
