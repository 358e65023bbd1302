import { queryOptions, useQuery } from '@tanstack/react-query';
import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { useMemo } from 'react';
import { queryClient } from '../api/query-client.ts';
import { send } from '../api/send.ts';
import { useSession } from '../session/use-session.ts';
import { type MenuPage, pagesOf } from './menu.ts';

/** The menu of the logged-in person, with its loading state. */
export interface Menu {
  /** Undefined until loaded. */
  readonly entries: readonly MenuEntry[] | undefined;
  /** The same, flattened to pages; empty until loaded. */
  readonly pages: readonly MenuPage[];
  readonly failed: boolean;
  retry(): void;
}

const menuOf = (userId: number) =>
  queryOptions({
    queryKey: ['menu', userId],
    queryFn: ({ signal }) => send(loginCalls.menu, { query: { userId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Asks for the menu of a person while the code that draws it is on its way. */
export function prefetchMenu(userId: number): void {
  void queryClient.prefetchQuery(menuOf(userId));
}

/** The menu, fetched once after login (spec section 2), and again only when the language changes. */
export function useMenu(): Menu {
  const { userId } = useSession();
  const { data, isError, refetch } = useQuery(menuOf(userId));
  const pages = useMemo(() => pagesOf(data ?? []), [data]);
  return { entries: data, pages, failed: isError && data === undefined, retry: () => void refetch() };
}
