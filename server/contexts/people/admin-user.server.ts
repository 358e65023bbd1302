import { registry } from '@yikao/model/contexts/datasets.ts';
import { peopleCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { callStep } from '../../engine/steps/step-call.ts';
import { stepServerOf } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import {
  type Change,
  type ChangeContext,
  type ChangeKind,
  defineServer,
  type Verdict,
} from '../../engine/table/server-side.ts';
import { column, type Db } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import {
  endApiTokensOf,
  endSessionsOf,
  lockAccessVersion,
  raiseAccessVersion,
} from './accounts/access-version.ts';
import { setPassword } from './accounts/credentials.ts';
import { organisationOfAccountStands } from './accounts/organisation.ts';
import { passwordFault } from './accounts/password-fault.ts';
import { hashPassword, inviteCode, randomPassword } from './accounts/passwords.ts';
import { watchAccounts } from './accounts/rights-watch.ts';

const enableIs = codesOf(enable);

const { adminUser } = registry;

type Fields = typeof adminUser.fields;

/**
 * Nobody can lock themselves out: reported at the field, if a form is used. {@link watchAccounts} checks who may change
 * whom, and give what (domain A1).
 */
async function verdictOf(db: Db, { actor, key, values, row }: Change<Fields>): Promise<Verdict<Fields>> {
  const own = key === actor.userId ? (['status', 'adminFlag'] as const) : [];
  const issues = own.filter(name => values[name] === 0).map(name => issue(name, 'locked'));
  const names = [row.userName, row.mobile].map(name => (typeof name === 'string' ? name : undefined));
  const fault = typeof values.password === 'string' ? await passwordFault(values.password, names) : undefined;
  return { issues: fault ? [...issues, fault] : issues, values: await codeFor(db, row) };
}

/** Sales, partners and agencies get an invite code, once (domain 0.7, item 12). */
async function codeFor(db: Db, row: Change<Fields>['row']): Promise<Verdict<Fields>['values']> {
  if (typeof row.recCode === 'string' || Number(row.userType) < 3) return {};
  for (;;) {
    const recCode = inviteCode();
    const taken = await sql`select 1 from t_admin_user where rec_code = ${recCode}`.execute(db);
    if (taken.rows.length === 0) return { recCode };
  }
}

async function saved(db: Db, { key, values, now }: Change<Fields> & { readonly key: number }): Promise<void> {
  if (typeof values.password === 'string') {
    await setPassword(db, key, await hashPassword(values.password), { now, mustChange: true });
  }
  if (Object.hasOwn(values, 'roleIds')) {
    await sql`delete from t_user_role where user_id = ${key}`.execute(db);
    await sql`
      insert into t_user_role (user_id, role_id)
      select ${key}::bigint, id from unnest(${values.roleIds ?? []}::bigint[]) as r(id)`.execute(db);
  }
}

/**
 * Ends the sessions of people who may no longer log in, because of the account or its organisation. The API tokens of a
 * disabled account end for good: enabling it again does not restore them.
 */
async function changed(
  db: Db,
  keys: readonly number[],
  _: ChangeKind,
  { now }: ChangeContext,
): Promise<void> {
  const found = await sql<Columns<typeof adminUser, 'userId'> & { disabled: boolean }>`
    select u.user_id, u.deleted or u.status <> ${enableIs.enabled} as disabled from t_admin_user as u
    where u.user_id = any(${[...keys]}::bigint[])
      and (u.deleted or u.status <> ${enableIs.enabled} or not ${organisationOfAccountStands('u')})`.execute(
    db,
  );
  await endSessionsOf(
    db,
    found.rows.map(({ userId }) => userId),
  );
  const disabled = found.rows.flatMap(row => (row.disabled ? [row.userId] : []));
  await endApiTokensOf(db, disabled, now);
}

/** The steps `enable` and `disable` at one address (domain A1); an account already in that state is left unchanged. */
async function setStatus(
  engine: Engine,
  actor: Actor,
  { userId, status }: { readonly userId: number; readonly status: 0 | 1 },
): Promise<void> {
  const server = stepServerOf(engine, adminUser);
  const step = server?.machine.steps[status === enable.is.enabled ? 'enable' : 'disable'];
  if (!server || !step) throw new Error('The accounts have no machine');
  try {
    await callStep(engine, server, adminUser, step, actor, { userId }, undefined);
  } catch (error) {
    const late = error instanceof AppError && error.code === 'notAllowedNow';
    const row = late ? await findRow(engine, engine.db, adminUser, actor, userId) : undefined;
    if (row?.status !== status) throw error;
  }
}

function adminUserRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, peopleCalls.setStatus, async ({ actor, body }) => {
    await setStatus(engine, actor, body);
    return undefined;
  });
  handle(app, peopleCalls.resetPassword, async ({ actor, body: { userId, password: chosen } }) => {
    const password = chosen ?? randomPassword();
    if (userId === actor.userId) throw failure('notAllowedNow');
    const account = await findRow(engine, engine.db, adminUser, actor, userId);
    if (!account) throw failure('notFound');
    const fault = await passwordFault(password, [account.userName, account.mobile]);
    if (fault) {
      throw failure('invalidFields', { issues: [fault], labels: () => adminUser.fields.password.label });
    }
    const now = engine.clock.now();
    const stored = await hashPassword(password);
    const endedTokens = await transact(engine.db, async db => {
      await lockAccessVersion(db);
      if (!(await findRow(engine, db, adminUser, actor, userId))) throw failure('notFound');
      await setPassword(db, userId, stored, { now, mustChange: true });
      await endSessionsOf(db, [userId]);
      await raiseAccessVersion(db);
      return endApiTokensOf(db, [userId], now);
    });
    return { ...(chosen === undefined && { password }), endedTokens };
  });
}

/** Server side of the accounts. Account names are case-insensitive, so they are stored in lower case. */
export const adminUserServer = defineServer(adminUser, {
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
  reads: ['userName'],
  before: (db, changes) => Promise.all(changes.map(change => verdictOf(db, change))),
  saved,
  changed,
  watch: watchAccounts,
  // People who restore accounts may not be entitled to admit them, so a restored account is disabled.
  restoredWith: { status: enable.is.disabled },
  routes: adminUserRoutes,
});
