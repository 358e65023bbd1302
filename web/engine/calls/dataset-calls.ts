import type { CopiedYear } from '@yikao/model/calls/copy-year.ts';
import { datasetCalls } from '@yikao/model/calls/dataset-calls.ts';
import type { Page } from '@yikao/model/calls/envelope.ts';
import type { SummaryAnswer } from '@yikao/model/calls/summary.ts';
import type { AnyDataset, Dataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { Draft } from '@yikao/model/kernel/names.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import type { OptionQuery } from '../../fields/services.ts';
import type { Query } from '../api/query-string.ts';
import { send } from '../api/send.ts';
import type { WireRow } from '../wire-row.ts';

/** One page of a dataset's rows. */
export function listRows(dataset: AnyDataset, query: Query, signal: AbortSignal): Promise<Page<FieldRecord>> {
  return send(datasetCalls(dataset).list, { query, signal, toast: false });
}

/** The count and the declared sums of all rows that a query leaves. */
export function readSummary(dataset: AnyDataset, query: Query, signal: AbortSignal): Promise<SummaryAnswer> {
  return send(datasetCalls(dataset).summary, { query, signal, toast: false });
}

/** One row with all its fields, long texts included. */
export async function readRow<F extends FieldMap>(
  dataset: Dataset<string, F>,
  key: number,
  signal?: AbortSignal,
): Promise<WireRow<F>> {
  const found = await send(datasetCalls(dataset).info, {
    query: { [dataset.key]: key },
    toast: false,
    ...(signal && { signal }),
  });
  // The server presents a row by the same declaration; its values are not checked a second time.
  return found as WireRow<F>;
}

/** Adds a row and returns it; several calls with one `callKey` count once. The form shows failures. */
export async function addRow<F extends FieldMap>(
  dataset: Dataset<string, F>,
  values: Draft<F>,
  callKey?: string,
): Promise<WireRow<F>> {
  const added = await send(datasetCalls(dataset).add, {
    body: values,
    toast: false,
    ...(callKey !== undefined && { callKey }),
  });
  // As in `readRow`.
  return added as WireRow<F>;
}

/** Changes a row; `values` contain its key, the version that was read, and the changes. */
export function updateRow<F extends FieldMap>(
  dataset: Dataset<string, F>,
  values: Draft<F> & { readonly version?: unknown },
): Promise<unknown> {
  return send(datasetCalls(dataset).update, { body: values, toast: false });
}

/** Deletes rows, descendants included. */
export function deleteRows(dataset: AnyDataset, ids: readonly number[]): Promise<unknown> {
  return send(datasetCalls(dataset).remove, { query: { ids } });
}

/**
 * Copies the rows of a province and year to a later year, or reports the expected result. The dialog shows failures.
 */
export function copyYear(
  dataset: AnyDataset,
  body: {
    readonly provinceId: number;
    readonly fromYear: number;
    readonly toYear: number;
    readonly dryRun: boolean;
  },
  signal?: AbortSignal,
): Promise<CopiedYear> {
  return send(datasetCalls(dataset).copyYear, { body, toast: false, ...(signal && { signal }) });
}

/** Rows that may be referred to. */
export function listOptions(
  dataset: AnyDataset,
  { keywords, values, where }: OptionQuery,
  signal: AbortSignal,
): Promise<FieldRecord[]> {
  return send(datasetCalls(dataset).options, {
    query: { ...where, keywords, values },
    signal,
    toast: false,
  });
}
