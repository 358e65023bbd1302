import { expect, test } from 'vitest';
import { linesText } from '../fields/lines.ts';
import type { Field } from '../kernel/field.ts';
import { datasets, registry } from './datasets.ts';
import { screens } from './screens.ts';

/** Decimal fields and columns of small tables from 0 to 1, with the name of each. */
const fractions = [...datasets, ...screens].flatMap(({ name, fields }) =>
  Object.entries<Field>(fields).flatMap(([key, field]) => {
    const inside = field.kind === 'lines' ? Object.entries(field.of) : [];
    return [[key, field] as const, ...inside.map(([column, one]) => [`${key}.${column}`, one] as const)]
      .filter(([, one]) => one.kind === 'decimal' && one.min === 0 && one.max === 1)
      .map(([at, one]) => ({ at: `${name}.${at}`, share: one.kind === 'decimal' && one.share === true }));
  }),
);

test('every number between 0 and 1 is a share of a whole, which people see as a percentage', () => {
  expect(fractions.length).toBeGreaterThan(8);
  expect(fractions.filter(({ share }) => !share).map(({ at }) => at)).toEqual([]);
});

test('the choices of a college preference list say chances in percent, in both languages', () => {
  const { items } = registry.voluntaryList.fields;
  const line = { admissionId: 7, schoolName: '湖南大学', probability: '0.3238', level: null };
  expect(linesText(items, [line], 'zh')).toContain('概率：32.38%');
  expect(linesText(items, [line], 'en')).toContain('Probability: 32.38%');
});
