import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { rank } from './rank.ts';

/** Body of `POST /api/data/wish/rank/compute` (domain D9, 4.4): the ranking, and optionally one of its majors. */
const computeBody = z.object({
  dataYear: z.coerce.number().int().min(1900).max(2999),
  categoryId: z.coerce.number().int().positive(),
  profName: z.string().trim().min(1).max(limits.name).nullish(),
});

/** The ranks to calculate. */
export type RankAsk = z.output<typeof computeBody>;

/** Calls of the rankings. */
export const rankCalls = {
  /** Works the places of a ranking out of its points. */
  compute: call(`POST ${rank.path}/compute`, {
    once: true,
    of: rank,
    label: label('计算名次', 'Calculate places'),
    may: 'wish:rank:update',
    body: computeBody,
    /** Rows with points or a rank, and how many of them changed. */
    data: z.object({ count: z.int(), updated: z.int() }),
    names: { dataYear: rank.fields.dataYear.label, categoryId: rank.fields.categoryId.label },
    fails: ['unmetNeeds'],
  }),
};
