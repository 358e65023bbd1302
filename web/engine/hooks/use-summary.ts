import type { SummaryAnswer } from '@yikao/model/calls/summary.ts';
import { readPath } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { useMemo } from 'react';
import { readSummary } from '../calls/dataset-calls.ts';
import { type Kept, useKept } from './use-kept.ts';
import type { ListController } from './use-list-controller.ts';
import type { Selection } from './use-selection.ts';

/** The sums beneath a list, see {@link useSummary}. */
export interface ListSummary {
  /** Over all rows that the filters match, on every page. */
  readonly all: Kept<SummaryAnswer>;
  /** Over the selected rows; undefined while none are, and when all are. */
  readonly selected: Kept<SummaryAnswer> | undefined;
}

/**
 * The sums of a list and of its selected rows, exact, as the server works them out; none where none are declared, or
 * none are `wanted`.
 */
export function useSummary(
  list: ListController,
  selection: Selection,
  wanted: boolean,
): ListSummary | undefined {
  const { dataset, filters } = list;
  const declared = wanted && Object.keys(dataset.summary).length > 0;
  const { keys, all } = selection;
  const some = declared && all === undefined && keys.length > 0 && keys.length <= limits.idsMax;
  const whole = useKept({
    // Beneath the rows of the dataset: whatever changes them changes their sums.
    queryKey: ['rows', dataset.name, readPath(dataset), 'summary', filters],
    queryFn: ({ signal }) => readSummary(dataset, filters, signal),
    enabled: declared,
  });
  const ids = { [dataset.key]: keys.map(String).toSorted() };
  const part = useKept({
    queryKey: ['rows', dataset.name, readPath(dataset), 'summary', ids],
    queryFn: ({ signal }) => readSummary(dataset, ids, signal),
    enabled: some,
  });
  return useMemo(
    () => (declared ? { all: whole, selected: some ? part : undefined } : undefined),
    [declared, whole, some, part],
  );
}
