import { randomInt } from 'node:crypto';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { applyType as applyTypes } from '@yikao/model/contexts/partner/partner.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { readableLetters } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { type Actor, elevated } from '../../engine/scope/actor.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { addWithin } from '../../engine/write/save.ts';
import { setChosenPassword } from '../people/accounts/credentials.ts';
import { randomPassword } from '../people/accounts/passwords.ts';
import { assertWithinReach } from '../people/accounts/rights-watch.ts';
import { enabled } from '../shared/enabled.ts';

const { partners, agent, adminUser, partnersApply } = registry;

/** The current application. */
export type Application = RowOf<typeof partnersApply>;

/** The outcome of an approval: the account, and the partner that the application belongs to from now on. */
export interface Opened {
  readonly accountId: number;
  readonly account: string;
  readonly partnersId: number;
}

/**
 * Creates the result of an application (domain 3.14): the partner, or the agency of a partner, and an account with the
 * role of its kind, bound to it and to the province, with the applicant's password. The permission to decide includes
 * those to add, so the product itself acts in the reviewer's name. `under` is the parent partner; an agency needs one.
 * Throws `invalidFields` if it is missing, `duplicate` for a name that is taken, `roleMissing`, and `outranked` if the
 * account would reach further than the reviewer.
 */
export async function openAccount(
  engine: Engine,
  db: Tx,
  reviewer: Actor,
  application: Application,
  under: number | null,
): Promise<Opened> {
  assertUnder(reviewer, application, under);
  const password = await chosenPassword(db, application);
  const product: Actor = {
    ...elevated(reviewer.language),
    userId: reviewer.userId,
    userName: reviewer.userName,
    ...(reviewer.address !== undefined && { address: reviewer.address }),
  };
  const isPartner = application.applyType === applyTypes.is.partner;
  const made = isPartner
    ? await addWithin(engine, db, partners, product, partnerOf(application, under, engine.clock.now()))
    : await addWithin(engine, db, agent, product, await agencyOf(db, application, under));
  if (!isPartner && application.license !== null) {
    // The file is now part of the agency's record, as if it had been uploaded there, for people who reach the agency.
    await sql`update t_upload_file set usage = 2, audience = 2 where path = ${application.license}`.execute(
      db,
    );
  }
  const partnersId = isPartner ? made : Number(under);
  const account = await freeAccount(db, `${isPartner ? 'partner' : 'agency'}${application.applyId}`);
  const accountId = await addWithin(engine, db, adminUser, product, {
    userName: account,
    // Never revealed: the applicant's own password replaces it below.
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
  // A reviewer may assign the role of the requested kind, but no reach beyond their own.
  await assertWithinReach(db, reviewer, accountId);
  await setChosenPassword(db, accountId, password, engine.clock.now());
  return { accountId, account, partnersId };
}

/** An agency, and anything opened by a partner's people, belongs under a partner. */
function assertUnder(reviewer: Actor, { applyType }: Application, under: number | null): void {
  if (under !== null || (applyType !== applyTypes.is.agency && reviewer.partnersIds === null)) return;
  throw failure('invalidFields', {
    issues: [issue('ownerId', 'required')],
    labels: () => partnersApply.fields.ownerId.label,
  });
}

/** The hash of the applicant's chosen password. Throws `notAllowedNow` if the application has none left. */
async function chosenPassword(db: Db, { applyId }: Application): Promise<string> {
  const found = await sql<{ password: string }>`
    select password from t_partners_apply_password where apply_id = ${applyId}`.execute(db);
  const [kept] = found.rows;
  if (!kept) throw failure('notAllowedNow');
  return kept.password;
}

/** The application as a partner (domain F1). */
function partnerOf(application: Application, under: number | null, now: Date): Record<string, unknown> {
  const { partnersName, userName, phone, address, position, provinceId, remark } = application;
  return {
    partnersName,
    dataYear: dataYear(now),
    parentId: under ?? 0,
    // It may get a channel later; until then the partner has its own name there.
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

/** An unused code of six readable characters, which people may change. */
async function freeAgencyCode(db: Db): Promise<string> {
  for (;;) {
    const code = Array.from({ length: 6 }, () => readableLetters[randomInt(readableLetters.length)]).join('');
    const taken = await sql`select 1 from t_agent where agent_code = ${code}`.execute(db);
    if (taken.rows.length === 0) return code;
  }
}

/** An account name that was never used: the requested one, else with a number appended. */
async function freeAccount(db: Db, wished: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? wished : `${wished}-${number}`;
    const taken = await sql`select 1 from t_admin_user where lower(user_name) = ${name}`.execute(db);
    if (taken.rows.length === 0) return name;
  }
}

/** The enabled role of a code (domain 7.2). Throws `roleMissing`. */
async function roleOf(db: Db, code: 'partner' | 'agent'): Promise<number> {
  const found = await sql<Columns<typeof registry.role, 'roleId'>>`
    select role_id from t_role where role_code = ${code} and status = ${enabled} and not deleted`.execute(db);
  const id = found.rows[0]?.roleId;
  if (id === undefined) throw failure('roleMissing', { params: { code } });
  return id;
}
