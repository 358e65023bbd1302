import { type Former, idInLaterYear, idInYear } from '@yikao/model/contexts/admission/rules/predict-rank.ts';
import {
  addsUp,
  answeringAos,
  type Competitors,
  lastTotal,
  type SegmentTable,
  segmentTable,
  type TableKey,
} from '@yikao/model/contexts/admission/rules/segments.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Columns, Filled } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';

/** A requested segment table (domain 4.6). */
export interface TableAsked extends TableKey {
  readonly dataYear: number;
  readonly provinceId: number;
  readonly scoreType: number;
}

/** A table found, and its place among the possible ones. */
export interface FoundTable extends TableKey {
  readonly dataYear: number;
  readonly table: SegmentTable;
  /** The number of people at each of its scores. */
  readonly same: readonly number[];
  /** False if its rows do not add up: it is shown as it is, and used for no advice (domain 0.7, 29). */
  readonly sound: boolean;
}

/** A table as advice may use it: undefined if it does not add up. */
export function soundTable(found: FoundTable | undefined): FoundTable | undefined {
  return found?.sound ? found : undefined;
}

/**
 * The table to use for a category and for arts or science: the category's, else that of all; with the same arts or
 * science, or its equivalent across the reform (0.7, 1), else the undivided one. One statement on the unique index,
 * however many tables there are. Undefined if there is none.
 */
export async function findTable(db: Db, asked: TableAsked): Promise<FoundTable | undefined> {
  const { dataYear, provinceId, scoreType, jointCategoryId, aos } = asked;
  const found = await sql<{
    category: number;
    aos: number;
    scores: readonly number[];
    same: readonly number[];
    totals: readonly number[];
  }>`
    with chosen as (
      select c.category, a.aos
      from unnest(array[${jointCategoryId}, 0]::bigint[]) with ordinality as c(category, place),
        unnest(${[...answeringAos(aos)]}::smallint[]) with ordinality as a(aos, place),
        -- A bound keeps this a look into the index; as "exists" it would become a join with the whole province.
        lateral (select 1 from t_segment as s where s.data_year = ${dataYear} and s.province_id = ${provinceId}
          and s.score_type = ${scoreType} and s.joint_category_id = c.category and s.aos = a.aos and not s.deleted
          limit 1) as there
      order by c.place, a.place limit 1)
    select chosen.category, chosen.aos, s.scores, s.same, s.totals
    from chosen cross join lateral (
      -- Three lists are read a good deal faster than hundreds of rows.
      select json_agg((score * 100)::integer) as scores, json_agg(same_num) as same, json_agg(total_num) as totals
      from (
        select score, same_num, total_num from t_segment
        where data_year = ${dataYear} and province_id = ${provinceId} and score_type = ${scoreType}
          and joint_category_id = chosen.category and aos = chosen.aos and not deleted
        order by score desc) as ranked) as s`.execute(db);
  const [first] = found.rows;
  if (!first) return undefined;
  return {
    dataYear,
    jointCategoryId: first.category,
    aos: first.aos,
    same: first.same,
    sound: addsUp(first.same, first.totals),
    table: segmentTable(first.scores.map((score, index) => ({ score, totalNum: first.totals[index] ?? 0 }))),
  };
}

/**
 * The latest such table before the requested year, with its year and the category's id then; undefined if there is
 * none.
 */
export async function latestTable(
  db: Db,
  asked: TableAsked,
): Promise<{ readonly asked: TableAsked; readonly found: FoundTable } | undefined> {
  const { dataYear, provinceId, scoreType, aos } = asked;
  const years = Array.from({ length: 6 }, (_, ago) => dataYear - ago);
  const chain = await readCategoryChain(db, provinceId);
  const categories = years.map(year => chain(asked.jointCategoryId, dataYear, year));
  const found = await sql<{ year: number; category: number }>`
    select y.year, y.category
    from unnest(${years}::integer[], ${categories}::bigint[]) as y(year, category),
      lateral (select 1 from t_segment as s where s.data_year = y.year and s.province_id = ${provinceId}
        and s.score_type = ${scoreType} and s.joint_category_id in (y.category, 0)
        and s.aos = any(${[...answeringAos(aos)]}::smallint[]) and not s.deleted limit 1) as there
    order by y.year desc limit 1`.execute(db);
  const [latest] = found.rows;
  if (!latest) return undefined;
  const past = { ...asked, dataYear: latest.year, jointCategoryId: latest.category };
  const table = await findTable(db, past);
  return table && { asked: past, found: table };
}

/** Returns the id of one year's category in another, earlier or later year (amendment 2). */
export type CategoryChain = (id: number, from: number, year: number) => number;

/** Reads the renamed and merged categories of a province, and their successors. */
export async function readCategoryChain(db: Db, provinceId: number): Promise<CategoryChain> {
  const found = await sql<
    Filled<typeof registry.jointCategory, 'dataYear' | 'jointCategoryId'> &
      Columns<typeof registry.jointCategory, 'prevCategoryId'>
  >`
    select distinct data_year, joint_category_id, prev_category_id
    from t_joint_category where province_id = ${provinceId} and not deleted
    order by data_year, joint_category_id`.execute(db);
  const former = new Map<string, number>();
  const followers = new Map<string, number>();
  const there = new Set<string>();
  for (const { dataYear: year, jointCategoryId: id, prevCategoryId: before } of found.rows) {
    there.add(`${year}-${id}`);
    if (!before) continue;
    former.set(`${year}-${id}`, before);
    // If there are several successors, the first one continues it.
    if (!followers.has(`${year}-${before}`)) followers.set(`${year}-${before}`, id);
  }
  const formerOf: Former = (year, id) => former.get(`${year}-${id}`);
  const followerOf: Former = (year, id) =>
    there.has(`${year}-${id}`) ? null : followers.get(`${year}-${id}`);
  return (id, from, year) =>
    id === 0
      ? 0
      : year <= from
        ? idInYear(id, from, year, formerOf)
        : idInLaterYear(id, from, year, followerOf);
}

/** A year, and the number that the category has in it. */
export interface CategoryYear {
  readonly dataYear: number;
  readonly jointCategoryId: number;
}

/** The numbers of competitors in some years, from the province's figures: of the category and of all categories. */
export async function readCompetitors(
  db: Db,
  provinceId: number,
  years: readonly CategoryYear[],
): Promise<Map<number, Competitors>> {
  type Figures = { readonly passed: number | null; readonly applied: number | null };
  const found = await sql<{ year: number; own: Figures | null; whole: Figures | null }>`
    select y.year,
      case when own.data_id is not null and y.category <> 0
        then json_build_object('passed', own.joint_pass_num, 'applied', own.art_exam_num) end as own,
      case when whole.data_id is not null
        then json_build_object('passed', whole.joint_pass_num, 'applied', whole.art_exam_num) end as whole
    from unnest(${years.map(({ dataYear }) => dataYear)}::integer[],
        ${years.map(({ jointCategoryId }) => jointCategoryId)}::bigint[]) as y(year, category)
      left join t_province_stat as own on own.data_year = y.year and own.province_id = ${provinceId}
        and own.joint_category_id = y.category and not own.deleted
      left join t_province_stat as whole on whole.data_year = y.year and whole.province_id = ${provinceId}
        and whole.joint_category_id = 0 and not whole.deleted`.execute(db);
  const figures = (of: Figures | null) => of && { jointPassNum: of.passed, artExamNum: of.applied };
  return new Map(
    found.rows.map(({ year, own, whole }) => [year, { category: figures(own), whole: figures(whole) }]),
  );
}

/** The numbers of competitors, with the total of the year's segment table added to the province's figures. */
export function withTotal(competitors: Competitors | undefined, found: FoundTable | undefined): Competitors {
  if (!found) return { ...competitors };
  const { jointCategoryId, aos, table } = found;
  return { ...competitors, table: { jointCategoryId, aos, total: lastTotal(table) } };
}
