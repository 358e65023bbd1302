import { expect, test } from 'vitest';
import { enable, typeFlag } from '../contexts/shared/shared.codes.ts';
import { defineDataset, field, label } from './language.ts';

const name = label('样本', 'Sample');

/** A tree of samples, with what a declaration cannot leave out. */
const least = {
  name: 'sample',
  path: '/api/sample',
  label: name,
  fields: {
    sampleId: field.id(),
    loggedBy: field.loggedId({ label: name }),
    typeFlag: field.code({ of: typeFlag }),
    sampleName: field.text({ max: 8 }),
    provinceId: field.ref({ to: 'province' }),
    cityId: field.ref({ to: 'city', within: ['provinceId'] }),
    parentId: field.ref({ to: 'sample' }),
    examNum: field.integer({ min: 0 }),
    level: field.integer({ min: 1 }),
    status: field.code({ of: enable }),
  },
  permissions: { prefix: 'test:sample', actions: ['list'] },
  scope: { common: 'in a test' },
  list: { filters: ['provinceId', 'cityId', 'examNum', 'parentId', 'level'] },
} as const;

test('a dataset is keyed by its own number, named by its natural key and switched off by the state enabled', () => {
  const { key, keyBy, identity } = defineDataset({ ...least, naturalKey: ['sampleName'] });
  expect({ key, keyBy, identity }).toEqual({
    key: 'sampleId',
    keyBy: 'database',
    identity: { value: 'sampleId', name: 'sampleName', enabledBy: 'status' },
  });
});

test('a key that people give is named, and names the rows if nothing else does', () => {
  const { key, keyBy, identity, naturalKey } = defineDataset({ ...least, key: 'level' });
  expect({ key, keyBy, name: identity.name, naturalKey }).toEqual({
    key: 'level',
    keyBy: 'given',
    name: 'level',
    naturalKey: [],
  });
});

test('the columns of a list follow those in sight, unless they name these themselves', () => {
  const columnsOf = (columns: readonly ('sampleName' | 'status' | 'level')[]) =>
    defineDataset({ ...least, list: { filters: [], point: ['sampleName', 'status'], columns } }).list.columns;
  expect(columnsOf(['level'])).toEqual(['sampleName', 'status', 'level']);
  expect(columnsOf(['level', 'status'])).toEqual(['sampleName', 'level', 'status']);
});

test('a filter by a number of people asks for no fewer, by another number for the same', () => {
  const { filters } = defineDataset(least).list;
  expect(filters.flatMap(({ field: of, atLeast }) => (atLeast ? [of] : []))).toEqual(['examNum']);
});

test('a tree in order of a code first has tabs; another list or order has none', () => {
  const tabsOf = (more: object) =>
    defineDataset({ ...least, list: { filters: [], sort: ['typeFlag'] }, ...more }).list.tabs;
  expect(tabsOf({ parent: 'parentId' })).toBe('typeFlag');
  expect(tabsOf({})).toBeUndefined();
  expect(tabsOf({ parent: 'parentId', list: { filters: [] } })).toBeUndefined();
});

test('a cascade takes the references that begin the filters', () => {
  const { filters } = least.list;
  expect(defineDataset({ ...least, list: { filters, cascade: true } }).list.cascade).toEqual([
    'provinceId',
    'cityId',
  ]);
  expect(defineDataset(least).list.cascade).toEqual([]);
});
