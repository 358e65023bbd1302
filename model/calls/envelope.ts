import { z } from 'zod';

/** Answer of every call; `code` equals the HTTP status. */
export interface Envelope<T = unknown> {
  readonly success: boolean;
  readonly code: number;
  readonly message: string;
  readonly data: T;
}

/** One page of a list (spec section 3, page object). */
export interface Page<T> {
  readonly records: T[];
  readonly total: number;
  readonly current: number;
  readonly size: number;
  /** Set when `total` is an estimate, past the bound up to which rows are counted. */
  readonly estimated?: boolean;
  /**
   * Cursor of the next page, for pages far from the beginning. Send it as `after` so that the database can skip the
   * rows before it.
   */
  readonly next?: string;
}

/** Schema of a page of `record`. */
export function pageOf<T extends z.ZodType>(record: T) {
  return z.object({
    records: z.array(record),
    total: z.number(),
    current: z.number(),
    size: z.number(),
    estimated: z.boolean().optional(),
    next: z.string().optional(),
  });
}
