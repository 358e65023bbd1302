import { useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryEntryRow } from '@yikao/model/calls/history.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { listHistory } from '../calls/history-calls.ts';

/** Entries per page. */
const pageSize = 20;

/** The history of a row, as far as loaded. */
export interface HistoryController {
  readonly entries: readonly HistoryEntryRow[];
  readonly total: number;
  readonly loading: boolean;
  readonly error: Error | null;
  /** There are older entries to load. */
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  more(): void;
  retry(): void;
}

/** Controls the history of one row, newest first, page by page. */
export function useHistory(dataset: AnyDataset, key: number): HistoryController {
  const query = useInfiniteQuery({
    // Below the row's key, so that invalidating the row also reloads its history.
    queryKey: ['row', dataset.name, key, 'history'],
    queryFn: ({ pageParam, signal }) =>
      listHistory(dataset, key, { current: pageParam, size: pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.size < last.total ? last.current + 1 : undefined),
  });
  const pages = query.data?.pages ?? [];
  return {
    // An entry added while pages were loaded shifts the others: each is shown once.
    entries: [
      ...new Map(pages.flatMap(page => page.records).map(entry => [entry.historyId, entry])).values(),
    ],
    total: pages.at(-1)?.total ?? 0,
    loading: query.isPending,
    error: query.data ? null : query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
