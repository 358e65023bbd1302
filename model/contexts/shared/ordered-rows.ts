import { z } from 'zod';
import { keyValue } from '../../calls/values.ts';
import { limits } from '../../limits.ts';

/** Rows in their new order, each with the version that the person saw. */
export const ordered = z
  .array(z.object({ id: keyValue, version: z.int().positive() }))
  .min(1)
  .max(limits.orderedRows);

/** See {@link ordered}. */
export type OrderedRow = z.output<typeof ordered>[number];
