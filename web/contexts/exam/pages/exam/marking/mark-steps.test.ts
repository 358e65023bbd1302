import { expect, test } from 'vitest';
import { quickMarks, stepped } from './mark-steps.ts';

test('a short scale is offered whole, a long one in even steps, and the full mark always', () => {
  expect(quickMarks(5)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(quickMarks(30)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
  expect(quickMarks(2.5)).toEqual([0, 1, 2, 2.5]);
  expect(quickMarks(100)).toHaveLength(11);
});

test('half marks stay between nothing and the full mark', () => {
  expect(stepped('7', 0.5, 10)).toBe('7.5');
  expect(stepped('', 0.5, 10)).toBe('0.5');
  expect(stepped('10', 0.5, 10)).toBe('10');
  expect(stepped('0', -0.5, 10)).toBe('0');
  expect(stepped('x', 0.5, 10)).toBe('0.5');
});
