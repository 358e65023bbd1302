import type { ImportPreview, rowErrorsPage } from '@yikao/model/calls/import-columns.ts';
import { importCalls, jobCalls } from '@yikao/model/calls/job-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { askedOf } from '@yikao/model/kernel/import-kinds.ts';
import type { z } from 'zod';
import { send } from '../api/send.ts';

/** Number of a dataset's column set; 0, which no dataset has, without files. */
export function tableOf({ tableId = 0 }: AnyDataset): number {
  return tableId;
}

/** The look of an uploaded file, and which field each of its columns is or probably is. Failures are the caller's. */
export function previewImport(
  dataset: AnyDataset,
  wanted: {
    readonly op: 'import' | 'batchUpdate';
    readonly filePath: string;
    readonly originName: string;
    readonly sheet?: number | undefined;
    readonly headerRow?: number | undefined;
    readonly headerRows?: 1 | 2 | undefined;
    readonly groups?: Readonly<Record<string, { readonly field: string; readonly value: string } | null>>;
  },
  signal: AbortSignal,
): Promise<ImportPreview> {
  return send(importCalls.preview, {
    body: {
      ...wanted,
      tableId: tableOf(dataset),
      type: dataset.excel?.kind?.type,
      asked: askedOf(dataset.excel?.kind),
    },
    signal,
    toast: false,
  });
}

/** Forgets the person's choice for a header of this dataset's files. */
export function forgetHeader(dataset: AnyDataset, header: string): Promise<unknown> {
  return send(importCalls.forget, { query: { tableId: tableOf(dataset), header } });
}

/** A page of refused rows, and the columns for filtering them. */
export type RowErrorsPage = z.infer<typeof rowErrorsPage>;

/** A page of a job's refused rows; optionally only those with an error in one field. */
export function listRowErrors(
  query: { readonly id: number; readonly current: number; readonly size: number; readonly field?: string },
  signal: AbortSignal,
): Promise<RowErrorsPage> {
  return send(jobCalls.errors, { query, signal, toast: false });
}
