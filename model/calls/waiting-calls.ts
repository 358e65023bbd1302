import { z } from 'zod';
import { label } from '../kernel/label.ts';
import { call } from './call.ts';
import { jobRow } from './jobs.ts';

/** One item of the home page; see `model/waiting.ts`. */
const waitingRows = z.object({
  /** Name of the item. */
  name: z.string(),
  /** Number of rows, exact up to `limits.waitingCount`. */
  count: z.int(),
  /** There are more rows than were counted. */
  more: z.boolean(),
  /** Filters of the list that shows all of them. */
  query: z.record(z.string(), z.array(z.union([z.number(), z.string()]))),
  /** The first rows, presented as in the list. */
  records: z.array(z.record(z.string(), z.unknown())),
});

/** One item of the home page with the first of its rows. */
export type WaitingRows = z.infer<typeof waitingRows>;

/** Work that waits for the caller: rows for a step, and the caller's jobs. */
const waitingWork = z.object({
  /** Items with rows, in the order of the registry. */
  rows: z.array(waitingRows),
  jobs: z.object({
    running: z.array(jobRow),
    /** The last import or batch update of each dataset, of these days, if rows were refused or it failed. */
    refused: z.array(jobRow),
    /** Finished today, and can still be undone. */
    undoable: z.array(jobRow),
  }),
});

/** Work that waits for the caller. */
export type WaitingWork = z.infer<typeof waitingWork>;

/** The call of the home page. */
export const waitingCalls = {
  all: call('GET /api/base/waiting', {
    of: 'jobs',
    label: label('首页的待办', 'Work that waits for the caller'),
    may: 'person',
    data: waitingWork,
  }),
} as const;
