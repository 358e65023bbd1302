import { z } from 'zod';

/** Number of a row, from a query or a body. */
export const keyValue = z.coerce.number<number | string>().int().positive();

/** Numbers of rows: some, and not too many. */
export const keysBody = (most: number) => z.object({ ids: z.array(keyValue).min(1).max(most) });

/** How many it were. */
export const counted = z.object({ count: z.int() });

/** A query key that may be given once, several times, or as a comma list of numbers. */
export const numberList = z.preprocess(
  (raw: readonly number[] | number | string | undefined) =>
    raw === undefined || raw === '' ? [] : Array.isArray(raw) ? raw : String(raw).split(','),
  z.array(z.coerce.number().int()).max(200),
);

/** Number of a dataset's column set (domain 0.6). */
export const tableNumber = z.coerce.number<number | string>().int();
