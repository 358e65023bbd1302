import { registry } from '@yikao/model/contexts/datasets.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Db, type Tx } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';

const userListIs = codesOf(registry.userPerm.fields.permType.of);
const permIs = codesOf(registry.userPerm.fields.status.of);

/** A recipient. */
export type Consumer = Columns<typeof registry.wishUser, 'userId' | 'mobile' | 'provinceId'>;

/** The parts of a call that name consumers. */
export interface Named {
  readonly userIds: readonly number[];
  readonly mobiles: readonly string[];
}

/**
 * The enabled consumers of a call within the actor's reach, locked in key order, and the named ones that are missing,
 * as the call named them.
 */
export async function lockConsumers(
  db: Tx,
  actor: Actor,
  { userIds, mobiles }: Named,
): Promise<{ readonly found: readonly Consumer[]; readonly missing: readonly string[] }> {
  const where = allOf([
    sql<SqlBool>`(d.user_id = any(${[...userIds]}::bigint[]) or d.mobile = any(${[...mobiles]}::text[]))`,
    sql<SqlBool>`d.status = ${enabled}`,
    scopeCondition(registry.wishUser, actor, 'd'),
  ]);
  const { rows: found } = await sql<Consumer>`
    select d.user_id, d.mobile, d.province_id from t_wish_user as d
    where ${where} and not d.deleted order by d.user_id for update of d`.execute(db);
  const ids = new Set(found.map(({ userId }) => userId));
  const known = new Set(found.map(({ mobile }) => mobile));
  return {
    found,
    missing: [
      ...userIds.filter(id => !ids.has(id)).map(String),
      ...mobiles.filter(mobile => !known.has(mobile)),
    ],
  };
}

/** The reason why a consumer on the block list is given nothing (domain 4.9). */
export const blockedReason = {
  zh: '该考生在黑名单中，不能获得任何产品',
  en: 'The candidate is on the block list and is given no product',
} as const;

/**
 * Parts consumers into those who may be given something for a year, and those on the block list of it, as the call named
 * them. Leave the year out for what is good in any year, such as a coupon: then an entry of any year counts.
 */
export async function partBlocked(
  db: Db,
  found: readonly Consumer[],
  { mobiles }: Named,
  now: Date,
  dataYear?: number,
): Promise<{ readonly free: readonly Consumer[]; readonly blocked: readonly string[] }> {
  const entries = await sql<Columns<typeof registry.userPerm, 'userId'>>`
    select distinct user_id from t_user_perm
    where user_id = any(${found.map(({ userId }) => userId)}::bigint[]) and perm_type = ${userListIs.black}
      and status = ${permIs.enabled}
      and expire_time > ${now} and not deleted
      and (${dataYear ?? null}::integer is null or data_year = ${dataYear ?? null}::integer)`.execute(db);
  const black = new Set(entries.rows.map(({ userId }) => userId));
  return {
    free: found.filter(({ userId }) => !black.has(userId)),
    blocked: found
      .filter(({ userId }) => black.has(userId))
      .map(({ userId, mobile }) => (mobiles.includes(mobile) ? mobile : String(userId))),
  };
}
