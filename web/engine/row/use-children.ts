import { useQueries } from '@tanstack/react-query';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Detail } from '@yikao/model/kernel/places.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import { detailsHere } from '../access/may.ts';
import { listRows } from '../calls/dataset-calls.ts';
import { type FixedValues, fixedFilters } from '../list/list-place.ts';

/** The rows of a child dataset that hang on one row. */
export interface Children extends Detail {
  readonly fixed: FixedValues;
  /** Number of rows the person may see; undefined until known. */
  readonly count: number | undefined;
}

/** The child datasets of a row, see {@link detailsHere}, each with its number of rows; empty until the row is loaded. */
export function useChildren(dataset: AnyDataset, row: FieldRecord | undefined): Children[] {
  const value = row?.[dataset.identity.value];
  const details = detailsHere(dataset);
  const places = details.map(detail => ({ ...detail, fixed: { [detail.by]: String(value ?? '') } }));
  const counts = useQueries({
    queries: places.map(({ dataset: child, fixed }) => ({
      // Below the key of the child's rows: changes of them also reload their number.
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
