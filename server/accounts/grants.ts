import { sql } from 'kysely';
import { holdsKept } from '../engine/access.ts';
import type { Actor } from '../engine/actor.ts';
import type { Db } from '../engine/sql.ts';

/** Codes that roles grant, those of roles and nodes that are switched off too: they may be switched on again. */
export async function codesOfRoles(db: Db, roleIds: readonly number[]): Promise<string[]> {
  if (roleIds.length === 0) return [];
  const found = await sql<{ code: string }>`
    select distinct p.perm_code as code from t_role_perm as rp join t_perm as p using (perm_id)
    where rp.role_id = any(${[...roleIds]}::bigint[]) and p.perm_code is not null and not p.deleted`.execute(
    db,
  );
  return found.rows.map(({ code }) => code);
}

/** How far the rows of roles reach, as their `dataScope` says. */
async function scopesOfRoles(db: Db, roleIds: readonly number[]): Promise<number[]> {
  const found = await sql<{ scope: number }>`
    select distinct data_scope as scope from t_role where role_id = any(${[...roleIds]}::bigint[])`.execute(
    db,
  );
  return found.rows.map(({ scope }) => scope);
}

/** Whether the actor holds every one of these codes. */
export function holdsAll(actor: Actor, codes: readonly string[]): boolean {
  return codes.every(code => holdsKept(actor, code));
}

/**
 * Whether the actor may give a role this reach. Whoever sees the own rows only can give no more; whoever sees no
 * rows, for want of an organisation, can give none.
 */
export function mayGiveScope(actor: Actor, dataScope: number): boolean {
  return actor.admin || (!actor.noRows && (!actor.ownRowsOnly || dataScope === 4));
}

/** Whether the actor may grant these roles: nobody gives what he does not hold (domain A1). */
export async function mayGrantRoles(db: Db, actor: Actor, roleIds: readonly number[]): Promise<boolean> {
  if (actor.admin || roleIds.length === 0) return true;
  const [codes, scopes] = await Promise.all([codesOfRoles(db, roleIds), scopesOfRoles(db, roleIds)]);
  return holdsAll(actor, codes) && scopes.every(scope => mayGiveScope(actor, scope));
}

/**
 * Whether the actor may take something away from these accounts: nobody but an administrator touches an
 * administrator, and nobody one who holds more than he does (domain A1). Reach is not asked for here.
 */
export async function mayManage(db: Db, actor: Actor, userIds: readonly number[]): Promise<boolean> {
  if (actor.admin) return true;
  const found = await sql<{ adminFlag: number; roleIds: number[] | null }>`
    select admin_flag as "adminFlag",
      (select array_agg(role_id) from t_user_role as r where r.user_id = u.user_id) as "roleIds"
    from t_admin_user as u where user_id = any(${[...userIds]}::bigint[])`.execute(db);
  for (const { adminFlag, roleIds } of found.rows) {
    if (adminFlag === 1 || !holdsAll(actor, await codesOfRoles(db, roleIds ?? []))) return false;
  }
  return true;
}
