import type { SummaryAnswer } from '@yikao/model/calls/summary.ts';
import { readPath } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { useMemo } from 'react';
import { readSummary } from '../calls/dataset-calls.ts';
import { type Kept, useKept } from '../layout/use-kept.ts';
import type { ListController } from './use-list-controller.ts';
import type { Selection } from './use-selection.ts';

/** The sums below a list, see {@link useSummary}. */
export interface ListSummary {
  /** Over all rows that the filters match, on every page. */
  readonly all: Kept<SummaryAnswer>;
  /** Over the selected rows; undefined if none or all are selected. */
  readonly selected: Kept<SummaryAnswer> | undefined;
}

/**
 * The exact sums of a list and of its selected rows, calculated by the server; empty if none are declared, or none are
 * `wanted`.
 */
export function useSummary(
  list: ListController,
  selection: Selection,
  wanted: boolean,
): ListSummary | undefined {
  const { dataset, filters } = list;
  const declared = wanted && list.waitsFor === undefined && Object.keys(dataset.summary).length > 0;
  const { keys, all } = selection;
  const some = declared && all === undefined && keys.length > 0 && keys.length <= limits.idsMax;
  const whole = useKept({
    // Below the key of the dataset's rows: changes of rows also reload their sums.
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
