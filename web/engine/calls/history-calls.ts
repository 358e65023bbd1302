import { datasetCalls } from '@yikao/model/calls/dataset-calls.ts';
import type { Page } from '@yikao/model/calls/envelope.ts';
import {
  changeWays,
  type HistoryEntryRow,
  historyOperations,
  type RowChange,
  type VersionDifference,
} from '@yikao/model/calls/history.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldRecord, FilterValues } from '../../fields/field-view.ts';
import type { Query } from '../api/query-string.ts';
import { send } from '../api/send.ts';

/** One page of a row's history, newest first. */
export function listHistory(
  dataset: AnyDataset,
  key: number,
  page: { readonly current: number; readonly size: number },
  signal: AbortSignal,
): Promise<Page<HistoryEntryRow>> {
  return send(datasetCalls(dataset).history, {
    query: { [dataset.key]: key, ...page },
    signal,
    toast: false,
  });
}

/** One page of a dataset's changes, newest first, after the entry that the page before it ended with. */
export function listChanges(
  dataset: AnyDataset,
  conditions: FilterValues,
  after: number | undefined,
  signal: AbortSignal,
): Promise<{ records: RowChange[]; next: number | null; seenTo: string | null }> {
  const one = (key: string) => conditions[key]?.[0];
  const query = {
    ...(after !== undefined && { after }),
    ...(conditions.userId && { userId: conditions.userId.map(Number) }),
    timeStart: one('timeStart')?.slice(0, 10),
    timeEnd: one('timeEnd')?.slice(0, 10),
    field: one('field'),
    // An address may name others, which set no condition.
    op: historyOperations.find(op => op === one('op')),
    way: changeWays.find(way => way === one('way')),
  };
  return send(datasetCalls(dataset).changes, { query, signal, toast: false });
}

/** Names an earlier version of a row; see `versionQuery`. */
export type EarlierVersion = Pick<VersionDifference, 'historyId' | 'side'>;

/** The difference between a row and an earlier version of it. */
export function compareVersion(
  dataset: AnyDataset,
  key: number,
  earlier: EarlierVersion,
  signal: AbortSignal,
): Promise<VersionDifference> {
  return send(datasetCalls(dataset).versionDifference, {
    query: { [dataset.key]: key, ...earlier },
    signal,
    toast: false,
  });
}

/** Gives a row an earlier version back; `version` is the one it was compared with. */
export function takeVersion(
  dataset: AnyDataset,
  key: number,
  { historyId, side, version }: EarlierVersion & Pick<VersionDifference, 'version'>,
): Promise<unknown> {
  return send(datasetCalls(dataset).takeVersion, {
    body: { [dataset.key]: key, historyId, side, version },
  });
}

/** One page of deleted rows that match a filter, latest first, each with `deletedTime` and `deletedBy`. */
export function listTrash(
  dataset: AnyDataset,
  query: Query,
  signal: AbortSignal,
): Promise<Page<FieldRecord>> {
  return send(datasetCalls(dataset).trash, { query, signal, toast: false });
}

/** Restores rows from the trash, all or none. A refusal is shown as a toast. */
export function restoreRows(dataset: AnyDataset, ids: readonly number[]): Promise<unknown> {
  return send(datasetCalls(dataset).restore, { body: { ids } });
}
