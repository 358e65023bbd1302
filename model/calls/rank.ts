import { z } from 'zod';
import { rank } from '../datasets/admission/rank.ts';
import { label } from '../kernel/label.ts';
import { limits } from '../limits.ts';
import { call } from './call.ts';

/** Body of `POST /api/data/wish/rank/compute` (domain D9, 4.4): which ranking; one major of it, where it is named. */
const computeBody = z.object({
  dataYear: z.coerce.number().int().min(1900).max(2999),
  categoryId: z.coerce.number().int().positive(),
  profName: z.string().trim().min(1).max(limits.name).nullish(),
});

/** Which places are to be worked out. */
export type RankAsk = z.output<typeof computeBody>;

/** Calls of the rankings. */
export const rankCalls = {
  /** Works the places of a ranking out of its points. */
  compute: call(`POST ${rank.path}/compute`, {
    of: rank,
    label: label('计算名次', 'Work places out'),
    may: 'wish:rank:update',
    body: computeBody,
    /** Rows that have points or a place, and those of them that changed. */
    data: z.object({ count: z.int(), updated: z.int() }),
    names: { dataYear: rank.fields.dataYear.label, categoryId: rank.fields.categoryId.label },
    fails: ['unmetNeeds'],
  }),
};
