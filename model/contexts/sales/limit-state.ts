import { z } from 'zod';
import { userLimitType } from './sales.codes.ts';

/** Something a consumer may do a limited number of times in a year. */
export const limitState = z.object({
  limitType: z.literal(userLimitType.items.map(({ code }) => code)),
  totalNum: z.int(),
  usedNum: z.int(),
  leftNum: z.int(),
  /** The limit that somebody has set, with its version; null where the usual number holds. */
  limitId: z.int().nullable(),
  version: z.int().nullable(),
});

/** One of {@link limitState}. */
export type LimitState = z.infer<typeof limitState>;
