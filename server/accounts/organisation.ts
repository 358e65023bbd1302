import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../engine/sql.ts';

/**
 * The partner of the account `u`: that of its agency where it has one, whatever the account itself says (domain 0.3).
 */
export function partnerOfAccount(u: string): RawBuilder<unknown> {
  return sql`case when ${sql.ref(`${u}.agent_id`)} is null then ${sql.ref(`${u}.partners_id`)}
    else (select own.partners_id from t_agent as own where own.agent_id = ${sql.ref(`${u}.agent_id`)}) end`;
}

/** Whose a text message or a line of a log is: a person and the organisations that the person is bound to. */
export interface LogOwner {
  readonly userId: number | null;
  readonly partnersId: number | null;
  readonly provinceId: number | null;
  readonly agentId: number | null;
}

/** Rows that belong to nobody, which are read by people of no organisation only. */
const nobody: LogOwner = { userId: null, partnersId: null, provinceId: null, agentId: null };

/**
 * The owner of what is sent to a mobile number, or to an account: the one account that has it. A number that several
 * accounts have does not tell whose message it is.
 */
export async function ownerOf(
  db: Db,
  to: { readonly mobile: string } | { readonly userId: number },
): Promise<LogOwner> {
  const found = await sql<LogOwner>`
    select u.user_id as "userId", ${partnerOfAccount('u')} as "partnersId", u.province_id as "provinceId",
      u.agent_id as "agentId"
    from t_admin_user as u
    where not u.deleted and ${'userId' in to ? sql`u.user_id = ${to.userId}` : sql`u.mobile = ${to.mobile}`}
    limit 2`.execute(db);
  return found.rows.length === 1 ? (found.rows[0] ?? nobody) : nobody;
}
