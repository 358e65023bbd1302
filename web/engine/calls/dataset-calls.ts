import { type Page, pageOf } from '@yikao/model/calls/envelope.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { z } from 'zod';
import type { FieldRecord } from '../../fields/field-view.ts';
import type { OptionQuery } from '../../fields/services.ts';
import type { Query } from '../api/query-string.ts';
import { request } from '../api/request.ts';

// A row's own fields are as various as the datasets; what shows them treats each value as unknown.
const row = z.record(z.string(), z.unknown());
const rowPage = pageOf(row);
const rows = z.array(row);

/** One page of a dataset's rows. */
export function listRows(dataset: AnyDataset, query: Query, signal: AbortSignal): Promise<Page<FieldRecord>> {
  return request('GET', `${dataset.path}/list`, { query, schema: rowPage, signal, toast: false });
}

/** One row with all its fields, long texts included. */
export function readRow(dataset: AnyDataset, key: number, signal?: AbortSignal): Promise<FieldRecord> {
  return request('GET', `${dataset.path}/info`, {
    query: { [dataset.key]: key },
    schema: row,
    toast: false,
    ...(signal && { signal }),
  });
}

/** Adds a row. Failures are shown by the form. */
export function addRow(dataset: AnyDataset, values: FieldRecord): Promise<unknown> {
  return request('POST', dataset.path, { body: values, toast: false });
}

/** Changes a row; `values` hold its key, the version it was read with and what is to change. */
export function updateRow(dataset: AnyDataset, values: FieldRecord): Promise<unknown> {
  return request('PUT', dataset.path, { body: values, toast: false });
}

/** Deletes rows, descendants included. */
export function deleteRows(dataset: AnyDataset, ids: readonly number[]): Promise<unknown> {
  return request('DELETE', dataset.path, { query: { ids } });
}

/** Rows that may be referred to. */
export function listOptions(
  dataset: AnyDataset,
  { keywords, values, where }: OptionQuery,
  signal: AbortSignal,
): Promise<FieldRecord[]> {
  return request('GET', `${dataset.path}/options`, {
    query: { ...where, keywords, values },
    schema: rows,
    signal,
    toast: false,
  });
}
