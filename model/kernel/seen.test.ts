import { expect, test } from 'vitest';
import { registry } from '../contexts/datasets.ts';
import { lookingKind } from './scope.ts';
import { seenFrom } from './seen.ts';

const { partners, school } = registry;

test('a person who only looks on sees neither column, filter, input nor export of what is hidden', () => {
  const seen = seenFrom(partners, ['partner', 'agency']);
  const lists = [
    ...[seen.list.columns, seen.list.hidden, seen.list.filters.map(({ field }) => field)],
    ...[seen.form.flatMap(({ fields }) => [...fields]), seen.excel?.export ?? []],
  ];
  for (const hidden of ['bankNo', 'bankName', 'guideRate']) {
    expect(lists.flat()).not.toContain(hidden);
    expect(seen.fields[hidden]).toMatchObject({ private: true, readOnly: true });
  }
  expect(lists.flat()).toContain('partnersName');
  expect(seenFrom(partners, ['agency', 'partner'])).toBe(seen);
});

test('others see the dataset as it is declared, and change it', () => {
  expect(seenFrom(partners, ['partner'])).toBe(partners);
  expect(seenFrom(school, ['agency'])).toBe(school);
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
