import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { useMemo } from 'react';
import { z } from 'zod';
import { useSession } from '../session/use-session.ts';
import { arrangedColumns, type ColumnChoice, columnChoice, headedColumns } from './list-columns.ts';
import { type ListPlace, useListPlace } from './list-place.ts';
import { readStored, useStored } from './use-stored.ts';

const preferences = z.object({
  size: z.number().int().min(1).max(limits.pageSizeMax),
  /** A page has as many rows as the screen has room for; `size` follows. */
  fit: z.boolean().default(false),
  compact: z.boolean(),
  unfolded: z.boolean(),
  columns: z.array(columnChoice),
  /** The kind of header whose columns are shown, 0 for the person's own. */
  header: z.number().int().default(0),
  /** Details stand beside the list, not over it. */
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

/** How the person likes a dataset's list; kept for each person and dataset in this browser. */
export interface ListPreferences extends Preferences {
  /** Every column, in the person's order or that of the header. */
  readonly columns: ColumnChoice[];
  change(next: Partial<Preferences>): void;
}

/** Where a person's preferences for a list are kept. */
function storageKey(dataset: AnyDataset, userId: number, place: ListPlace | undefined): string {
  const parts = [dataset.screen?.name, ...Object.keys(place?.fixed ?? {})].filter(part => part !== undefined);
  const part = parts.map(name => `.${name}`).join('');
  return `yikao.list.${userId}.${dataset.name}${part}`;
}

/** Rows of a page as the person likes them on the dataset's own page. */
export function sizeLiked(dataset: AnyDataset, userId: number): number {
  return readStored(storageKey(dataset, userId, undefined), preferences, usual).size;
}

/** See {@link ListPreferences}; a further screen, and a list that is a part of something else, are arranged apart. */
export function useListPreferences(dataset: AnyDataset): ListPreferences {
  const { userId } = useSession();
  const place = useListPlace();
  const [kept, store] = useStored(storageKey(dataset, userId, place), preferences, usual);
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
