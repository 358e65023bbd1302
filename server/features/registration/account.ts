import { randomInt } from 'node:crypto';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { type IssueCode, issue } from '@yikao/model/kernel/issues.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { readableLetters } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import { setChosenPassword } from '../../accounts/credentials.ts';
import { randomPassword } from '../../accounts/passwords.ts';
import { assertWithinReach } from '../../accounts/rights-watch.ts';
import { type Actor, elevated } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { addWithin } from '../../engine/save.ts';
import { scopeCondition } from '../../engine/scope.ts';
import type { Db } from '../../engine/sql.ts';

const { partners, agent, adminUser, partnersApply } = registry;

/** An application as it stands. */
export interface Application {
  readonly applyId: number;
  /** 1 partner, 2 agency. */
  readonly applyType: number;
  readonly partnersName: string;
  readonly userName: string;
  readonly phone: string;
  readonly password: string | null;
  readonly provinceId: number;
  readonly cityId: number | null;
  readonly address: string;
  readonly position: string | null;
  readonly partnersId: number | null;
  readonly license: string | null;
  readonly remark: string | null;
  readonly auditStatus: number;
  readonly auditRemark: string | null;
  readonly accountId: number | null;
  readonly account: string | null;
}

/** What an approval made. */
export interface Opened {
  readonly accountId: number;
  readonly account: string;
  /** Partner that the application belongs to from now on. */
  readonly partnersId: number;
}

/**
 * Makes what was applied for (domain 3.14): the partner, or the agency of a partner, and an account with the role of
 * its kind, bound to it and to the province, with the password that the applicant chose. The permission to decide
 * stands for those to add, so the product itself acts in the reviewer's name. `under` is the partner it stands
 * under; an agency needs one. Throws `invalidFields` for one that is missing or out of the reviewer's reach,
 * `duplicate` for a name that is taken, `roleMissing`, `outranked` where the account would reach further than the
 * reviewer does.
 */
export async function openAccount(
  engine: Engine,
  db: Db,
  reviewer: Actor,
  application: Application,
  under: number | null,
): Promise<Opened> {
  await assertUnder(db, reviewer, application, under);
  const product: Actor = {
    ...elevated(reviewer.language),
    userId: reviewer.userId,
    userName: reviewer.userName,
    ...(reviewer.address !== undefined && { address: reviewer.address }),
  };
  const isPartner = application.applyType === 1;
  const made = isPartner
    ? await addWithin(engine, db, partners, product, partnerOf(application, under, engine.clock.now()))
    : await addWithin(engine, db, agent, product, await agencyOf(db, application, under));
  if (!isPartner && application.license !== null) {
    // It stands on the agency's own page now, as if it had been uploaded there.
    await sql`update t_upload_file set usage = 2 where path = ${application.license}`.execute(db);
  }
  const partnersId = isPartner ? made : Number(under);
  const account = await freeAccount(db, `${isPartner ? 'partner' : 'agency'}${application.applyId}`);
  const accountId = await addWithin(engine, db, adminUser, product, {
    userName: account,
    // Nobody is told it: the applicant's own takes its place below.
    password: randomPassword(),
    nickName: application.userName,
    mobile: application.phone,
    userType: isPartner ? 4 : 5,
    roleIds: [await roleOf(db, isPartner ? 'partner' : 'agent')],
    saleFlag: isPartner ? 1 : 0,
    partnersId,
    provinceId: application.provinceId,
    ...(!isPartner && { agentId: made }),
  });
  // An office of review gives the role of the kind that was applied for, but no reach beyond the reviewer's own.
  await assertWithinReach(db, reviewer, accountId);
  if (application.password === null) throw failure('notAllowedNow');
  await setChosenPassword(db, accountId, application.password, engine.clock.now());
  return { accountId, account, partnersId };
}

/** The partner an application is put under must be there, and within the reach of whoever decides. */
async function assertUnder(
  db: Db,
  reviewer: Actor,
  { applyType }: Application,
  under: number | null,
): Promise<void> {
  const refuse = (code: IssueCode) =>
    failure('invalidFields', {
      issues: [issue('partnersId', code, { value: under ?? '' })],
      labels: () => partnersApply.fields.ownerId.label,
    });
  const bound = reviewer.partnersIds !== null;
  if (under === null) {
    if (applyType === 2 || bound) throw refuse('required');
    return;
  }
  const found = await sql<{ reached: boolean }>`
    select ${scopeCondition(partners, reviewer, 'd', 'choose')} as reached
    from t_partners as d where d.partners_id = ${under} and not d.deleted`.execute(db);
  const [partner] = found.rows;
  if (!partner) throw refuse('unknownName');
  if (partner.reached !== true) throw refuse('outOfScope');
}

/** The application as a partner (domain F1). */
function partnerOf(application: Application, under: number | null, now: Date): Record<string, unknown> {
  const { partnersName, userName, phone, address, position, provinceId, remark } = application;
  return {
    partnersName,
    dataYear: dataYear(now),
    parentId: under ?? 0,
    // A channel of its own comes later; until then the partner is called by its name there.
    channelName: partnersName,
    userName,
    phone,
    address,
    position,
    provinceIds: [provinceId],
    remark,
  };
}

/** The application as an agency (domain F5). */
async function agencyOf(
  db: Db,
  application: Application,
  under: number | null,
): Promise<Record<string, unknown>> {
  const { partnersName, userName, phone, address, provinceId, cityId, license, remark } = application;
  return {
    agentName: partnersName,
    agentCode: await freeAgencyCode(db),
    partnersId: under,
    provinceId,
    cityId,
    contact: userName,
    phone,
    address,
    license,
    remark,
  };
}

/** A code of six readable signs that no agency has; people change it where they like another better. */
async function freeAgencyCode(db: Db): Promise<string> {
  for (;;) {
    const code = Array.from({ length: 6 }, () => readableLetters[randomInt(readableLetters.length)]).join('');
    const taken = await sql`select 1 from t_agent where agent_code = ${code}`.execute(db);
    if (taken.rows.length === 0) return code;
  }
}

/** An account name that nobody has or had: the wished one, else with a number behind it. */
async function freeAccount(db: Db, wished: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? wished : `${wished}-${number}`;
    const taken = await sql`select 1 from t_admin_user where lower(user_name) = ${name}`.execute(db);
    if (taken.rows.length === 0) return name;
  }
}

/** The enabled role of a code (domain 7.2). Throws `roleMissing`. */
async function roleOf(db: Db, code: 'partner' | 'agent'): Promise<number> {
  const found = await sql<{ id: number }>`
    select role_id as id from t_role where role_code = ${code} and status = 1 and not deleted`.execute(db);
  const id = found.rows[0]?.id;
  if (id === undefined) throw failure('roleMissing', { params: { code } });
  return Number(id);
}
