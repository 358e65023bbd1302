import { z } from 'zod';
import { jobOperations } from '../contexts/jobs.ts';
import { actorKinds } from '../kernel/steps.ts';
import { keyValue } from './values.ts';

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
