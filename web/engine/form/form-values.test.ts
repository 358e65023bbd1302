import { registry } from '@yikao/model/contexts/datasets.ts';
import { writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { expect, test } from 'vitest';
import { differences, freshValues, merged } from './form-values.ts';

const { schExamType } = registry;
const names = writableFields(schExamType, 'update');
const base = {
  dataId: 1,
  version: 3,
  remark: '甲',
  examTime: '上午',
  orderNum: 1,
  examType: 1,
  subject: null,
};

const changed = (mine: object, theirs: object) =>
  differences(schExamType, names, base, { ...base, ...mine }, { ...base, version: 4, ...theirs });

test('what only one side changed is told apart from what both did, and the latter comes first', () => {
  expect(
    changed({ examTime: '下午', remark: '乙', orderNum: 2 }, { remark: '丙', examType: 2, orderNum: 3 }),
  ).toEqual([
    { name: 'remark', changedBy: 'both' },
    { name: 'orderNum', changedBy: 'both' },
    { name: 'examType', changedBy: 'them' },
    { name: 'examTime', changedBy: 'me' },
  ]);
});

test('what both changed to the same is no difference, nor is another way to write the same value', () => {
  expect(changed({ remark: '乙', orderNum: '1' }, { remark: '乙' })).toEqual([]);
});

test('the merge keeps the chosen fields of mine over the row of theirs, and its version', () => {
  const theirs = { ...base, version: 4, remark: '丙', examType: 2 };
  expect(merged(theirs, { ...base, remark: '乙', examTime: '下午' }, ['examTime'])).toEqual({
    ...theirs,
    examTime: '下午',
  });
});

test('a copy leaves open what would make it repeat its row, the rest is as it was', () => {
  const row = { ...base, dataYear: 2026, provinceId: 430000, jointCategoryId: 5, schoolId: 7, roundNo: 2 };
  expect(freshValues(schExamType, {}, row)).toMatchObject({ ...row, schoolId: null });
  // Fields the person cannot choose are kept, and the preceding part of the key must be entered.
  expect(freshValues(schExamType, { schoolId: 7 }, row)).toMatchObject({
    schoolId: 7,
    jointCategoryId: null,
  });
});
