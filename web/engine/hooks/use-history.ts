import { useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryEntryRow } from '@yikao/model/calls/history.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { listHistory } from '../calls/history-calls.ts';

/** Entries that come at a time. */
const pageSize = 20;

/** The history of a row, as far as it has come. */
export interface HistoryController {
  readonly entries: readonly HistoryEntryRow[];
  readonly total: number;
  readonly loading: boolean;
  readonly error: Error | null;
  /** Older entries that have not come yet are there. */
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  more(): void;
  retry(): void;
}

/** Controls the history of one row, newest first, a page at a time. */
export function useHistory(dataset: AnyDataset, key: number): HistoryController {
  const query = useInfiniteQuery({
    // Beneath the row's own key, so that whatever makes the row be read anew does so here.
    queryKey: ['row', dataset.name, key, 'history'],
    queryFn: ({ pageParam, signal }) =>
      listHistory(dataset, key, { current: pageParam, size: pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.size < last.total ? last.current + 1 : undefined),
  });
  const pages = query.data?.pages ?? [];
  return {
    // An entry that came while pages were read shifts the others: each is shown once.
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
