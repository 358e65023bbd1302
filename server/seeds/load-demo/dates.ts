import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { demoDates, demoSites, studyCountries } from '../demo/places-and-dates.ts';
import { insertRows, type LoadContext } from '../load-rows.ts';

/** The provinces that the demo data is about, as in `load-demo-admissions.ts`. */
const provinces = [430_000, 370_000] as const;

/** The remark in every invented row. */
const exampleNote = '示例数据';

/** Demo sites and dates of three years, the majors of schools that admit, countries, and the windows of past years. */
export async function loadDemoDates(context: LoadContext): Promise<void> {
  const now = dataYear(context.now);
  const years = [now - 2, now - 1, now];
  await loadSites(context, years);
  await insertRows(
    context,
    registry.scheduleExam,
    years.flatMap(year =>
      provinces.flatMap(provinceId =>
        demoDates.map(({ scheduleType, title, from, until, before }, at) => ({
          ...{ dataYear: year, provinceId, scheduleType, title, orderNum: at + 1 },
          startTime: `${before ? year - 1 : year}-${from}`,
          endTime: `${before ? year - 1 : year}-${until}`,
          remark: exampleNote,
        })),
      ),
    ),
  );
  await loadMajors(context);
  await insertRows(
    context,
    registry.country,
    studyCountries.map(([countryName, enName, code, continent, hotFlag], at) => ({
      ...{ countryName, enName, code, continent, hotFlag, orderNum: at + 1 },
    })),
  );
  await loadWindows(context, years.slice(0, 2));
}

async function loadSites(context: LoadContext, years: readonly number[]): Promise<void> {
  const categories = await sql<Columns<typeof registry.typeDict, 'typeId' | 'typeName'>>`
    select type_id, type_name from t_type_dict where type_flag = 4 and not deleted`.execute(context.db);
  const ids = new Map(categories.rows.map(({ typeId, typeName }) => [typeName, typeId]));
  await insertRows(
    context,
    registry.site,
    years.flatMap(year =>
      provinces.flatMap(provinceId =>
        (demoSites[provinceId] ?? []).flatMap(({ examCategory, ...site }, at) => {
          const examCategoryId = ids.get(examCategory);
          if (examCategoryId === undefined) return [];
          return [
            {
              ...{ dataYear: year, provinceId, examCategoryId, ...site },
              siteCode: `${String(provinceId).slice(0, 2)}${String(at + 1).padStart(2, '0')}`,
              examDate: `${year - 1} 年 12 月 7 日至 8 日`,
              phone: '0000-1234567',
              ...{ orderNum: at + 1, remark: exampleNote },
            },
          ];
        }),
      ),
    ),
  );
}

/** The majors in the demo admissions, as a part of the majors that schools offer. */
async function loadMajors(context: LoadContext): Promise<void> {
  const found = await sql<Record<string, unknown>>`
    select distinct on (a.data_year, a.school_id, a.sch_prof_name, a.diploma) a.data_year,
      a.school_id, left(a.sch_prof_name, 64) as sch_prof_name, a.diploma, a.prof_id,
      coalesce(p.prof_name, left(a.sch_prof_name, 64)) as prof_name
    from t_admission as a left join t_prof as p on p.prof_id = a.prof_id where not a.deleted
    order by a.data_year, a.school_id, a.sch_prof_name, a.diploma`.execute(context.db);
  await insertRows(
    context,
    registry.schoolProf,
    found.rows.map(({ schoolId, profId, ...row }) => ({
      ...row,
      schoolId: Number(schoolId),
      profId: profId === null ? null : Number(profId),
      remark: exampleNote,
      intro: `<p>${row.schProfName}：培养目标、主要课程与就业去向。</p><p><em>示例内容，仅供演示。</em></p>`,
    })),
  );
}

/** When lists could be generated in the years that are over. */
async function loadWindows(context: LoadContext, years: readonly number[]): Promise<void> {
  await insertRows(
    context,
    registry.limitDate,
    years.flatMap(year =>
      provinces.map(provinceId => ({
        ...{ limitType: 1, dataYear: year, provinceId },
        startTime: `${year}-06-20 09:00:00`,
        endTime: `${year}-07-20 18:00:00`,
        message: `${year} 年的志愿填报已经结束`,
      })),
    ),
  );
}
