import { expect, test } from 'vitest';
import { linesText } from '../fields/lines.ts';
import { shownDecimal } from '../fields/parts/decimal-text.ts';
import type { Field } from '../kernel/field.ts';
import { datasets, registry } from './datasets.ts';

/** Every field and column of a small table, with the name of each. */
const all = datasets.flatMap(({ name, fields }) =>
  Object.entries<Field>(fields).flatMap(([key, field]): [string, Field][] => [
    [`${name}.${key}`, field],
    ...Object.entries(field.kind === 'lines' ? field.of : {}).map(([column, one]): [string, Field] => [
      `${name}.${key}.${column}`,
      one,
    ]),
  ]),
);

test('ranks and numbers of people are whole numbers in every table', () => {
  const counted = all.filter(
    ([name, { label }]) => /[rR]ank(No|Min|Max)?$|Num$/.test(name) || /位次|名次|排名|人数/.test(label.zh),
  );
  expect(counted.length).toBeGreaterThan(40);
  expect(
    counted.filter(([, { kind }]) => kind === 'decimal' || kind === 'money').map(([name]) => name),
  ).toEqual([]);
});

test.each([
  ['1405.00', '1405'],
  ['1400.00', '1400'],
  ['543.50', '543.5'],
  ['1400', '1400'],
  ['', ''],
])('a line %s, a rank or a score, is shown as %s', (value, shown) => {
  expect(shownDecimal(registry.probRecord.fields.lineMin, value)).toBe(shown);
});

test('the choices of a college preference list say ranks whole', () => {
  const line = { admissionId: 7, schoolName: '湖南大学', lineMin: '1405.00', lineMax: '1610.00' };
  expect(linesText(registry.voluntaryList.fields.items, [line], 'zh')).toMatch(/1405，.*1610(?!\.)/);
});
