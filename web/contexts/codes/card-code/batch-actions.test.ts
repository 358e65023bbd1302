import { expect, test } from 'vitest';
import { batchActionsFor, fittingOf } from './batch-actions.ts';

const counts = { total: 15, unused: 5, issued: 4, activated: 3, expired: 2, voided: 1, owners: [] };

test('only codes in a state that the action takes are counted for it', () => {
  expect(fittingOf('issue', counts)).toBe(5);
  expect(fittingOf('assign', counts)).toBe(11);
  expect(fittingOf('extend', counts)).toBe(11);
  expect(fittingOf('void', counts)).toBe(11);
});

test('people are offered what they may do, and nothing else', () => {
  expect(batchActionsFor(code => code === 'card:code:cancel')).toEqual(['void']);
  expect(batchActionsFor(code => code === 'card:code:batchUpdate')).toEqual(['issue', 'assign', 'extend']);
  expect(batchActionsFor(() => false)).toEqual([]);
});
