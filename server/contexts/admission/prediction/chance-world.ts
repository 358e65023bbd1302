import type {
  ChanceAlgorithm,
  ChanceFormula,
  ChanceWorld,
  Programme,
  ProvinceLine,
  RankTable,
  SegmentKind,
} from '@yikao/model/contexts/admission/rules/chance.ts';
import { scaleBetween } from '@yikao/model/contexts/admission/rules/segments.ts';
import { diploma } from '@yikao/model/contexts/shared/shared.codes.ts';
import { type RawBuilder, sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { testedMethods } from './back-tests.ts';
import { findTable, latestTable, readCompetitors, withTotal } from './segment-tables.ts';

const diplomaIs = codesOf(diploma);

/** The part that chances of several programmes have in common: their province, year, category, and arts or science. */
export interface ChanceWorldKey {
  readonly dataYear: number;
  readonly provinceId: number;
  readonly jointCategoryId: number;
  readonly aos: number;
}

const algorithmColumns: RawBuilder<unknown> = sql`
  id, province_id, joint_category_id, batch, status, method, p0, k, p5, logistic_k, big_year_adj,
  small_year_adj, min_prob, max_prob, year_weights, plan_elasticity, levels`;

type StoredAlgorithm = ChanceAlgorithm & { readonly provinceId: number };

/** An algorithm by id; undefined if there is none. */
export async function readAlgorithm(db: Db, id: number): Promise<StoredAlgorithm | undefined> {
  const found = await sql<StoredAlgorithm>`
    select ${algorithmColumns} from t_algorithm where id = ${id} and not deleted`.execute(db);
  return found.rows[0];
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
      id is not distinct from (select named.id from named) as by_default
    from t_algorithm
    where not deleted
      and ((data_year = ${dataYear} and province_id = ${provinceId}) or id = (select named.id from named))`.execute(
    db,
  );
  const { rows } = found;
  const byDefault = rows.find(row => row.byDefault);
  return { algorithms: rows.filter(row => row.own), ...(byDefault && { defaultAlgorithm: byDefault }) };
}

/**
 * A segment table for ranks of a year: its own, else the latest earlier one with its ranks converted to the year.
 * `broken` if that table does not add up: no other is used in its place.
 */
async function rankTable(
  db: Db,
  key: ChanceWorldKey,
  kind: SegmentKind,
): Promise<RankTable | 'broken' | undefined> {
  const asked = { ...key, scoreType: kind };
  const own = await findTable(db, asked);
  if (own && !own.sound) return 'broken';
  if (own) return { dataYear: key.dataYear, table: own.table, scale: null, unscaled: false };
  const latest = await latestTable(db, asked);
  if (!latest) return undefined;
  const { asked: past, found } = latest;
  if (!found.sound) return 'broken';
  const competitors = await readCompetitors(db, key.provinceId, [past, key]);
  const scale = scaleBetween(
    withTotal(competitors.get(past.dataYear), found),
    withTotal(competitors.get(key.dataYear), undefined),
  );
  return { dataYear: past.dataYear, table: found.table, scale, unscaled: scale === null };
}

/**
 * Loads everything that probabilities of one category need, once for any number of its programmes. `kinds` are the
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
      select s.joint_category_id, s.aos, s.batch, s.diploma, s.culture_line, s.prof_line, s.composite_line,
        -- One value for undergraduates and one for junior colleges (domain 0.7, 24); the category's where the line has none.
        (case when s.diploma = ${diplomaIs.juniorCollege} then coalesce(s.junior_pass_line, c.junior_pass_score)
          else coalesce(s.pass_line, c.pass_score) end)::text as pass_line,
        s.culture_full::text as culture_full, s.prof_full, s.rank_using,
        s.formula_id
      from t_score as s left join t_joint_category as c on c.data_year = s.data_year
        and c.province_id = s.province_id and c.joint_category_id = s.joint_category_id and not c.deleted
      where s.data_year = ${dataYear} and s.province_id = ${provinceId}
        and s.joint_category_id = ${jointCategoryId} and not s.deleted`.execute(db),
    sql<ChanceFormula>`
      select id, joint_category_id, batch, school_id, score_type, status, expression, decimals, round_mode
      from t_formula where data_year = ${dataYear} and province_id = ${provinceId} and not deleted`.execute(
      db,
    ),
    readAlgorithms(db, key),
    testedMethods(db, provinceId),
    ...kinds.map(kind => rankTable(db, key, kind)),
  ]);
  const found: { [K in SegmentKind]?: RankTable } = {};
  const broken = new Set<SegmentKind>();
  const take = (kind: SegmentKind, table: Awaited<ReturnType<typeof rankTable>>) => {
    if (table === 'broken') broken.add(kind);
    else if (table) found[kind] = table;
  };
  for (const [index, kind] of kinds.entries()) take(kind, tables[index]);
  // The professional rank has its own variable, which few formulas use.
  if (!kinds.includes(3) && formulas.rows.some(({ expression }) => expression.includes('Z'))) {
    take(3, await rankTable(db, key, 3));
  }
  return { lines: lines.rows, formulas: formulas.rows, ...algorithms, tables: found, broken, tested };
}

/** Columns of `t_admission`, aliased as `d`, that a {@link Programme} is made of. */
export const programmeColumns: RawBuilder<unknown> = sql`
  d.data_id, d.data_year, d.province_id, d.joint_category_id, d.aos, d.batch, d.school_id, d.score_type,
  d.admit_type, d.subject_require,
  d.archive_rule, d.formula_id, d.algorithm_id, d.archive_min_score, d.archive_min_rank, d.admit_min_score,
  d.admit_min_rank, d.predict_score, d.predict_rank,
  d.predict_unscaled = 1 as predict_unscaled, d.english_min,
  d.chinese_min, d.competition_degree, d.big_small`;

/** A programme as {@link programmeColumns} read it. */
export type FoundProgramme = Programme &
  ChanceWorldKey & {
    readonly dataId: number;
  };
