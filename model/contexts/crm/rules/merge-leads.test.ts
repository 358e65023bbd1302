import { expect, test } from 'vitest';
import { numbersOf, numbersText } from '../../shared/rules/several-numbers.ts';
import { canKeep, keptFrom, leadThatStays, mergedState, soldTogether } from './merge-leads.ts';

const child = {
  leadId: 7,
  leadStatus: 0,
  dataYear: 2026,
  provinceId: 2,
  jointCategoryId: 5,
  studentName: '',
};
const parent = {
  ...{ leadId: 9, leadStatus: 2, dataYear: 2025, provinceId: 3, jointCategoryId: 6, studentName: '王妈妈' },
  saleUserId: 11,
};
const won = { leadId: 12, leadStatus: 4, dataYear: 2026, provinceId: 2, saleUserId: 12 };

test('the lead with a salesperson stays, then the most advanced, then the oldest', () => {
  expect(leadThatStays([child, parent])).toBe(parent);
  expect(leadThatStays([child, parent, won])).toBe(won);
  expect(leadThatStays([{ leadId: 3 }, { leadId: 2 }])).toEqual({ leadId: 2 });
  expect(leadThatStays([])).toBeUndefined();
});

test('a won lead makes the result won, an open one opens it again', () => {
  expect(mergedState([child, parent, won])).toBe('won');
  expect(mergedState([{ leadId: 1, leadStatus: 5 }, child])).toBe('unassigned');
});

test('a value is the chosen one, else that of the lead that stays, else the first', () => {
  const leads = [child, parent];
  expect(keptFrom({ leads, stays: child, choice: {} }, 'studentName')).toBe(parent);
  expect(keptFrom({ leads, stays: child, choice: {} }, 'provinceId')).toBe(child);
  expect(keptFrom({ leads, stays: child, choice: { provinceId: 9 } }, 'provinceId')).toBe(parent);
  expect(keptFrom({ leads, stays: child, choice: {} }, 'remark')).toBeUndefined();
  const [no, yes] = [
    { leadId: 1, wxAdded: 0 },
    { leadId: 2, wxAdded: 1 },
  ];
  expect(keptFrom({ leads: [no, yes], stays: no, choice: {} }, 'wxAdded')).toBe(yes);
  expect(keptFrom({ leads: [no, yes], stays: no, choice: { wxAdded: 1 } }, 'wxAdded')).toBe(no);
});

test('a category is kept only with its province and its year', () => {
  const leads = [child, parent];
  expect(keptFrom({ leads, stays: child, choice: { jointCategoryId: 9 } }, 'jointCategoryId')).toBe(child);
  const moved = { leads, stays: child, choice: { provinceId: 9 } };
  expect(keptFrom(moved, 'jointCategoryId')).toBeUndefined();
  expect(canKeep(moved, 'cityId', parent)).toBe(true);
});

test('an invalid lead gives an open one no salesperson', () => {
  const invalid = { leadId: 1, leadStatus: 5, saleUserId: 4 };
  expect(keptFrom({ leads: [invalid, child], stays: child, choice: {} }, 'saleUserId')).toBeUndefined();
  expect(keptFrom({ leads: [invalid], stays: invalid, choice: {} }, 'saleUserId')).toBe(invalid);
});

test('money adds up, and every number stays once', () => {
  expect(soldTogether([null, '10.50', '0.50'])).toBe('11.00');
  expect(soldTogether([null])).toBeNull();
  const numbers = numbersText(['13800000001', '13800000002', '13800000001'], ['13800000002']);
  expect(numbers).toBe('13800000001');
  expect(numbersOf('13800000001, 13800000002')).toEqual(['13800000001', '13800000002']);
  expect(numbersText([], [])).toBeNull();
});
