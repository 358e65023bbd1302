import { expect, test } from 'vitest';
import { available, cellOf, marksOf, picksOf, shortTypes } from './picks.ts';

const bank = {
  fullScore: '100.00',
  groups: [
    { questionType: 1, difficulty: 1, num: 3, least: '2.00', most: '2.00' },
    { questionType: 1, difficulty: 2, num: 5, least: '2.00', most: '4.50' },
    { questionType: 5, difficulty: 2, num: 1, least: '30.00', most: '30.00' },
  ],
};

test('numbers by type and difficulty become rules, and zeros none', () => {
  const wanted = { [cellOf(1, 1)]: 2, [cellOf(1, 0)]: 3, [cellOf(5, 2)]: 0 };
  expect(picksOf(wanted)).toEqual([
    { questionType: 1, difficulty: 1, num: 2 },
    { questionType: 1, difficulty: null, num: 3 },
  ]);
  expect(marksOf(bank, wanted)).toEqual({ least: '10.00', most: '17.50' });
});

test('a type is short where one difficulty or all of it together has too few', () => {
  expect(available(bank, 1, 0)).toBe(8);
  expect(shortTypes(bank, { [cellOf(1, 1)]: 3, [cellOf(1, 0)]: 5 })).toEqual([]);
  expect(shortTypes(bank, { [cellOf(1, 1)]: 4 })).toEqual([1]);
  expect(shortTypes(bank, { [cellOf(1, 1)]: 3, [cellOf(1, 0)]: 6 })).toEqual([1]);
  expect(shortTypes(bank, { [cellOf(6, 0)]: 1 })).toEqual([6]);
});
