import { z } from 'zod';
import { jobOperations } from '../contexts/jobs.ts';
import { actorKinds } from '../kernel/steps.ts';
import { limits } from '../limits.ts';
import { keyValue, numberList } from './values.ts';

/** Kinds of change of a row; the history stores them as the numbers 1 to 4 in this order. */
export const historyOperations = ['added', 'updated', 'deleted', 'restored'] as const;

/** One of {@link historyOperations}. */
export type HistoryOperation = (typeof historyOperations)[number];

// The fields of a row depend on its dataset; readers treat each value as unknown.
const record = z.record(z.string(), z.unknown());

/** The job through which a row was changed. */
const throughJob = z.object({
  id: z.number(),
  op: z.enum(jobOperations),
  title: z.string(),
  batch: z.string().nullable(),
  originName: z.string().nullable(),
});

/** A step as shown in the history. */
const throughStep = z.object({
  name: z.string(),
  by: z.enum(actorKinds),
  /** The step or vendor's event that caused it. */
  cause: z.string().optional(),
  inputs: record.optional(),
});

/** One change of one row, as `GET {path}/history?{key}=` answers it. */
export const historyEntry = z.object({
  historyId: z.number(),
  op: z.enum(historyOperations),
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  time: z.string(),
  userId: z.number().nullable(),
  /** The account's name as it was then. */
  userName: z.string().nullable(),
  /**
   * The person's name; `平台` for people whom the reader may not know, whose id and account are empty then. Empty for
   * what the product did by itself.
   */
  personName: z.string().nullable(),
  /** Network address; included only for people who may read the audit log. */
  address: z.string().nullable(),
  /** Version of the row after the change. */
  version: z.number(),
  job: throughJob.nullable(),
  /** The step that changed it. */
  step: throughStep.nullable(),
  /** The fields that changed, in the order of the declaration. */
  fields: z.array(z.string()),
  /** Their old values with the names of references, as a row carries them. */
  before: record,
  after: record,
});

/** Ways in which rows are changed: by hand, by a step, or by a job of one of these kinds. */
export const changeWays = ['edit', 'step', ...jobOperations] as const;

/** Conditions of `GET {path}/changes`; a page goes on `after` the entry that the page before it ended with. */
export const changesQuery = z.object({
  after: keyValue.optional(),
  size: z.coerce.number().int().min(1).max(limits.changesPage).default(limits.changesPage),
  /** People, by their ids. */
  userId: numberList.optional(),
  /** Days, `YYYY-MM-DD`. */
  timeStart: z.iso.date().optional(),
  timeEnd: z.iso.date().optional(),
  /** A field of the dataset that the change is of. */
  field: z.string().max(64).optional(),
  op: z.enum(historyOperations).optional(),
  way: z.enum(changeWays).optional(),
});

/** One change of a dataset's rows, as `GET {path}/changes` answers it: an entry of the history of one row, or of several alike. */
export const rowChange = historyEntry.extend({
  /** The row; the first one, where several were changed alike. */
  key: z.number(),
  /** Rows that the reader may see. */
  rows: z.number(),
  /** Fields that name the row; null where several were changed. */
  row: record.nullable(),
  /** The row is in the trash. */
  deleted: z.boolean(),
});

/** See {@link rowChange}. */
export type RowChange = z.infer<typeof rowChange>;

/** One page of changes, newest first. */
export const changesPage = z.object({
  records: z.array(rowChange),
  /** The entry to go on after; null at the end of the history. */
  next: z.number().nullable(),
  /** The time back to which the page looked: a page of rare changes may be short, or empty, although older ones follow. */
  seenTo: z.string().nullable(),
});

/** Names a version of a row: the one that an entry of its history left, or the one that it found. */
export const versionQuery = z.looseObject({
  historyId: keyValue,
  side: z.enum(['after', 'before']).default('after'),
});

/** Body of `PUT {path}/version`: the row by its key, its present version, and the version that it gets back. */
export const versionBody = versionQuery.extend({ version: z.coerce.number().int() });

/** The difference between a row and an earlier version of it. */
export const versionDifference = z.object({
  historyId: z.number(),
  side: z.enum(['after', 'before']),
  /** The present version of the row, for taking the earlier one back. */
  version: z.number(),
  /** The fields that change, in the order of the declaration. */
  fields: z.array(z.string()),
  /** Their present values, and those of the earlier version, with the names of references. */
  before: record,
  after: record,
  /** Fields that differ and stay as they are, with the reason in the caller's language. */
  kept: z.array(z.object({ field: z.string(), reason: z.string() })),
});

/** See {@link versionDifference}. */
export type VersionDifference = z.infer<typeof versionDifference>;

/** See {@link historyEntry}. */
export type HistoryEntryRow = z.infer<typeof historyEntry>;

/** The deletion of a row in the trash, returned next to its fields by `GET {path}/trash`. */
export const trashInfo = z.object({
  deletedTime: z.string(),
  deletedBy: z.string().nullable(),
});

/** Body of `POST {path}/restore`. */
export const restoreBody = z.object({
  ids: z.array(keyValue).min(1).max(200),
});
