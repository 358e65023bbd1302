import { useQuery } from '@tanstack/react-query';
import type { Page } from '@yikao/model/calls/envelope.ts';
import { type AnyDataset, readPath } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import { limits } from '@yikao/model/limits.ts';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { FieldRecord, FilterValues } from '../../fields/field-view.ts';
import { may } from '../access/may.ts';
import { notice } from '../api/notice.ts';
import { queryClient } from '../api/query-client.ts';
import { listRows } from '../calls/dataset-calls.ts';
import { awaitedByRows } from '../form/cascade.ts';
import { grouped } from '../grouped.ts';
import { type Kept, type KeptQuery, useKept } from '../layout/use-kept.ts';
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
  lockedFilters,
  lockedInList,
  readListState,
  sameList,
  writeListState,
} from './list-query.ts';
import { type ListPreferences, sizeLiked, useListPreferences } from './use-list-preferences.ts';

/** A list without its UI: its data and actions. */
export interface ListController {
  readonly dataset: AnyDataset;
  readonly filters: FilterValues;
  /** Fields the person cannot choose, with their values (spec section 6). */
  readonly locked: Readonly<Record<string, number | string>>;
  /** Its place if embedded; undefined on a separate page. */
  readonly place: ListPlace | undefined;
  /** The values that all its rows share; no filter and no column repeats it. */
  readonly fixed: FixedValues;
  /** The filters set by {@link locked} and {@link fixed}; every search includes them. */
  readonly given: FilterValues;
  readonly sort: string | undefined;
  readonly current: number;
  readonly size: number;
  readonly rows: readonly FieldRecord[];
  readonly total: number;
  /** `total` is the database's estimate, past the bound up to which rows are counted. */
  readonly estimated: boolean;
  /** The id of a filter's input, by the key that the filter is asked by. */
  filterId(as: string): string;
  /** The filter that must be chosen first; undefined if the list waits for none. */
  readonly waitsFor: Label | undefined;
  /** Nothing is loaded yet. */
  readonly loading: boolean;
  /** The rows are older than requested; newer ones are loading or unavailable. */
  readonly stale: boolean;
  /** The loaded page, with the state of loading a newer one. */
  readonly page: Kept<Page<FieldRecord>>;
  readonly preferences: ListPreferences;
  /** The row whose details are open; part of the address, so that a link opens the row. */
  readonly opened: number | undefined;
  /** The conditions of the page of changes, as a query; undefined while that is closed. */
  readonly changes: string | undefined;
  /** Opens the page of changes with these conditions, or closes it; `row` opens the details of a row in its place. */
  showChanges(conditions: string | undefined, row?: number): void;
  /** Sets the filters and goes to the first page (domain Q61); a page already shown is reloaded. */
  search(filters: FilterValues): void;
  /** Resets the filters, the order and the page. */
  reset(): void;
  orderBy(sort: string | undefined): void;
  goTo(current: number, size: number): void;
  /** Sets the page size that fits the screen; the first row stays on the page. */
  fitTo(rows: number): void;
  /** Opens the details of a row, or closes them. */
  open(row: number | undefined): void;
  /** Closes the row: with a step back if opening it was the last step, so that Back does not reopen it. */
  close(): void;
  refresh(): void;
}

/** Stable value for a list without loaded rows. */
const noRows: readonly FieldRecord[] = [];

/** The values that a person and a place set for a list, as fields and as filters. */
function boundsOf(dataset: AnyDataset, session: Session, place: ListPlace | undefined) {
  const fixed = fixedOf(dataset, place);
  const locked = { ...lockedInList(dataset, session), ...fixedForForm(fixed) };
  return { locked, given: { ...lockedFilters(dataset, locked), ...fixedFilters(dataset, fixed) } };
}

/** The query of a list's page, and its cache key. */
function asked(dataset: AnyDataset, state: ListState, given: FilterValues, liked: number) {
  const filters = { ...state.filters, ...given };
  const size = Math.min(state.size ?? liked, limits.pageSizeMax);
  // Rows with parents are shown as a tree, except in a filtered list.
  const query = { ...filters, sort: state.sort, current: state.current, size };
  return { filters, query, queryKey: ['rows', dataset.name, readPath(dataset), query] };
}

/** The key of the page that was read before its list was drawn, until that is. */
let ahead: string | undefined;

/**
 * Preloads the page that the list at the current address will show, before it is rendered. The list reports failures
 * when it repeats the request.
 */
export function readAhead(dataset: AnyDataset): void {
  const session = readSession();
  if (!session || !may(dataset, 'list')) return;
  const state = readListState(dataset, new URLSearchParams(window.location.search));
  const { given } = boundsOf(dataset, session, undefined);
  const { filters, query, queryKey } = asked(dataset, state, given, sizeLiked(dataset, session.userId));
  if (awaitedByRows(dataset, filters)) return;
  ahead = JSON.stringify(queryKey);
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) => listRows(dataset, query, signal);
  void queryClient.prefetchQuery({ queryKey, queryFn, retry: false });
}

/** The page of a list. A preloaded one is fresh for the list rendered with it, and not requested again. */
function usePage(
  query: Pick<KeptQuery<Page<FieldRecord>>, 'queryKey' | 'queryFn' | 'enabled'>,
): Kept<Page<FieldRecord>> {
  const [taken] = useState(() => ({ ahead: JSON.stringify(query.queryKey) === ahead }));
  const page = useKept({ ...query, staleTime: () => (taken.ahead ? Number.POSITIVE_INFINITY : 0) });
  // After the query's own effect, which loads the page unless it is fresh.
  useEffect(() => {
    taken.ahead = false;
    ahead = undefined;
  }, [taken]);
  return page;
}

/** The exact number of matching rows, which replaces an estimate once it is known. */
function useExactTotal(dataset: AnyDataset, filters: FilterValues, estimated: boolean): number | undefined {
  const counted = useQuery({
    queryKey: ['rows', dataset.name, readPath(dataset), 'total', filters],
    queryFn: ({ signal }) => listRows(dataset, { ...filters, exact: 1, size: 1 }, signal),
    enabled: estimated,
    select: page => (page.estimated === true ? undefined : page.total),
    retry: false,
  });
  return estimated ? counted.data : undefined;
}

/** Rows skipped by a jump from which on a delay is announced. */
const farJump = 100_000;

/** End cursors of visited pages by number, while the same list is shown; the next page continues there. */
function usePlaces(of: string): Map<number, string> {
  const kept = useRef({ of, places: new Map<number, string>() });
  if (kept.current.of !== of) kept.current = { of, places: new Map() };
  return kept.current.places;
}

/** Reports whether the entry of the history that is shown began with a row being opened. */
function openedHere(): boolean {
  const state = window.history.state as { usr?: { opensRow?: unknown } | null } | null;
  return state?.usr?.opensRow === true;
}

/**
 * Controls the list of `dataset`. On a separate page its state is in the address, so a link reproduces it; an embedded
 * list keeps its state itself, so that a page can have several.
 */
export function useListController(dataset: AnyDataset): ListController {
  const { t } = useTranslation('engine');
  const session = useSession();
  const place = useListPlace();
  const inAddress = useSearchParams();
  const navigate = useNavigate();
  const inside = useState(() => new URLSearchParams());
  const [address] = place ? inside : inAddress;
  const setAddress = (next: URLSearchParams, replace = false) =>
    place ? inside[1](next) : inAddress[1](next, { replace });
  const id = useId();
  const preferences = useListPreferences(dataset);
  const { locked, given } = useMemo(() => boundsOf(dataset, session, place), [dataset, session, place]);
  const fixed = useMemo(() => fixedOf(dataset, place), [dataset, place]);
  const state = readListState(dataset, address);
  const { filters, query, queryKey } = asked(dataset, state, given, preferences.size);
  const { size } = query;
  const waitsFor = place === undefined ? awaitedByRows(dataset, filters) : undefined;

  const places = usePlaces(JSON.stringify([dataset.name, filters, state.sort, size]));
  const page = usePage({
    queryKey,
    enabled: waitsFor === undefined,
    queryFn: ({ signal }) => {
      const after = places.get(state.current - 1);
      return listRows(dataset, { ...query, ...(after !== undefined && { after }) }, signal);
    },
  });
  const { stale, error } = page;
  const data = waitsFor === undefined ? page.data : undefined;
  useEffect(() => {
    if (data?.next !== undefined && !stale && !error) places.set(data.current, data.next);
  }, [data, stale, error, places]);
  const exact = useExactTotal(dataset, filters, data?.estimated === true);
  const total = exact ?? data?.total ?? 0;

  /** The state as the address has it: that may have moved on and not been drawn yet. */
  const stateNow = () =>
    place ? state : readListState(dataset, new URLSearchParams(window.location.search));
  // Everything else stays as it is now: a page that takes its size must not close a row that has just been opened.
  const settle = (next: Partial<ListState>, replace = false) =>
    setAddress(writeListState({ ...stateNow(), ...next }), replace);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['rows', dataset.name] });
  /** Shows the first page of a query. Repeating the current query reloads it. */
  const ask = (next: Pick<ListState, 'filters' | 'sort'>) => {
    const now = stateNow();
    const asked = { ...now, ...next, current: 1 };
    if (sameList(asked, { ...now, filters: { ...now.filters, ...given } })) refresh();
    else settle(asked);
  };

  /** The page that contains the current first row at this page size. */
  const pageOf = (rows: number) => Math.floor(((stateNow().current - 1) * size) / rows) + 1;

  // Deleting the last row of the last page leaves an empty page; the one before it is meant.
  const last = Math.max(1, Math.ceil(total / size));
  const pastEnd = data !== undefined && !stale && !error && state.current > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: writes the state at that time, except for its page
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
    filterId: as => `${id}-${as}`,
    waitsFor,
    loading: waitsFor === undefined && page.loading,
    stale: waitsFor === undefined && (stale || error !== null),
    page,
    preferences,
    opened: state.row,
    changes: state.changes,
    showChanges(changes, row) {
      const next = writeListState({ ...stateNow(), changes, row });
      if (place) return inside[1](next);
      // Opening it, and going on from it to a row, are steps that Back reverses; other conditions are not.
      const step = state.changes === undefined || row !== undefined;
      inAddress[1](next, { replace: !step, ...(row !== undefined && { state: { opensRow: true } }) });
    },
    search: next => ask({ filters: { ...next, ...given }, sort: state.sort }),
    reset: () => ask({ filters: given, sort: undefined }),
    orderBy: sort => settle({ sort, current: 1 }),
    goTo(current, chosen) {
      if (chosen === size) {
        const passed = (current - 1) * size;
        if (passed >= farJump && !places.has(current - 1)) {
          notice.warning(t('list.farJump', { page: grouped(current), passed: grouped(passed) }));
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
      // Opening a row must not undo a search.
      const next = writeListState({ ...stateNow(), row });
      if (place) return inside[1](next);
      // Opening a row is a history step, which Back reverses; going to the next row is not.
      const step = row !== undefined && state.row === undefined;
      const opens = row !== undefined && (step || openedHere());
      inAddress[1](next, { replace: !step, ...(opens && { state: { opensRow: true } }) });
    },
    close() {
      if (state.row === undefined) return;
      if (!place && openedHere()) void navigate(-1);
      else this.open(undefined);
    },
    refresh,
  };
}
