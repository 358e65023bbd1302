import { z } from 'zod';
import { keyValue } from './values.ts';

const year = z.coerce.number<number | string>().int().min(1900).max(2999);

/**
 * Body of `POST {path}/copyYear`. With `dryRun` it reports the outcome and writes nothing (domain 4.15, section 10).
 */
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
  /** Rows that the later year already has, under the same or another name. */
  standing: z.int(),
  /** Rows that refer to something missing in the later year, or that do not fit it for another reason. */
  missing: z.int(),
  /** The unmet requirements of those rows, in words. */
  reasons: z.array(z.string()),
});

/** See {@link copiedYear}. */
export type CopiedYear = z.infer<typeof copiedYear>;
