import { failure } from '@yikao/model/errors.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Condition, Db } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';

/** The partner of the account `u`: that of its agency if it has one, regardless of the account's own (domain 0.3). */
export function partnerOfAccount(u: string): RawBuilder<unknown> {
  return sql`case when ${sql.ref(`${u}.agent_id`)} is null then ${sql.ref(`${u}.partners_id`)}
    else (select own.partners_id from t_agent as own where own.agent_id = ${sql.ref(`${u}.agent_id`)}) end`;
}

/**
 * The condition that an agency and a partner, given as columns, and all partners above the partner, are enabled and not
 * deleted (domain 0.7, 20). True if both are null.
 */
export function organisationStands(partnersId: RawBuilder<unknown>, agentId: RawBuilder<unknown>): Condition {
  return sql<SqlBool>`(
    (${agentId} is null or exists (
      select 1 from t_agent as agency where agency.agent_id = ${agentId} and agency.status = ${enabled}
        and not agency.deleted))
    and (${partnersId} is null or not exists (
      with recursive above as (
        select ${partnersId} as id
        union
        select upper.parent_id from t_partners as upper join above on upper.partners_id = above.id
      )
      select 1 from above join t_partners as ended on ended.partners_id = above.id
      where ended.status <> ${enabled} or ended.deleted)))`;
}

/** {@link organisationStands} for the account on the alias `u`. */
export function organisationOfAccountStands(u: string): Condition {
  return organisationStands(sql`(${partnerOfAccount(u)})`, sql.ref(`${u}.agent_id`));
}

/**
 * Throws `accountDisabled` for a disabled account, and `organisationDisabled` if its agency, partner, or a partner
 * above is disabled. Call it only once the caller has proved to own the account.
 */
export async function assertMayEnter(db: Db, userId: number): Promise<void> {
  const found = await sql<{ enabled: boolean; stands: boolean }>`
    select u.status = ${enabled} as enabled, ${organisationOfAccountStands('u')} as stands
    from t_admin_user as u where u.user_id = ${userId} and not u.deleted`.execute(db);
  if (found.rows[0]?.enabled !== true) throw failure('accountDisabled');
  if (!found.rows[0].stands) throw failure('organisationDisabled');
}

/** The owner of a text message or log line: a person and the organisations they are bound to. */
export interface LogOwner {
  readonly userId: number | null;
  readonly partnersId: number | null;
  readonly provinceId: number | null;
  readonly agentId: number | null;
}

/** Unowned rows, readable only by people without an organisation. */
const nobody: LogOwner = { userId: null, partnersId: null, provinceId: null, agentId: null };

/**
 * The owner of messages to a mobile number, or to an account: the only account with it. A number shared by several
 * accounts identifies no owner.
 */
export async function ownerOf(
  db: Db,
  to: { readonly mobile: string } | { readonly userId: number },
): Promise<LogOwner> {
  const found = await sql<LogOwner>`
    select u.user_id, ${partnerOfAccount('u')} as partners_id, u.province_id,
      u.agent_id
    from t_admin_user as u
    where not u.deleted and ${'userId' in to ? sql`u.user_id = ${to.userId}` : sql`u.mobile = ${to.mobile}`}
    limit 2`.execute(db);
  return found.rows.length === 1 ? (found.rows[0] ?? nobody) : nobody;
}
