import { expect, test } from 'vitest';
import { datasets } from '../datasets/index.ts';
import { schExamType } from '../datasets/school/sch-exam-type.ts';
import { assertDatasets } from './assert.ts';
import type { AnyDataset } from './dataset.ts';
import { field } from './field.ts';
import { label } from './label.ts';

const broken = (change: Partial<AnyDataset>): AnyDataset => ({ ...schExamType, ...change });
const problemsOf = (dataset: AnyDataset): string => {
  const others = datasets.filter(other => other.name !== dataset.name);
  try {
    assertDatasets([...others, dataset]);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('the declarations of the product are sound', () => {
  expect(() => assertDatasets(datasets)).not.toThrow();
});

test('a wrong declaration names dataset.field, and all of them at once', () => {
  const message = problemsOf(
    broken({
      naturalKey: ['dataYear', 'nothing'],
      list: { ...schExamType.list, columns: ['nowhere'] },
      fields: {
        ...schExamType.fields,
        lostId: field.ref({ label: label('丢', 'Lost'), to: 'noSuchDataset' }),
        jointCategoryId: field.ref({
          label: label('类别', 'Category'),
          to: 'jointCategory',
          within: ['dataYear'],
        }),
      },
    }),
  );
  expect(message).toContain('schExamType.nothing: is not a field (naturalKey)');
  expect(message).toContain('schExamType.nowhere: is not a field (list.columns)');
  expect(message).toContain('schExamType.lostId: refers to the unknown dataset noSuchDataset');
  expect(message).toContain('schExamType.jointCategoryId: must be within provinceId, as jointCategory is');
});

test('a scope that binds nobody must be spelled out', () => {
  expect(problemsOf(broken({ scope: {} }))).toContain("schExamType.scope: is empty; say 'unscoped'");
});

test('a number of a person names no row and orders no list', () => {
  const phone = field.text({ label: label('电话', 'Phone'), max: 20, personal: true });
  const message = problemsOf(
    broken({
      fields: {
        ...schExamType.fields,
        phone,
        born: field.date({ label: label('生日', 'Born'), personal: true }),
      },
      identity: { value: 'dataId', name: 'phone' },
      list: { ...schExamType.list, sort: ['-phone'] },
    }),
  );
  expect(message).toContain('schExamType.phone: is a number of a person and cannot be identity.name');
  expect(message).toContain('schExamType.phone: is a number of a person and cannot be list.sort');
  expect(message).toContain('schExamType.born: is personal, which only a text can be');
});

test('two datasets cannot share a path or a column set', () => {
  expect(problemsOf(broken({ path: '/api/data/wish/school', tableId: 22 }))).toMatch(
    /path \/api\/data\/wish\/school is already that of school[\s\S]*tableId 22 is already that of school/,
  );
});

test('a wrong header of the exports names the field and the kind of header', () => {
  const excel = schExamType.excel as NonNullable<AnyDataset['excel']>;
  const message = problemsOf(
    broken({
      excel: {
        ...excel,
        headers: [
          { type: 1, fields: ['remark', 'nothing'] },
          { type: 1, fields: [], where: { nowhere: 1, examType: 99 } },
          { type: 7 as 1, fields: ['remark'] },
        ],
      },
    }),
  );
  expect(message).toContain('schExamType.nothing: is not exported (excel.headers 1)');
  expect(message).toContain('schExamType.excel: declares header type 1 twice');
  expect(message).toContain('schExamType.excel: header type 1 has no columns');
  expect(message).toContain('schExamType.nowhere: is no stored field (excel.headers 1)');
  expect(message).toContain('schExamType.examType: has no code 99 (excel.headers 1)');
  expect(message).toContain('schExamType.excel: 7 is no header type');
});
