import {
  type Competitors,
  lastTotal,
  type SegmentTable,
  segmentTable,
  type TableKey,
} from '@yikao/model/rules/segments.ts';
import { sql } from 'kysely';
import type { Db } from '../../engine/sql.ts';

/** A table of segments that is asked for (domain 4.6). */
export interface TableAsked extends TableKey {
  readonly dataYear: number;
  readonly provinceId: number;
  readonly scoreType: number;
}

/** A table that was found, and which of those that may answer it is. */
export interface FoundTable extends TableKey {
  readonly dataYear: number;
  readonly table: SegmentTable;
  /** How many people each of its scores has. */
  readonly same: readonly number[];
}

/**
 * The table that answers for a category and for arts or science: the category's, else that of all; the one of its arts or
 * science, else the undivided one. One statement by the unique index, however many tables there are. Undefined where none is.
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
        unnest(array[${aos}, 3]::smallint[]) with ordinality as a(aos, place),
        -- A bound keeps this a look into the index; as "exists" it would become a join with the whole province.
        lateral (select 1 from t_segment as s where s.data_year = ${dataYear} and s.province_id = ${provinceId}
          and s.score_type = ${scoreType} and s.joint_category_id = c.category and s.aos = a.aos and not s.deleted
          limit 1) as there
      order by c.place, a.place limit 1)
    select chosen.category::integer as category, chosen.aos, s.scores, s.same, s.totals
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
    table: segmentTable(first.scores.map((score, index) => ({ score, totalNum: first.totals[index] ?? 0 }))),
  };
}

/** The year that has a table of this kind and is not after the one asked for, the latest; undefined where there is none. */
export async function latestTableYear(db: Db, asked: TableAsked): Promise<number | undefined> {
  const { dataYear, provinceId, scoreType, jointCategoryId, aos } = asked;
  const found = await sql<{ year: number }>`
    select y.year from generate_series(${dataYear}::integer, ${dataYear - 5}::integer, -1) as y(year),
      lateral (select 1 from t_segment as s where s.data_year = y.year and s.province_id = ${provinceId}
        and s.score_type = ${scoreType} and s.joint_category_id in (${jointCategoryId}, 0) and s.aos in (${aos}, 3)
        and not s.deleted limit 1) as there
    order by y.year desc limit 1`.execute(db);
  return found.rows[0]?.year;
}

/** How many competed in each of some years, by the figures of the province: the category's, else those of all. */
export async function readCompetitors(
  db: Db,
  { provinceId, jointCategoryId }: { readonly provinceId: number; readonly jointCategoryId: number },
  years: readonly number[],
): Promise<Map<number, Competitors>> {
  const found = await sql<{ year: number; passed: number | null; applied: number | null }>`
    select y.year,
      coalesce(own.joint_pass_num, whole.joint_pass_num) as passed,
      coalesce(own.art_exam_num, whole.art_exam_num) as applied
    from unnest(${[...years]}::integer[]) as y(year)
      left join t_province_stat as own on own.data_year = y.year and own.province_id = ${provinceId}
        and own.joint_category_id = ${jointCategoryId} and not own.deleted
      left join t_province_stat as whole on whole.data_year = y.year and whole.province_id = ${provinceId}
        and whole.joint_category_id = 0 and not whole.deleted`.execute(db);
  return new Map(
    found.rows.map(({ year, passed, applied }) => [year, { jointPassNum: passed, artExamNum: applied }]),
  );
}

/** How many competed, with the total of the year's table of segments beside the figures of the province. */
export function withTotal(competitors: Competitors | undefined, found: FoundTable | undefined): Competitors {
  return { ...competitors, lastTotal: found ? lastTotal(found.table) : null };
}
