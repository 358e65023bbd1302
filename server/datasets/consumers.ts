import { registry } from '@yikao/model/datasets/index.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../engine/actor.ts';
import { scopeCondition } from '../engine/scope.ts';
import { allOf, type Db } from '../engine/sql.ts';

/** A consumer who is to be given something. */
export interface Consumer {
  readonly userId: number;
  readonly mobile: string;
  readonly provinceId: number | null;
}

/** The parts of a call that name consumers. */
export interface Named {
  readonly userIds: readonly number[];
  readonly mobiles: readonly string[];
}

/**
 * The enabled consumers of a call within the actor's reach, locked in the order of their keys, and who of those that
 * were named is not among them, as the call named them.
 */
export async function lockConsumers(
  db: Db,
  actor: Actor,
  { userIds, mobiles }: Named,
): Promise<{ readonly found: readonly Consumer[]; readonly missing: readonly string[] }> {
  const where = allOf([
    sql<SqlBool>`(d.user_id = any(${[...userIds]}::bigint[]) or d.mobile = any(${[...mobiles]}::text[]))`,
    sql<SqlBool>`d.status = 1`,
    scopeCondition(registry.wishUser, actor, 'd'),
  ]);
  const rows = await sql<Consumer>`
    select d.user_id as "userId", d.mobile, d.province_id as "provinceId" from t_wish_user as d
    where ${where} and not d.deleted order by d.user_id for update of d`.execute(db);
  const found = rows.rows.map(row => ({ ...row, userId: Number(row.userId) }));
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
