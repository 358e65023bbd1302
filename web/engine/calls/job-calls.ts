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
import { tableOf } from './import-calls.ts';

/** Details of a finished job: a sentence, and the first row errors. */
export type JobDetail = z.infer<typeof jobDetail>;

/** An import batch that rows remember. */
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
  /** Where the heading stands, and how many rows make it. */
  readonly headerRow?: number | undefined;
  readonly headerRows?: 1 | 2 | undefined;
  /** Bring the file in although the same one was brought in before. */
  readonly again: boolean;
}

/** The request that starts an export (spec section 3, export request). */
export interface ExportRequest {
  readonly title: string;
  readonly fieldNames: readonly string[];
  readonly format: 'xlsx' | 'csv';
  readonly codesAs: 'label' | 'code';
  /** Kind of the export, where the dataset has two. */
  readonly type?: number | undefined;
  /** Kind of header, where the dataset declares some; it takes certain rows only. */
  readonly exportHeaderType?: number | undefined;
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** Stores a workbook and gives its path; goes on while the page it was begun on is out of sight. */
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
 * Starts an import (`import`) or a batch update by file (`batchUpdate`); gives the job's number. A failure is shown
 * by the caller: a file that was brought in before is a question.
 */
export async function startImport(
  dataset: AnyDataset,
  op: 'import' | 'batchUpdate',
  wanted: ImportRequest,
): Promise<number> {
  const { kind, jobs } = dataset.excel ?? {};
  const type = kind?.type ?? jobs?.[op];
  const body = { ...wanted, tableId: tableOf(dataset), type, asked: askedOf(kind) };
  return (await send(datasetCalls(dataset)[op], { body, toast: false })).id;
}

/** Starts an export; gives the job's number. */
export async function startExport(
  dataset: AnyDataset,
  { filters, ...wanted }: ExportRequest,
): Promise<number> {
  const body = { ...filters, ...wanted, tableId: tableOf(dataset) };
  return (await send(datasetCalls(dataset).export, { body })).id;
}

/** Which rows a batch call is about. */
export interface BatchCondition {
  readonly ids?: readonly number[];
  /** All rows that the list's filters match. */
  readonly filters?: FilterValues;
  /** Must be said where no condition is set at all. */
  readonly everything?: boolean;
}

/** Starts the deletion of rows by batch, by key, by filter, or of those that are all of it; gives the job's number. */
export async function startBatchDelete(
  dataset: AnyDataset,
  condition: BatchCondition & { readonly importBatch?: string },
): Promise<number> {
  return (await send(datasetCalls(dataset).batchDelete, { body: condition })).id;
}

/** Sets the same values in all rows of a condition; gives the job's number. Failures are shown by the caller. */
export async function startBatchSet(
  dataset: AnyDataset,
  condition: BatchCondition,
  values: FieldRecord,
): Promise<number> {
  return (await send(datasetCalls(dataset).batchSet, { body: { ...condition, values }, toast: false })).id;
}

/** Takes a step with all rows of a condition; gives the job's number. Failures are shown by the caller. */
export async function startBatchStep(
  dataset: AnyDataset,
  step: Step,
  condition: BatchCondition,
  given: FieldRecord,
): Promise<number> {
  const call = batchStepCall(dataset, step);
  return (await send(call, { body: { ...condition, given }, toast: false })).id;
}

/** Starts one of the data checks on the rows of a filter; gives the job's number. */
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

/** Which jobs are asked for. */
export type JobQuery = Given<typeof jobCalls.list>['query'] & object;

/** One page of the person's jobs, newest first. */
export function listJobs(query: JobQuery, signal: AbortSignal): Promise<Page<JobRow>> {
  return send(jobCalls.list, { query, signal, toast: false });
}

/** Details of a job. */
export function readJob(id: number): Promise<JobDetail> {
  return send(jobCalls.info, { query: { id } });
}

/** A page of what a dry run found to change. */
export function listDifferences(
  query: { readonly id: number; readonly current: number; readonly size: number },
  signal: AbortSignal,
): Promise<Page<JobDifference>> {
  return send(jobCalls.differences, { query, signal, toast: false });
}

/** Takes back what a job did, as a job of its own; gives that job's number. */
export async function undoJob(id: number): Promise<number> {
  return (await send(jobCalls.undo, { body: { id } })).id;
}

/** The batches that imports of kind `bizType` have left, newest first. */
export function listBatches(bizType: number, signal: AbortSignal): Promise<Batch[]> {
  return send(jobCalls.batches, { query: { bizType }, signal, toast: false });
}

/** Asks a running job to stop; what it has written stays. */
export function cancelJob(id: number): Promise<unknown> {
  return send(jobCalls.cancel, { body: { id } });
}
