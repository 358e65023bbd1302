import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../api/api-error.ts';

/** Milliseconds before data the person may not see is requested again, in case access was granted meanwhile. */
const forbiddenMs = 10_000;

/** Data to show while newer data is loading or unavailable. */
export interface Kept<T> {
  /** The requested data; the previous data while that is missing. */
  readonly data: T | undefined;
  /** Time of the data, in milliseconds since 1970. */
  readonly at: number;
  /** Nothing is loaded yet, and nothing has failed. */
  readonly loading: boolean;
  /** The data is older than requested; newer data is loading. */
  readonly stale: boolean;
  /** The last attempt failed: {@link data}, if set, is older than requested. */
  readonly error: Error | null;
  /** The last attempt was refused for lack of a permission; {@link data} is omitted. It is repeated automatically. */
  readonly forbidden: boolean;
  retry(): void;
}

/** The query of {@link useKept}, and when it is repeated. */
export interface KeptQuery<T> extends Pick<UseQueryOptions<T>, 'refetchInterval'> {
  /** Milliseconds for which the data counts as new: it is not read again then by being shown. */
  readonly staleTime?: () => number;
  /** Set to false while there is nothing to load. */
  readonly enabled?: boolean;
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
}

/**
 * Loads the data of `queryKey` and keeps the last result until newer data arrives, also during failures and changes of
 * the key: a list whose page failed to load is not empty.
 */
export function useKept<T>({
  queryKey,
  queryFn,
  refetchInterval = false,
  enabled = true,
  staleTime = () => 0,
}: KeptQuery<T>): Kept<T> {
  const { data, dataUpdatedAt, isPlaceholderData, isPending, isFetching, error, refetch } = useQuery<T>({
    queryKey,
    queryFn,
    enabled,
    staleTime,
    placeholderData: keepPreviousData,
    refetchInterval: query => {
      if (isForbidden(query.state.error)) return forbiddenMs;
      return typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval;
    },
  });
  const [last, setLast] = useState<{ readonly data: T; readonly at: number }>();
  const fresh = data !== undefined && !isPlaceholderData;
  if (fresh && (last?.data !== data || last.at !== dataUpdatedAt)) setLast({ data, at: dataUpdatedAt });
  const forbidden = isForbidden(error);
  const shown = forbidden ? undefined : fresh ? data : last?.data;
  const at = fresh ? dataUpdatedAt : (last?.at ?? 0);
  const loading = isPending && last === undefined;
  const stale = isFetching && last !== undefined;
  // Stable while unchanged, for memoised components.
  return useMemo(
    () => ({ data: shown, at, loading, stale, error, forbidden, retry: () => void refetch() }),
    [shown, at, loading, stale, error, forbidden, refetch],
  );
}

function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}
