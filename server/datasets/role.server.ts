import { registry } from '@yikao/model/datasets/index.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { isPermissionCode } from '@yikao/model/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { watchRoles } from '../accounts/rights-watch.ts';
import { authorise } from '../engine/access.ts';
import type { Engine } from '../engine/engine.ts';
import { actorOf } from '../engine/http/actor.ts';
import { answer } from '../engine/http/answer.ts';
import type { CallDoc } from '../engine/http/doc.ts';
import { type Change, defineServer, type Verdict } from '../engine/server-side.ts';
import { column, type Db } from '../engine/sql.ts';
import { readPermTree } from './perm-tree.ts';

type Fields = typeof registry.role.fields;

/**
 * Whether its people need a second factor is the administrators' to say; a code that no declaration knows cannot be
 * granted at all (domain A1, 0.2). What a role may be given by whom is told by {@link watchRoles}.
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
    const found = await sql<{ code: string }>`
      select perm_code as code from t_perm
      where perm_id = any(${given}::bigint[]) and perm_code is not null`.execute(db);
    const codes = found.rows.map(({ code }) => code);
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

const permListQuery = z.object({ roleId: z.coerce.number().int().positive().optional() });

const permListDoc: CallDoc = {
  summary: label('角色的权限与全部权限树', 'What a role grants, and the tree of all permissions'),
  tag: registry.role,
  permission: 'sys:role:list',
  query: permListQuery,
};

function roleRoutes(app: FastifyInstance, engine: Engine): ReadonlySet<string> {
  // The tree to tick and what is ticked in it (domain A2).
  app.get('/api/admin/rolePermList', { config: { doc: permListDoc } }, async request => {
    const actor = actorOf(request);
    authorise(actor, registry.role, 'list');
    const { roleId } = permListQuery.parse(request.query);
    const held = await sql<{ permId: number }>`
      select rp.perm_id as "permId" from t_role_perm as rp join t_role as r using (role_id) join t_perm as p using (perm_id)
      where rp.role_id = ${roleId ?? 0} and not r.deleted and not p.deleted order by rp.perm_id`.execute(
      engine.db,
    );
    return answer(request, {
      permIds: held.rows.map(({ permId }) => permId),
      tree: await readPermTree(engine.db, actor.language),
    });
  });
  return new Set();
}

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
  watch: watchRoles,
  optionPaths: [{ path: '/api/admin/roleList', fields: ['roleId', 'roleName'] }],
  routes: roleRoutes,
});
