import { type Page, pageOf } from '@yikao/model/calls/envelope.ts';
import {
  batchList,
  type CheckFinding,
  checkFinding,
  type ImportMode,
  type JobDifference,
  type JobRow,
  jobDetail,
  jobDifference,
  jobRow,
  jobStarted,
} from '@yikao/model/calls/jobs.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { z } from 'zod';
import type { FieldRecord, FilterValues } from '../../fields/field-view.ts';
import type { Query } from '../api/query-string.ts';
import { request } from '../api/request.ts';
import { upload } from '../api/transfer.ts';
import { runUpload } from '../api/uploads.ts';

const jobPage = pageOf(jobRow);
const differencePage = pageOf(jobDifference);
const findingPage = pageOf(checkFinding);

/** Details of a finished job: a sentence, and the first row errors. */
export type JobDetail = z.infer<typeof jobDetail>;

/** An import batch that rows remember. */
export type Batch = z.infer<typeof batchList>[number];

/** What starts an import or a batch update (spec section 3, import request). */
export interface ImportRequest {
  readonly importBatch: string;
  readonly filePath: string;
  readonly originName: string;
  readonly mode: ImportMode;
  readonly onError: 'skip' | 'abort';
  readonly dryRun: boolean;
  /** Leaves out the rows that the sheet hides. */
  readonly skipHidden: boolean;
  readonly mapping: Readonly<Record<string, string>>;
  /** Which sheet, counted from 0; the first visible one when left out. */
  readonly sheet?: number | undefined;
  /** Bring the file in although the same one was brought in before. */
  readonly again: boolean;
}

/** What starts an export (spec section 3, export request). */
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

/** Number of a job that was started. */
async function started(path: string, body: unknown, toast = true): Promise<number> {
  const { id } = await request('POST', path, { body, schema: jobStarted, toast });
  return id;
}

/** Stores a workbook and gives its path; goes on while the page it was begun on is out of sight. */
export async function uploadWorkbook(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const stored = await runUpload(
    file.name,
    (tell, gone) => {
      const told = (share: number) => {
        tell(share);
        onProgress(share);
      };
      return upload('/common/file/upload', file, { onProgress: told, signal: gone });
    },
    signal,
  );
  return z.string().parse(stored);
}

/**
 * Starts an import (`import`) or a batch update by file (`batchUpdate`); gives the job's number. A failure is shown
 * by the caller: a file that was brought in before is a question.
 */
export function startImport(
  dataset: AnyDataset,
  op: 'import' | 'batchUpdate',
  wanted: ImportRequest,
): Promise<number> {
  const path = `${dataset.path}/${op === 'import' ? 'import' : 'batch/update'}`;
  return started(path, { ...wanted, tableId: dataset.tableId, type: dataset.excel?.jobs[op] }, false);
}

/** Starts an export; gives the job's number. */
export function startExport(dataset: AnyDataset, { filters, ...wanted }: ExportRequest): Promise<number> {
  return started(`${dataset.path}/export`, { ...filters, ...wanted, tableId: dataset.tableId });
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
export function startBatchDelete(
  dataset: AnyDataset,
  condition: BatchCondition & { readonly importBatch?: string },
): Promise<number> {
  return started(`${dataset.path}/batch/delete`, condition);
}

/** Sets the same values in all rows of a condition; gives the job's number. Failures are shown by the caller. */
export function startBatchSet(
  dataset: AnyDataset,
  condition: BatchCondition,
  values: FieldRecord,
): Promise<number> {
  return started(`${dataset.path}/batch/set`, { ...condition, values }, false);
}

/** Takes a step with all rows of a condition; gives the job's number. Failures are shown by the caller. */
export function startBatchStep(
  dataset: AnyDataset,
  step: Step,
  condition: BatchCondition,
  given: FieldRecord,
): Promise<number> {
  return started(`${dataset.path}/batch/${step.name}`, { ...condition, given }, false);
}

/** Starts one of the data checks on the rows of a filter; gives the job's number. */
export function startCheck(
  dataset: AnyDataset,
  type: number,
  filters: Readonly<Record<string, readonly string[]>>,
): Promise<number> {
  return started(`${dataset.path}/check`, { ...filters, type });
}

/** What a data check found. */
export function listFindings(
  dataset: AnyDataset,
  query: { readonly type: number; readonly current: number; readonly size: number },
  signal: AbortSignal,
): Promise<Page<CheckFinding>> {
  return request('GET', `${dataset.path}/check/list`, { query, schema: findingPage, signal, toast: false });
}

/** Settles a finding, so that the check does not report it again, or opens it again. */
export function resolveFinding(dataset: AnyDataset, checkId: number, resolvedFlag: 0 | 1): Promise<unknown> {
  return request('PUT', `${dataset.path}/check/resolve`, { body: { checkIds: [checkId], resolvedFlag } });
}

/** One page of the person's jobs, newest first. */
export function listJobs(query: Query, signal: AbortSignal): Promise<Page<JobRow>> {
  return request('GET', '/api/base/log/list', { query, schema: jobPage, signal, toast: false });
}

/** Details of a job. */
export function readJob(id: number): Promise<JobDetail> {
  return request('GET', '/api/base/log/info', { query: { id }, schema: jobDetail });
}

/** A page of what a dry run found to change. */
export function listDifferences(
  query: { readonly id: number; readonly current: number; readonly size: number },
  signal: AbortSignal,
): Promise<Page<JobDifference>> {
  return request('GET', '/api/base/log/differences', { query, schema: differencePage, signal, toast: false });
}

/** Takes back what a job did, as a job of its own; gives that job's number. */
export function undoJob(id: number): Promise<number> {
  return started('/api/base/log/undo', { id });
}

/** The batches that imports of kind `bizType` have left, newest first. */
export function listBatches(bizType: number, signal: AbortSignal): Promise<Batch[]> {
  return request('GET', '/api/base/log/batch/list', {
    query: { bizType },
    schema: batchList,
    signal,
    toast: false,
  });
}

/** Asks a running job to stop; what it has written stays. */
export function cancelJob(id: number): Promise<unknown> {
  return request('POST', '/api/base/log/cancel', { body: { id } });
}
