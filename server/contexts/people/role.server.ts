import { registry } from '@yikao/model/contexts/datasets.ts';
import { peopleCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { isPermissionCode } from '@yikao/model/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import type { ShownTo } from '../../engine/scope/shown-to.ts';
import type { Columns, Filled } from '../../engine/table/columns.ts';
import { type Change, defineServer, type Verdict } from '../../engine/table/server-side.ts';
import { column, type Db } from '../../engine/table/sql.ts';
import { watchRoles } from './accounts/rights-watch.ts';
import { readPermTree } from './perm-tree.ts';

type Fields = typeof registry.role.fields;

/**
 * Only administrators may decide whether a role's people need a second factor; an undeclared code cannot be granted at
 * all (domain A1, 0.2). {@link watchRoles} checks which rights may be given to a role and by whom.
 */
async function verdictOf(db: Db, { actor, row, before }: Change<Fields>): Promise<Verdict<Fields>> {
  const issues: Issue<keyof Fields>[] = [];
  const demanded = Number(before?.secondFactorFlag ?? 0);
  if (!actor.admin && Number(row.secondFactorFlag ?? 0) !== demanded) {
    issues.push(issue('secondFactorFlag', 'beyondYou'));
  }
  const held = new Set(before?.permIds ?? []);
  const given = (row.permIds ?? []).filter(id => !held.has(id));
  if (given.length > 0) {
    const found = await sql<Filled<typeof registry.perm, 'permCode'>>`
      select perm_code from t_perm
      where perm_id = any(${given}::bigint[]) and perm_code is not null`.execute(db);
    const codes = found.rows.map(({ permCode }) => permCode);
    const unknown = codes.find(code => !isPermissionCode(code));
    if (unknown !== undefined) issues.push(issue('permIds', 'unknownCode', { value: unknown }));
  }
  return { issues };
}

async function saved(db: Db, { key, values }: Change<Fields> & { readonly key: number }): Promise<void> {
  if (!Object.hasOwn(values, 'permIds')) return;
  await sql`delete from t_role_perm where role_id = ${key}`.execute(db);
  await sql`
    insert into t_role_perm (role_id, perm_id)
    select ${key}::bigint, id from unnest(${values.permIds ?? []}::bigint[]) as r(id)`.execute(db);
}

function roleRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, peopleCalls.rolePermissions, async ({ actor, query: { roleId } }) => {
    const held = await sql<Columns<typeof registry.perm, 'permId'>>`
      select rp.perm_id from t_role_perm as rp join t_role as r using (role_id) join t_perm as p using (perm_id)
      where rp.role_id = ${roleId ?? 0} and not r.deleted and not p.deleted order by rp.perm_id`.execute(
      engine.db,
    );
    return {
      permIds: held.rows.map(({ permId }) => permId),
      tree: await readPermTree(engine.db, actor.language),
    };
  });
}

/** People who manage roles or their holders see all of them; others only their own. */
const shownTo: ShownTo = (alias, { admin, permissions, userId }) =>
  admin || [...permissions].some(code => /^sys:(role|user):/.test(code))
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select 1 from t_user_role as own
        where own.user_id = ${userId} and own.role_id = ${column(alias, 'role_id')})`;

/** Server side of the roles. */
export const roleServer = defineServer(registry.role, {
  expressions: {
    permIds: alias => sql`(
      select array_agg(held.perm_id order by held.perm_id)
      from t_role_perm as held join t_perm as held_perm using (perm_id)
      where held.role_id = ${column(alias, 'role_id')} and not held_perm.deleted)`,
  },
  before: (db, changes) => Promise.all(changes.map(change => verdictOf(db, change))),
  saved,
  shownTo,
  watch: watchRoles,
  routes: roleRoutes,
});
