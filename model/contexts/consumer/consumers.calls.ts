import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';
import { type PermissionCode, permissionCode } from '../../permissions.ts';
import { limitState } from '../sales/limit-state.ts';
import { userLimit } from './user-limit.ts';
import { userPerm } from './user-perm.ts';

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

/** Calls about consumers that no dataset has by itself. */
export const consumerCalls = {
  /** One call adds and changes: it finds the entry by id, else by person, year and list (domain E2). */
  savePerm: call(`POST ${userPerm.path}`, {
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
  /** All limits of a consumer's year: allowed, used and remaining (domain E3). */
  limits: call(`GET ${userLimit.path}/left`, {
    of: userLimit,
    label: label('考生剩余次数', 'What limits leave to a candidate'),
    may: 'user:limit:list',
    query: z.object({ userId: id, dataYear: year.optional() }),
    data: z.object({ dataYear: z.int(), limits: z.array(limitState) }),
  }),
};
