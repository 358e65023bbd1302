import type { DatasetMaking, Made } from '@yikao/model/kernel/dataset.ts';
import type { WrittenPage } from '@yikao/model/menu.ts';
import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { chinese } from '../../i18n/zh-CN.ts';
import { queryString } from '../api/query-string.ts';

declare const checked: unique symbol;

/** The address of a page of the product, with its query. Made by the functions of this file alone; a text is none. */
export type PageAddress = string & { readonly [checked]: true };

/** A page without menu and tabs, by its address. */
type StandalonePage = `/${keyof typeof chinese.shell.standalone}`;

/** A page that belongs to no dataset, by its address without a query. */
export type PageName = WrittenPage | StandalonePage | '/login';

/** Query keys of a sheet of a mock exam that is printed: whose it is. */
type PrintKey = 'examId' | 'areaId' | 'agentId' | 'roomId' | 'studentIds' | 'changedFlag' | 'part';

/** Query keys of the other pages that read some. */
interface PageKeys {
  readonly '/login': 'back';
  readonly '/mock/scoreStat': 'examId';
  readonly '/printSettle': 'settleId';
  readonly '/printVoluntary': 'listId';
  readonly '/register': 'recCode';
  readonly '/scoreAnalyse': 'examId' | 'studentId' | 'agentId' | 'jointCategoryId';
  readonly '/sys/access': 'userId';
  readonly '/wish/voluntaryList/edit': 'listId';
}

/** Query keys that a page reads; most read none. */
export type PageKey<P extends PageName> = P extends keyof PageKeys
  ? PageKeys[P]
  : P extends `/print${string}` | `/roomSeat${string}`
    ? PrintKey
    : never;

/** Values of a query by key, of several values one after the other; a key without a value is left out. */
export type PageQuery<Key extends string> = {
  readonly [K in Key]?: number | string | readonly (number | string)[] | null | undefined;
};

/** Query keys that the list of a dataset is asked by. */
export type ListKey<M extends Made> = M['asked'] | 'row' | 'sort' | 'changes';

/** Datasets that have a screen; of any other the address does not compile. */
type OnScreen<M extends Made> = [M['at']] extends [never] ? { readonly 'has no screen': never } : unknown;

/** The address of a page with a query. */
export function pageAddress<const P extends PageName>(
  page: P,
  ...[query = {}]: [PageKey<P>] extends [never] ? [] : [query?: PageQuery<PageKey<P>>]
): PageAddress {
  return withQuery(page, query);
}

/**
 * The address of a dataset's screen, or of a further screen, with a query that filters its list. `row` opens the details
 * of a row.
 *
 * @throws Error for a dataset without a screen.
 */
export function listAddress<M extends Made>(
  dataset: DatasetMaking<M> & OnScreen<M>,
  query: PageQuery<ListKey<M>> = {},
): PageAddress {
  if (!dataset.menu) throw new Error(`${dataset.name} has no screen; give it a menu`);
  return withQuery(dataset.menu.at, query);
}

/** The address of an entry of the menu, which the server gives; `row` opens the details of a row of its list. */
export function menuAddress(path: string, query: PageQuery<'row'> = {}): PageAddress {
  return withQuery(path, query);
}

function withQuery(path: string, query: PageQuery<string>): PageAddress {
  // The one place where a text becomes an address: path and keys were checked by the compiler, or come from the server.
  return `${path}${queryString(query)}` as PageAddress;
}

/** Goes to a page of the product in this tab of the browser. */
export function useGoTo(): (to: PageAddress) => void {
  const navigate = useNavigate();
  return useCallback(to => void navigate(to), [navigate]);
}

/** Opens a page of the product in a tab of the browser beside this one. */
export function openPage(to: PageAddress): void {
  window.open(to);
}

/** The query of the page that is shown; only keys that the page has can be read. */
export function usePageQuery<const P extends PageName>(
  _page: P,
): { get(key: PageKey<P>): string | null; getAll(key: PageKey<P>): readonly string[] } {
  return useSearchParams()[0];
}
