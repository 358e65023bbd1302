import { registry } from '@yikao/model/contexts/datasets.ts';
import { expect, test } from 'vitest';
import { awaited, cascadeChanged, isBehindFirst } from './cascade.ts';

const { mockStudent, school } = registry;

test('a cascade waits for its first, and for nothing once anything of it is chosen', () => {
  expect(awaited(mockStudent, { studentName: ['王'] })?.zh).toBe('省份');
  expect(awaited(mockStudent, { provinceId: [] })?.zh).toBe('省份');
  expect(awaited(mockStudent, { provinceId: ['430000'] })).toBeUndefined();
  expect(awaited(mockStudent, { examId: ['7'] })).toBeUndefined();
  expect(awaited(school, {})).toBeUndefined();
  expect(['provinceId', 'examId', 'studentName'].map(name => isBehindFirst(mockStudent, name))).toEqual([
    false,
    true,
    false,
  ]);
});

test('what is chosen anew takes out what was chosen behind it, and nothing else', () => {
  const chosen = { provinceId: ['430000'], examId: ['7'], areaId: ['3'], studentName: ['王'] };
  expect(cascadeChanged(mockStudent, chosen, { provinceId: ['440000'] })).toEqual({
    provinceId: ['440000'],
    examId: [],
    areaId: [],
    studentName: ['王'],
  });
  expect(cascadeChanged(mockStudent, chosen, { studentName: ['李'] })).toEqual({
    ...chosen,
    studentName: ['李'],
  });
});
