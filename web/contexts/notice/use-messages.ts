import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { noticeCalls } from '@yikao/model/contexts/notice/notice.calls.ts';
import { useCallback } from 'react';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';

/** Milliseconds between automatic updates of the number. */
const refreshMs = 60_000;

const root = 'messages';

/** The number of the person's unread messages, updated by itself; undefined before it is known. */
export function useUnread(): number | undefined {
  const { data } = useQuery({
    queryKey: [root, 'unread'],
    queryFn: ({ signal }) => send(noticeCalls.unread, { signal, toast: false }),
    refetchInterval: refreshMs,
  });
  return data?.count;
}

/** The person's messages, newest first, further ones on request. */
export function useMessages() {
  return useInfiniteQuery({
    queryKey: [root, 'latest'],
    queryFn: ({ signal, pageParam }) =>
      send(noticeCalls.latest, { query: { before: pageParam }, signal, toast: false }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ records, more }) => (more ? records.at(-1)?.messageId : undefined),
    staleTime: 0,
  });
}

/** Marks messages as read: some, or all up to the newest that was shown. Answers whether it was done. */
export function useReadMessages(): (which: { ids: number[] } | { until: number }) => Promise<boolean> {
  const client = useQueryClient();
  return useCallback(
    which =>
      unlessRefused(async () => {
        await send(noticeCalls.read, { body: which });
        await client.invalidateQueries({ queryKey: [root] });
      }),
    [client],
  );
}
