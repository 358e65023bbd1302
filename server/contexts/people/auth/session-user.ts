import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { SessionUser } from '@yikao/model/contexts/people/login.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';
import { readPeople } from '../accounts/person.ts';

/** The facts people see about themselves, besides their rights. */
interface Profile
  extends Columns<
    typeof registry.adminUser,
    'nickName' | 'mobile' | 'email' | 'createTime' | 'recCode' | 'saleFlag' | 'partnersId'
  > {
  readonly roleNames: string | null;
  readonly provinceName: string | null;
}

/**
 * The person as the browser keeps it (spec section 3, session user). Throws `unauthenticated` once the account is
 * gone.
 */
export async function readSessionUser(db: Db, userId: number): Promise<SessionUser> {
  const [found] = await readPeople(db, sql<SqlBool>`u.user_id = ${userId}`);
  const profiles = await sql<Profile>`
    select u.nick_name, u.mobile, u.email, u.create_time, u.rec_code, u.sale_flag, u.partners_id,
      (select string_agg(r.role_name, ',' order by r.role_id) from t_user_role as ur join t_role as r using (role_id)
        where ur.user_id = u.user_id and r.status = ${enabled} and not r.deleted) as role_names,
      (select province_name from t_province as x where x.province_id = u.province_id) as province_name
    from t_admin_user as u where u.user_id = ${userId}`.execute(db);
  const profile = profiles.rows[0];
  if (!found?.active || !profile) throw failure('unauthenticated');
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
