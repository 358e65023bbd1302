import { expect, test } from 'vitest';
import { registry } from '../contexts/datasets.ts';
import { lookingKind } from './scope.ts';
import { codesOfFields, seenFrom, withoutNeeds } from './seen.ts';

const { examAnswer, partners, school } = registry;

const any = () => true;

test('a person who only looks on sees neither column, filter, input nor export of what is hidden', () => {
  const seen = seenFrom(partners, ['partner', 'agency'], any);
  const lists = [
    ...[seen.list.columns, seen.list.hidden, seen.list.filters.map(({ field }) => field)],
    ...[seen.form.flatMap(({ fields }) => [...fields]), seen.excel?.export ?? []],
  ];
  for (const hidden of ['bankNo', 'bankName', 'guideRate']) {
    expect(lists.flat()).not.toContain(hidden);
    expect(seen.fields[hidden]).toMatchObject({ private: true, readOnly: true });
  }
  expect(lists.flat()).toContain('partnersName');
  expect(seenFrom(partners, ['agency', 'partner'], any)).toBe(seen);
});

test('a person without the code that a field needs sees neither column, filter, order nor export of it', () => {
  const seen = seenFrom(examAnswer, [], code => code !== 'exam:answer:name');
  expect(seen.fields.applyId).toMatchObject({ private: true, readOnly: true });
  const lists = [
    ...[seen.list.columns, seen.list.hidden, seen.list.point, seen.list.filters.map(({ field }) => field)],
    ...[seen.list.cascade, seen.list.sort, seen.groups, seen.excel?.export ?? []],
  ];
  expect(lists.flat()).not.toContain('applyId');
  expect(lists.flat()).toContain('questionId');
  expect(seenFrom(examAnswer, [], any)).toBe(examAnswer);
  expect(withoutNeeds(examAnswer)).toBe(seen);
  expect([codesOfFields(examAnswer), codesOfFields(school)]).toEqual([['exam:answer:name'], []]);
  expect(withoutNeeds(school)).toBe(school);
});

test('others see the dataset as it is declared, and change it', () => {
  expect(seenFrom(partners, ['partner'], any)).toBe(partners);
  expect(seenFrom(school, ['agency'], any)).toBe(school);
  expect([lookingKind(partners, ['agency']), lookingKind(partners, ['partner'])]).toEqual([
    'agency',
    undefined,
  ]);
});

test('what is everybody’s is changed by nobody who is bound, unless another of his kinds says which rows are his', () => {
  const { schExamType: calendar } = registry;
  expect(lookingKind(school, ['province'])).toBe('province');
  expect(lookingKind(school, ['own'])).toBeUndefined();
  expect(lookingKind(school, [])).toBeUndefined();
  expect(lookingKind(calendar, ['province'])).toBeUndefined();
  expect(lookingKind(calendar, ['partner'])).toBe('partner');
  expect(lookingKind(calendar, ['partner', 'province'])).toBeUndefined();
  expect(lookingKind(registry.province, ['province'])).toBe('province');
});
