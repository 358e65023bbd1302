import { z } from 'zod';
import { refinement } from '../../kernel/validate/issues.ts';
import { limits } from '../../limits.ts';

/** A path in the file store, as the upload call gave it; the engine checks that it exists. */
export const pathSchema = z
  .string()
  .max(limits.path)
  .refine(value => /^\/(?!.*\.\.)[\w./-]+$/.test(value), refinement('badFile'));
