import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { halfUp } from '@yikao/model/rules/money.ts';
import { perDataset } from '../table/per-dataset.ts';

/** Decimals of the fields with an amount or another decimal, by name. */
const scales = perDataset(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]): (readonly [string, number])[] => {
    if (field.kind === 'money') return [[name, 2]];
    return field.kind === 'decimal' ? [[name, field.scale]] : [];
  }),
);

/** The number of digits behind the point. */
function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - 1 - point;
}

/**
 * The values with decimals as their columns keep them: rounded, or filled up with zeros. Values that people give are so
 * already; those that the server side works out may have other digits. Compared as they are, they would always differ
 * from the stored ones: each save and each import of the same row would be a change.
 */
export function scaled<Values extends RowValues>(dataset: AnyDataset, values: Values): Values {
  const kept: RowValues = {};
  for (const [name, scale] of scales(dataset)) {
    const value = values[name];
    if (typeof value === 'string' && decimalsOf(value) !== scale) kept[name] = halfUp(value, scale);
  }
  return Object.keys(kept).length === 0 ? values : { ...values, ...kept };
}
