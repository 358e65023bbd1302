import { useQuery } from '@tanstack/react-query';
import { type AnyDataset, readPath } from '@yikao/model/kernel/dataset.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import { readRow } from '../calls/dataset-calls.ts';

/** One row with all its fields; undefined until loaded. */
export function useRow(
  dataset: AnyDataset,
  key: number | undefined,
): { row: FieldRecord | undefined; error: Error | null; retry: () => void } {
  const { data, error, refetch } = useQuery({
    queryKey: ['row', dataset.name, readPath(dataset), key],
    queryFn: ({ signal }) => readRow(dataset, key ?? 0, signal),
    enabled: key !== undefined,
  });
  return { row: key === undefined ? undefined : data, error, retry: () => void refetch() };
}
