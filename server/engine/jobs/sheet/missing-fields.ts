import type { JobOperation } from '@yikao/model/jobs/index.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { alwaysGiven, type RowValues } from '@yikao/model/kernel/validate.ts';
import type { HeaderMap } from './headers.ts';

/**
 * Fields that a file lacks and without which its rows cannot be met with those of the table: the key of a batch
 * update, the parts of the natural key of an import that have to be given and do not follow from the scope or from the
 * kind of import.
 */
export function missingFields(
  dataset: AnyDataset,
  op: JobOperation,
  forced: Readonly<RowValues>,
  map: Pick<HeaderMap, 'fields' | 'children' | 'combined'>,
): string[] {
  const present = new Set(map.fields.values());
  for (const { fields } of map.combined.values()) for (const name of fields) present.add(name);
  const { by } = dataset.excel?.kind?.perChild ?? {};
  if (by !== undefined && map.children.size > 0) present.add(by);
  const byKey = op === 'batchUpdate' || dataset.excel?.kind?.pictures !== undefined;
  return (byKey ? [dataset.key] : dataset.naturalKey).filter(name => {
    const field = fieldOf(dataset, name);
    const missing = !present.has(name) && !Object.hasOwn(forced, name);
    return field !== undefined && missing && alwaysGiven(field);
  });
}
