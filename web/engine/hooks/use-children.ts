import { useQueries } from '@tanstack/react-query';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Detail } from '@yikao/model/kernel/places.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import { listRows } from '../calls/dataset-calls.ts';
import { type FixedValues, fixedFilters } from './list-place.ts';
import { may } from './may.ts';

/** The rows of a child dataset that hang on one row. */
export interface Children extends Detail {
  readonly fixed: FixedValues;
  /** How many the person may see; undefined until it is known. */
  readonly count: number | undefined;
}

/** The children of a row that the person may list, each with the number of its rows; none until the row has come. */
export function useChildren(dataset: AnyDataset, row: FieldRecord | undefined): Children[] {
  const value = row?.[dataset.identity.value];
  const details = dataset.details.filter(({ dataset: child }) => may(child, 'list'));
  const places = details.map(detail => ({ ...detail, fixed: { [detail.by]: String(value ?? '') } }));
  const counts = useQueries({
    queries: places.map(({ dataset: child, fixed }) => ({
      // Beneath the rows of the child: whatever changes them changes their number.
      queryKey: ['rows', child.name, 'count', fixed],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        listRows(child, { ...fixedFilters(child, fixed), size: 1, tree: 0 }, signal),
      enabled: row !== undefined,
    })),
  });
  if (row === undefined) return [];
  return places.map((place, at) => ({
    ...place,
    fixed: { [place.by]: Number(value) },
    count: counts[at]?.data?.total,
  }));
}
