import { noticeEventOf } from '@yikao/model/contexts/notice/events.ts';
import type { NoticeEventCode, NoticeWay } from '@yikao/model/contexts/notice/notice.codes.ts';
import type { PermissionCode } from '@yikao/model/permissions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Condition, Db } from '../../engine/table/sql.ts';
import { readPeople } from '../people/accounts/person.ts';
import { enabled } from '../shared/enabled.ts';

/**
 * A query of the people to be notified of something. Columns: `person` (the subject of texts to this person, such as
 * `mockStudent:17`), `account_id` of the back-office, `consumer_id` (for pushes), `mobile`, `name`, and the owner of the
 * text: `partners_id`, `province_id`, `agent_id`. Any of them but `person` may be null.
 */
export type PeopleQuery = RawBuilder<unknown>;

/** The people who are accounts of the back-office, with these ids. */
export function accountsWhere(where: Condition): PeopleQuery {
  return sql`
    select 'adminUser:' || u.user_id as person, u.user_id as account_id, null::bigint as consumer_id,
      u.mobile::text as mobile, u.nick_name::text as name, u.partners_id, u.province_id, u.agent_id
    from t_admin_user as u where ${where}`;
}

/** One account; nobody for null. */
export const accountWith = (userId: number | null): PeopleQuery =>
  accountsWhere(sql<SqlBool>`u.user_id = ${userId ?? 0}`);

/** The accounts with a permission among those that meet a condition; administrators have every permission. */
export function holdersOf(code: PermissionCode, where: Condition): PeopleQuery {
  return accountsWhere(sql<SqlBool>`${where} and (u.admin_flag = 1 or exists (
    select from t_user_role as ur join t_role as r using (role_id) join t_role_perm as rp using (role_id)
      join t_perm as p using (perm_id)
    where ur.user_id = u.user_id and p.perm_code = ${code} and r.status = ${enabled} and not r.deleted
      and p.status = ${enabled}
      and not p.deleted))`);
}

/**
 * The accounts among these people that may be notified of an event: enabled, of an organisation that is enabled too, and
 * with the right to open the page of the message. Asked again each time, since rights change.
 */
export async function accountsToTell(db: Db, event: NoticeEventCode, people: PeopleQuery): Promise<number[]> {
  const { may } = noticeEventOf(event);
  const found = await sql<{ ids: number[] | null }>`
    select array_agg(distinct p.account_id) as ids from (${people}) as p where p.account_id is not null`.execute(
    db,
  );
  const ids = found.rows[0]?.ids ?? [];
  if (ids.length === 0) return [];
  const read = await readPeople(db, sql<SqlBool>`u.user_id = any(${ids}::bigint[])`);
  return read.flatMap(({ person, active }) =>
    active && (may === undefined || person.admin || person.permissions.has(may)) ? [person.userId] : [],
  );
}

/** The condition that the account of `p` wants to be notified of an event in a way; true of people without an account. */
export function wants(event: NoticeEventCode, way: NoticeWay): Condition {
  return sql<SqlBool>`not exists (select from t_notice_refusal as no
    where no.user_id = p.account_id and no.event = ${event} and no.way = ${way})`;
}
