import { registry } from '@yikao/model/contexts/datasets.ts';
import { expect, test } from 'vitest';
import { scaled } from './scaled.ts';

test('calculated decimals get the digits of their columns, and other values stay as they are', () => {
  const values = {
    compositeScore: '1212.625000',
    cultureScore: '430',
    profScore: '255.50',
    highSchool: '1.234',
  };
  expect(scaled(registry.wishUser, values)).toEqual({
    compositeScore: '1212.63',
    cultureScore: '430.00',
    profScore: '255.50',
    highSchool: '1.234',
  });
  expect(scaled(registry.payRecord, { amount: '-0.005' })).toEqual({ amount: '-0.01' });
  const same = { compositeScore: null, profScore: '255.50' };
  expect(scaled(registry.wishUser, same)).toBe(same);
});
