import { z } from 'zod';

/** Number of rows in each state, for the filters of a list. */
export const stateCounts = z.array(
  z.object({
    /** Name of the state. */
    state: z.string(),
    /** Its code on the wire. */
    code: z.union([z.number(), z.string()]),
    /** Exact below `limits.countedPerState`, which means that number or more. */
    count: z.int(),
  }),
);

/** See {@link stateCounts}. */
export type StateCounts = z.infer<typeof stateCounts>;
