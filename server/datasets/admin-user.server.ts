import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { passwordAllowed } from '@yikao/model/rules/password.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { endSessionsOf, raiseAccessVersion } from '../accounts/access-version.ts';
import { setPassword } from '../accounts/credentials.ts';
import { codesOfRoles, holdsAll, mayGrantRoles, mayManage } from '../accounts/grants.ts';
import { inviteCode, randomPassword } from '../accounts/passwords.ts';
import type { Engine } from '../engine/engine.ts';
import { actorOf } from '../engine/http/actor.ts';
import { answer } from '../engine/http/answer.ts';
import type { CallDoc } from '../engine/http/doc.ts';
import { findRow } from '../engine/info.ts';
import type { Change, ChangeContext, ChangeKind, DatasetServer, Say } from '../engine/server-side.ts';
import { column, type Db } from '../engine/sql.ts';

const { adminUser } = registry;

const ids = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/**
 * What a person may do to another's account (domain A1): nobody grants what he does not hold, nobody but an
 * administrator touches an administrator, nobody changes one who holds more than he does, and nobody shuts himself
 * out.
 */
async function beforeSave(db: Db, { actor, key, values, row, before }: Change): Promise<Say> {
  const issues: Issue[] = [];
  if (!actor.admin && before !== undefined) {
    if (before.adminFlag === 1) throw failure('forbidden');
    if (!holdsAll(actor, await codesOfRoles(db, ids(before.roleIds)))) throw failure('forbidden');
  }
  if (!actor.admin && row.adminFlag === 1) issues.push(issue('adminFlag', 'beyondYou'));
  if (key === actor.userId) {
    for (const name of ['status', 'adminFlag']) {
      if (values[name] === 0) issues.push(issue(name, 'locked'));
    }
  }
  const held = new Set(ids(before?.roleIds));
  const given = ids(row.roleIds).filter(id => !held.has(id));
  if (!(await mayGrantRoles(db, actor, given))) issues.push(issue('roleIds', 'beyondYou'));
  return { issues, values: await codeFor(db, row) };
}

/** Sales, partners and agencies get an invite code, once (domain 0.7, item 12). */
async function codeFor(db: Db, row: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
  if (typeof row.recCode === 'string' || Number(row.userType) < 3) return {};
  for (;;) {
    const recCode = inviteCode();
    const taken = await sql`select 1 from t_admin_user where rec_code = ${recCode}`.execute(db);
    if (taken.rows.length === 0) return { recCode };
  }
}

async function saved(db: Db, { key, values, now }: Change & { readonly key: number }): Promise<void> {
  if (typeof values.password === 'string') {
    await setPassword(db, key, values.password, { now, mustChange: true });
  }
  if (Object.hasOwn(values, 'roleIds')) {
    await sql`delete from t_user_role where user_id = ${key}`.execute(db);
    await sql`
      insert into t_user_role (user_id, role_id)
      select ${key}::bigint, id from unnest(${ids(values.roleIds)}::bigint[]) as r(id)`.execute(db);
  }
}

/** Ends the sessions of whoever may no longer log in. An administrator is always left: the one who acts. */
async function changed(
  db: Db,
  keys: readonly number[],
  what: ChangeKind,
  { actor }: ChangeContext,
): Promise<void> {
  if (what === 'deleted') await assertDeletable(db, keys, actor);
  const found = await sql<{ userId: number }>`
    select user_id as "userId" from t_admin_user
    where user_id = any(${[...keys]}::bigint[]) and (deleted or status <> 1)`.execute(db);
  await endSessionsOf(
    db,
    found.rows.map(({ userId }) => userId),
  );
  await raiseAccessVersion(db);
}

async function assertDeletable(
  db: Db,
  keys: readonly number[],
  actor: ChangeContext['actor'],
): Promise<void> {
  if (keys.includes(actor.userId)) throw failure('notAllowedNow');
  if (!(await mayManage(db, actor, keys))) throw failure('forbidden');
}

const resetBody = z.object({
  userId: z.number().int().positive(),
  /** Left out, one is made. */
  password: z.string().optional(),
});

const resetDoc: CallDoc = {
  summary: label('重置他人密码，须为管理员', "Reset somebody else's password, for administrators"),
  tag: 'adminUser',
  body: resetBody,
  data: z.object({ password: z.string().optional() }),
};

function adminUserRoutes(app: FastifyInstance, engine: Engine): ReadonlySet<string> {
  // Ends all sessions of the person, who must then set an own password before anything else (domain A1).
  app.post(
    `${adminUser.path}/reset_pwd`,
    { config: { sessionOnly: true, doc: resetDoc } },
    async (request, reply) => {
      const actor = actorOf(request);
      if (!actor.admin) throw failure('forbidden');
      const { userId, password: chosen } = resetBody.parse(request.body ?? {});
      const password = chosen ?? randomPassword();
      if (userId === actor.userId) throw failure('notAllowedNow');
      if (!passwordAllowed(password)) {
        throw failure('invalidFields', {
          issues: [issue('password', 'badPassword')],
          labels: () => adminUser.fields.password.label,
        });
      }
      await engine.db.transaction().execute(async db => {
        if (!(await findRow(engine, db, adminUser, actor, userId))) throw failure('notFound');
        await setPassword(db, userId, password, { now: engine.clock.now(), mustChange: true });
        await endSessionsOf(db, [userId]);
        await raiseAccessVersion(db);
      });
      reply.header('cache-control', 'no-store');
      // Told once where it was made here; whoever chose it knows it, and it is not to be read from an answer.
      return answer(request, chosen === undefined ? { password } : {}, 'modified');
    },
  );
  return new Set();
}

/** Server side of the accounts. Accounts are told apart without regard to case, so they are kept in lower case. */
export const adminUserServer: DatasetServer = {
  expressions: {
    secondFactorFlag: alias => sql`(
      select count(*)::smallint from t_second_factor as factor
      where factor.user_id = ${column(alias, 'user_id')} and factor.confirmed_time is not null)`,
    roleIds: alias => sql`(
      select array_agg(held.role_id order by held.role_id)
      from t_user_role as held join t_role as held_role using (role_id)
      where held.user_id = ${column(alias, 'user_id')} and not held_role.deleted)`,
  },
  normalise: row => (typeof row.userName === 'string' ? { userName: row.userName.toLowerCase() } : {}),
  normalised: ['userName'],
  beforeSave,
  saved,
  changed,
  routes: adminUserRoutes,
};
