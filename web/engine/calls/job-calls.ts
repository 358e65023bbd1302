import type { Given } from '@yikao/model/calls/call.ts';
import { datasetCalls } from '@yikao/model/calls/dataset-calls.ts';
import type { Page } from '@yikao/model/calls/envelope.ts';
import { fileCalls } from '@yikao/model/calls/files.ts';
import { jobCalls } from '@yikao/model/calls/job-calls.ts';
import type {
  batchList,
  CheckFinding,
  ImportMode,
  JobDifference,
  JobRow,
  jobDetail,
} from '@yikao/model/calls/jobs.ts';
import { batchStepCall } from '@yikao/model/calls/step-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { askedOf } from '@yikao/model/kernel/import-kinds.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import type { z } from 'zod';
import type { FieldRecord, FilterValues } from '../../fields/field-view.ts';
import { send } from '../api/send.ts';
import { upload } from '../api/transfer.ts';
import { runUpload } from '../api/uploads.ts';
import type { FileLayout } from '../import/use-import-layout.ts';
import { tableOf } from './import-calls.ts';

/** Details of a finished job: a sentence, and the first row errors. */
export type JobDetail = z.infer<typeof jobDetail>;

/** An import batch found in rows. */
export type Batch = z.infer<typeof batchList>[number];

/** The request that starts an import or a batch update (spec section 3, import request). */
export interface ImportRequest {
  readonly importBatch: string;
  readonly filePath: string;
  readonly originName: string;
  readonly mode: ImportMode;
  readonly onError: 'skip' | 'abort';
  readonly dryRun: boolean;
  /** Leaves out the rows that the sheet hides. */
  readonly skipHidden: boolean;
  /** Leaves out sums, notes and repeated headings. */
  readonly skipBeside: boolean;
  readonly mapping: Readonly<Record<string, string>>;
  /** Which sheet, counted from 0; the first visible one when left out. */
  readonly sheet?: number | undefined;
  /** Position of the heading, and its number of rows. */
  readonly headerRow?: number | undefined;
  readonly headerRows?: 1 | 2 | undefined;
  /** Values of all rows, by field, besides those that the kind of import asks for. */
  readonly asked?: Readonly<Record<string, string>>;
  readonly groups?: FileLayout['groups'];
  readonly tables?: FileLayout['tables'];
  /** The doubts that a check has raised were seen. */
  readonly confirmed?: boolean;
  /** Imports the file although the same one was imported before. */
  readonly again: boolean;
}

/** The request that starts an export (spec section 3, export request). */
export interface ExportRequest {
  readonly title: string;
  readonly fieldNames: readonly string[];
  readonly format: 'xlsx' | 'csv';
  readonly codesAs: 'label' | 'code';
  /** Kind of export, if the dataset has two. */
  readonly type?: number | undefined;
  /** Kind of header, if the dataset declares some; it selects certain rows. */
  readonly exportHeaderType?: number | undefined;
  /** Name of a choice of the dataset's own that was made. */
  readonly choice?: string;
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** Stores a workbook and returns its path; continues while its page is in the background. */
export function uploadWorkbook(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return runUpload(
    file.name,
    (tell, gone) => {
      const told = (share: number) => {
        tell(share);
        onProgress(share);
      };
      return upload(fileCalls.upload, file, { onProgress: told, signal: gone });
    },
    signal,
  );
}

/**
 * Starts an import (`import`) or a batch update by file (`batchUpdate`); returns the job's id. The caller shows
 * failures: a file that was already imported leads to a question.
 */
export async function startImport(
  dataset: AnyDataset,
  op: 'import' | 'batchUpdate',
  wanted: ImportRequest,
): Promise<number> {
  const { kind, jobs } = dataset.excel ?? {};
  const type = kind?.type ?? jobs?.[op];
  const { tables = [], ...rest } = wanted;
  const body = {
    ...rest,
    tables: [...tables],
    tableId: tableOf(dataset),
    type,
    asked: { ...wanted.asked, ...askedOf(kind) },
  };
  return (await send(datasetCalls(dataset)[op], { body, toast: false })).id;
}

/** Starts an export; returns the job's id. */
export async function startExport(
  dataset: AnyDataset,
  { filters, choice, ...wanted }: ExportRequest,
): Promise<number> {
  const body = { ...filters, ...wanted, ...(choice && { [choice]: 1 }), tableId: tableOf(dataset) };
  return (await send(datasetCalls(dataset).export, { body })).id;
}

/** Which rows a batch call is about. */
export interface BatchCondition {
  readonly ids?: readonly number[];
  /** All rows that the list's filters match. */
  readonly filters?: FilterValues;
  /** Required if there is no other condition. */
  readonly everything?: boolean;
}

/** Starts the deletion of rows by batch, key, filter, or their intersection; returns the job's id. */
export async function startBatchDelete(
  dataset: AnyDataset,
  condition: BatchCondition & { readonly importBatch?: string },
): Promise<number> {
  return (await send(datasetCalls(dataset).batchDelete, { body: condition })).id;
}

/** Sets the same values in all rows of a condition; returns the job's id. The caller shows failures. */
export async function startBatchSet(
  dataset: AnyDataset,
  condition: BatchCondition,
  values: FieldRecord,
): Promise<number> {
  return (await send(datasetCalls(dataset).batchSet, { body: { ...condition, values }, toast: false })).id;
}

/** Takes a step with all rows of a condition; returns the job's id. The caller shows failures. */
export async function startBatchStep(
  dataset: AnyDataset,
  step: Step,
  condition: BatchCondition,
  given: FieldRecord,
): Promise<number> {
  const call = batchStepCall(dataset, step);
  return (await send(call, { body: { ...condition, given }, toast: false })).id;
}

/** Starts a data check on the rows of a filter; returns the job's id. */
export async function startCheck(
  dataset: AnyDataset,
  type: number,
  filters: Readonly<Record<string, readonly string[]>>,
): Promise<number> {
  return (await send(datasetCalls(dataset).check, { body: { ...filters, type } })).id;
}

/** The findings of a data check. */
export function listFindings(
  dataset: AnyDataset,
  query: { readonly type: number; readonly current: number; readonly size: number },
  signal: AbortSignal,
): Promise<Page<CheckFinding>> {
  return send(datasetCalls(dataset).findings, { query, signal, toast: false });
}

/** Settles a finding, so that the check does not report it again, or opens it again. */
export function resolveFinding(dataset: AnyDataset, checkId: number, resolvedFlag: 0 | 1): Promise<unknown> {
  return send(datasetCalls(dataset).resolve, { body: { checkIds: [checkId], resolvedFlag } });
}

/** Filters of the job list. */
export type JobQuery = Given<typeof jobCalls.list>['query'] & object;

/** One page of the person's jobs, newest first. */
export function listJobs(query: JobQuery, signal: AbortSignal): Promise<Page<JobRow>> {
  return send(jobCalls.list, { query, signal, toast: false });
}

/** Details of a job. */
export function readJob(id: number): Promise<JobDetail> {
  return send(jobCalls.info, { query: { id } });
}

/** A page of the changes found by a dry run. */
export function listDifferences(
  query: { readonly id: number; readonly current: number; readonly size: number },
  signal: AbortSignal,
): Promise<Page<JobDifference>> {
  return send(jobCalls.differences, { query, signal, toast: false });
}

/** Undoes a job with a new job; returns that job's id. */
export async function undoJob(id: number): Promise<number> {
  return (await send(jobCalls.undo, { body: { id } })).id;
}

/** The batches that imports of kind `bizType` have left, newest first. */
export function listBatches(bizType: number, signal: AbortSignal): Promise<Batch[]> {
  return send(jobCalls.batches, { query: { bizType }, signal, toast: false });
}

/** Asks a running job to stop; its writes are kept. */
export function cancelJob(id: number): Promise<unknown> {
  return send(jobCalls.cancel, { body: { id } });
}
