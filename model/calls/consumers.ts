import { z } from 'zod';
import { userLimitType } from '../codes/consumer.ts';
import { userLimit } from '../datasets/consumer/user-limit.ts';
import { userPerm } from '../datasets/consumer/user-perm.ts';
import { label } from '../kernel/label.ts';
import { type PermissionCode, permissionCode } from '../permissions.ts';
import { call } from './call.ts';

const id = z.coerce.number().int().positive();
const year = z.coerce.number().int().min(1900).max(2999);

/**
 * Whether somebody with these codes may write entries of the lists: each of the two is asked again for what it comes
 * to.
 */
const maySave = (codes: Iterable<string>): boolean => {
  const wanted: readonly PermissionCode[] = [
    permissionCode(userPerm, 'add'),
    permissionCode(userPerm, 'update'),
  ];
  return [...codes].some(code => wanted.some(one => one === code));
};

/** Something a consumer may do a limited number of times in a year. */
const limitState = z.object({
  limitType: z.literal(userLimitType.items.map(({ code }) => code)),
  totalNum: z.int(),
  usedNum: z.int(),
  leftNum: z.int(),
  /** The limit that somebody has set, with its version; null where the usual number holds. */
  limitId: z.int().nullable(),
  version: z.int().nullable(),
});

/** Something a consumer may do a limited number of times in a year. */
export type LimitState = z.infer<typeof limitState>;

/** Calls about consumers that no dataset has by itself. */
export const consumerCalls = {
  /** One call adds and changes: the entry is found by its id, or else by person, year and list (domain E2). */
  savePerm: call(`POST ${userPerm.path}`, {
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
  /** All that is limited of a consumer's year: how often, how often it was done, what is left (domain E3). */
  limits: call(`GET ${userLimit.path}/left`, {
    of: userLimit,
    label: label('考生剩余次数', 'What limits leave to a candidate'),
    may: 'user:limit:list',
    query: z.object({ userId: id, dataYear: year.optional() }),
    data: z.object({ dataYear: z.int(), limits: z.array(limitState) }),
  }),
};
