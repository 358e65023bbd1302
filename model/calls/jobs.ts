import { z } from 'zod';
import { jobKinds, jobOperations } from '../jobs/index.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { type Label, label } from '../kernel/label.ts';
import type { AnyMachine } from '../kernel/steps.ts';
import { limits } from '../limits.ts';
import { machines } from '../machines/index.ts';
import { stepCode } from '../permissions.ts';
import { askedValues, columnFinding, headingWish, sheetFinding } from './import-columns.ts';
import { keyValue, tableNumber } from './values.ts';

/** How far what a job did was taken back: not at all, just now being, but for some rows, or as a whole. */
export const undoStates = ['none', 'running', 'partly', 'done'] as const;

/** One of {@link undoStates}. */
export type UndoState = (typeof undoStates)[number];

/** Modes of an import: its treatment of rows whose natural key exists, and of those whose does not (domain 0.4). */
export const importModes = ['upsert', 'insert', 'update'] as const;

/** One of {@link importModes}. */
export type ImportMode = (typeof importModes)[number];

/** Labels of the import modes. */
export const importModeLabels: Readonly<Record<ImportMode, Label>> = {
  upsert: label('新增和更新', 'Add and update'),
  insert: label('只新增', 'Add only'),
  update: label('只更新', 'Update only'),
};

/** One way to import into a dataset; the usual one comes first. */
export const importOption = z.object({
  value: z.enum(importModes),
  label: z.string(),
  tableId: z.number(),
  /** Fields by which a row of the file meets one of the table. */
  naturalKey: z.array(z.string()),
  /** Kinds of the dataset's jobs in the history. */
  bizTypes: z.record(z.string(), z.number().optional()),
  /** Kinds of import beside the ordinary one, by the `type` that asks for them; `asks` are given for a whole file. */
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
  importBatch: z.string().trim().min(1).max(limits.importBatch),
  /** Path as the upload gave it. */
  filePath: z.string().max(limits.path),
  originName: z.string().trim().min(1).max(limits.path),
  type: z.coerce.number<number | string>().int().optional(),
  mode: z.enum(importModes).default('upsert'),
  /** `skip` leaves bad rows out; `abort` brings in nothing when one row is bad. */
  onError: z.enum(['skip', 'abort']).default('skip'),
  /** Checks every row and says what would happen; writes nothing. */
  dryRun: z.boolean().default(false),
  /** The values that the kind of import asks for once for the whole file, by field. */
  asked: askedValues,
  /** Header text to field name, for headers that do not match by themselves; an empty name leaves the column out. */
  mapping: z.record(z.string(), z.string()).default({}),
  /** Bring the file in although the same one was brought in before. */
  again: z.boolean().default(false),
  /** Leaves out the rows that the sheet hides, by a filter or by hand. */
  skipHidden: z.boolean().default(false),
  /** Which sheet of the workbook, counted from 0; the first one that is not hidden when left out (domain 0.4, 1). */
  sheet: z.number().int().min(0).optional(),
  /** Leaves out rows that are none of the table's: sums, notes, headings that are repeated. */
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
   * Kind of the export where a dataset has two: 113 what matches, 114 with all beneath it (domain F1); or the number of
   * a kind of import with one column per child, whose files it then writes.
   */
  type: z.unknown().optional(),
  /**
   * Kind of header where the dataset declares some (domain D3): its rows alone, and its columns unless `fieldNames`
   * names others.
   */
  exportHeaderType: z.preprocess(
    raw => (raw === '' || raw === null ? undefined : raw),
    z.coerce.number().int().optional(),
  ),
});

/** Which rows a batch call is about; several conditions given together must all be met. */
const batchCondition = {
  ids: z.array(keyValue).max(100_000).default([]),
  /** Filters of the list: all rows that match, not only those of its page. */
  filters: z.record(z.string(), z.unknown()).default({}),
  /** Every row that the person may see. Must be said: no condition at all is refused (house rule 19). */
  everything: z.boolean().default(false),
};

/**
 * Body of `POST {path}/batch/delete`: rows of a batch, rows by key, or those that are both (domain 0.4); beyond
 * the spec, those that a filter of the list matches.
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

/** Body of `POST {path}/batch/{step}`: takes a step with all rows of a condition, with what it asks for. */
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
  /** `processing`, `success`, or anything else: failed (spec section 4). */
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
  /** Rows read or written so far; the total is null until it is known. */
  done: z.number(),
  total: z.number().nullable(),
  successNum: z.number(),
  failNum: z.number(),
  insertNum: z.number(),
  updateNum: z.number(),
  sameNum: z.number(),
  dryRun: z.boolean(),
  /** The person stopped it; `status` says only that it did not succeed. */
  cancelled: z.boolean(),
  /** One line for the person: why it failed, or what it did. */
  message: z.string(),
  /** Whether it is still running and may be stopped. */
  cancellable: z.boolean(),
  /** Whether what it did may be taken back as a whole. */
  undoable: z.boolean(),
  /** Whether what it did was taken back, and still is. */
  undoState: z.enum(undoStates),
  /** It took back an undoing: people call that 恢复. */
  redo: z.boolean(),
  /** Whether its files were removed since, for being old. */
  fileExpired: z.boolean(),
});

/** See {@link jobRow}. */
export type JobRow = z.infer<typeof jobRow>;

/** Details of a job: the text the person reads, counts and the first 100 row errors (domain A7). */
export const jobDetail = z.object({
  detail: z.string(),
  errors: z.array(
    z.object({ row: z.number().nullable(), column: z.string(), value: z.string(), message: z.string() }),
  ),
  /** Findings of an import about the columns of its file; null of other jobs and of files without a header. */
  columns: columnFinding.nullable(),
  /** Findings beside the values of an import that has read its sheet to the end; null of all others. */
  sheet: sheetFinding.nullable(),
});

/** A row that a dry run found to change, old and new by field. */
export const jobDifference = z.object({
  /** Row of the sheet. */
  row: z.number(),
  /** Key of the row that would change. */
  id: z.number(),
  changes: z.array(
    z.object({
      field: z.string(),
      column: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      /** Names of what a reference referred to, and would refer to; null of other fields. */
      beforeName: z.string().nullable(),
      afterName: z.string().nullable(),
      /** Row of the sheet that would add what is referred to, which has no number yet: `after` is null then. */
      afterRow: z.number().nullable(),
    }),
  ),
});

/** See {@link jobDifference}. */
export type JobDifference = z.infer<typeof jobDifference>;

/** How far a job is (domain A7). */
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
  /** Kinds of header that have the column, as `1,3`; '' where the dataset declares none. */
  headerTypes: z.string(),
  /** Kinds of import that have the column, as `41,152`; '' where the dataset declares none. */
  importTypes: z.string(),
});

/** See {@link tableColumn}. */
export type TableColumn = z.infer<typeof tableColumn>;

/** Body of `POST {path}/check`: which of the three data checks to run, on the rows of a filter (domain 4.11). */
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
  /** 1 once somebody has settled it: the check does not report it of this row again. */
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
 * The rights that open a kind of job: codes, and actions. A check asks for no more than its list, which opens no
 * history.
 */
const opensJobs: ReadonlySet<string> = new Set(
  Object.values<JobKind>(jobKinds).flatMap(({ may = 'list' }) => (may === 'list' ? [] : [may])),
);

/**
 * Whether somebody with these permission codes may look at jobs of their own: who may start one must be able to see
 * it and to fetch its file, whether or not the page of the job history (`sys:log`) is theirs (domain A7).
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
