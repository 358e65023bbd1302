import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../api/api-error.ts';

/** Milliseconds after which what somebody may not see is asked for again, in case they were given access meanwhile. */
const forbiddenMs = 10_000;

/** Data as they are to be shown while newer data is on its way or cannot be had. */
export interface Kept<T> {
  /** The data asked for; the last that came while that is not there. */
  readonly data: T | undefined;
  /** When the data came, in milliseconds since 1970. */
  readonly at: number;
  /** Nothing has come yet, and nothing has failed. */
  readonly loading: boolean;
  /** The data is older than what was asked for, which is on its way. */
  readonly stale: boolean;
  /** The last try failed: with {@link data} there, that is older than what was asked for. */
  readonly error: Error | null;
  /** The last try was refused for want of a permission; {@link data} is left out. It is asked for again by itself. */
  readonly forbidden: boolean;
  retry(): void;
}

/** The question of {@link useKept}, and when it is asked again. */
export interface KeptQuery<T> extends Pick<UseQueryOptions<T>, 'refetchInterval'> {
  /** Milliseconds for which the data counts as new: it is not read again then by being shown. */
  readonly staleTime?: () => number;
  /** Set to false while there is nothing to read; as if nothing had come yet. */
  readonly enabled?: boolean;
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
}

/**
 * Reads what `queryKey` names and keeps what came last on the screen until something newer is there, through failures
 * and changes of the key too: a list whose page cannot be had is not an empty one.
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
  // The same object while nothing of it changed, for what is drawn anew only then.
  return useMemo(
    () => ({ data: shown, at, loading, stale, error, forbidden, retry: () => void refetch() }),
    [shown, at, loading, stale, error, forbidden, refetch],
  );
}

function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}
