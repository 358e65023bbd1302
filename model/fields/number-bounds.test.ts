import { expect, test } from 'vitest';
import { datasets } from '../contexts/datasets.ts';
import { machines } from '../contexts/machines.ts';
import type { Field } from '../kernel/field.ts';
import type { AnyMachine } from '../kernel/steps.ts';
import { validateValue } from '../kernel/validate/validate.ts';

/** All numbers that rows and steps hold, with the place of each. */
const numbers: (readonly [string, Field])[] = [
  ...datasets.flatMap(({ name, fields }) => within(name, fields)),
  ...Object.entries<AnyMachine>(machines).flatMap(([name, { steps }]) =>
    Object.entries(steps).flatMap(([step, { inputs = {} }]) => within(`${name}.${step}`, inputs)),
  ),
];

function within(place: string, fields: Readonly<Record<string, Field>>): (readonly [string, Field])[] {
  return Object.entries(fields).flatMap(([name, field]): (readonly [string, Field])[] => {
    if (field.kind === 'lines') return within(`${place}.${name}`, field.of);
    const isNumber = field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'money';
    return isNumber ? [[`${place}.${name}`, field]] : [];
  });
}

const refuses = (field: Field, value: unknown) => 'issue' in validateValue('value', field, value);

test('no number of any row or step is negative, but for those that say so', () => {
  expect(numbers.length).toBeGreaterThan(250);
  const negative = numbers.flatMap(([place, field]) =>
    refuses(field, -1) && refuses(field, '-0.01') ? [] : [place],
  );
  expect(negative.sort()).toEqual([
    ...[
      'admission.competitionDegree',
      'algorithm.bigYearAdj',
      'algorithm.smallYearAdj',
      'area.lat',
      'area.lng',
    ],
    // A hash, and the difference of two clocks.
    ...['examAnswer.keyHash', 'examSitting.skewMs'],
    ...[
      'goods.restock.stockChange',
      'goods.stock',
      'liveRoomGoods.restock.stockChange',
      'liveRoomGoods.stock',
    ],
    ...['partnersSettle.adjustAmount', 'site.lat', 'site.lng'],
  ]);
});

test('no share of a whole is above it', () => {
  const shares = numbers.filter(([, field]) => field.kind === 'decimal' && field.share);
  expect(shares.length).toBeGreaterThan(8);
  for (const [place, field] of shares) {
    expect(refuses(field, '1.01'), place).toBe(true);
    expect(refuses(field, '0.01'), place).toBe(false);
  }
});

test('every number that people write has an upper bound of its own', () => {
  const endless = numbers.flatMap(([place, field]) => {
    const written = !(field.readOnly || field.elsewhere || field.private) && field.kind !== 'money';
    return written && !refuses(field, '2000000000') ? [place] : [];
  });
  // Numbers of rows, which people choose by name.
  expect(endless.sort()).toEqual([
    'jointCategory.prevCategoryId',
    'ttMount.bizId',
    'voluntaryList.items.admissionId',
  ]);
});
