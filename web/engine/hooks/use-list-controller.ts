import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Page } from '@yikao/model/calls/envelope.ts';
import { type AnyDataset, readPath } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { FieldRecord, FilterValues } from '../../fields/field-view.ts';
import { notice } from '../api/notice.ts';
import { queryClient } from '../api/query-client.ts';
import { listRows } from '../calls/dataset-calls.ts';
import { grouped } from '../grouped.ts';
import { readSession, type Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import {
  type FixedValues,
  fixedFilters,
  fixedForForm,
  fixedOf,
  type ListPlace,
  useListPlace,
} from './list-place.ts';
import {
  type ListState,
  lockedFields,
  lockedFilters,
  readListState,
  sameList,
  writeListState,
} from './list-query.ts';
import { may } from './may.ts';
import { type Kept, type KeptQuery, useKept } from './use-kept.ts';
import { type ListPreferences, sizeLiked, useListPreferences } from './use-list-preferences.ts';

/** A list without its looks: what it shows, and what may be done with it (house rule 16). */
export interface ListController {
  readonly dataset: AnyDataset;
  readonly filters: FilterValues;
  /** Fields the person cannot choose, with their values (spec section 6). */
  readonly locked: Readonly<Record<string, number | string>>;
  /** Where it stands as a part of something else; undefined on a page of its own. */
  readonly place: ListPlace | undefined;
  /** The values that all its rows share; no filter and no column repeats it. */
  readonly fixed: FixedValues;
  /** The filters that {@link locked} and {@link fixed} set; no search is without it. */
  readonly given: FilterValues;
  readonly sort: string | undefined;
  readonly current: number;
  readonly size: number;
  readonly rows: readonly FieldRecord[];
  readonly total: number;
  /** `total` is the database's estimate, past the bound up to which rows are counted. */
  readonly estimated: boolean;
  /** Nothing has come yet. */
  readonly loading: boolean;
  /** The rows shown are older than what was asked for, which is on its way or could not be had. */
  readonly stale: boolean;
  /** The page as it was read, and what keeps a newer one away. */
  readonly page: Kept<Page<FieldRecord>>;
  readonly preferences: ListPreferences;
  /** The row whose details stand open; part of the address, so that a link leads to the row. */
  readonly opened: number | undefined;
  /** Sets the filters and goes to the first page (domain Q61); what is shown already is read anew. */
  search(filters: FilterValues): void;
  /** Takes back what the person chose: the filters, the order and the page. */
  reset(): void;
  orderBy(sort: string | undefined): void;
  goTo(current: number, size: number): void;
  /** Shows so many rows a page, since the screen has room for them; the row that stood first stays on the page. */
  fitTo(rows: number): void;
  /** Opens the details of a row, or closes them. */
  open(row: number | undefined): void;
  refresh(): void;
}

/** The rows of a list of which nothing has come: the same each time, as those that came are. */
const noRows: readonly FieldRecord[] = [];

/** The values that a person and a place set for a list, as fields and as filters. */
function boundsOf(dataset: AnyDataset, session: Session, place: ListPlace | undefined) {
  const fixed = fixedOf(dataset, place);
  const locked = { ...lockedFields(dataset, session), ...fixedForForm(fixed) };
  return { locked, given: { ...lockedFilters(dataset, locked), ...fixedFilters(dataset, fixed) } };
}

/** The question that a list asks for its page, and the key under which its answer is kept. */
function asked(dataset: AnyDataset, state: ListState, given: FilterValues, liked: number) {
  const filters = { ...state.filters, ...given };
  const size = Math.min(state.size ?? liked, limits.pageSizeMax);
  // Rows with parents come as a tree, until something is asked for: what is found stands for itself.
  const query = { ...filters, sort: state.sort, current: state.current, size };
  return { filters, query, queryKey: ['rows', dataset.name, readPath(dataset), query] };
}

/** The key of the page that was read before its list was drawn, until that is. */
let ahead: string | undefined;

/**
 * Reads the page that a list will show on the page of its own to which the address leads, while that is not drawn yet.
 * A failure is told by the list, which asks again.
 */
export function readAhead(dataset: AnyDataset): void {
  const session = readSession();
  if (!session || !may(dataset, 'list')) return;
  const state = readListState(dataset, new URLSearchParams(window.location.search));
  const { given } = boundsOf(dataset, session, undefined);
  const { query, queryKey } = asked(dataset, state, given, sizeLiked(dataset, session.userId));
  ahead = JSON.stringify(queryKey);
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) => listRows(dataset, query, signal);
  void queryClient.prefetchQuery({ queryKey, queryFn, retry: false });
}

/** The page of a list. One that was read ahead is new to the list that is drawn with it, and not asked for again. */
function usePage(query: Pick<KeptQuery<Page<FieldRecord>>, 'queryKey' | 'queryFn'>): Kept<Page<FieldRecord>> {
  const [taken] = useState(() => ({ ahead: JSON.stringify(query.queryKey) === ahead }));
  const page = useKept({ ...query, staleTime: () => (taken.ahead ? Number.POSITIVE_INFINITY : 0) });
  // Behind the query's own effect, which asks unless the page is new.
  useEffect(() => {
    taken.ahead = false;
    ahead = undefined;
  }, [taken]);
  return page;
}

/** Rows that a jump passes by from which on it is said that it takes its time. */
const farJump = 100_000;

/**
 * Where pages that were seen end, by their number, as long as the same list is shown: the one after each goes on
 * there.
 */
function usePlaces(of: string): Map<number, string> {
  const kept = useRef({ of, places: new Map<number, string>() });
  if (kept.current.of !== of) kept.current = { of, places: new Map() };
  return kept.current.places;
}

/**
 * Controls the list of `dataset`. On a page of its own its state lives in the address, so a link reproduces it; as a
 * part of something else it keeps its state to itself, and several stand on one page.
 */
export function useListController(dataset: AnyDataset): ListController {
  const { t } = useTranslation('engine');
  const session = useSession();
  const place = useListPlace();
  const inAddress = useSearchParams();
  const inside = useState(() => new URLSearchParams());
  const [address] = place ? inside : inAddress;
  const setAddress = (next: URLSearchParams, replace = false) =>
    place ? inside[1](next) : inAddress[1](next, { replace });
  const preferences = useListPreferences(dataset);
  const client = useQueryClient();
  const { locked, given } = useMemo(() => boundsOf(dataset, session, place), [dataset, session, place]);
  const fixed = useMemo(() => fixedOf(dataset, place), [dataset, place]);
  const state = readListState(dataset, address);
  const { filters, query, queryKey } = asked(dataset, state, given, preferences.size);
  const { size } = query;

  const places = usePlaces(JSON.stringify([dataset.name, filters, state.sort, size]));
  const page = usePage({
    queryKey,
    queryFn: ({ signal }) => {
      const after = places.get(state.current - 1);
      return listRows(dataset, { ...query, ...(after !== undefined && { after }) }, signal);
    },
  });
  const { data, stale, error } = page;
  useEffect(() => {
    if (data?.next !== undefined && !stale && !error) places.set(data.current, data.next);
  }, [data, stale, error, places]);
  // An estimate stands at once; the number that was counted takes its place.
  const counted = useQuery({
    queryKey: ['rows', dataset.name, readPath(dataset), 'total', filters],
    queryFn: ({ signal }) => listRows(dataset, { ...filters, exact: 1, size: 1 }, signal),
    enabled: data?.estimated === true,
    select: ({ total, estimated }) => (estimated === true ? undefined : total),
    retry: false,
  });
  const exact = data?.estimated === true ? counted.data : undefined;
  const total = exact ?? data?.total ?? 0;

  /** The state as the address has it: that may have moved on and not been drawn yet. */
  const stateNow = () =>
    place ? state : readListState(dataset, new URLSearchParams(window.location.search));
  const settle = (next: Partial<ListState>, replace = false) =>
    setAddress(writeListState({ ...state, ...next }), replace);
  const refresh = () => void client.invalidateQueries({ queryKey: ['rows', dataset.name] });
  /** Shows the first page of what is asked for. Who asks for what is shown already wants to see what is new in it. */
  const ask = (next: Pick<ListState, 'filters' | 'sort'>) => {
    const now = stateNow();
    const asked = { ...now, ...next, current: 1 };
    if (sameList(asked, { ...now, filters: { ...now.filters, ...given } })) refresh();
    else settle(asked);
  };

  /** The page of so many rows on which the row stands that is the first one now. */
  const pageOf = (rows: number) => Math.floor(((state.current - 1) * size) / rows) + 1;

  // Deleting the last row of the last page leaves an empty page; the one before it is meant.
  const last = Math.max(1, Math.ceil(total / size));
  const pastEnd = data !== undefined && !stale && !error && state.current > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written is the state of that moment, but for its page
  useEffect(() => {
    if (pastEnd) settle({ current: last }, true);
  }, [pastEnd, last]);

  return {
    dataset,
    filters,
    locked,
    place,
    fixed,
    given,
    sort: state.sort,
    current: state.current,
    size,
    rows: data?.records ?? noRows,
    total,
    estimated: data?.estimated === true && exact === undefined,
    loading: page.loading,
    stale: stale || error !== null,
    page,
    preferences,
    opened: state.row,
    search: next => ask({ filters: { ...next, ...given }, sort: state.sort }),
    reset: () => ask({ filters: given, sort: undefined }),
    orderBy: sort => settle({ sort, current: 1 }),
    goTo(current, chosen) {
      if (chosen === size) {
        const passed = (current - 1) * size;
        if (passed >= farJump && !places.has(current - 1)) {
          notice.warning(
            t('list.farJump', {
              page: grouped(current),
              passed: grouped(passed),
            }),
          );
        }
        return settle({ current });
      }
      preferences.change({ size: chosen, fit: false });
      settle({ current: pageOf(chosen), size: undefined });
    },
    fitTo(rows) {
      preferences.change({ size: rows });
      settle({ current: pageOf(rows), size: undefined }, true);
    },
    open(row) {
      if (row === state.row) return;
      // What is opened must not take a search back.
      setAddress(writeListState({ ...stateNow(), row }), true);
    },
    refresh,
  };
}
