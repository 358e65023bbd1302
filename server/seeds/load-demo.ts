import { registry } from '@yikao/model/datasets/index.ts';
import { dataYear, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { provinces } from './data/provinces.ts';
import { demoExamCalendar } from './demo/calendar.ts';
import { demoLeads } from './demo/leads.ts';
import { demoAgents, demoChannels, demoPartners } from './demo/people.ts';
import { loadJointCategories } from './load-reference.ts';
import { insertRows, keysByName, type LoadContext } from './load-rows.ts';
import type { CalendarCategory, CalendarSchool } from './types.ts';

/** The demo exam calendar of the present data year and the one before, with that year's joint categories. */
export async function loadDemoCalendar(context: LoadContext): Promise<void> {
  const { db, now } = context;
  const year = dataYear(now);
  await loadJointCategories(context, year - 1);
  const categories = await sql<CalendarCategory>`
    select joint_category_id as "jointCategoryId", province_id as "provinceId", data_year as "dataYear",
      joint_category_name as "jointCategoryName", parent_type as "parentType"
    from t_joint_category where not deleted order by data_id`.execute(db);
  const schools = await sql<CalendarSchool>`
    select school_id as "schoolId", school_no as "schoolNo", school_name as "schoolName",
      province_id as "provinceId"
    from t_school where not deleted order by school_id`.execute(db);
  await insertRows(
    context,
    registry.schExamType,
    [year - 1, year]
      .flatMap(each => demoExamCalendar(each, provinces, categories.rows, schools.rows))
      .map(row => ({ ...row })),
  );
}

/** The demo partners, their channels and agencies (domain 7.3); each partner then points at its own channel. */
export async function loadDemoPartners(context: LoadContext): Promise<void> {
  const { db, now } = context;
  await insertRows(
    context,
    registry.partners,
    demoPartners.map(partner => ({ ...partner, dataYear: dataYear(now) })),
  );
  const partnersIds = await keysByName(db, registry.partners);
  await insertRows(
    context,
    registry.channel,
    demoChannels.map(({ partnersName, ...channel }) => ({
      ...channel,
      partnersId: partnersIds.get(partnersName),
    })),
  );
  await insertRows(
    context,
    registry.agent,
    demoAgents.map(({ partnersName, ...agent }) => ({ ...agent, partnersId: partnersIds.get(partnersName) })),
  );
  await sql`
    update t_partners as p set channel_id = c.channel_id, channel = c.channel
    from t_channel as c where c.channel_name = p.channel_name and c.partners_id = p.partners_id`.execute(db);
}

/** The demo leads with their follow-ups (domain 7.3), in the hands of the demo salespeople that are there. */
export async function loadDemoLeads(context: LoadContext): Promise<void> {
  const { db, now } = context;
  const leads = demoLeads();
  const sources = await keysByName(db, registry.source);
  const [partner] = demoPartners;
  const partnersId = (await keysByName(db, registry.partners)).get(partner?.partnersName ?? '') ?? null;
  const ago = (days: number) => shanghaiTime(new Date(now.getTime() - days * 86_400_000));
  // This evening and not this minute, so that what is due today is so whenever somebody looks.
  const evening = (inDays: number) => `${ago(-inDays).slice(0, 10)} ${inDays < 0 ? '10' : '18'}:30:00`;
  await insertRows(
    context,
    registry.lead,
    leads.map(({ sourceName, ofPartner, nextFollowInDays, ...row }) => ({
      mobile: row.mobile,
      studentName: row.studentName,
      gender: row.gender,
      provinceId: row.provinceId,
      dataYear: dataYear(now),
      highSchool: row.highSchool,
      agentName: row.agentName,
      sourceId: sources.get(sourceName),
      partnersId: ofPartner ? partnersId : null,
      intent: row.intent,
      wxAdded: row.wxAdded,
      tags: row.tags,
      remark: row.remark,
      nextFollowTime: nextFollowInDays === null ? null : evening(nextFollowInDays),
    })),
  );
  // What only steps set. Without the demo accounts the leads stay nobody's.
  const states = leads.flatMap(row =>
    row.leadStatus === 0
      ? []
      : [
          {
            mobile: row.mobile,
            lead_status: row.leadStatus,
            sale: row.sale,
            assign_time: row.assignedDaysAgo === null ? null : ago(row.assignedDaysAgo),
            last_follow_time:
              row.follows.length === 0 ? null : ago(Math.min(...row.follows.map(one => one.daysAgo))),
            order_amount: row.orderAmount,
            invalid_reason: row.invalidReason,
          },
        ],
  );
  await sql`
    update t_lead as l set lead_status = r.lead_status, sale_user_id = u.user_id, order_amount = r.order_amount,
      assign_time = r.assign_time at time zone 'Asia/Shanghai',
      last_follow_time = r.last_follow_time at time zone 'Asia/Shanghai', invalid_reason = r.invalid_reason
    from json_to_recordset(${JSON.stringify(states)}::json) as r(mobile text, lead_status smallint, sale text,
        assign_time timestamp, last_follow_time timestamp, order_amount numeric, invalid_reason text)
      left join t_admin_user as u on u.user_name = r.sale and not u.deleted
    where l.mobile = r.mobile and l.data_year = ${dataYear(now)} and (r.sale is null or u.user_id is not null)`.execute(
    db,
  );
  const follows = leads.flatMap(row =>
    row.follows.map(one => ({
      mobile: row.mobile,
      intent: row.intent,
      follow_type: one.followType,
      content: one.content,
      create_time: ago(one.daysAgo),
    })),
  );
  await sql`
    insert into t_lead_follow (lead_id, user_id, follow_type, content, intent, create_time)
    select l.lead_id, l.sale_user_id, r.follow_type, r.content, r.intent, r.create_time at time zone 'Asia/Shanghai'
    from json_to_recordset(${JSON.stringify(follows)}::json) as r(mobile text, intent smallint, follow_type smallint,
        content text, create_time timestamp)
      join t_lead as l on l.mobile = r.mobile and l.data_year = ${dataYear(now)}
    where l.sale_user_id is not null order by r.create_time`.execute(db);
  await sql`
    insert into t_lead_assign_log (lead_id, to_user_id, action, create_time)
    select lead_id, sale_user_id, 1, assign_time from t_lead
    where sale_user_id is not null and remark = '演示数据' order by assign_time`.execute(db);
}
