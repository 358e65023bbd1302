import { z } from 'zod';
import { refinement } from '../kernel/validate/issues.ts';
import { limits } from '../limits.ts';
import { withoutMarks } from '../rules/compare-text.ts';
import { fileName } from '../rules/file-name.ts';
import { readShanghai } from '../rules/times.ts';

/** Number of a row, from a query or a body. */
export const keyValue = z.coerce.number<number | string>().int().positive();

/** Numbers of rows: some, and not too many. */
export const keysBody = (most: number) => z.object({ ids: z.array(keyValue).min(1).max(most) });

/** Number of rows affected. */
export const counted = z.object({ count: z.int() });

/** A query key that may be given once, several times, or as a comma list of numbers. */
export const numberList = z.preprocess(
  (raw: readonly number[] | number | string | undefined) =>
    raw === undefined || raw === '' ? [] : Array.isArray(raw) ? raw : String(raw).split(','),
  z.array(z.coerce.number().int()).max(200),
);

/** Number of a dataset's column set (domain 0.6). */
export const tableNumber = z.coerce.number<number | string>().int();

/** Original name of an uploaded file, safe to display and return. */
export const originName = z
  .string()
  .trim()
  .min(1)
  .max(limits.path)
  .overwrite(name => fileName(name) || 'file');

/** Name of the batch for the rows of a file. */
export const importBatchName = z.string().overwrite(withoutMarks).trim().min(1).max(limits.importBatch);

/** A time that exists, `YYYY-MM-DD HH:mm:ss` in Shanghai. */
export const wallTime = z
  .string()
  .trim()
  .refine(text => text.length === 19 && readShanghai(text) !== undefined, refinement('notADateTime'));
