import type {
  ChanceAlgorithm,
  ChanceFormula,
  ChanceWorld,
  Programme,
  ProvinceLine,
  RankTable,
  SegmentKind,
} from '@yikao/model/rules/chance.ts';
import { scaleBetween } from '@yikao/model/rules/segments.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../engine/sql.ts';
import { testedMethods } from './back-tests.ts';
import { findTable, latestTableYear, readCompetitors, withTotal } from './segment-tables.ts';

/** The part that chances of several programmes have in common: their province, year, category, and arts or science. */
export interface ChanceWorldKey {
  readonly dataYear: number;
  readonly provinceId: number;
  readonly jointCategoryId: number;
  readonly aos: number;
}

const algorithmColumns: RawBuilder<unknown> = sql`
  id, province_id as "provinceId", joint_category_id::integer as "jointCategoryId", batch::integer as batch, status,
  method, p0::text as p0, k::text as k, p5::text as p5, logistic_k::text as "logisticK",
  big_year_adj::text as "bigYearAdj", small_year_adj::text as "smallYearAdj", min_prob::text as "minProb",
  max_prob::text as "maxProb", year_weights as "yearWeights", plan_elasticity::text as "planElasticity", levels`;

type StoredAlgorithm = ChanceAlgorithm & { readonly provinceId: number };

const numbered = <T extends { readonly id: number; readonly provinceId: number }>(row: T): T => ({
  ...row,
  id: Number(row.id),
  provinceId: Number(row.provinceId),
});

/** An algorithm by its number; undefined where there is none. */
export async function readAlgorithm(db: Db, id: number): Promise<StoredAlgorithm | undefined> {
  const found = await sql<StoredAlgorithm>`
    select ${algorithmColumns} from t_algorithm where id = ${id} and not deleted`.execute(db);
  return found.rows.map(numbered)[0];
}

/** The algorithms of a province and year, with the one that the parameters name (domain 7.4). */
export async function readAlgorithms(
  db: Db,
  { dataYear, provinceId }: { readonly dataYear: number; readonly provinceId: number },
): Promise<Pick<ChanceWorld, 'algorithms' | 'defaultAlgorithm'>> {
  const found = await sql<StoredAlgorithm & { readonly own: boolean; readonly byDefault: boolean }>`
    with named as (
      select (array_agg(config_value::bigint))[1] as id from t_config
      where config_key = 'prob.defaultAlgorithmId' and config_value ~ '^[0-9]{1,15}$')
    select ${algorithmColumns}, data_year = ${dataYear} and province_id = ${provinceId} as own,
      id is not distinct from (select named.id from named) as "byDefault"
    from t_algorithm
    where not deleted
      and ((data_year = ${dataYear} and province_id = ${provinceId}) or id = (select named.id from named))`.execute(
    db,
  );
  const rows = found.rows.map(numbered);
  const byDefault = rows.find(row => row.byDefault);
  return { algorithms: rows.filter(row => row.own), ...(byDefault && { defaultAlgorithm: byDefault }) };
}

/** A table of segments for ranks of a year: its own, else the latest before it with its ranks brought to the year. */
async function rankTable(db: Db, key: ChanceWorldKey, kind: SegmentKind): Promise<RankTable | undefined> {
  const asked = { ...key, scoreType: kind };
  const own = await findTable(db, asked);
  if (own) return { dataYear: key.dataYear, table: own.table, scale: null };
  const year = await latestTableYear(db, asked);
  const found = year === undefined ? undefined : await findTable(db, { ...asked, dataYear: year });
  if (!found || year === undefined) return undefined;
  const competitors = await readCompetitors(db, key, [year, key.dataYear]);
  const scale = scaleBetween(
    withTotal(competitors.get(year), found),
    withTotal(competitors.get(key.dataYear), undefined),
  );
  return { dataYear: year, table: found.table, scale };
}

/**
 * Loads all that chances of one category are worked out by, once for however many programmes of it. `kinds` are the
 * segments that their `scoreType`s are ranked by.
 */
export async function loadChanceWorld(
  db: Db,
  key: ChanceWorldKey,
  kinds: readonly SegmentKind[],
): Promise<ChanceWorld> {
  const { dataYear, provinceId, jointCategoryId } = key;
  const [lines, formulas, algorithms, tested, ...tables] = await Promise.all([
    sql<ProvinceLine>`
      select joint_category_id::integer as "jointCategoryId", aos, batch::integer as batch, diploma,
        culture_line::text as "cultureLine", prof_line::text as "profLine", composite_line::text as "compositeLine", pass_line::text as "passLine",
        culture_full::text as "cultureFull", prof_full::text as "profFull", rank_using as "rankUsing",
        formula_id::integer as "formulaId"
      from t_score where data_year = ${dataYear} and province_id = ${provinceId}
        and joint_category_id = ${jointCategoryId} and not deleted`.execute(db),
    sql<ChanceFormula>`
      select id::integer as id, joint_category_id::integer as "jointCategoryId", batch::integer as batch,
        school_id::integer as "schoolId", score_type as "scoreType", status, expression, decimals,
        round_mode as "roundMode"
      from t_formula where data_year = ${dataYear} and province_id = ${provinceId} and not deleted`.execute(
      db,
    ),
    readAlgorithms(db, key),
    testedMethods(db, provinceId),
    ...kinds.map(kind => rankTable(db, key, kind)),
  ]);
  const found: { [K in SegmentKind]?: RankTable } = {};
  for (const [index, kind] of kinds.entries()) {
    const table = tables[index];
    if (table) found[kind] = table;
  }
  // The professional rank has a letter of its own, which few formulas name.
  if (!kinds.includes(3) && formulas.rows.some(({ expression }) => expression.includes('Z'))) {
    const table = await rankTable(db, key, 3);
    if (table) found[3] = table;
  }
  return { lines: lines.rows, formulas: formulas.rows, ...algorithms, tables: found, tested };
}

/** Columns of `t_admission`, aliased as `d`, that a {@link Programme} is made of. */
export const programmeColumns: RawBuilder<unknown> = sql`
  d.data_id::integer as "dataId", d.data_year as "dataYear", d.province_id::integer as "provinceId",
  d.joint_category_id::integer as "jointCategoryId", d.aos, d.batch::integer as batch,
  d.school_id::integer as "schoolId", d.score_type as "scoreType", d.archive_rule as "archiveRule",
  d.formula_id::integer as "formulaId", d.algorithm_id::integer as "algorithmId",
  d.archive_min_score::text as "archiveMinScore", d.archive_min_rank as "archiveMinRank",
  d.admit_min_score::text as "admitMinScore", d.admit_min_rank as "admitMinRank",
  d.predict_score::text as "predictScore", d.predict_rank as "predictRank", d.english_min::text as "englishMin",
  d.chinese_min::text as "chineseMin", d.competition_degree::text as "competitionDegree", d.big_small as "bigSmall"`;

/** A programme as {@link programmeColumns} read it. */
export type FoundProgramme = Programme &
  ChanceWorldKey & {
    readonly dataId: number;
  };
