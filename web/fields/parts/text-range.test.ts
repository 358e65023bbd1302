import { expect, test } from 'vitest';
import { rangeOfText } from './text-range.ts';

test.each([
  'ZN2500000001-ZN2500000100',
  'ZN2500000001 — ZN2500000100',
  ' ZN2500000001 ~ ZN2500000100 ',
  'ZN2500000001至ZN2500000100',
  'ZN2500000001\tZN2500000100',
  'ZN2500000001\nZN2500000100',
  'ZN2500000001，ZN2500000100',
])('a range pasted as %j fills both ends', text => {
  expect(rangeOfText(text)).toEqual(['ZN2500000001', 'ZN2500000100']);
});

test('a range that is pasted backwards is turned around', () => {
  expect(rangeOfText('ZN2500000100~ZN2500000001')).toEqual(['ZN2500000001', 'ZN2500000100']);
});

test.each(['', ' ', 'ZN2500000001', 'ZN2500000001-', '-', 'A-B-C'])('%j is no range', text => {
  expect(rangeOfText(text)).toBeUndefined();
});
