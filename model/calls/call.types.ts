/**
 * Calls that must not compile, one per line: the compiler reports every `@ts-expect-error` that has no error below it.
 * This code never runs.
 */

import { z } from 'zod';
import { partners } from '../contexts/partner/partners.ts';
import { label } from '../kernel/label.ts';
import { call, type DataOut, type Given } from './call.ts';

const rest = { of: 'auth', label: label('一', 'One') } as const;

/** Options of a call. */
function declared() {
  call('GET /api/x', { ...rest, may: 'wish:partners:list' });
  call(`PUT ${partners.path}/x`, { ...rest, of: partners, may: 'wish:partners:update' });
  // @ts-expect-error no such permission code
  call('GET /api/x', { ...rest, may: 'wish:partner:list' });
  // @ts-expect-error partners cannot be deleted in batches
  call('GET /api/x', { ...rest, may: 'wish:partners:batchDelete' });
  // @ts-expect-error `may` is required
  call('GET /api/x', { ...rest });
  // @ts-expect-error no such method
  call('PURGE /api/x', { ...rest, may: 'public' });
  // @ts-expect-error a path begins with a slash
  call('GET api/x', { ...rest, may: 'public' });
  // @ts-expect-error no such group
  call('GET /api/x', { ...rest, of: 'partner', may: 'public' });
  // @ts-expect-error no such failure
  call('GET /api/x', { ...rest, may: 'public', fails: ['gone'] });
  // @ts-expect-error no such action of the audit log
  call('GET /api/x', { ...rest, may: 'public', audit: 'looked' });
  // @ts-expect-error a misspelt option
  call('GET /api/x', { ...rest, may: 'public', sesionOnly: true });
}

const one = call('PUT /api/x/:id', {
  ...rest,
  may: 'person',
  query: z.object({ year: z.number(), words: z.string().default('') }),
  body: z.object({ ids: z.array(z.number()) }),
  data: z.object({ count: z.int() }),
});

/** Types of a call's arguments and of its answer. */
function given(read: (data: DataOut<typeof one>) => number) {
  const good: Given<typeof one> = { params: { id: '1' }, query: { year: 2026 }, body: { ids: [1] } };
  // @ts-expect-error the path has a part that varies
  const lost: Given<typeof one> = { query: { year: 2026 }, body: { ids: [1] } };
  // @ts-expect-error the parameter has another name
  const named: Given<typeof one> = { ...good, params: { key: '1' } };
  // @ts-expect-error a year is a number
  const year: Given<typeof one> = { ...good, query: { year: '2026' } };
  // @ts-expect-error no such query
  const unknown: Given<typeof one> = { ...good, query: { year: 2026, word: 'x' } };
  // @ts-expect-error numbers of rows are numbers
  const body: Given<typeof one> = { ...good, body: { ids: ['1'] } };
  // @ts-expect-error the answer has no such member
  read satisfies (data: { readonly total: number }) => number;
  return [lost, named, year, unknown, body];
}

void [declared, given];
