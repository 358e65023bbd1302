import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { useMemo } from 'react';
import { z } from 'zod';
import { readStored, useStored } from '../layout/use-stored.ts';
import { useSession } from '../session/use-session.ts';
import { arrangedColumns, type ColumnChoice, columnChoice, headedColumns } from './list-columns.ts';
import { type ListPlace, useListPlace } from './list-place.ts';

const preferences = z.object({
  size: z.number().int().min(1).max(limits.pageSizeMax),
  /** A page has as many rows as the screen has room for; `size` follows. */
  fit: z.boolean().default(false),
  compact: z.boolean(),
  unfolded: z.boolean(),
  columns: z.array(columnChoice),
  /** The kind of header whose columns are shown, 0 for the person's own. */
  header: z.number().int().default(0),
  /** Shows details next to the list, not over it. */
  split: z.boolean().default(false),
});

type Preferences = z.infer<typeof preferences>;

const usual: Preferences = {
  size: limits.pageSize,
  fit: false,
  compact: false,
  unfolded: false,
  columns: [],
  header: 0,
  split: false,
};

/** Pixels of a window in which twice as many rows have room. */
const tallWindow = 1000;

/** The preferences of a person who has chosen none, for the list of a page or within another screen. */
function usualIn(place: ListPlace | undefined): Preferences {
  const tall = place === undefined && window.innerHeight >= tallWindow;
  return tall ? { ...usual, size: 2 * limits.pageSize } : usual;
}

/** The person's preferences for a dataset's list; stored per person and dataset in this browser. */
export interface ListPreferences extends Preferences {
  /** Every column, in the person's order or that of the header. */
  readonly columns: ColumnChoice[];
  change(next: Partial<Preferences>): void;
}

/** Storage key of a person's list preferences. */
function storageKey(dataset: AnyDataset, userId: number, place: ListPlace | undefined): string {
  const parts = [dataset.screen?.name, ...Object.keys(place?.fixed ?? {})].filter(part => part !== undefined);
  const part = parts.map(name => `.${name}`).join('');
  return `yikao.list.${userId}.${dataset.name}${part}`;
}

/** The person's page size on the dataset's own page. */
export function sizeLiked(dataset: AnyDataset, userId: number): number {
  return readStored(storageKey(dataset, userId, undefined), preferences, usualIn(undefined)).size;
}

/** See {@link ListPreferences}; further screens and embedded lists have separate ones. */
export function useListPreferences(dataset: AnyDataset): ListPreferences {
  const { userId } = useSession();
  const place = useListPlace();
  const [kept, store] = useStored(storageKey(dataset, userId, place), preferences, usualIn(place));
  const columns = useMemo(
    () => headedColumns(dataset, kept.header) ?? arrangedColumns(dataset, kept.columns),
    [dataset, kept.header, kept.columns],
  );
  return {
    ...kept,
    columns,
    change: next => store({ ...kept, ...next }),
  };
}
