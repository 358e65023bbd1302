import { z } from 'zod';
import { keyValue } from './values.ts';

const year = z.coerce.number<number | string>().int().min(1900).max(2999);

/** Body of `POST {path}/copyYear`: `dryRun` tells what would happen and writes nothing (domain 4.15, section 10). */
export const copyYearBody = z.object({
  provinceId: keyValue,
  fromYear: year,
  toYear: year,
  dryRun: z.boolean().default(false),
});

/** The outcome of copying a year, in rows. */
export const copiedYear = z.object({
  /** Rows of the year that is copied. */
  found: z.int(),
  copied: z.int(),
  /** Those that stand in the later year already, under their name or another. */
  standing: z.int(),
  /** Those that refer to what the later year does not have, or that do not fit it otherwise. */
  missing: z.int(),
  /** The needs that some of those do not meet, in words. */
  reasons: z.array(z.string()),
});

/** See {@link copiedYear}. */
export type CopiedYear = z.infer<typeof copiedYear>;
