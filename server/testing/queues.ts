import { z } from 'zod';
import type { Queue } from '../platform/jobs.ts';

/** The queue that a test shares with the node it kills. */
export const endless: Queue<{ name: string }> = {
  name: 'endless',
  data: z.object({ name: z.string() }),
};
