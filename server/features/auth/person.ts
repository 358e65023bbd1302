import type { SessionUser } from '@yikao/model/calls/login.ts';
import { failure } from '@yikao/model/errors.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { partnerOfAccount } from '../../accounts/organisation.ts';
import type { Actor } from '../../engine/actor.ts';
import type { Db } from '../../engine/sql.ts';

/** An actor before the language of the request is known. */
export type Person = Omit<Actor, 'language'>;

/** What the rules of {@link personOf} read of an account and its roles. */
export interface Account {
  readonly userId: number;
  readonly userName: string;
  readonly adminFlag: number;
  /** That of the agency, where the person has one. */
  readonly partnersId: number | null;
  /** The partner and all under it. */
  readonly partnersTree: readonly number[] | null;
  readonly provinceId: number | null;
  readonly agentId: number | null;
  /** Set when somebody else chose the password. */
  readonly mustChange: boolean | null;
  /** `dataScope` of each enabled role. */
  readonly dataScopes: readonly number[] | null;
  /** Codes of the enabled nodes of the enabled roles. */
  readonly codes: readonly string[] | null;
}

/** Columns of an {@link Account}, for a query on t_admin_user as `u`. */
export const accountColumns = sql`
  u.user_id as "userId", u.user_name as "userName", u.admin_flag as "adminFlag",
  ${partnerOfAccount('u')} as "partnersId",
  case when coalesce(u.agent_id, u.partners_id) is not null then (
    with recursive family as (
      select ${partnerOfAccount('u')} as id
      union
      select x.partners_id from t_partners as x join family on x.parent_id = family.id where not x.deleted
    ) select array_agg(id) from family) end as "partnersTree",
  (select c.must_change from t_credential as c where c.user_id = u.user_id) as "mustChange",
  u.province_id as "provinceId", u.agent_id as "agentId",
  (select array_agg(r.data_scope) from t_user_role as ur join t_role as r using (role_id)
    where ur.user_id = u.user_id and r.status = 1 and not r.deleted) as "dataScopes",
  (select array_agg(distinct p.perm_code) from t_user_role as ur join t_role as r using (role_id)
    join t_role_perm as rp using (role_id) join t_perm as p using (perm_id)
    where ur.user_id = u.user_id and r.status = 1 and not r.deleted
      and p.perm_code is not null and p.status = 1 and not p.deleted) as codes`;

/** The partner a person is bound to, first of all, and those under it. An agency that is gone has none, and is bound to none. */
function familyOf({ partnersId, partnersTree, agentId }: Account): number[] | null {
  if (partnersId === null) return agentId === null ? null : [];
  return [partnersId, ...(partnersTree ?? []).filter(id => id !== partnersId)];
}

/**
 * How far a person reaches (domain 0.3, Q59). A role limited to an organisation gives nothing to a person who
 * has none; roles that do give something bind the person to own rows only when all of them do.
 */
export function personOf(account: Account): Person {
  const admin = account.adminFlag === 1;
  const organisation: Record<number, number | null> = {
    1: account.partnersId,
    2: account.provinceId,
    3: account.agentId,
  };
  const giving = (account.dataScopes ?? []).filter(scope => organisation[scope] !== null);
  return {
    userId: account.userId,
    userName: account.userName,
    admin,
    permissions: new Set(account.codes ?? []),
    partnersIds: familyOf(account),
    provinceId: account.provinceId,
    agentId: account.agentId,
    noRows: !admin && giving.length === 0,
    ownRowsOnly: !admin && giving.length > 0 && giving.every(scope => scope === 4),
  };
}

/** The person with this number, as a session of theirs would find them; undefined when there is none. */
export async function readPerson(db: Db, userId: number): Promise<Person | undefined> {
  const found = await sql<Account>`
    select ${accountColumns} from t_admin_user as u where u.user_id = ${userId} and not u.deleted`.execute(
    db,
  );
  return found.rows[0] && personOf(found.rows[0]);
}

interface UserRow extends Account {
  readonly nickName: string;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly roleNames: string | null;
  readonly createTime: Date;
  readonly recCode: string | null;
  readonly saleFlag: 0 | 1;
  readonly provinceName: string | null;
}

/** The person as the browser keeps it (spec section 3, session user). Throws `unauthenticated` once the account is gone. */
export async function readSessionUser(db: Db, userId: number): Promise<SessionUser> {
  const found = await sql<UserRow>`
    select ${accountColumns}, u.nick_name as "nickName", u.mobile, u.email, u.create_time as "createTime",
      u.rec_code as "recCode", u.sale_flag as "saleFlag",
      (select string_agg(r.role_name, ',' order by r.role_id) from t_user_role as ur join t_role as r using (role_id)
        where ur.user_id = u.user_id and r.status = 1 and not r.deleted) as "roleNames",
      (select province_name from t_province as x where x.province_id = u.province_id) as "provinceName"
    from t_admin_user as u where u.user_id = ${userId} and u.status = 1 and not u.deleted`.execute(db);
  const row = found.rows[0];
  if (!row) throw failure('unauthenticated');
  return {
    userId: row.userId,
    userName: row.userName,
    nickName: row.nickName,
    mobile: row.mobile,
    email: row.email,
    roleNames: row.roleNames ?? '',
    createTime: shanghaiTime(row.createTime),
    recCode: row.recCode,
    adminFlag: row.adminFlag === 1 ? 1 : 0,
    saleFlag: row.saleFlag,
    perms: row.adminFlag === 1 ? permissionCodes().map(({ code }) => code) : [...(row.codes ?? [])],
    partnersId: row.partnersId,
    partnersIds: familyOf(row),
    mustChangePassword: row.mustChange === true,
    mustEnrolSecondFactor: false,
    provinceId: row.provinceId,
    provinceName: row.provinceName,
    agentId: row.agentId,
  };
}
