import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Columns, Filled } from '../../engine/table/columns.ts';
import { insertRows, type LoadContext } from '../load-rows.ts';

const remark = '演示数据';

/** The numbers of the demo candidates, so that rows of real ones stay as they are. */
const demoMobiles = '1640000%';

/** Every how many candidates one sits for a second category, and for a school's exam. */
const every = 3;

/** Further categories and school exams of some demo candidates (domain 7.3, 0.7, 23). */
export async function loadDemoCandidates(context: LoadContext): Promise<void> {
  const { db } = context;
  const people = await sql<
    Filled<typeof registry.wishUser, 'userId' | 'dataYear' | 'provinceId' | 'profScore'> & {
      other: number;
      place: number;
    }
  >`
    select p.user_id, p.data_year, p.province_id, p.prof_score, o.joint_category_id as other, p.place
    from (select u.*, row_number() over (order by u.user_id) as place from t_wish_user as u
        where u.mobile like ${demoMobiles} and u.joint_category_id is not null and u.prof_score is not null and not u.deleted) as p,
      -- Two exams that one candidate can sit for: another category that has plans in the year.
      lateral (select a.joint_category_id from t_admission as a
        where a.data_year = p.data_year and a.province_id = p.province_id
          and a.joint_category_id <> p.joint_category_id and not a.deleted
        order by a.joint_category_id limit 1) as o
    where p.place % ${every} = 1`.execute(db);
  await insertRows(
    context,
    registry.userCategory,
    people.rows.map(({ userId, dataYear, provinceId, profScore, other, place }) => ({
      userId,
      dataYear,
      provinceId,
      jointCategoryId: other,
      profScore: (Number(profScore) - 4 - (place % 9)).toFixed(2),
      remark,
    })),
  );
  const exams = await sql<
    Filled<typeof registry.wishUser, 'userId' | 'dataYear'> &
      Columns<typeof registry.examSchool, 'schoolId'> & { place: number }
  >`
    select p.user_id, p.data_year, s.school_id, p.place
    from (select user_id, data_year, row_number() over (order by user_id) as place from t_wish_user
        where mobile like ${demoMobiles} and not deleted) as p
      join (select school_id, row_number() over (order by school_no) as place from t_exam_school
        where not deleted) as s on s.place = 1 + p.place % 7
    where p.place % ${every} = 2`.execute(db);
  await insertRows(
    context,
    registry.userExamScore,
    exams.rows.map(({ userId, dataYear, schoolId, place }) => ({
      userId,
      dataYear,
      schoolId,
      score: (62 + ((place * 11) % 33)).toFixed(2),
      fullScore: '100.00',
      passScore: '70.00',
      resultFlag: 62 + ((place * 11) % 33) >= 70 ? 1 : 2,
      remark,
    })),
  );
}
