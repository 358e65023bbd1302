import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { type Db, isTrue } from '../engine/table/sql.ts';
import { provinces } from './data/provinces.ts';
import { demoExamCalendar } from './demo/calendar.ts';
import { demoLeads } from './demo/leads.ts';
import { demoAgents, demoChannels, demoPartners, demoTeachers } from './demo/people.ts';
import { loadJointCategories } from './load-reference.ts';
import { insertRows, keysByName, type LoadContext } from './load-rows.ts';
import type { CalendarCategory, CalendarSchool } from './types.ts';

/** The demo exam calendar of the present data year and the one before, with that year's joint categories. */
export async function loadDemoCalendar(context: LoadContext): Promise<void> {
  const { db, now } = context;
  const year = dataYear(now);
  await loadJointCategories(context, year - 1);
  const categories = await sql<CalendarCategory>`
    select joint_category_id, province_id, data_year, joint_category_name, parent_type
    from t_joint_category where not deleted order by data_id`.execute(db);
  const schools = await sql<CalendarSchool>`
    select school_id, school_no, school_name, province_id
    from t_school where not deleted order by school_id`.execute(db);
  await insertRows(
    context,
    registry.schExamType,
    [year - 1, year]
      .flatMap(each => demoExamCalendar(each, provinces, categories.rows, schools.rows))
      .map(row => ({ ...row })),
  );
  await loadExamSchools(context, year);
}

/** The schools of the demo calendar with their own exams, with their facts from the calendar. */
async function loadExamSchools(context: LoadContext, year: number): Promise<void> {
  const found = await sql<Record<string, unknown>>`
    select distinct on (s.school_id) s.school_id, s.school_no,
      s.school_name, s.province_id, s.school_level, s.ask_url, c.exam_type, c.exam_info, c.subject,
      c.start_time, c.end_time
    from t_sch_exam_type as c join t_school as s on s.school_id = c.school_id
    where c.data_year = ${year} and c.exam_info is not null and not c.deleted and not s.deleted
    order by s.school_id, c.exam_type desc, c.data_id limit 60`.execute(context.db);
  await insertRows(
    context,
    registry.examSchool,
    found.rows.map(({ startTime, endTime, ...row }) => ({
      ...row,
      schoolId: Number(row.schoolId),
      provinceId: Number(row.provinceId),
      startTime: startTime instanceof Date ? shanghaiTime(startTime) : null,
      endTime: endTime instanceof Date ? shanghaiTime(endTime) : null,
      admissionYear: year,
      tagNames: '演示数据',
    })),
  );
}

/** The demo partners, their channels and agencies (domain 7.3); each partner then refers to its own channel. */
export async function loadDemoPartners(context: LoadContext): Promise<void> {
  const { db, now } = context;
  // The top ones first: the others name their parent by key.
  for (const top of [true, false]) {
    const above = await keysByName(db, registry.partners);
    await insertRows(
      context,
      registry.partners,
      demoPartners
        .filter(({ parentName }) => (parentName === undefined) === top)
        .map(({ parentName, ...partner }) => ({
          ...partner,
          parentId: above.get(parentName ?? '') ?? 0,
          dataYear: dataYear(now),
        })),
    );
  }
  const partnersIds = await keysByName(db, registry.partners);
  for (const top of [true, false]) {
    const above = await keysByName(db, registry.channel);
    await insertRows(
      context,
      registry.channel,
      demoChannels
        .filter(({ parentName }) => (parentName === undefined) === top)
        .map(({ partnersName, parentName, ...channel }) => ({
          ...channel,
          parentId: above.get(parentName ?? '') ?? 0,
          partnersId: partnersIds.get(partnersName),
        })),
    );
  }
  await insertRows(
    context,
    registry.agent,
    demoAgents.map(({ partnersName, ...agent }) => ({ ...agent, partnersId: partnersIds.get(partnersName) })),
  );
  await sql`
    update t_partners as p set channel_id = c.channel_id, channel = c.channel
    from t_channel as c where c.channel_name = p.channel_name and c.partners_id = p.partners_id`.execute(db);
}

/** Where the demo partner works, and its teachers (domain F2, F3). */
export async function loadDemoTeachers(context: LoadContext): Promise<void> {
  const partners = await keysByName(context.db, registry.partners);
  const year = dataYear(context.now);
  await insertRows(
    context,
    registry.teacherPartners,
    demoTeachers.map(({ partnersName, ...teacher }, index) => ({
      ...teacher,
      partnersId: partners.get(partnersName),
      orderNum: index + 1,
    })),
  );
  await insertRows(
    context,
    registry.provincePartners,
    demoPartners
      .filter(({ parentName }) => parentName === undefined)
      .flatMap(({ partnersName, provinceIds }) =>
        [year - 2, year - 1, year].map(each => ({
          provinceId: provinceIds[0],
          partnersId: partners.get(partnersName),
          dataYear: each,
          startDate: `${each - 1}-09-01`,
          endDate: `${each}-08-31`,
          remark: '演示数据',
        })),
      ),
  );
}

/** The demo leads with their follow-ups (domain 7.3), assigned to the existing demo salespeople. */
export async function loadDemoLeads(context: LoadContext): Promise<void> {
  const { db, now } = context;
  if (await isTrue(db, sql`exists(select from t_lead)`)) return;
  const leads = demoLeads();
  const sources = await keysByName(db, registry.source);
  const [partner] = demoPartners;
  const partnersId = (await keysByName(db, registry.partners)).get(partner?.partnersName ?? '') ?? null;
  const ago = (days: number) => shanghaiTime(new Date(now.getTime() - days * 86_400_000));
  // This evening instead of now, so that tasks due today stay due all day.
  const evening = (inDays: number) => `${ago(-inDays).slice(0, 10)} ${inDays < 0 ? '10' : '18'}:30:00`;
  // Values normally set by steps are inserted too. Without the demo accounts the leads are unowned.
  const rows = leads.map(row => ({
    mobile: row.mobile,
    student_name: row.studentName,
    gender: row.gender,
    province_id: row.provinceId,
    high_school: row.highSchool,
    agent_name: row.agentName,
    source_id: sources.get(row.sourceName),
    partners_id: row.ofPartner ? partnersId : null,
    intent: row.intent,
    lead_status: row.leadStatus,
    sale: row.sale,
    assign_time: row.assignedDaysAgo === null ? null : ago(row.assignedDaysAgo),
    last_follow_time: row.follows.length === 0 ? null : ago(Math.min(...row.follows.map(one => one.daysAgo))),
    next_follow_time: row.nextFollowInDays === null ? null : evening(row.nextFollowInDays),
    wx_added: row.wxAdded,
    tags: row.tags,
    invalid_reason: row.invalidReason,
    remark: row.remark,
  }));
  await sql`
    insert into t_lead (mobile, student_name, gender, province_id, data_year, high_school, agent_name, source_id,
      partners_id, intent, lead_status, sale_user_id, assign_time, last_follow_time, next_follow_time, wx_added, tags,
      invalid_reason, remark)
    select r.mobile, r.student_name, r.gender, r.province_id, ${dataYear(now)}, r.high_school, r.agent_name, r.source_id,
      r.partners_id, r.intent, case when r.sale is null or u.user_id is not null then r.lead_status else 0 end,
      u.user_id, r.assign_time at time zone 'Asia/Shanghai', r.last_follow_time at time zone 'Asia/Shanghai',
      r.next_follow_time at time zone 'Asia/Shanghai', r.wx_added, r.tags,
      r.invalid_reason, r.remark
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(mobile text, student_name text, gender smallint,
        province_id bigint, high_school text, agent_name text, source_id bigint, partners_id bigint, intent smallint,
        lead_status smallint, sale text, assign_time timestamp, last_follow_time timestamp, next_follow_time timestamp,
        wx_added smallint, tags text, invalid_reason text, remark text)
      left join t_admin_user as u on u.user_name = r.sale and not u.deleted
    on conflict do nothing`.execute(db);
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
  await winDemoLeads(db, dataYear(now));
  await sql`
    insert into t_lead_assign_log (lead_id, to_user_id, action, create_time)
    select lead_id, sale_user_id, 1, assign_time from t_lead
    where sale_user_id is not null and remark = '演示数据' order by assign_time`.execute(db);
}

/**
 * The won leads belong to demo consumers who have paid, with the amount paid; without demo orders they are not won yet.
 */
async function winDemoLeads(db: Db, year: number): Promise<void> {
  await sql`
    with bought as (
      select mobile, user_id, partners_id, min(user_name) as user_name, sum(pay_amount) as amount,
        row_number() over (order by min(order_id)) as place
      from t_service_order
      where status in (1, 4) and pay_amount > 0 and data_year = ${year} and not deleted
      group by mobile, user_id, partners_id
    ), won as (
      select lead_id, row_number() over (order by lead_id) as place from t_lead where lead_status = 4
    )
    update t_lead as l set mobile = coalesce(b.mobile, l.mobile), user_id = b.user_id,
      student_name = coalesce(b.user_name, l.student_name), partners_id = b.partners_id, order_amount = b.amount,
      lead_status = case when b.mobile is null then 3 else 4 end
    from won as w left join bought as b on b.place = w.place
    where l.lead_id = w.lead_id`.execute(db);
  await sql`
    insert into t_lead_order (order_id, lead_id)
    select o.order_id, l.lead_id from t_lead as l
      join t_service_order as o on o.user_id = l.user_id and o.data_year = l.data_year
        and o.partners_id is not distinct from l.partners_id
    where l.lead_status = 4 and o.status in (1, 4) and o.pay_amount > 0 and not o.deleted`.execute(db);
}
