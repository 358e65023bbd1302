import { z } from 'zod';

/** Figures by the names of the summary's fields: exact decimals, dates and times as text, null if there are none. */
const values = z.record(z.string(), z.string().nullable());

const counted = z.object({ count: z.number(), values });

/** The rows with one value of the grouping field: its code, row, year or day, and the name of the row. */
const group = counted.extend({
  key: z.union([z.number(), z.string()]).nullable(),
  name: z.string().nullable(),
});

/**
 * The count and summary of all rows within filters and scope, and its groups. If sums cover only rows in some states,
 * `states` breaks them down by state, using the field `by`.
 */
export const summaryAnswer = counted.extend({
  groups: z.array(group).optional(),
  states: z.object({ by: z.string(), of: z.array(group) }).optional(),
});

/** See {@link summaryAnswer}. */
export type SummaryAnswer = z.infer<typeof summaryAnswer>;
