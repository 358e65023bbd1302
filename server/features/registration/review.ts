import {
  type ApplicationDetail,
  applicationDetail,
  auditBody,
  notifyBody,
} from '@yikao/model/calls/registration.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { ownerOf } from '../../accounts/organisation.ts';
import { holds } from '../../engine/access.ts';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { keyFrom } from '../../engine/info.ts';
import { maskedFor } from '../../engine/mask.ts';
import { scopeCondition } from '../../engine/scope.ts';
import type { Db } from '../../engine/sql.ts';
import { readBody } from '../body.ts';
import { type RateLimit, takeAttempt } from '../rate-limit.ts';
import { type SmsParts, sendSms } from '../sms-outbox.ts';
import { type Application, openAccount } from './account.ts';
import { applicationColumns, type FoundApplication, withTimes } from './lookup.ts';

const { partnersApply, adminUser } = registry;

/** Permission to decide on applications. */
export const auditCode = 'base:partnersapply:audit';

/** Times an hour that one applicant may be told again. */
const perApplication: RateLimit = { max: 3, windowMs: 3_600_000 };

/** Reads and locks an application that the actor may change; a foreign one is as one that does not exist. */
async function lockApplication(db: Db, actor: Actor, applyId: number): Promise<Application> {
  // Locked first and read then: what another reviewer has just made is not in the view of the statement that waited.
  await sql`
    select 1 from t_partners_apply as d
    where d.apply_id = ${applyId} and not d.deleted and ${scopeCondition(partnersApply, actor, 'd', 'write')}
    for update`.execute(db);
  const found = await sql<Application>`
    select d.apply_id as "applyId", d.apply_type as "applyType", d.partners_name as "partnersName",
      d.user_name as "userName", d.phone, d.province_id as "provinceId", d.city_id as "cityId", d.address,
      d.position, d.owner_id as "partnersId", d.license, d.remark, d.audit_status as "auditStatus",
      d.audit_remark as "auditRemark", d.account_id as "accountId",
      (select u.user_name from t_admin_user as u where u.user_id = d.account_id) as account,
      (select p.password from t_partners_apply_password as p where p.apply_id = d.apply_id) as password
    from t_partners_apply as d
    where d.apply_id = ${applyId} and not d.deleted and ${scopeCondition(partnersApply, actor, 'd', 'write')}`.execute(
    db,
  );
  const application = found.rows[0];
  if (!application) throw failure('notFound');
  return application;
}

/** `GET /api/admin/partners/apply/detail?applyId=`. The number is whole for those who decide, masked for others. */
export async function applicationOf(
  engine: Engine,
  actor: Actor,
  rawKey: unknown,
): Promise<ApplicationDetail> {
  type Found = FoundApplication & Omit<ApplicationDetail, keyof FoundApplication>;
  const found = await sql<Found>`
    select ${applicationColumns}, province.province_name as "provinceName", city.city_name as "cityName",
      a.owner_id as "partnersId", partner.partners_name as "belongsTo", inviter.nick_name as inviter,
      a.license is not null as "hasLicense", reviewer.nick_name as "auditBy"
    from t_partners_apply as a
    join t_province as province using (province_id)
    left join t_city as city on city.code = a.city_id
    left join t_partners as partner on partner.partners_id = a.owner_id
    left join t_admin_user as made on made.user_id = a.account_id
    left join t_admin_user as reviewer on reviewer.user_id = a.audit_by
      and ${scopeCondition(adminUser, actor, 'reviewer', 'name')}
    left join t_admin_user as inviter on inviter.rec_code = upper(a.rec_code) and not inviter.deleted
      and ${scopeCondition(adminUser, actor, 'inviter', 'name')}
    where a.apply_id = ${keyFrom(partnersApply, rawKey)} and not a.deleted
      and ${scopeCondition(partnersApply, actor, 'a')}`.execute(engine.db);
  const row = found.rows[0];
  if (!row) throw failure('notFound');
  const shown = applicationDetail.parse(withTimes(row));
  return holds(actor, auditCode)
    ? shown
    : applicationDetail.parse(maskedFor(partnersApply, actor, { ...shown }));
}

/** Path of the licence of an application within the actor's reach. Throws `notFound` without one. */
export async function licenseOf(db: Db, actor: Actor, rawKey: unknown): Promise<string> {
  const found = await sql<{ license: string | null }>`
    select d.license from t_partners_apply as d where d.apply_id = ${keyFrom(partnersApply, rawKey)} and not d.deleted
      and ${scopeCondition(partnersApply, actor, 'd')}`.execute(db);
  const path = found.rows[0]?.license;
  if (!path) throw failure('notFound');
  return path;
}

const labels = {
  auditRemark: partnersApply.fields.auditRemark.label,
  partnersId: partnersApply.fields.ownerId.label,
};

/** What an applicant is told of. */
type Told = Pick<
  Application,
  'phone' | 'userName' | 'auditStatus' | 'auditRemark' | 'account' | 'accountId' | 'partnersId' | 'provinceId'
>;

/** What a decision came to. */
interface Decided {
  readonly auditStatus: number;
  readonly account: string | null;
  readonly told: boolean;
}

/**
 * `PUT /api/admin/partners/apply/audit` (domain 3.14): 1 → 2 makes the partner or the agency with its account, 1 → 3
 * gives a reason; both in one transaction with the decision, under a lock of the row. Of two who decide alike at once
 * the second is answered what stands; whoever decides otherwise is told `notAllowedNow`. The applicant is told by a
 * text message afterwards, which may fail without taking the decision back.
 */
export async function audit(engine: Engine, sms: SmsParts, actor: Actor, given: unknown): Promise<Decided> {
  if (!holds(actor, auditCode)) throw failure('forbidden');
  const body = readBody(auditBody, given, labels);
  if (body.auditStatus === 3 && body.auditRemark === '') {
    throw failure('invalidFields', {
      issues: [issue('auditRemark', 'required')],
      labels: () => labels.auditRemark,
    });
  }
  const { application, account, accountId, fresh } = await engine.db
    .transaction()
    .execute(db => decide(engine, db, actor, body));
  const told = fresh ? await tell(sms, { ...application, ...body, account, accountId }) : true;
  return { auditStatus: body.auditStatus, account, told };
}

async function decide(engine: Engine, db: Db, actor: Actor, body: z.output<typeof auditBody>) {
  const application = await lockApplication(db, actor, body.applyId);
  if (application.auditStatus !== 1) {
    if (application.auditStatus !== body.auditStatus) throw failure('notAllowedNow');
    const { account, accountId } = application;
    return { application, account, accountId, fresh: false };
  }
  const now = engine.clock.now();
  const approved = body.auditStatus === 2;
  const made = approved ? await openAccount(engine, db, actor, application, body.partnersId) : undefined;
  await sql`
    update t_partners_apply set audit_status = ${body.auditStatus}, audit_remark = ${body.auditRemark || null},
      audit_by = ${actor.userId}, audit_time = ${now}, update_by = ${actor.userId}, update_time = ${now},
      account_id = ${made?.accountId ?? null}, owner_id = ${made ? made.partnersId : application.partnersId},
      version = version + 1
    where apply_id = ${application.applyId}`.execute(db);
  await sql`delete from t_partners_apply_password where apply_id = ${application.applyId}`.execute(db);
  return { application, account: made?.account ?? null, accountId: made?.accountId ?? null, fresh: true };
}

/** `PUT /api/admin/partners/apply/notify`: tells the applicant once more. Throws `notAllowedNow` before a decision. */
export async function notify(engine: Engine, sms: SmsParts, actor: Actor, given: unknown): Promise<boolean> {
  if (!holds(actor, auditCode)) throw failure('forbidden');
  const { applyId } = notifyBody.parse(given ?? {});
  const application = await engine.db.transaction().execute(db => lockApplication(db, actor, applyId));
  if (![2, 3].includes(application.auditStatus)) throw failure('notAllowedNow');
  const again = await takeAttempt(engine.db, `sms-notify:${applyId}`, perApplication, engine.clock.now());
  if (!again.allowed) throw failure('tooManyRequests');
  if (!(await tell(sms, application))) throw failure('smsFailed');
  return true;
}

/** Sends what was decided to whoever applied; the message is the new account's, or of whom the application is. */
async function tell(sms: SmsParts, application: Told): Promise<boolean> {
  const { phone, userName, auditStatus, auditRemark, account, accountId, partnersId, provinceId } =
    application;
  const owner =
    accountId === null
      ? { userId: null, partnersId, provinceId, agentId: null }
      : await ownerOf(sms.db, { userId: accountId });
  return sendSms(
    sms,
    auditStatus === 2
      ? { mobile: phone, topic: 'approved', values: { name: userName, account: account ?? '' } }
      : { mobile: phone, topic: 'refused', values: { name: userName, reason: auditRemark ?? '' } },
    owner,
  );
}
