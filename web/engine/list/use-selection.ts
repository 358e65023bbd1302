import { useCallback, useEffect, useState } from 'react';
import type { FilterValues } from '../../fields/field-view.ts';
import { listRows } from '../calls/dataset-calls.ts';
import type { BatchCondition } from '../calls/job-calls.ts';
import type { ListController } from './use-list-controller.ts';

/** All rows that a list's filters match, on its other pages too, as counted when they were selected. */
export interface AllMatching {
  readonly total: number;
  /** The total is the database's estimate. */
  readonly estimated: boolean;
}

/** The rows of a list that a person has selected. */
export interface Selection {
  /** The selected rows; those of the page if all matching rows are selected. */
  readonly keys: readonly number[];
  readonly all: AllMatching | undefined;
  /** The selected rows as a batch call names them. */
  readonly condition: BatchCondition;
  select(keys: readonly number[]): void;
  /** Selects all matching rows, after counting them again. */
  selectAll(): Promise<void>;
  /** Takes a row out that is gone. */
  deselect(key: number): void;
  clear(): void;
}

/** Controls the selection of a list; rows of other filters than the list's are not kept selected as a whole. */
export function useSelection(
  list: ListController,
  keyOf: (row: ListController['rows'][number]) => number,
): Selection {
  const [keys, setKeys] = useState<readonly number[]>([]);
  const [all, setAll] = useState<AllMatching>();
  const { dataset, filters } = list;
  const asked = JSON.stringify(filters);
  const set = (next: readonly number[]) => {
    setKeys(next);
    setAll(undefined);
  };

  const deselect = useCallback((key: number) => setKeys(old => old.filter(one => one !== key)), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other rows are asked for
  useEffect(() => setAll(undefined), [asked]);

  return {
    keys: all ? list.rows.map(keyOf) : keys,
    all,
    condition: all ? { filters, everything: nothingAsked(filters) } : { ids: keys },
    select: set,
    async selectAll() {
      // Selected at once, so that an act which follows quickly is not about the page alone.
      const now: AllMatching = { total: list.total, estimated: list.estimated };
      setAll(now);
      // Without the tree, so that descendants count too. The call has shown a failure.
      const one = { ...filters, size: 1, exact: 1, ...(dataset.parent !== undefined && { tree: 0 }) };
      const page = await listRows(dataset, one, AbortSignal.timeout(30_000)).catch(() => undefined);
      const counted = page && { total: page.total, estimated: page.estimated === true };
      // A late answer says nothing about what was selected since.
      setAll(old => (old === now ? counted : old));
    },
    deselect,
    clear: () => set([]),
  };
}

/** Reports whether the filters set no condition, so that every row is meant. */
function nothingAsked(filters: FilterValues): boolean {
  return Object.values(filters).every(values => values.length === 0);
}
