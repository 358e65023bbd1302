import { registry } from '@yikao/model/contexts/datasets.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Db } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';
import { inThePool } from '../shared/in-the-pool.ts';

/** A person who advises candidates. */
export type Consultant = Columns<typeof registry.adminUser, 'userId' | 'partnersId'>;

/**
 * The enabled accounts among these that the actor may make consultants: those of the same organisation, colleagues
 * included, by their number.
 */
export async function findConsultants(
  db: Db,
  actor: Actor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Consultant>> {
  const within = allOf([
    sql<SqlBool>`d.user_id = any(${[...userIds]}::bigint[])`,
    scopeCondition(registry.adminUser, inThePool(actor), 'd'),
  ]);
  const found = await sql<Consultant>`
    select d.user_id, d.partners_id from t_admin_user as d
    where ${within} and d.status = ${enabled} and not d.deleted`.execute(db);
  return new Map(found.rows.map(row => [row.userId, row]));
}
