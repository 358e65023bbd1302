import { registry } from '@yikao/model/contexts/datasets.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { partnersApplySteps } from '@yikao/model/contexts/partner/partners-apply.machine.ts';
import type { AuditBody } from '@yikao/model/contexts/partner/registration.calls.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow, keyFrom } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { callStep } from '../../../engine/steps/step-call.ts';
import { stepServerOf } from '../../../engine/steps/step-server.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';

const { partnersApply } = registry;
const { pass, reject } = partnersApplySteps.steps;

/** Path of the licence of an application within the actor's reach. Throws `notFound` without one. */
export async function licenseOf(db: Db, actor: Actor, rawKey: unknown): Promise<string> {
  const found = await sql<Columns<typeof partnersApply, 'license'>>`
    select d.license from t_partners_apply as d where d.apply_id = ${keyFrom(partnersApply, rawKey)} and not d.deleted
      and ${scopeCondition(partnersApply, actor, 'd')}`.execute(db);
  const path = found.rows[0]?.license;
  if (!path) throw failure('notFound');
  return path;
}

/** The state of an application, and the account created for it. */
interface Decided {
  readonly auditStatus: number;
  readonly account: string | null;
}

/**
 * The decision (domain F7): the steps `pass` and `reject` at one address, selected by the requested status. A second,
 * equal decision gets the existing result; a different one throws `notAllowedNow`.
 */
export async function audit(
  engine: Engine,
  actor: Actor,
  { applyId, auditStatus, auditRemark, partnersId }: AuditBody,
): Promise<Decided> {
  const server = stepServerOf(engine, partnersApply);
  const step = auditStatus === reviewStatus.is.approved ? pass : reject;
  if (!server || !step) throw new Error('The applications have no machine');
  const standing = async () => {
    const row = await findRow(engine, engine.db, partnersApply, actor, applyId);
    if (!row) throw failure('notFound');
    return row;
  };
  await standing();
  try {
    const body =
      auditStatus === reviewStatus.is.approved ? { applyId, ownerId: partnersId } : { applyId, auditRemark };
    await callStep(engine, server, partnersApply, step, actor, body, undefined);
  } catch (error) {
    const late = error instanceof AppError && error.code === 'notAllowedNow';
    if (!late || (await standing()).auditStatus !== auditStatus) throw error;
  }
  return { auditStatus, account: await accountOf(engine.db, applyId) };
}

async function accountOf(db: Db, applyId: number): Promise<string | null> {
  const found = await sql<Columns<typeof registry.adminUser, 'userName'>>`
    select u.user_name from t_partners_apply as a join t_admin_user as u on u.user_id = a.account_id
    where a.apply_id = ${applyId}`.execute(db);
  return found.rows[0]?.userName ?? null;
}
