import { expect, test } from 'vitest';
import { defaultFactors, probability } from '../../../rules/probability.ts';
import { spreadOf } from './line-spread.ts';

const factors = { ...defaultFactors, method: 2 };
const at = (line: number) => probability(factors, { own: 60, line });
const years = [55, 65, 75].map((rank, ago) => ({ dataYear: 2025 - ago, rank, score: 520 + ago }));

test('a line of 65 moves fifteen points by ten places, and the spread says so', () => {
  const spread = spreadOf(years, { byRank: true, tested: true, at });
  expect(spread).toMatchObject({ years: 3, min: 55, max: 75 });
  expect((spread?.high ?? 0) - (spread?.low ?? 0)).toBeGreaterThan(0.25);
});

test('the chance lies between those at the hardest and the easiest line', () => {
  for (let line = 55; line <= 75; line += 1) {
    const spread = spreadOf(years, { byRank: true, tested: true, at });
    expect(at(line)).toBeGreaterThanOrEqual(spread?.low ?? 1);
    expect(at(line)).toBeLessThanOrEqual(spread?.high ?? 0);
  }
});

test('scores are hardest where they are highest; no percentage without a back-test, nothing without a line', () => {
  const byScore = (line: number) => probability(defaultFactors, { own: 521, line });
  const spread = spreadOf(years, { byRank: false, tested: true, at: byScore });
  expect(spread).toMatchObject({ min: 520, max: 522 });
  expect(spread?.low).toBeLessThan(spread?.high ?? 0);
  expect(spreadOf(years, { byRank: false, tested: false, at: byScore })).toMatchObject({
    low: null,
    high: null,
  });
  expect(spreadOf([], { byRank: true, tested: true, at })).toBeNull();
  expect(
    spreadOf([{ dataYear: 2025, rank: null, score: 500 }], { byRank: true, tested: true, at }),
  ).toBeNull();
});
