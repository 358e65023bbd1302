import { sql } from 'kysely';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';
import { organisationOfAccountStands } from '../accounts/organisation.ts';
import type { Standing } from '../accounts/standing.ts';
import { locksOn } from './locks/locks.ts';

/** State of an account's login (domain 2.A). */
export async function readStanding(db: Db, userId: number, now: Date): Promise<Standing> {
  const [locks, everybody, found, roles] = await Promise.all([
    locksOn(db, userId, now),
    readParameter(db, 'login.secondFactor'),
    sql<Omit<Standing, 'strangersLocked' | 'demandedBy' | 'demandedOfAll'>>`
      select
        coalesce((select must_change from t_credential where user_id = ${userId}), false) as must_change,
        (select confirmed_time from t_second_factor where user_id = ${userId}) as factor_since,
        (select u.nick_name from t_config as c join t_admin_user as u on u.user_id = c.update_by
          where c.config_key = 'login.secondFactor') as demanded_of_all_by,
        not coalesce((select ${organisationOfAccountStands('u')} from t_admin_user as u
          where u.user_id = ${userId}), true) as organisation_ended,
        exists (select 1 from t_known_device where user_id = ${userId}) as known_device,
        exists (select 1 from t_session
          where user_id = ${userId} and expire_time > ${now} and not must_enrol) as logged_in,
        exists (select 1 from t_login_challenge
          where user_id = ${userId} and expire_time > ${now}) as waiting`.execute(db),
    sql<Standing['demandedBy'][number]>`
      select r.role_id, r.role_name from t_user_role as ur join t_role as r using (role_id)
      where ur.user_id = ${userId} and r.second_factor_flag = 1 and r.status = ${enabled} and not r.deleted
      order by r.role_id`.execute(db),
  ]);
  const row = found.rows[0];
  const everywhere = locks.find(({ kind }) => kind === 'account');
  const locked = everywhere ?? locks.find(({ kind }) => kind === 'network');
  return {
    organisationEnded: row?.organisationEnded ?? false,
    strangersLocked: locked && { until: locked.until, everywhere: locked === everywhere },
    knownDevice: row?.knownDevice ?? false,
    mustChange: row?.mustChange ?? false,
    factorSince: row?.factorSince ?? null,
    demandedBy: roles.rows,
    demandedOfAll: everybody,
    demandedOfAllBy: row?.demandedOfAllBy ?? null,
    loggedIn: row?.loggedIn ?? false,
    waiting: row?.waiting ?? false,
  };
}
