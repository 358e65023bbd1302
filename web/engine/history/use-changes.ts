import { useInfiniteQuery } from '@tanstack/react-query';
import type { RowChange } from '@yikao/model/calls/history.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FilterValues } from '../../fields/field-view.ts';
import { listChanges } from '../calls/history-calls.ts';

/** The changes of a dataset, as far as loaded. */
export interface ChangesController {
  readonly changes: readonly RowChange[];
  readonly loading: boolean;
  readonly error: Error | null;
  /** There may be older changes. */
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** The time back to which all changes were looked at; null before the first ones are loaded. */
  readonly seenTo: string | null;
  more(): void;
  retry(): void;
}

/** Controls the changes of a dataset that meet some conditions, newest first, page by page. */
export function useChanges(dataset: AnyDataset, conditions: FilterValues): ChangesController {
  const query = useInfiniteQuery({
    // Saving any row of the dataset invalidates its rows.
    queryKey: ['rows', dataset.name, 'changes', conditions],
    queryFn: ({ pageParam, signal }) => listChanges(dataset, conditions, pageParam, signal),
    // The newest changes come first.
    initialPageParam: undefined as number | undefined,
    getNextPageParam: last => last.next ?? undefined,
  });
  const pages = query.data?.pages ?? [];
  return {
    changes: pages.flatMap(page => page.records),
    loading: query.isPending,
    error: query.data ? null : query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    seenTo: pages.at(-1)?.seenTo ?? null,
    more: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
