import { registry } from '@yikao/model/datasets/index.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { provinces } from './data/provinces.ts';
import { demoExamCalendar } from './demo/calendar.ts';
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
