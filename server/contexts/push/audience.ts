import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { AudienceEstimate } from '@yikao/model/contexts/push/push.calls.ts';
import { audienceType, deviceStatus } from '@yikao/model/contexts/push/push.codes.ts';
import { tagsOf } from '@yikao/model/contexts/push/rules/audience.ts';
import { entitlementStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { DraftOf } from '@yikao/model/kernel/dataset.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import { allOf, countFrom, type Db } from '../../engine/table/sql.ts';

const deviceIs = codesOf(deviceStatus);
const entitlementIs = codesOf(entitlementStatus);

/** The part of a task, or of its form, that says who gets it. */
export type Audience = Pick<
  DraftOf<typeof registry.pushTask>,
  | 'taskId'
  | 'appIds'
  | 'audienceType'
  | 'provinceId'
  | 'provinceIds'
  | 'jointParents'
  | 'dataYear'
  | 'cardTypes'
  | 'tags'
  | 'activeDays'
  | 'userIds'
> & { readonly jointCategoryIds?: readonly number[] | null };

/** Codes of `audienceType`. */
const types = audienceType.is;

/** Devices from which on an audience that depends on people is estimated from a part of them. */
const exactUpTo = 50_000;

/** Devices of that part, about. */
const sampleOf = 20_000;

const some = <T>(list: readonly T[] | null | undefined): readonly T[] | undefined =>
  list && list.length > 0 ? list : undefined;

/** A device that pushes reach: with a valid token, and the one that its person was active with last. */
const reachable = (alias: RawBuilder<unknown>) =>
  sql<SqlBool>`not ${alias}.deleted and ${alias}.device_status = ${deviceIs.live} and ${alias}.chosen = 1`;

/** The conditions on the device itself, named `d`. */
function ofDevice(audience: Audience, now: Date): RawBuilder<SqlBool>[] {
  const { appIds, provinceId, audienceType } = audience;
  const conditions = [reachable(sql`d`), sql<SqlBool>`d.app_id = any(${[...(appIds ?? [])]}::bigint[])`];
  if (provinceId) conditions.push(sql<SqlBool>`d.province_id = ${provinceId}`);
  if (audienceType !== types.filtered) return conditions;
  const provinces = some(audience.provinceIds);
  if (provinces) conditions.push(sql<SqlBool>`d.province_id = any(${[...provinces]}::bigint[])`);
  if (audience.activeDays) {
    const since = new Date(now.getTime() - audience.activeDays * 86_400_000);
    conditions.push(
      sql<SqlBool>`d.last_active_time >= ${shanghaiTime(since)}::timestamp at time zone 'Asia/Shanghai'`,
    );
  }
  const tags = tagsOf(audience.tags);
  if (tags.length > 0) {
    conditions.push(
      sql<SqlBool>`string_to_array(replace(replace(coalesce(d.tags, ''), '，', ','), ' ', ''), ',') && ${tags.map(tag => tag.replaceAll(' ', ''))}::text[]`,
    );
  }
  return conditions;
}

/** The conditions on the person who has the device. */
function ofPerson(audience: Audience, now: Date): RawBuilder<SqlBool>[] {
  const { audienceType, dataYear, taskId } = audience;
  if (audienceType === types.named)
    return [sql<SqlBool>`d.user_id = any(${[...(audience.userIds ?? [])]}::bigint[])`];
  if (audienceType === types.imported) {
    return [
      sql<SqlBool>`d.user_id in (select l.user_id from t_push_listed as l where l.task_id = ${taskId ?? 0})`,
    ];
  }
  if (audienceType !== types.filtered) return [];
  const person: RawBuilder<SqlBool>[] = [];
  const categories = some(audience.jointCategoryIds);
  if (categories) person.push(sql<SqlBool>`u.joint_category_id = any(${[...categories]}::bigint[])`);
  const parents = some(audience.jointParents);
  if (parents) {
    person.push(
      sql<SqlBool>`u.joint_category_id in (select j.joint_category_id from t_joint_category as j
        where j.parent_type = any(${[...parents]}::smallint[]) and not j.deleted)`,
    );
  }
  if (dataYear) person.push(sql<SqlBool>`u.data_year = ${dataYear}`);
  const conditions: RawBuilder<SqlBool>[] = [];
  if (person.length > 0) {
    conditions.push(
      sql<SqlBool>`exists (select from t_wish_user as u where u.user_id = d.user_id and not u.deleted and ${allOf(person)})`,
    );
  }
  const cards = some(audience.cardTypes);
  if (cards) {
    conditions.push(
      sql<SqlBool>`exists (select from t_user_card as c where c.user_id = d.user_id and not c.deleted
        and c.status = ${entitlementIs.active}
        and c.expire_time > ${now}::timestamptz and c.card_type = any(${[...cards]}::smallint[]))`,
    );
  }
  return conditions;
}

/** The condition by which a device, named `d`, belongs to an audience (domain N3, 3.9). */
export function inAudience(audience: Audience, now: Date): RawBuilder<SqlBool> {
  return allOf([...ofDevice(audience, now), ...ofPerson(audience, now)]);
}

/**
 * The number of devices of an audience. Conditions on devices alone are counted in their index; conditions on people too,
 * up to {@link exactUpTo} devices. Beyond, a part of the devices is asked, and the number is an estimate.
 */
export async function estimateAudience(db: Db, audience: Audience, now: Date): Promise<AudienceEstimate> {
  const device = allOf(ofDevice(audience, now));
  const person = ofPerson(audience, now);
  const all = await countFrom(db, sql`t_push_device as d where ${device}`);
  if (person.length === 0) return { count: all, exact: true, all };
  const named = audience.audienceType !== types.filtered;
  if (named || all <= exactUpTo) {
    const count = await countFrom(db, sql`t_push_device as d where ${device} and ${allOf(person)}`);
    return { count, exact: true, all };
  }
  // Device ids are spread over their digits, so every step-th of them is as good as chance.
  const step = Math.max(2, Math.round(all / sampleOf));
  const part = await sql<{ asked: number; fitting: number }>`
    select count(*)::integer as asked, count(*) filter (where ${allOf(person)})::integer as fitting
    from t_push_device as d where ${device} and d.device_id % ${step} = 0`.execute(db);
  const { asked = 0, fitting = 0 } = part.rows[0] ?? {};
  return { count: asked === 0 ? 0 : Math.round((fitting / asked) * all), exact: false, all };
}
