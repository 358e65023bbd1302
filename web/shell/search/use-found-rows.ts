import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findCalls } from '@yikao/model/calls/find-calls.ts';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { send } from '../../engine/api/send.ts';
import type { MenuPage } from '../../engine/menu/menu.ts';
import { useSettled } from '../../fields/parts/use-settled.ts';

/** Characters from which records are searched: one alone is in too many names. */
const fewest = 2;

/** A record that a search found, on the page of its dataset. */
export interface FoundRow {
  readonly page: MenuPage;
  readonly key: number;
  readonly name: string;
  readonly also: readonly string[];
}

/** The records whose name matches, on pages of the menu; undefined while they are looked up. */
export function useFoundRows(pages: readonly MenuPage[], typed: string): readonly FoundRow[] | undefined {
  const text = typed.trim();
  const keywords = useSettled(text);
  const asked = keywords.length >= fewest;
  const { data } = useQuery({
    queryKey: ['find', keywords],
    queryFn: ({ signal }) => send(findCalls.find, { query: { keywords }, signal, toast: false }),
    enabled: asked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (text.length < fewest) return [];
  return data?.flatMap(({ dataset, rows }) => {
    const at = datasets.find(({ name }) => name === dataset)?.menu?.at;
    const page = pages.find(({ path }) => path === at);
    return page ? rows.map(row => ({ page, ...row })) : [];
  });
}
