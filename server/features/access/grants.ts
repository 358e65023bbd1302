import type { AccessStep } from '@yikao/model/calls/access.ts';
import { sql } from 'kysely';
import type { Db } from '../../engine/sql.ts';

/** The roles that give a node of the permission tree, and whether the node itself is switched on. */
export interface NodeGrants {
  /** The node is in the tree. */
  readonly known: boolean;
  /** The node is switched on; of a page, all directories above it too, and none of them hidden. */
  readonly shown: boolean;
  readonly roles: AccessStep['roles'];
}

/** A node of the permission tree: a button by its code, or a page by its address. */
export type NodeName = { readonly code: string } | { readonly url: string };

interface Found {
  readonly permId: number;
  readonly shown: boolean;
}

/** Who gives a node: every role that has it, those first that the person holds. */
export async function grantsOf(db: Db, userId: number, name: NodeName): Promise<NodeGrants> {
  const isPage = 'url' in name;
  const where = isPage ? sql`p.perm_url = ${name.url}` : sql`p.perm_code = ${name.code}`;
  // A button works wherever its page stands; a page shows only where everything above it does.
  const nodes = await sql<Found>`
    with recursive above as (
      select p.perm_id as node, p.perm_id, p.parent_id, p.status, p.hidden_flag
      from t_perm as p where ${where} and not p.deleted
      union all
      select a.node, p.perm_id, p.parent_id, p.status, p.hidden_flag
      from t_perm as p join above as a on p.perm_id = a.parent_id where not p.deleted and ${isPage}
    )
    select node as "permId", bool_and(status = 1 and (not ${isPage} or hidden_flag = 0)) as shown
    from above group by node`.execute(db);
  const roles = await sql<AccessStep['roles'][number]>`
    select r.role_id as "roleId", r.role_name as "roleName", r.status = 1 as enabled,
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

/** Every role of a person, with how far its rows reach. */
export async function rolesOf(
  db: Db,
  userId: number,
): Promise<readonly (AccessStep['roles'][number] & { readonly dataScope: number })[]> {
  const found = await sql<AccessStep['roles'][number] & { readonly dataScope: number }>`
    select r.role_id as "roleId", r.role_name as "roleName", true as held, r.status = 1 as enabled,
      r.data_scope as "dataScope"
    from t_user_role as ur join t_role as r using (role_id)
    where ur.user_id = ${userId} and not r.deleted order by r.role_id`.execute(db);
  return found.rows;
}
