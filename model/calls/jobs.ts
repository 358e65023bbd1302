import { z } from 'zod';
import { jobKinds, jobOperations } from '../contexts/jobs.ts';
import { machines } from '../contexts/machines.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { type Label, label } from '../kernel/label.ts';
import type { AnyMachine } from '../kernel/steps.ts';
import { limits } from '../limits.ts';
import { stepCode } from '../permissions.ts';
import { askedValues, columnFinding, fileLayout, headingWish, sheetFinding } from './import-columns.ts';
import { importBatchName, keyValue, originName, tableNumber } from './values.ts';

/** Progress of undoing a job: none, under way, done except for some rows, or done. */
export const undoStates = ['none', 'running', 'partly', 'done'] as const;

/** One of {@link undoStates}. */
export type UndoState = (typeof undoStates)[number];

/** Import modes: the treatment of rows whose natural key exists and of those whose does not (domain 0.4). */
export const importModes = ['upsert', 'insert', 'update'] as const;

/** One of {@link importModes}. */
export type ImportMode = (typeof importModes)[number];

/** Labels of the import modes. */
export const importModeLabels: Readonly<Record<ImportMode, Label>> = {
  upsert: label('新增和更新', 'Add and update'),
  insert: label('只新增', 'Add only'),
  update: label('只更新', 'Update only'),
};

/** One way to import into a dataset; the default comes first. */
export const importOption = z.object({
  value: z.enum(importModes),
  label: z.string(),
  tableId: z.number(),
  /** Fields that match a row of the file to a row of the table. */
  naturalKey: z.array(z.string()),
  /** Kinds of the dataset's jobs in the history. */
  bizTypes: z.record(z.string(), z.number().optional()),
  /** Kinds of import besides the ordinary one, by their `type`; `asks` are entered for a whole file. */
  kinds: z.array(
    z.object({ type: z.number(), label: z.string(), bizType: z.number(), asks: z.array(z.string()) }),
  ),
});

/** See {@link importOption}. */
export type ImportOption = z.infer<typeof importOption>;

/**
 * Body of `POST {path}/import` and `POST {path}/batch/update` (spec section 3, import request); the fields
 * after `type` are ours and optional.
 */
export const importBody = z.object({
  tableId: tableNumber,
  importBatch: importBatchName,
  /** Path as the upload gave it. */
  filePath: z.string().max(limits.path),
  originName,
  type: z.coerce.number<number | string>().int().optional(),
  mode: z.enum(importModes).default('upsert'),
  /** `skip` leaves out bad rows; `abort` imports nothing if one row is bad. */
  onError: z.enum(['skip', 'abort']).default('skip'),
  /** Checks every row and reports the outcome without writing. */
  dryRun: z.boolean().default(false),
  asked: askedValues,
  ...fileLayout,
  /** Writes the file though its check has raised doubts, which the person has seen. */
  confirmed: z.boolean().default(false),
  /** Header text to field name, for headers that do not match by themselves; an empty name leaves the column out. */
  mapping: z.record(z.string(), z.string()).default({}),
  /** Imports the file although the same one was imported before. */
  again: z.boolean().default(false),
  /** Leaves out the rows that the sheet hides, by a filter or by hand. */
  skipHidden: z.boolean().default(false),
  /** Which sheet of the workbook, counted from 0; the first one that is not hidden when left out (domain 0.4, 1). */
  sheet: z.number().int().min(0).optional(),
  /** Leaves out rows that are not data: sums, notes, repeated headings. */
  skipBeside: z.boolean().default(false),
  ...headingWish.shape,
});

/**
 * Body of `POST {path}/export`: the chosen columns and the filters of the list or of the export dialog
 * (spec section 3, export request). Filters that the dataset does not have are ignored (domain 8.8).
 */
export const exportBody = z.looseObject({
  tableId: tableNumber,
  title: z.string().trim().max(limits.path).default(''),
  fieldNames: z.array(z.string()).default([]),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
  /** Codes as labels, which people read, or as the stored numbers. */
  codesAs: z.enum(['label', 'code']).default('label'),
  /**
   * Kind of the export where a dataset has two: 113 the matching rows, 114 with their descendants (domain F1); or the
   * number of a kind of import with one column per child, whose files it then writes.
   */
  type: z.unknown().optional(),
  /**
   * Kind of header, if the dataset declares some (domain D3): only its rows, and its columns unless `fieldNames` names
   * others.
   */
  exportHeaderType: z.preprocess(
    raw => (raw === '' || raw === null ? undefined : raw),
    z.coerce.number().int().optional(),
  ),
});

/** The rows of a batch call; rows must meet all conditions given. */
const batchCondition = {
  ids: z.array(keyValue).max(100_000).default([]),
  /** Filters of the list: selects all matching rows, across pages. */
  filters: z.record(z.string(), z.unknown()).default({}),
  /** Selects every row the person may see. Required if there is no other condition: an empty one is refused. */
  everything: z.boolean().default(false),
};

/**
 * Body of `POST {path}/batch/delete`: rows of a batch, rows by key, or rows that are both (domain 0.4); beyond the
 * spec, also rows that match the list's filters.
 */
export const batchDeleteBody = z.object({
  importBatch: z.string().trim().max(limits.importBatch).default(''),
  ...batchCondition,
});

/** Body of `POST {path}/batch/set`: sets the same values in all rows of a condition; null empties a field. */
export const batchSetBody = z.object({
  values: z.record(z.string(), z.unknown()),
  ...batchCondition,
});

/** Body of `POST {path}/batch/{step}`: takes a step with all selected rows, using the inputs the step asks for. */
export const batchStepBody = z.object({
  given: z.record(z.string(), z.unknown()).default({}),
  ...batchCondition,
});

/** Answer of every call that starts a job. */
export const jobStarted = z.object({ id: z.number() });

/** One job of the history (spec section 3, import job row; domain A7). */
export const jobRow = z.object({
  id: z.number(),
  bizType: z.number(),
  op: z.enum(jobOperations),
  /** `processing` or `success`; any other value means failed (spec section 4). */
  status: z.string(),
  /** Path of the error workbook, or null. */
  logUrl: z.string().nullable(),
  /** Path of the result, or null. */
  url: z.string().nullable(),
  createTime: z.string(),
  finishTime: z.string().nullable(),
  batch: z.string().nullable(),
  /** 0 to 100. */
  progress: z.number(),
  tableId: z.number().nullable(),
  title: z.string(),
  originName: z.string().nullable(),
  userName: z.string().nullable(),
  /** Rows read or written so far; the total is null until known. */
  done: z.number(),
  total: z.number().nullable(),
  successNum: z.number(),
  failNum: z.number(),
  insertNum: z.number(),
  updateNum: z.number(),
  sameNum: z.number(),
  dryRun: z.boolean(),
  /** True if the person stopped the job; `status` shows only that it did not succeed. */
  cancelled: z.boolean(),
  /** One line for the person: the reason for a failure, or a summary of the work. */
  message: z.string(),
  /** True if it is still running and may be stopped. */
  cancellable: z.boolean(),
  /** True if the job can be undone as a whole. */
  undoable: z.boolean(),
  /** Progress of undoing the job. */
  undoState: z.enum(undoStates),
  /** It took back an undoing: people call that 恢复. */
  redo: z.boolean(),
  /** True if its files were removed since, for being old. */
  fileExpired: z.boolean(),
});

/** See {@link jobRow}. */
export type JobRow = z.infer<typeof jobRow>;

/** Details of a job: the text the person reads, counts and the first 100 row errors (domain A7). */
export const jobDetail = z.object({
  detail: z.string(),
  errors: z.array(
    z.object({
      row: z.number().nullable(),
      sheet: z.string().optional(),
      column: z.string(),
      value: z.string(),
      message: z.string(),
    }),
  ),
  /** Findings of an import about the columns of its file; null of other jobs and of files without a header. */
  columns: columnFinding.nullable(),
  /** Findings besides the values of an import that has read its whole sheet; null for all others. */
  sheet: sheetFinding.nullable(),
});

/** A row that a dry run found to change, old and new by field. */
export const jobDifference = z.object({
  /** Row of the sheet, with the sheet's name if several were read. */
  row: z.number(),
  sheet: z.string().optional(),
  /** Key of the row that would change. */
  id: z.number(),
  changes: z.array(
    z.object({
      field: z.string(),
      column: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      /** Names of the rows a reference pointed to before and would point to after; null for other fields. */
      beforeName: z.string().nullable(),
      afterName: z.string().nullable(),
      /** Sheet row that would add the referenced row. It has no id yet, so `after` is null. */
      afterRow: z.number().nullable(),
    }),
  ),
});

/** See {@link jobDifference}. */
export type JobDifference = z.infer<typeof jobDifference>;

/** Progress of a job (domain A7). */
export const jobProgress = z.object({ progress: z.number(), status: z.string() });

/** The batches that imports have left (domain A7). */
export const batchList = z.array(
  z.object({ importBatch: z.string(), count: z.number(), createTime: z.string() }),
);

/** One field of a column set (spec section 3, domain A8). */
export const tableColumn = z.object({
  columnName: z.string(),
  columnDesc: z.string(),
  requiredFlag: z.number(),
  orderNum: z.number(),
  example: z.string(),
  width: z.number(),
  importFlag: z.number(),
  exportFlag: z.number(),
  batchFlag: z.number(),
  /** Kinds of header with the column, as `1,3`; '' if the dataset declares none. */
  headerTypes: z.string(),
  /** Kinds of import with the column, as `41,152`; '' if the dataset declares none. */
  importTypes: z.string(),
});

/** See {@link tableColumn}. */
export type TableColumn = z.infer<typeof tableColumn>;

/** Body of `POST {path}/check`: selects one of the three data checks, for the rows of a filter (domain 4.11). */
export const checkBody = z.looseObject({ type: z.coerce.number<number | string>().int() });

/** One finding of a data check (domain D4, 4.11). */
export const checkFinding = z.object({
  checkId: z.number(),
  /** Column set of the dataset that was checked. */
  tableId: z.number(),
  /** Kind of check: 127 duplicates, 128 completeness and references, 129 values. */
  bizType: z.number(),
  /** Key of the row. */
  dataId: z.number(),
  /** 2 a warning, 3 an error. */
  level: z.number(),
  ruleCode: z.string(),
  message: z.string(),
  /** 1 once somebody has marked it as settled: the check stops reporting it for this row. */
  resolvedFlag: z.number(),
  createTime: z.string(),
});

/** Body of `PUT {path}/check/resolve`: settles findings, or opens them again. */
export const resolveBody = z.object({
  checkIds: z.array(keyValue).min(1).max(limits.idsMax),
  resolvedFlag: z.union([z.literal(0), z.literal(1)]).default(1),
});

/** See {@link checkFinding}. */
export type CheckFinding = z.infer<typeof checkFinding>;

/** Codes of the steps that many rows take at once, as a job. */
const bulkStepCodes: ReadonlySet<string> = new Set(
  Object.values<AnyMachine>(machines).flatMap(({ datasets, steps }) =>
    Object.values(steps).flatMap(step =>
      step.bulk === undefined ? [] : datasets.map(dataset => stepCode(dataset, step)),
    ),
  ),
);

/**
 * The permissions for a kind of job: codes, and actions. A check needs only the list permission, which gives no access
 * to the history.
 */
const opensJobs: ReadonlySet<string> = new Set(
  Object.values<JobKind>(jobKinds).flatMap(({ may = 'list' }) => (may === 'list' ? [] : [may])),
);

/**
 * Reports whether these permission codes let a person see their own jobs. People who may start a job must be able to
 * follow it and fetch its file, with or without access to the job history page (`sys:log`, domain A7).
 */
export function maySeeOwnJobs(codes: Iterable<string>): boolean {
  for (const code of codes) {
    if (
      code === 'sys:log' ||
      bulkStepCodes.has(code) ||
      opensJobs.has(code) ||
      opensJobs.has(code.slice(code.lastIndexOf(':') + 1))
    )
      return true;
  }
  return false;
}
