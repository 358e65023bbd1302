import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { backTestYear } from '../../contexts/admission/prediction/back-test-work.ts';
import type { Columns, Filled } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import {
  compositeShape,
  type DemoProgramme,
  type DemoProvince,
  type DemoSegment,
  demoCategories,
  demoExceptions,
  demoProgrammes,
  demoProvinces,
  demoRemark,
  demoYears,
  professionalShape,
  segmentTable,
  stepAtRank,
  stepAtScore,
} from '../demo/admissions.ts';
import { loadBatches, loadJointCategories } from '../load-reference.ts';
import { insertRows, keysByName, type LoadContext } from '../load-rows.ts';

/** The batch of the demo programmes: undergraduates of the arts, by joint exams. */
const batch = 4;
/** Schools that the demo programmes of a province are at. */
const schoolsOfProvince = 20;

/** The values that the rows of a province and a year share. */
interface Place {
  readonly context: LoadContext;
  readonly province: DemoProvince;
  readonly year: number;
  readonly yearsAgo: number;
  /** Numbers of the categories, in the order of {@link demoCategories}. */
  readonly categories: readonly number[];
  /** The composite table of a category and division. */
  readonly tableOf: (category: number, aos: number) => readonly DemoSegment[];
}

/**
 * An invented world of plans, results, lines, segments, formulas and algorithms for two provinces over three past years
 * and the current one (domain 7.3). Existing rows are kept.
 */
export async function loadDemoAdmissions(context: LoadContext): Promise<void> {
  const present = dataYear(context.now);
  const provinceIds = demoProvinces.map(({ provinceId }) => provinceId);
  for (let yearsAgo = demoYears; yearsAgo > 0; yearsAgo--) {
    await loadJointCategories(context, present - yearsAgo, provinceIds);
    await loadBatches(context, present - yearsAgo, provinceIds);
  }
  for (const province of demoProvinces) {
    const categories = await categoryIds(context.db, province.provinceId);
    const schools = await demoSchools(context.db, province.provinceId);
    const tables = new Map<string, readonly DemoSegment[]>();
    const tableOf = (yearsAgo: number, category: number, aos: number) => {
      const key = [yearsAgo, category, aos].join();
      const made = tables.get(key) ?? compositeTable(province, yearsAgo, category);
      tables.set(key, made);
      return made;
    };
    const programmes = demoProgrammes(province, schools.length, tableOf);
    for (let yearsAgo = demoYears; yearsAgo >= 0; yearsAgo--) {
      const place: Place = {
        context,
        province,
        year: present - yearsAgo,
        yearsAgo,
        categories,
        tableOf: (category, aos) => tableOf(yearsAgo, category, aos),
      };
      await loadRules(place);
      await loadPlans(place, programmes.get(yearsAgo) ?? [], schools);
      if (yearsAgo > 0) await loadResults(place, programmes.get(yearsAgo) ?? [], schools);
      await loadProvinceStatistics(place);
    }
    await loadBackTest(context.db, { dataYear: present - 1, provinceId: province.provinceId });
  }
}

/** Tries the methods on the last year with results, without which no chance is given as a percentage (0.7, 6). */
async function loadBackTest(
  db: Db,
  of: { readonly dataYear: number; readonly provinceId: number },
): Promise<void> {
  const tested = await sql`
    select 1 from t_prob_back_test where province_id = ${of.provinceId} limit 1`.execute(db);
  if (tested.rows.length === 0) await backTestYear(db, { ...of, userId: null });
}

/** The composite table of one division: the candidates of a category are shared out among the divisions. */
function compositeTable(province: DemoProvince, yearsAgo: number, category: number): DemoSegment[] {
  const all = province.candidates[category] ?? 0;
  const candidates = Math.round((all * (1 - 0.04 * yearsAgo)) / province.aos.length);
  return segmentTable(candidates, compositeShape(yearsAgo, category));
}

async function categoryIds(db: Db, provinceId: number): Promise<number[]> {
  const found = await sql<Filled<typeof registry.jointCategory, 'jointCategoryId' | 'jointCategoryName'>>`
    select distinct joint_category_id, joint_category_name from t_joint_category
    where province_id = ${provinceId} and not deleted`.execute(db);
  const ids = new Map(found.rows.map(row => [row.jointCategoryName, row.jointCategoryId]));
  return demoCategories.map(({ jointCategoryName }) => ids.get(jointCategoryName) ?? 0);
}

/** Schools of the demo programmes, the most sought-after first: nationally known ones, then the province's own. */
async function demoSchools(db: Db, provinceId: number): Promise<{ schoolId: number; schoolNo: string }[]> {
  const found = await sql<Columns<typeof registry.school, 'schoolId' | 'schoolNo'>>`
    (select s.school_id, s.school_no, 0 as part, s.school_no as place
      from t_school as s join t_type_dict as d on d.type_name = '211' and d.type_id = any(s.tag_ids)
      where s.school_level = 1 and s.province_id <> ${provinceId} and not s.deleted order by s.school_no limit 8)
    union all
    (select s.school_id, s.school_no, 1, s.school_no from t_school as s
      where s.school_level = 1 and s.province_id = ${provinceId} and not s.deleted
      order by s.school_no limit ${schoolsOfProvince - 8})
    order by part, place`.execute(db);
  return found.rows;
}

/** Formulas and the algorithm of a province and a year; staff have to compare them with the notice of the year. */
async function loadRules({ context, province: { provinceId }, year, categories }: Place): Promise<void> {
  const remark = '示例，待核对：请按本省当年文件核对权重';
  await insertRows(
    context,
    registry.formula,
    demoCategories.map(({ expression }, at) => ({
      dataYear: year,
      provinceId,
      jointCategoryId: categories[at],
      formulaName: '默认综合分公式',
      expression,
      remark,
    })),
  );
  await insertRows(context, registry.tieRule, [
    {
      dataYear: year,
      provinceId,
      // Invented after the usual ones: Hunan compares single subjects, Shandong totals.
      tieOrder:
        provinceId === 430_000
          ? '专业分>语数之和>语数最高>外语>首选科目>再选最高>再选次高'
          : '专业分>文化分>语数之和>语数最高>外语',
      sourceDesc: '示例，请按本省当年投档规则核对',
      remark: demoRemark,
    },
  ]);
  await insertRows(context, registry.algorithm, [
    { dataYear: year, provinceId, algorithmName: '默认概率算法', method: 2, remark: demoRemark },
  ]);
}

/** The formulas of a province and a year, by the place of their category. */
async function formulaIds({ context, province, year, categories }: Place): Promise<(number | null)[]> {
  const found = await sql<Columns<typeof registry.formula, 'id'> & { category: number }>`
    select id, joint_category_id as category from t_formula
    where data_year = ${year} and province_id = ${province.provinceId} and not deleted`.execute(context.db);
  const ids = new Map(found.rows.map(({ id, category }) => [Number(category), id]));
  return categories.map(category => ids.get(category) ?? null);
}

/** The plans of a year and, of the years that are over, their results. */
async function loadPlans(
  place: Place,
  programmes: readonly DemoProgramme[],
  schools: readonly { readonly schoolId: number; readonly schoolNo: string }[],
): Promise<void> {
  const { context, province, year, categories } = place;
  const formulas = await formulaIds(place);
  const majors = await keysByName(context.db, registry.prof);
  await insertRows(
    context,
    registry.admission,
    programmes.map(one => ({
      dataYear: year,
      provinceId: province.provinceId,
      jointCategoryId: categories[one.category],
      aos: one.aos,
      batch,
      schoolId: schools[one.school]?.schoolId,
      schoolNo: schools[one.school]?.schoolNo,
      groupNo: one.groupNo,
      groupName: one.groupNo && `第${one.groupNo}组`,
      profId: majors.get(one.major),
      schProfName: one.major,
      diploma: 1,
      planNum: one.planNum,
      lastPlanNum: one.lastPlanNum,
      tuition: one.tuition,
      duration: 4,
      subjectRequire: one.subjectRequire,
      formulaId: formulas[one.category],
      archiveMinScore: one.result?.minScore,
      archiveMinRank: one.result?.minRank,
      admitNum: one.result && one.planNum,
      admitMinScore: one.result?.minScore,
      admitMinRank: one.result?.minRank,
      admitAvgScore: one.result?.avgScore,
      admitMaxScore: one.result?.maxScore,
      cultureMin: one.result?.cultureMin,
      profMin: one.result?.profMin,
      remark: demoRemark,
    })),
  );
}

/** Segments, lines, archive lines and statistics of a year that is over. */
async function loadResults(
  place: Place,
  programmes: readonly DemoProgramme[],
  schools: readonly { readonly schoolId: number }[],
): Promise<void> {
  const { context, province, year, categories, tableOf } = place;
  const base = { dataYear: year, provinceId: province.provinceId };
  const formulas = await formulaIds(place);
  const divisions = categories.flatMap((jointCategoryId, category) =>
    province.aos.map(aos => ({ jointCategoryId, category, aos, table: tableOf(category, aos) })),
  );
  // The reference for mock exams: only of the last exam, without arts and science divisions.
  const professional =
    place.yearsAgo > 1
      ? []
      : categories.map((jointCategoryId, category) => ({
          ...{ jointCategoryId, scoreType: 3, aos: 3 },
          table: segmentTable(province.candidates[category] ?? 0, professionalShape(category)),
        }));
  const composite = divisions.map(({ jointCategoryId, aos, table }) => ({
    ...{ jointCategoryId, scoreType: 1, aos },
    table,
  }));
  await insertRows(
    context,
    registry.segment,
    [...composite, ...professional].flatMap(({ table, ...whose }) =>
      table.map(({ score, ...numbers }) => ({
        ...base,
        ...whose,
        score: score.toFixed(2),
        ...numbers,
        remark: demoRemark,
      })),
    ),
  );
  await insertRows(
    context,
    registry.score,
    divisions.map(({ jointCategoryId, category, aos, table }) => ({
      ...base,
      jointCategoryId,
      aos,
      batch,
      diploma: 1,
      cultureLine: '320.00',
      profLine: '195.00',
      compositeLine: (stepAtRank(table, (table.at(-1)?.totalNum ?? 0) * 0.75)?.score ?? 0).toFixed(2),
      passLine: '180.00',
      formulaId: formulas[category],
      remark: demoRemark,
    })),
  );
  await insertRows(
    context,
    registry.archive,
    programmes.flatMap(one =>
      one.result
        ? [
            {
              ...base,
              jointCategoryId: categories[one.category],
              aos: one.aos,
              batch,
              schoolId: schools[one.school]?.schoolId,
              groupNo: one.groupNo,
              profName: one.major,
              planNum: one.planNum,
              archiveNum: one.planNum,
              archiveMinScore: one.result.minScore,
              archiveMinRank: one.result.minRank,
              remark: demoRemark,
            },
          ]
        : [],
    ),
  );
  await insertRows(
    context,
    registry.exceptions,
    demoExceptions(programmes, province).map(({ of, exceptionType, minScore }) => ({
      ...base,
      jointCategoryId: categories[of.category],
      aos: of.aos,
      batch,
      schoolId: schools[of.school]?.schoolId,
      profName: of.major,
      exceptionType,
      planNum: 2,
      admitNum: 2,
      minScore: minScore.toFixed(2),
      minRank: stepAtScore(tableOf(of.category, of.aos), minScore)?.totalNum,
      remark: demoRemark,
    })),
  );
  await loadSchoolStatistics(place);
}

/** The statistics of a year by province; those of the present year let ranks of past years be converted to it. */
async function loadProvinceStatistics({
  context,
  province,
  year,
  categories,
  tableOf,
}: Place): Promise<void> {
  const { provinceId } = province;
  const { db } = context;
  const passed = categories.map((_, category) =>
    province.aos.reduce((sum, aos) => sum + (tableOf(category, aos).at(-1)?.totalNum ?? 0), 0),
  );
  const all = passed.reduce((sum, one) => sum + one, 0);
  await sql`
    insert into t_province_stat (data_year, province_id, joint_category_id, entrance_exam_num, art_exam_num,
      joint_pass_num, plan_num_undergrad, admit_num, remark)
    select ${year}, ${provinceId}, s.category, case when s.category = 0 then s.passed * 16 end, s.passed * 5 / 4, s.passed,
      (select sum(plan_num) from t_admission as a where a.data_year = ${year} and a.province_id = ${provinceId}
        and s.category in (0, a.joint_category_id) and not a.deleted),
      (select sum(admit_num) from t_admission as a where a.data_year = ${year} and a.province_id = ${provinceId}
        and s.category in (0, a.joint_category_id) and not a.deleted), ${demoRemark}
    from unnest(${[0, ...categories]}::bigint[], ${[all, ...passed]}::integer[]) as s(category, passed)
    on conflict do nothing`.execute(db);
}

/** The statistics of a year by school. */
async function loadSchoolStatistics({ context, province: { provinceId }, year }: Place): Promise<void> {
  await sql`
    insert into t_school_stat (data_year, province_id, joint_category_id, school_id, diploma, plan_num, apply_num,
      archive_num, admit_num, min_score, avg_score, max_score, score_type, min_rank, remark)
    select data_year, province_id, joint_category_id, school_id, diploma, sum(plan_num), sum(plan_num) * 9, sum(plan_num),
      sum(admit_num), min(admit_min_score), round(avg(admit_avg_score), 2), max(admit_max_score), 1, max(admit_min_rank),
      ${demoRemark}
    from t_admission where data_year = ${year} and province_id = ${provinceId} and not deleted
    group by data_year, province_id, joint_category_id, school_id, diploma
    on conflict do nothing`.execute(context.db);
}
