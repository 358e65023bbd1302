import { z } from 'zod';

/** Figures by the names of the summary's fields: exact decimals, dates and times as text, null for none. */
const values = z.record(z.string(), z.string().nullable());

const counted = z.object({ count: z.number(), values });

/** The rows that have one value of the field asked by: its code, row, year or day, and the name of the row. */
const group = counted.extend({
  key: z.union([z.number(), z.string()]).nullable(),
  name: z.string().nullable(),
});

/** The count and the summary of all rows within filters and scope, and its groups. */
export const summaryAnswer = counted.extend({ groups: z.array(group).optional() });

/** See {@link summaryAnswer}. */
export type SummaryAnswer = z.infer<typeof summaryAnswer>;
