import { registry } from '@yikao/model/contexts/datasets.ts';
import { machineOf } from '@yikao/model/contexts/machines.ts';
import { statesOf } from '@yikao/model/kernel/states.ts';
import { expect, test } from 'vitest';
import { cellEdit } from './cell-edit.ts';

const writer = { dataset: registry.schExamType, locked: {}, hasOwnInput: () => false };
const row = { dataId: 1, provinceId: 430000, jointCategoryId: 2, schoolId: 3, remark: '甲' };

test('a field of one line is edited in its cell, a long text in the form', () => {
  for (const name of ['remark', 'orderNum', 'startTime', 'examType', 'schoolId'])
    expect(cellEdit(writer, row, name), name).toBe('cell');
  expect(cellEdit(writer, row, 'subject')).toBe('form');
});

test('a field whose change clears others is edited in the form, where that is seen', () => {
  expect(cellEdit(writer, row, 'provinceId')).toBe('form');
  expect(cellEdit(writer, { ...row, jointCategoryId: null }, 'provinceId')).toBe('cell');
});

test('a field that is set by the server or by the scope is not edited, and one with its own input in the form', () => {
  expect(cellEdit(writer, row, 'dataId')).toBeUndefined();
  expect(cellEdit(writer, row, 'updateTime')).toBeUndefined();
  expect(cellEdit({ ...writer, locked: { provinceId: 430000 } }, row, 'provinceId')).toBeUndefined();
  expect(cellEdit({ ...writer, hasOwnInput: () => true }, row, 'remark')).toBe('form');
});

test('a field is edited only in the states that allow it', () => {
  const { voluntaryList } = registry;
  const machine = machineOf(voluntaryList);
  const names = voluntaryList.form.flatMap(({ fields }) => fields);
  const edited = (machine ? statesOf(machine) : []).map(
    ({ code }) =>
      names.filter(name =>
        cellEdit({ ...writer, dataset: voluntaryList }, { [machine?.field ?? '']: code }, name),
      ).length,
  );
  expect(Math.min(...edited)).toBe(0);
  expect(Math.max(...edited)).toBeGreaterThan(0);
});
