import { registry } from '@yikao/model/contexts/datasets.ts';
import { applyType, reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { partnersApplySteps } from '@yikao/model/contexts/partner/partners-apply.machine.ts';
import { registerBody } from '@yikao/model/contexts/partner/registration.calls.ts';
import { smsScenes } from '@yikao/model/contexts/system/sms-code.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import type { GivenTo } from '@yikao/model/kernel/steps.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { validateRow } from '@yikao/model/kernel/validate/row.ts';
import { isEmpty, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import { referenceIssues } from '../../../engine/write/references.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { organisationOfAccountStands } from '../../people/accounts/organisation.ts';
import { passwordFault } from '../../people/accounts/password-fault.ts';
import { hashPassword } from '../../people/accounts/passwords.ts';
import { enabled } from '../../shared/enabled.ts';
import { useSmsCode } from '../../system/sms/sms-code.ts';

const reviewIs = codesOf(reviewStatus);

const { partnersApply, adminUser } = registry;

/** Labels of fields that only the registration has. */
const ownLabels: Readonly<Record<string, Label>> = {
  smsCode: label('短信验证码', 'Text code'),
  password: adminUser.fields.password.label,
  agreed: label('注册须知', 'Notice'),
};

/** Stores the picture of a licence and returns its path; see `filesFeature`. */
export type KeepLicense = () => Promise<string>;

/** PostgreSQL's code for a row that a unique index refuses. */
const uniqueViolation = '23505';

/**
 * Accepts an application (domain F7): validates every field first, then uses up the text code, which proves ownership
 * of the number, and only then checks existing data. A refused application is replaced by the new one. Throws
 * `invalidFields` with every problem, `wrongSmsCode`, and `applyPending` to the owner of a number with a pending
 * application.
 */
export async function apply(
  engine: Engine,
  given: unknown,
  license: KeepLicense | undefined,
): Promise<{ applyId: number; auditStatus: number }> {
  const body = registerBody.parse(given ?? {});
  const now = engine.clock.now();
  const { values, issues } = validateRow(partnersApply, body, 'create', now);
  issues.push(...ownIssues(body, values));
  // The number becomes the account.
  const fault = await passwordFault(body.password, [typeof values.phone === 'string' ? values.phone : '']);
  if (fault) issues.push(fault);
  const failed = new Set(issues.map(({ field }) => field));
  const sound = Object.fromEntries(Object.entries(values).filter(([name]) => !failed.has(name)));
  // There is no session; provinces and cities are public.
  issues.push(...(await referenceIssues(engine, engine.db, partnersApply, elevated(), sound, values)));
  if (issues.length > 0) {
    throw failure('invalidFields', {
      issues,
      labels: name => ownLabels[name] ?? partnersApply.fields[name as 'phone']?.label,
    });
  }
  const phone = String(values.phone);
  await useSmsCode(engine.db, { mobile: phone, scene: smsScenes[0], code: body.smsCode, now });
  const password = await hashPassword(body.password);
  const ownerId = await partnerOfInvite(engine.db, values.recCode);
  const path = license ? await license() : null;
  try {
    const applyId = await transact(engine.db, async db => {
      const id = await keep(engine, db, { ...values, license: path, ownerId });
      await sql`
          insert into t_partners_apply_password (apply_id, password) values (${id}, ${password})
          on conflict (apply_id) do update set password = excluded.password`.execute(db);
      return id;
    });
    return { applyId, auditStatus: reviewStatus.is.submitted };
  } catch (error) {
    // Nothing refers to the picture now; the scheduled clean-up removes leftovers of a crash.
    if (path !== null) await forgetFile(engine, path);
    throw (error as { code?: unknown }).code === uniqueViolation ? failure('applyPending') : error;
  }
}

/** Rules beyond the dataset's own checks: a partner has a position (domain F1), the code and the notice are given. */
function ownIssues(
  body: { readonly smsCode: string; readonly agreed: boolean },
  values: Readonly<RowValues>,
): Issue[] {
  const issues: Issue[] = [];
  if (values.applyType === applyType.is.partner && isEmpty(values.position))
    issues.push(issue('position', 'required'));
  if (body.smsCode === '') issues.push(issue('smsCode', 'required'));
  if (!body.agreed) issues.push(issue('agreed', 'required'));
  return issues;
}

/**
 * The partner of the person with this invite code. An unknown code is stored as typed without effect, and the applicant
 * is not named: otherwise the page would reveal the existing codes.
 */
async function partnerOfInvite(db: Db, recCode: unknown): Promise<number | null> {
  if (typeof recCode !== 'string') return null;
  const found = await sql<Columns<typeof registry.partners, 'partnersId'>>`
    select p.partners_id from t_admin_user as u join t_partners as p using (partners_id)
    where u.rec_code = ${recCode.toUpperCase()} and u.status = ${enabled} and not u.deleted
      and ${organisationOfAccountStands('u')}`.execute(db);
  return found.rows[0]?.partnersId ?? null;
}

/** Adds an application, or has the last refused one of the same number sent again (domain 3.14: 3 → 1 after edit). */
async function keep(engine: Engine, db: Tx, values: RowValues): Promise<number> {
  const found = await sql<Columns<typeof partnersApply, 'applyId' | 'auditStatus'>>`
    select apply_id, audit_status from t_partners_apply
    where phone = ${values.phone} and audit_status in (${reviewIs.submitted}, ${reviewIs.rejected}) and not deleted
    order by audit_status, apply_id desc limit 1 for update`.execute(db);
  const before = found.rows[0];
  if (before?.auditStatus === reviewStatus.is.submitted) throw failure('applyPending');
  if (!before) {
    const [added = 0] = await insertRows(engine, db, partnersApply, [values], { by: elevated() });
    return added;
  }
  const { form = {} } = partnersApplySteps.steps.resubmit ?? {};
  // Validated by the dataset's declaration, whose fields are the step's inputs.
  const given = Object.fromEntries(
    Object.keys(form).map(name => [name, values[name] ?? null]),
  ) as unknown as GivenTo<typeof partnersApplySteps, 'resubmit'>;
  await takeStep(engine, partnersApplySteps, 'resubmit', {
    keys: before.applyId,
    given,
    by: { kind: 'vendor' },
    within: db,
  });
  return before.applyId;
}

async function forgetFile(engine: Engine, path: string): Promise<void> {
  await engine.files.remove(path.slice(1));
  await sql`delete from t_upload_file where path = ${path}`.execute(engine.db);
}
