import { z } from 'zod';

/** How many rows of a dataset are in each state, for the filters of its list. */
export const stateCounts = z.array(
  z.object({
    /** Name of the state. */
    state: z.string(),
    /** Its code on the wire. */
    code: z.union([z.number(), z.string()]),
    /** Exact below `limits.countedPerState`, which means that many or more. */
    count: z.int(),
  }),
);

/** See {@link stateCounts}. */
export type StateCounts = z.infer<typeof stateCounts>;
