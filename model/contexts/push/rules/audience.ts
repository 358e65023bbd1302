import { z } from 'zod';
import { limits } from '../../../limits.ts';

const ids = z.array(z.int().positive()).max(limits.idsMax).nullish();

/** The conditions of an audience as the call of a task has them (domain N3, section 9). */
export const audienceConditions = z.object({
  provinceIds: ids,
  /** Joint categories of one year and province each; forms give their kinds instead. */
  jointCategoryIds: ids,
  jointParents: z.array(z.int()).max(20).nullish(),
  dataYear: z.int().min(2000).max(2100).nullish(),
  cardTypes: z.array(z.int()).max(9).nullish(),
  tags: z.string().max(limits.address).nullish(),
  activeDays: z.int().min(1).max(3650).nullish(),
  userIds: ids,
});

/** See {@link audienceConditions}. */
export type AudienceConditions = z.infer<typeof audienceConditions>;

/** The fields of a task that are conditions of its audience. */
export const conditionNames = [
  ...(['provinceIds', 'jointParents', 'dataYear', 'cardTypes', 'tags', 'activeDays', 'userIds'] as const),
];

/** The tags of a text, which commas of both scripts separate. */
export function tagsOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(/[,，、]/u)
    .map(tag => tag.trim())
    .filter(tag => tag !== '');
}
