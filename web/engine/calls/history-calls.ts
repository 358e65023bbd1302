import { type Page, pageOf } from '@yikao/model/calls/envelope.ts';
import { type HistoryEntryRow, historyEntry, trashInfo } from '@yikao/model/calls/history.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import type { Query } from '../api/query-string.ts';
import { request } from '../api/request.ts';

const historyPage = pageOf(historyEntry);
const trashPage = pageOf(trashInfo.loose());

/** One page of what happened to a row, newest first. */
export function listHistory(
  dataset: AnyDataset,
  key: number,
  page: { readonly current: number; readonly size: number },
  signal: AbortSignal,
): Promise<Page<HistoryEntryRow>> {
  return request('GET', `${dataset.path}/history`, {
    query: { [dataset.key]: key, ...page },
    schema: historyPage,
    signal,
    toast: false,
  });
}

/** One page of the deleted rows that meet a filter, the last deleted first, each with `deletedTime` and `deletedBy`. */
export function listTrash(
  dataset: AnyDataset,
  query: Query,
  signal: AbortSignal,
): Promise<Page<FieldRecord>> {
  return request('GET', `${dataset.path}/trash`, { query, schema: trashPage, signal, toast: false });
}

/** Brings rows back from the trash, all or none. A refusal is shown as a toast. */
export function restoreRows(dataset: AnyDataset, ids: readonly number[]): Promise<unknown> {
  return request('POST', `${dataset.path}/restore`, { body: { ids } });
}
