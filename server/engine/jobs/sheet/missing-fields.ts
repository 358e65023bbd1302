import type { JobOperation } from '@yikao/model/jobs/index.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { alwaysGiven, type RowValues } from '@yikao/model/kernel/validate.ts';
import { filledFields, type HeaderMap } from './headers.ts';

/**
 * Fields that a file lacks and without which its rows cannot be met with those of the table: the key of a batch
 * update, the parts of the natural key of an import that have to be given and do not follow from the scope or from the
 * kind of import.
 */
export function missingFields(
  dataset: AnyDataset,
  op: JobOperation,
  forced: Readonly<RowValues>,
  map: Pick<HeaderMap, 'fields' | 'children' | 'combined' | 'joined'>,
): string[] {
  const present = filledFields(dataset, map);
  const { by } = dataset.excel?.kind?.perChild ?? {};
  const byKey = op === 'batchUpdate' || dataset.excel?.kind?.pictures !== undefined;
  return (byKey ? [dataset.key] : dataset.naturalKey).filter(name => {
    const field = fieldOf(dataset, name);
    const isPresent = name === by ? map.children.size > 0 : present.has(name);
    const missing = !isPresent && !Object.hasOwn(forced, name);
    return field !== undefined && missing && alwaysGiven(field);
  });
}
