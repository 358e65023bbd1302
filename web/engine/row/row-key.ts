import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldRecord } from '../../fields/field-view.ts';

/** Number of a row. */
export function keyOf(dataset: AnyDataset, row: FieldRecord): number {
  return Number(row[dataset.key]);
}
