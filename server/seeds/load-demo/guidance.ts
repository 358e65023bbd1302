import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { demoGuide, type GuideSeed, occupations, remarkTexts, salaryCities } from '../demo/guidance.ts';
import { insertRows, keysByName, type LoadContext } from '../load-rows.ts';

/** The provinces that the demo data is about, as in `load-demo-admissions.ts`. */
const provinces = [
  { provinceId: 430_000, provinceName: '湖南' },
  { provinceId: 370_000, provinceName: '山东' },
] as const;

const { guideInfo, occupation, rank, remark, salary, userLimit } = registry;

/** The remark with every invented figure. */
const exampleNote = '示例数据';

/** The demo guides, occupations with salaries, remarks and rankings of three years, each marked as an example. */
export async function loadDemoGuidance(context: LoadContext): Promise<void> {
  const now = dataYear(context.now);
  const years = [now - 2, now - 1, now];
  for (const province of provinces) for (const year of years) await loadGuide(context, province, year);
  await loadOccupations(context, years);
  await loadSchoolNotes(context, years);
}

async function loadGuide(
  context: LoadContext,
  { provinceId, provinceName }: (typeof provinces)[number],
  year: number,
): Promise<void> {
  const chapters = demoGuide(provinceName, year);
  const rowOf = (
    { title, content, free }: Omit<GuideSeed, 'chapter' | 'below'>,
    chapter: number,
    parentId: number,
    orderNum: number,
  ) => ({
    ...{ dataYear: year, provinceId, jointCategoryId: 0, chapter, parentId },
    ...{ title, content, freeFlag: free ? 1 : 0, orderNum },
  });
  await insertRows(
    context,
    guideInfo,
    chapters.map((one, at) => rowOf(one, one.chapter, 0, at + 1)),
  );
  const found = await sql<Columns<typeof guideInfo, 'id' | 'title'>>`
    select id, title from t_guide_info where data_year = ${year} and province_id = ${provinceId}`.execute(
    context.db,
  );
  const ids = new Map(found.rows.map(({ id, title }) => [title, id]));
  await insertRows(
    context,
    guideInfo,
    chapters.flatMap(({ below = [], chapter, title }) =>
      below.map((one, at) => rowOf(one, chapter, ids.get(title) ?? 0, at + 1)),
    ),
  );
  // Values normally set by steps are inserted directly.
  const out = chapters
    .flatMap(({ below = [], ...one }) => [one, ...below])
    .filter(({ published }) => published)
    .map(({ title }) => title);
  await sql`update t_guide_info set publish_flag = 1
    where data_year = ${year} and province_id = ${provinceId} and title = any(${out}::text[])`.execute(
    context.db,
  );
}

async function loadOccupations(context: LoadContext, years: readonly number[]): Promise<void> {
  const profs = await keysByName(context.db, registry.prof);
  await insertRows(
    context,
    occupation,
    Object.keys(occupations).map((occupationName, at) => ({ occupationName, orderNum: at + 1 })),
  );
  const fields = await keysByName(context.db, occupation);
  await insertRows(
    context,
    occupation,
    Object.entries(occupations).flatMap(([field, members]) =>
      members.map(({ name, industry, profs: names, skill, hot }, at) => ({
        occupationName: name,
        parentId: fields.get(field) ?? 0,
        industry,
        profIds: names.flatMap(one => profs.get(one) ?? []),
        skill,
        intro: `<p>${name}：${industry}领域的岗位。</p><p><em>示例内容，仅供演示。</em></p>`,
        prospect: '示例：需求随行业数字化稳步增长，作品集和实习经历是敲门砖。',
        hotFlag: hot,
        orderNum: at + 1,
      })),
    ),
  );
  const ids = await keysByName(context.db, occupation);
  const members = Object.values(occupations).flat();
  await insertRows(
    context,
    salary,
    years.flatMap((year, back) =>
      members.flatMap(({ name, pay: [first, more] }) =>
        salaryCities.flatMap(([cityId, factor]) =>
          [0, 1, 2].map(workYears => {
            const average = Math.round(((first + more * workYears) * factor * (1 + back * 0.04)) / 100) * 100;
            return {
              ...{ dataYear: year, occupationId: ids.get(name), cityId, workYears },
              salaryMin: `${Math.round(average * 0.7)}.00`,
              salaryAvg: `${average}.00`,
              salaryMax: `${Math.round(average * 1.6)}.00`,
              sampleNum: 40 + workYears * 12,
              sourceDesc: exampleNote,
            };
          }),
        ),
      ),
    ),
  );
}

/** Remarks on schools of the two provinces, and an example ranking calculated from invented points. */
async function loadSchoolNotes(context: LoadContext, years: readonly number[]): Promise<void> {
  const { db } = context;
  const found = await sql<Columns<typeof registry.school, 'schoolId' | 'provinceId'>>`
    select school_id, province_id from t_school
    where province_id in (430000, 370000) and status = 1 and not deleted order by school_id limit 24`.execute(
    db,
  );
  const schools = found.rows.map(row => ({
    schoolId: row.schoolId,
    provinceId: row.provinceId,
  }));
  await insertRows(
    context,
    remark,
    years.flatMap(year =>
      schools.flatMap(({ schoolId, provinceId }, at) =>
        Object.entries(remarkTexts)
          .filter((_, kind) => (at + kind) % 2 === 0)
          .map(([remarkType, content]) => ({
            ...{ dataYear: year, provinceId, schoolId, remarkType: Number(remarkType), content },
            orderNum: at,
          })),
      ),
    ),
  );
  const kinds = await keysByName(db, registry.rankCategory);
  const categoryId = kinds.get('软科中国大学排名');
  const majorsId = kinds.get('艺术类专业排名');
  const points = (at: number, year: number) => 620 - ((at * 37 + year * 11) % 300);
  const rows = years.flatMap(year =>
    schools.flatMap(({ schoolId }, at) => [
      ...(categoryId === undefined
        ? []
        : [
            {
              dataYear: year,
              categoryId,
              level: 2,
              schoolId,
              rankScore: `${points(at, year)}.00`,
              remark: exampleNote,
            },
          ]),
      ...(majorsId === undefined || at >= 10
        ? []
        : ['视觉传达设计', '音乐学'].map((profName, major) => ({
            ...{ dataYear: year, categoryId: majorsId, level: 1, schoolId, profName, remark: exampleNote },
            rankScore: `${points(at + major * 5, year)}.00`,
          }))),
    ]),
  );
  await insertRows(context, rank, rows);
  await sql`
    update t_rank as r set rank_no = w.place, province_rank = w.near
    from (
      select d.rank_id, rank() over (partition by d.data_year, d.category_id, d.prof_name order by d.rank_score desc) as place,
        rank() over (partition by d.data_year, d.category_id, d.prof_name, s.province_id order by d.rank_score desc) as near
      from t_rank as d join t_school as s on s.school_id = d.school_id
    ) as w
    where w.rank_id = r.rank_id and r.rank_no is null`.execute(db);
}

/** Demo entries of the black and white lists, with the entitlements granted by the white ones, and some limits. */
export async function loadDemoLists(context: LoadContext): Promise<void> {
  const { db, now } = context;
  const year = dataYear(now);
  // Only candidates of the demo shop; without them the lists stay empty.
  await sql`
    with people as (
      select user_id, partners_id, channel_id, row_number() over (order by user_id) as place
      from t_wish_user where not deleted order by user_id limit 40
    ), entries as (
      insert into t_user_perm (user_id, perm_type, data_year, expire_time, status, channel_id, partners_id, count_limit,
        share_channel, remark)
      select user_id, case when place % 9 = 0 then 2 else 1 end, ${year},
        (${`${year}-08-31 23:59:59`}::timestamp at time zone 'Asia/Shanghai'), case when place % 8 = 0 then 1 else 0 end,
        channel_id, partners_id, 30, 1, ${exampleNote}
      from people where place % 3 = 0
      on conflict do nothing
      returning id, user_id, perm_type, data_year, expire_time, status, count_limit
    )
    insert into t_user_card (user_id, data_year, start_time, expire_time, count_limit, used_num, source_type, source_no, status)
    select user_id, data_year, ${now}::timestamptz, expire_time, count_limit, id % 7, 3, id::text, 1
    from entries where perm_type = 1 and status = 0`.execute(db);
  const found = await sql<Columns<typeof registry.wishUser, 'userId'>>`
    select user_id from t_wish_user where not deleted order by user_id limit 6`.execute(db);
  await insertRows(
    context,
    userLimit,
    found.rows.map(({ userId }, at) => ({
      ...{ userId, dataYear: year, limitType: at % 2 === 0 ? 6 : 7 },
      ...{ totalNum: at % 2 === 0 ? 60 : 6, remark: exampleNote },
    })),
  );
}
