import { expect, test } from 'vitest';
import { registry } from '../datasets/index.ts';
import { onlyLooksOn, seenFrom } from './seen.ts';

const { partners, school } = registry;

test('whoever only looks on sees neither column, filter, input nor export of what is hidden', () => {
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
  expect([onlyLooksOn(partners, ['agency']), onlyLooksOn(partners, ['partner'])]).toEqual([true, false]);
});
