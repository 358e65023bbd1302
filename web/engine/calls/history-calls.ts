import { datasetCalls } from '@yikao/model/calls/dataset-calls.ts';
import type { Page } from '@yikao/model/calls/envelope.ts';
import type { HistoryEntryRow } from '@yikao/model/calls/history.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
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
