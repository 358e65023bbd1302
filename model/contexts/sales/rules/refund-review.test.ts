import { expect, test } from 'vitest';
import { hasReviewed, needsSecondReview } from './refund-review.ts';

test.each([
  { used: false, first: null, second: false },
  { used: true, first: null, second: true },
  { used: true, first: 7, second: false },
  { used: false, first: 7, second: false },
])('a refund of something used needs two people: $used, after $first', ({ used, first, second }) => {
  expect(needsSecondReview({ firstAuditBy: first }, used)).toBe(second);
});

test('the person who approved a refund first cannot approve it again, others can', () => {
  expect(hasReviewed({ firstAuditBy: 7 }, 7)).toBe(true);
  expect(hasReviewed({ firstAuditBy: 7 }, 8)).toBe(false);
  expect(hasReviewed({ firstAuditBy: null }, 8)).toBe(false);
});
