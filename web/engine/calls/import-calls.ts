import { type ImportPreview, importPreview, rowErrorsPage } from '@yikao/model/calls/import-columns.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { z } from 'zod';
import { request } from '../api/request.ts';

/** What an uploaded file looks like, and which field each of its columns is or probably is. Failures are the caller's. */
export function previewImport(
  dataset: AnyDataset,
  wanted: {
    readonly op: 'import' | 'batchUpdate';
    readonly filePath: string;
    readonly originName: string;
    readonly sheet?: number | undefined;
  },
  signal: AbortSignal,
): Promise<ImportPreview> {
  return request('POST', '/api/base/import/preview', {
    body: { ...wanted, tableId: dataset.tableId },
    schema: importPreview,
    signal,
    toast: false,
  });
}

/** Forgets what the person chose for a header of this dataset's files. */
export function forgetHeader(dataset: AnyDataset, header: string): Promise<unknown> {
  return request('DELETE', '/api/base/import/mapping', { query: { tableId: dataset.tableId, header } });
}

/** A page of refused rows, and the columns by which they can be narrowed. */
export type RowErrorsPage = z.infer<typeof rowErrorsPage>;

/** A page of the refused rows of a job; those with an error in one field alone, where one is given. */
export function listRowErrors(
  query: { readonly id: number; readonly current: number; readonly size: number; readonly field?: string },
  signal: AbortSignal,
): Promise<RowErrorsPage> {
  return request('GET', '/api/base/log/errors', { query, schema: rowErrorsPage, signal, toast: false });
}
