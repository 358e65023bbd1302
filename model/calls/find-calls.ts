import { z } from 'zod';
import { label } from '../kernel/label.ts';
import { call } from './call.ts';
import { keyValue } from './values.ts';

/** The rows of one dataset that a search found, closest first. */
export const foundRows = z.object({
  dataset: z.string(),
  rows: z.array(
    z.object({
      key: keyValue,
      name: z.string(),
      /** Its further identifying values, such as a number or a code; those that are empty are left out. */
      also: z.array(z.string()),
    }),
  ),
});

/** See {@link foundRows}. */
export type FoundRows = z.infer<typeof foundRows>;

/** The search of the top bar. */
export const findCalls = {
  /** Rows of the datasets that declare `identity.found` and that the caller may list, within their scope. */
  find: call('GET /api/base/find', {
    of: 'lookups',
    label: label('搜索记录', 'Find records'),
    may: 'person',
    query: z.object({ keywords: z.string().trim().min(1).max(64) }),
    data: z.array(foundRows),
  }),
};
