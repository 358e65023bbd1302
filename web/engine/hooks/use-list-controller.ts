import { useQueryClient } from '@tanstack/react-query';
import type { Page } from '@yikao/model/calls/envelope.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { FieldRecord, FilterValues } from '../../fields/field-view.ts';
import { listRows } from '../calls/dataset-calls.ts';
import { useSession } from '../session/use-session.ts';
import { type ListState, lockedFields, lockedFilters, readListState, writeListState } from './list-query.ts';
import { type Kept, useKept } from './use-kept.ts';
import { type ListPreferences, useListPreferences } from './use-list-preferences.ts';

/** A list without its looks: what it shows, and what may be done with it (house rule 16). */
export interface ListController {
  readonly dataset: AnyDataset;
  readonly filters: FilterValues;
  /** Fields the person cannot choose, with their values (spec section 6). */
  readonly locked: Readonly<Record<string, number>>;
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
  /** Sets the filters and goes to the first page (domain Q61). */
  search(filters: FilterValues): void;
  orderBy(sort: string | undefined): void;
  goTo(current: number, size: number): void;
  refresh(): void;
}

/** Controls the list of `dataset`. Its state lives in the address, so a link reproduces it. */
export function useListController(dataset: AnyDataset): ListController {
  const session = useSession();
  const [address, setAddress] = useSearchParams();
  const preferences = useListPreferences(dataset);
  const client = useQueryClient();
  const locked = useMemo(() => lockedFields(dataset, session), [dataset, session]);
  const state = readListState(dataset, address);
  const filters = { ...state.filters, ...lockedFilters(dataset, locked) };
  const size = Math.min(state.size ?? preferences.size, limits.pageSizeMax);
  // Rows with parents come as a tree, until something is asked for: what is found stands for itself.
  const query = { ...filters, sort: state.sort, current: state.current, size };

  const page = useKept({
    queryKey: ['rows', dataset.name, query],
    queryFn: ({ signal }) => listRows(dataset, query, signal),
  });
  const { data, stale, error } = page;

  const settle = (next: Partial<ListState>) => setAddress(writeListState({ ...state, ...next }));

  // Deleting the last row of the last page leaves an empty page; the one before it is meant.
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / size));
  const pastEnd = data !== undefined && !stale && !error && state.current > last;
  useEffect(() => {
    if (pastEnd) {
      setAddress(
        old => {
          const next = new URLSearchParams(old);
          if (last > 1) next.set('current', String(last));
          else next.delete('current');
          return next;
        },
        { replace: true },
      );
    }
  }, [pastEnd, last, setAddress]);

  return {
    dataset,
    filters,
    locked,
    sort: state.sort,
    current: state.current,
    size,
    rows: data?.records ?? [],
    total: data?.total ?? 0,
    estimated: data?.estimated === true,
    loading: page.loading,
    stale: stale || error !== null,
    page,
    preferences,
    search: next => settle({ filters: next, current: 1 }),
    orderBy: sort => settle({ sort, current: 1 }),
    goTo(current, chosen) {
      if (chosen === size) return settle({ current });
      preferences.change({ size: chosen });
      // The row that stood first stays on the page.
      settle({ current: Math.floor(((state.current - 1) * size) / chosen) + 1, size: undefined });
    },
    refresh: () => void client.invalidateQueries({ queryKey: ['rows', dataset.name] }),
  };
}
