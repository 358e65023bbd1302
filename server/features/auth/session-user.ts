import type { SessionUser } from '@yikao/model/calls/login.ts';
import { failure } from '@yikao/model/errors.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import { readPeople } from '../../accounts/person.ts';
import type { Db } from '../../engine/sql.ts';

/** The facts that people see of themselves beside their rights. */
interface Profile {
  readonly nickName: string;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly roleNames: string | null;
  readonly createTime: Date;
  readonly recCode: string | null;
  readonly saleFlag: 0 | 1;
  readonly partnersId: number | null;
  readonly provinceName: string | null;
}

/**
 * The person as the browser keeps it (spec section 3, session user). Throws `unauthenticated` once the account is
 * gone.
 */
export async function readSessionUser(db: Db, userId: number): Promise<SessionUser> {
  const [found] = await readPeople(
    db,
    sql<SqlBool>`u.user_id = ${userId} and u.status = 1 and not u.deleted`,
  );
  const profiles = await sql<Profile>`
    select u.nick_name as "nickName", u.mobile, u.email, u.create_time as "createTime", u.rec_code as "recCode",
      u.sale_flag as "saleFlag", u.partners_id as "partnersId",
      (select string_agg(r.role_name, ',' order by r.role_id) from t_user_role as ur join t_role as r using (role_id)
        where ur.user_id = u.user_id and r.status = 1 and not r.deleted) as "roleNames",
      (select province_name from t_province as x where x.province_id = u.province_id) as "provinceName"
    from t_admin_user as u where u.user_id = ${userId}`.execute(db);
  const profile = profiles.rows[0];
  if (!found || !profile) throw failure('unauthenticated');
  const { person, mustChange } = found;
  return {
    ...profile,
    userId,
    userName: person.userName,
    roleNames: profile.roleNames ?? '',
    createTime: shanghaiTime(profile.createTime),
    adminFlag: person.admin ? 1 : 0,
    perms: person.admin ? permissionCodes().map(({ code }) => code) : [...person.permissions],
    partnersIds: person.partnersIds === null ? null : [...person.partnersIds],
    mustChangePassword: mustChange,
    mustEnrolSecondFactor: false,
    provinceId: person.provinceId,
    agentId: person.agentId,
  };
}
