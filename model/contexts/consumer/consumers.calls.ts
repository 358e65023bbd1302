import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';
import { type PermissionCode, permissionCode } from '../../permissions.ts';
import { limitState } from '../sales/limit-state.ts';
import { userLimit } from './user-limit.ts';
import { userPerm } from './user-perm.ts';
import { wishUser } from './wish-user.ts';

const id = z.coerce.number().int().positive();
const year = z.coerce.number().int().min(1900).max(2999);

/**
 * Reports whether these codes may save entries of the lists; the handler then checks the permission to add or to
 * change.
 */
const maySave = (codes: Iterable<string>): boolean => {
  const wanted: readonly PermissionCode[] = [
    permissionCode(userPerm, 'add'),
    permissionCode(userPerm, 'update'),
  ];
  return [...codes].some(code => wanted.some(one => one === code));
};

/** A candidate's scores and places in one category (domain 0.7, 23). */
const standing = z.object({
  jointCategoryId: z.int(),
  name: z.string().nullable(),
  /** The category of the candidate's row, not a further one. */
  first: z.boolean(),
  profScore: z.number().nullable(),
  profRank: z.int().nullable(),
  compositeScore: z.number().nullable(),
  provisional: z.boolean(),
  /** Ranks of the people with this composite score in the province, and the year of the table. */
  ranks: z.object({ dataYear: z.int(), from: z.int(), to: z.int() }).nullable(),
  /** The rank cannot be read: the table does not add up, or the score lies below it. */
  unranked: z.enum(['brokenTable', 'pastTable']).nullable(),
  /** The province's order of equal scores with the candidate's values; null without a rule. */
  tie: z.array(z.object({ zh: z.string(), en: z.string(), value: z.number().nullable() })).nullable(),
  /** The place among our own candidates with the same score; a range if scores are unknown. */
  peers: z.object({ equal: z.int(), from: z.int(), to: z.int() }).nullable(),
});

/** See `GET /api/admin/wish/user/standing`. */
export type CategoryStanding = z.infer<typeof standing>;

/** Calls about consumers that no dataset has by itself. */
export const consumerCalls = {
  /** One call adds and changes: it finds the entry by id, else by person, year and list (domain E2). */
  savePerm: call(`POST ${userPerm.path}`, {
    replaces: true,
    once: true,
    also: [`PUT ${userPerm.path}`],
    of: userPerm,
    label: label('新增或修改黑白名单', 'Add an entry of the lists or change it'),
    may: maySave,
    body: z.record(z.string(), z.unknown()),
    data: z.record(z.string(), z.unknown()),
    audit: 'add',
    message: 'added',
    fails: ['duplicate', 'staleVersion'],
  }),
  /** The values of a new entry that are a parameter of the product and not the same everywhere (spec 9, domain 7.4). */
  newPerm: call(`GET ${userPerm.path}/new`, {
    of: userPerm,
    label: label('黑白名单新增时的默认值', 'What a new entry of the lists begins with'),
    may: 'user:perm:add',
    data: z.object({ countLimit: z.int() }),
  }),
  /** Composite scores, ranks and the order of equal scores, for each category of a candidate (domain 0.7, 23). */
  standing: call(`GET ${wishUser.path}/standing`, {
    of: wishUser,
    label: label('考生各类别成绩与位次', 'Scores and ranks of a candidate by category'),
    may: 'wish:user:list',
    query: z.object({ userId: id }),
    data: z.array(standing),
    fails: ['notFound'],
  }),
  /** All limits of a consumer's year: allowed, used and remaining (domain E3). */
  limits: call(`GET ${userLimit.path}/left`, {
    of: userLimit,
    label: label('考生剩余次数', 'What limits leave to a candidate'),
    may: 'user:limit:list',
    query: z.object({ userId: id, dataYear: year.optional() }),
    data: z.object({ dataYear: z.int(), limits: z.array(limitState) }),
  }),
};
