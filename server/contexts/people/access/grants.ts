import type { AccessStep } from '@yikao/model/contexts/people/access.calls.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';

/** The roles that grant a node of the permission tree, and whether the node itself is enabled. */
export interface NodeGrants {
  /** The node is in the tree. */
  readonly known: boolean;
  /** The node is enabled; for a page, all directories above it are too, and none of them is hidden. */
  readonly shown: boolean;
  readonly roles: AccessStep['roles'];
}

/** A node of the permission tree: a button by its code, or a page by its address. */
export type NodeName = { readonly code: string } | { readonly url: string };

interface Found {
  readonly permId: number;
  readonly shown: boolean;
}

/** The roles that grant a node, the person's own first. */
export async function grantsOf(db: Db, userId: number, name: NodeName): Promise<NodeGrants> {
  const isPage = 'url' in name;
  const where = isPage ? sql`p.perm_url = ${name.url}` : sql`p.perm_code = ${name.code}`;
  // A button works regardless of its page; a page shows only if all its directories do.
  const nodes = await sql<Found>`
    with recursive above as (
      select p.perm_id as node, p.perm_id, p.parent_id, p.status, p.hidden_flag
      from t_perm as p where ${where} and not p.deleted
      union all
      select a.node, p.perm_id, p.parent_id, p.status, p.hidden_flag
      from t_perm as p join above as a on p.perm_id = a.parent_id where not p.deleted and ${isPage}
    )
    select node as perm_id, bool_and(status = ${enabled} and (not ${isPage} or hidden_flag = 0)) as shown
    from above group by node`.execute(db);
  const roles = await sql<AccessStep['roles'][number]>`
    select r.role_id, r.role_name, r.status = ${enabled} as enabled,
      bool_or(ur.user_id is not null) as held
    from t_role_perm as rp join t_role as r using (role_id)
    left join t_user_role as ur on ur.role_id = r.role_id and ur.user_id = ${userId}
    where rp.perm_id = any(${nodes.rows.map(({ permId }) => permId)}::bigint[]) and not r.deleted
    group by r.role_id order by held desc, r.role_id`.execute(db);
  return {
    known: nodes.rows.length > 0,
    shown: nodes.rows.some(({ shown }) => shown),
    roles: roles.rows,
  };
}

/** Every role of a person, with its data scope. */
export async function rolesOf(
  db: Db,
  userId: number,
): Promise<readonly (AccessStep['roles'][number] & { readonly dataScope: number })[]> {
  const found = await sql<AccessStep['roles'][number] & { readonly dataScope: number }>`
    select r.role_id, r.role_name, true as held, r.status = ${enabled} as enabled,
      r.data_scope
    from t_user_role as ur join t_role as r using (role_id)
    where ur.user_id = ${userId} and not r.deleted order by r.role_id`.execute(db);
  return found.rows;
}
