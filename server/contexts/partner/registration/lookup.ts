import {
  type OwnApplication,
  ownApplications,
  type RegisterPlaces,
  type RegisterStatusBody,
} from '@yikao/model/contexts/partner/registration.calls.ts';
import { cityLevel } from '@yikao/model/contexts/shared/shared.codes.ts';
import { smsScenes } from '@yikao/model/contexts/system/sms-code.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';
import { useSmsCode } from '../../system/sms/sms-code.ts';

const cityLevelIs = codesOf(cityLevel);

/** Applications that a look-up shows: the last few. */
const shown = 10;

/** Columns of an application on `a`, as the applicant reads them. */
const applicationColumns: RawBuilder<unknown> = sql`
  a.apply_id, a.apply_type, a.partners_name, a.user_name, a.phone, a.province_id, a.city_id, a.address,
  a.position, a.rec_code, a.remark, a.audit_status, a.audit_remark, a.create_time,
  a.audit_time, made.user_name as account`;

/** An application as read from the database. */
type FoundApplication = Omit<OwnApplication, 'createTime' | 'auditTime'> & {
  readonly createTime: Date;
  readonly auditTime: Date | null;
};

/** Its times as they are shown. */
function withTimes(found: FoundApplication) {
  return {
    ...found,
    createTime: shanghaiTime(found.createTime),
    auditTime: found.auditTime && shanghaiTime(found.auditTime),
  };
}

/**
 * The outcome of a number's applications, for its owner. Throws `wrongSmsCode` with the same message whether or not the
 * number ever applied.
 */
export async function ownStatus(
  engine: Engine,
  { phone, smsCode }: RegisterStatusBody,
): Promise<OwnApplication[]> {
  const now = engine.clock.now();
  await useSmsCode(engine.db, { mobile: phone, scene: smsScenes[0], code: smsCode, now });
  const found = await sql<FoundApplication>`
    select ${applicationColumns} from t_partners_apply as a
    left join t_admin_user as made on made.user_id = a.account_id and not made.deleted
    where a.phone = ${phone} and not a.deleted order by a.apply_id desc limit ${shown}`.execute(engine.db);
  return ownApplications.parse(found.rows.map(withTimes));
}

/** The enabled provinces with their cities. */
export async function readPlaces(db: Db): Promise<RegisterPlaces> {
  const found = await sql<RegisterPlaces[number]>`
    select p.province_id, p.province_name,
      coalesce(json_agg(json_build_object('cityId', c.city_id, 'cityName', c.city_name) order by c.city_id)
        filter (where c.city_id is not null), '[]') as cities
    from t_province as p
    left join t_city as c on c.province_id = p.province_id and c.level = ${cityLevelIs.city} and not c.deleted
    where p.status = ${enabled} and not p.deleted
    group by p.province_id, p.province_name, p.order_num order by p.order_num, p.province_id`.execute(db);
  return found.rows;
}
