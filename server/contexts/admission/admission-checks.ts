import { scoreType, subjectState } from '@yikao/model/contexts/admission/admission.codes.ts';
import { aos } from '@yikao/model/contexts/shared/shared.codes.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { DataCheckRule } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';

const subjectIs = codesOf(subjectState);

const scoreIs = codesOf(scoreType);

const aosIs = codesOf(aos);

/** A column of the row that is checked. */
type Read = (name: string) => RawBuilder<unknown>;

function rule(
  type: DataCheckRule['type'],
  ruleCode: string,
  level: DataCheckRule['level'],
  zh: string,
  en: string,
  condition: (of: Read) => RawBuilder<SqlBool>,
): DataCheckRule {
  const readOf =
    (alias: string): Read =>
    name =>
      column(alias, name);
  return { type, ruleCode, level, message: { zh, en }, condition: alias => condition(readOf(alias)) };
}

const warning = 2;
const error = 3;

/** Another programme, living, of the row's year, province, category, division, batch and school. */
const twin = (
  of: Read,
) => sql<SqlBool>`o.data_year = ${of('data_year')} and o.province_id = ${of('province_id')}
  and o.joint_category_id = ${of('joint_category_id')} and o.aos = ${of('aos')} and o.batch = ${of('batch')}
  and o.school_id = ${of('school_id')} and o.admit_type = ${of('admit_type')}
  and o.exception_flag = ${of('exception_flag')}
  and yikao_group_number(o.group_no) = yikao_group_number(${of('group_no')})
  and o.data_id <> ${of('data_id')} and not o.deleted`;

/** A programme's name as names are compared, also without brackets, which people write differently. */
const plainName = (name: RawBuilder<unknown>) => sql`translate(yikao_fold(${name}), '()[]【】〔〕', '')`;

/** The line of the row's province, year, category, division and batch. */
const line = (
  of: Read,
) => sql<SqlBool>`l.data_year = ${of('data_year')} and l.province_id = ${of('province_id')}
  and l.joint_category_id = ${of('joint_category_id')} and l.aos = ${of('aos')} and l.batch = ${of('batch')}
  and not l.deleted`;

/** The category's id a year earlier, which differs if it was renamed or merged (domain 0.7, 2). */
const categoryBefore = (of: Read) => sql`coalesce((
  select max(c.prev_category_id) from t_joint_category as c
  where c.joint_category_id = ${of('joint_category_id')} and c.data_year = ${of('data_year')}
    and c.province_id = ${of('province_id')} and c.prev_category_id > 0 and not c.deleted), ${of('joint_category_id')})`;

/** The row's batch a year earlier, in the same way. */
const batchBefore = (of: Read) => sql`coalesce((
  select max(b.prev_batch) from t_batch as b
  where b.batch = ${of('batch')} and b.data_year = ${of('data_year')} and b.province_id = ${of('province_id')}
    and b.joint_category_id in (0, ${of('joint_category_id')}) and b.prev_batch > 0 and not b.deleted), ${of('batch')})`;

/**
 * The same programme a year earlier: group codes change from year to year and are ignored, a division matches its
 * successor from the exam reform, undivided matches any, and categories and batches are traced back (domain 0.7, 1 and
 * 2; `sameAos` and `idInYear` do the same for predictions).
 */
const yearBefore = (of: Read) => sql<SqlBool>`p.data_year = ${of('data_year')} - 1
  and p.province_id = ${of('province_id')} and p.joint_category_id = ${categoryBefore(of)}
  and (p.aos in (${of('aos')}, ${aosIs.undivided}) or ${of('aos')} = ${aosIs.undivided}
    or (p.aos, ${of('aos')}) in ((${aosIs.arts}, ${aosIs.history}), (${aosIs.science}, ${aosIs.physics})))
  and p.batch = ${batchBefore(of)}
  and p.school_id = ${of('school_id')} and yikao_fold(p.sch_prof_name) = yikao_fold(${of('sch_prof_name')})
  and p.admit_type = ${of('admit_type')} and p.exception_flag = ${of('exception_flag')} and not p.deleted`;

/** A formula that is on, of the row's year and province, for its category or all, and its batch or any. */
const formula = (
  of: Read,
) => sql<SqlBool>`f.data_year = ${of('data_year')} and f.province_id = ${of('province_id')}
  and f.joint_category_id in (0, ${of('joint_category_id')}) and coalesce(f.batch, ${of('batch')}) = ${of('batch')}
  and f.status = ${enabled} and not f.deleted`;

/** The entry for a score in the table of composite segments: of the category and division, else of all. */
const segmentTotal = (of: Read, score: RawBuilder<unknown>) => sql`(
  select s.total_num from t_segment as s
  where s.data_year = ${of('data_year')} and s.province_id = ${of('province_id')} and s.score_type = ${of('score_type')}
    and s.joint_category_id in (0, ${of('joint_category_id')}) and s.aos in (${aosIs.undivided}, ${of('aos')})
      and s.score <= ${score}
    and not s.deleted
  order by s.joint_category_id = 0, s.aos = ${aosIs.undivided} and ${of('aos')} <> ${aosIs.undivided}, s.score desc limit 1)`;

/** The rules of domain 4.11 for plans and admissions. */
export const admissionChecks: readonly DataCheckRule[] = [
  rule(
    127,
    'R01',
    error,
    '同一专业重复录入（仅专业代码不同）',
    'The programme is listed twice; only its code differs',
    of => sql<SqlBool>`exists (select 1 from t_admission as o where ${twin(of)}
      and o.sch_prof_name = ${of('sch_prof_name')})`,
  ),
  rule(
    127,
    'R02',
    warning,
    '与另一条数据仅空格、括号或相似字符不同，请确认不是同一专业',
    'Another row differs in spaces, brackets or similar characters alone; make sure that it is another programme',
    of => sql<SqlBool>`exists (select 1 from t_admission as o where ${twin(of)}
      and o.sch_prof_name <> ${of('sch_prof_name')}
      and ${plainName(sql`o.sch_prof_name`)} = ${plainName(of('sch_prof_name'))})`,
  ),
  rule(
    127,
    'R03',
    error,
    '同一院校招生代码对应了多个院校',
    'Several schools have this school code',
    of => sql<SqlBool>`exists (select 1 from t_admission as o where o.data_year = ${of('data_year')}
      and o.province_id = ${of('province_id')} and o.school_no = ${of('school_no')}
      and o.school_id <> ${of('school_id')} and not o.deleted)`,
  ),
  rule(
    128,
    'R11',
    error,
    '计划数和录取结果都没有填写',
    'There is neither a plan nor a result',
    of => sql<SqlBool>`(${of('plan_num')} is null and ${of('admit_num')} is null
      and ${of('archive_min_score')} is null and ${of('admit_min_score')} is null)`,
  ),
  rule(
    128,
    'R12',
    error,
    '院校不存在或已停用',
    'The school does not exist or is disabled',
    of => sql<SqlBool>`not exists (select 1 from t_school as s
      where s.school_id = ${of('school_id')} and s.status = ${enabled} and not s.deleted)`,
  ),
  rule(
    128,
    'R12',
    error,
    '统考类别在该年份和省份不存在或已停用',
    'The joint category does not exist in this year and province, or is disabled',
    of => sql<SqlBool>`not exists (select 1 from t_joint_category as c
      where c.joint_category_id = ${of('joint_category_id')} and c.data_year = ${of('data_year')}
        and c.province_id = ${of('province_id')} and c.status = ${enabled} and not c.deleted)`,
  ),
  rule(
    128,
    'R12',
    error,
    '批次在该年份和省份不存在或已停用',
    'The batch does not exist in this year and province, or is disabled',
    of => sql<SqlBool>`not exists (select 1 from t_batch as b
      where b.batch = ${of('batch')} and b.data_year = ${of('data_year')} and b.province_id = ${of('province_id')}
        and b.joint_category_id in (0, ${of('joint_category_id')}) and b.status = ${enabled} and not b.deleted)`,
  ),
  rule(
    128,
    'R13',
    warning,
    '专业库中没有这个专业，也没有关联标准专业',
    'The dictionary has no such major, and no standard major is named',
    of => sql<SqlBool>`${of('prof_id')} is null and not exists (select 1 from t_prof as f
      where yikao_fold(f.prof_name) = yikao_fold(${of('sch_prof_name')}) and not f.deleted)`,
  ),
  rule(
    128,
    'R14',
    warning,
    '没有对应的省控线',
    'There is no line of the province for it',
    of => sql<SqlBool>`not exists (select 1 from t_score as l where ${line(of)})`,
  ),
  rule(
    128,
    'R15',
    warning,
    '没有指定综合分公式，只能套用默认公式',
    'No formula is named for it; only the default would be taken',
    of => sql<SqlBool>`${of('score_type')} = ${scoreIs.composite} and ${of('formula_id')} is null
      and not exists (select 1 from t_formula as f where ${formula(of)}
        and (f.school_id is null or f.school_id = ${of('school_id')}))
      and not exists (select 1 from t_score as l where ${line(of)} and l.formula_id is not null)`,
  ),
  rule(
    128,
    'R16',
    warning,
    '选科要求未能识别，无法核对考生的选科',
    'The required subjects cannot be read, so candidates are not checked against them',
    of => sql<SqlBool>`${of('subject_state')} = ${subjectIs.unread}`,
  ),
  rule(
    129,
    'R21',
    error,
    '分数超过满分',
    'A score is above the full mark',
    of => sql<SqlBool>`exists (
      select 1 from t_province as p
        left join lateral (select l.culture_full, l.prof_full from t_score as l where ${line(of)} limit 1) as l on true
        cross join lateral (select coalesce(l.culture_full, p.culture_full) as culture,
          coalesce(l.prof_full, p.joint_full) as prof) as full_mark
      where p.province_id = ${of('province_id')} and (
        ${of('culture_min')} > culture or ${of('prof_min')} > prof
        or greatest(${of('archive_min_score')}, ${of('admit_min_score')}, ${of('admit_avg_score')}, ${of('admit_max_score')})
          > case ${of('score_type')} when ${scoreIs.culture} then culture when ${scoreIs.joint} then prof
              when ${scoreIs.english} then 150 when ${scoreIs.chinese} then 150
              else culture + prof end))`,
  ),
  rule(
    129,
    'R22',
    error,
    '最低分、平均分、最高分大小关系不对',
    'Lowest, average and highest score are not in order',
    of => sql<SqlBool>`(${of('admit_min_score')} > ${of('admit_avg_score')}
      or ${of('admit_avg_score')} > ${of('admit_max_score')}
      or ${of('admit_min_score')} > ${of('admit_max_score')}) is true`,
  ),
  rule(
    129,
    'R23',
    warning,
    '录取人数超过计划数的 1.2 倍',
    'More than 1.2 times as many were admitted as planned',
    of => sql<SqlBool>`(${of('admit_num')} > ${of('plan_num')} * 1.2) is true`,
  ),
  rule(
    129,
    'R24',
    error,
    '投档最低分低于省控线',
    'The lowest score put before the school is below the line of the province',
    of => sql<SqlBool>`exists (select 1 from t_score as l where ${line(of)} and ${of('archive_min_score')}
      < case ${of('score_type')} when ${scoreIs.composite} then l.composite_line
        when ${scoreIs.culture} then l.culture_line when ${scoreIs.joint} then l.prof_line end)`,
  ),
  rule(
    129,
    'R25',
    warning,
    '位次与一分一段表相差超过 5%',
    'The rank differs from the table of segments by more than 5 %',
    of => sql<SqlBool>`(${of('score_type')} in (${scoreIs.composite}, ${scoreIs.culture}, ${scoreIs.joint})
      and abs(${of('archive_min_rank')} - ${segmentTotal(of, of('archive_min_score'))})
        > 0.05 * ${of('archive_min_rank')}) is true`,
  ),
  rule(
    129,
    'R26',
    warning,
    '计划数比上年变化超过一倍',
    "The plan has changed by more than the whole of last year's",
    of => sql<SqlBool>`exists (select 1 from t_admission as p where ${yearBefore(of)} and p.plan_num > 0
      and abs(${of('plan_num')} - p.plan_num) > p.plan_num)`,
  ),
  rule(
    129,
    'R27',
    warning,
    '投档线比上年变化超过 30 分',
    'The line has moved by more than 30 points since last year',
    of => sql<SqlBool>`exists (select 1 from t_admission as p where ${yearBefore(of)}
      and p.score_type = ${of('score_type')} and abs(${of('archive_min_score')} - p.archive_min_score) > 30)`,
  ),
];
