import type { CategoryStanding } from '@yikao/model/contexts/consumer/consumers.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { type TieScores, tieKeyName, tiePlace, tieValue } from '@yikao/model/rules/tie-order.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { allOf, type Db } from '../../engine/table/sql.ts';
import { findTable, latestTable, type TableAsked } from '../admission/prediction/segment-tables.ts';
import { tieOrderOf } from '../admission/tie-rules.ts';
import { compositesOf } from './composite-scores.ts';

const { wishUser } = registry;

/** A category of a candidate with its professional score. */
interface Category {
  readonly jointCategoryId: number;
  readonly name: string | null;
  readonly profScore: string | null;
  readonly profRank: number | null;
  readonly first: boolean;
}

interface Profile {
  readonly userId: number;
  readonly dataYear: number | null;
  readonly provinceId: number | null;
  readonly aos: number | null;
  readonly cultureScore: string | null;
  readonly englishScore: string | null;
  readonly chineseScore: string | null;
  readonly mathScore: string | null;
}

/**
 * A candidate's scores in each category: the composite score, the ranks that people with it have in the province, and
 * the place among the product's own candidates with the same score by the province's order of equal scores (domain
 * 0.7, 23). Throws `notFound` for a candidate out of reach.
 */
export async function standingOf(engine: Engine, actor: Actor, userId: number): Promise<CategoryStanding[]> {
  const { db } = engine;
  if (!(await findRow(engine, db, wishUser, actor, userId))) throw failure('notFound');
  const found = await sql<Profile>`
    select user_id, data_year, province_id, aos, culture_score, english_score, chinese_score, math_score
    from t_wish_user where user_id = ${userId}`.execute(db);
  const [profile] = found.rows;
  if (!profile?.dataYear || !profile.provinceId) return [];
  const told: CategoryStanding[] = [];
  for (const category of await categoriesOf(db, userId))
    told.push(await standingIn(db, actor, profile, category));
  return told;
}

/** The first category of a candidate, and the further ones of the same year and province. */
async function categoriesOf(db: Db, userId: number): Promise<Category[]> {
  const found = await sql<Category>`
    select c.joint_category_id, c.prof_score, c.prof_rank, c.first,
      (select max(j.joint_category_name) from t_joint_category as j where j.joint_category_id = c.joint_category_id
        and j.data_year = c.data_year and j.province_id = c.province_id and not j.deleted) as name
    from (
      select joint_category_id, prof_score::text, prof_rank, true as first, data_year, province_id, 0::bigint as place
      from t_wish_user where user_id = ${userId} and joint_category_id is not null
      union all
      select o.joint_category_id, o.prof_score::text, o.prof_rank, false, o.data_year, o.province_id, o.id
      from t_user_category as o join t_wish_user as u on u.user_id = o.user_id
      where o.user_id = ${userId} and o.data_year = u.data_year and o.province_id = u.province_id
        and o.joint_category_id is distinct from u.joint_category_id and not o.deleted) as c
    order by c.place`.execute(db);
  return found.rows;
}

async function standingIn(
  db: Db,
  actor: Actor,
  profile: Profile,
  { jointCategoryId, name, first, ...professional }: Category,
): Promise<CategoryStanding> {
  const { aos, cultureScore, englishScore, chineseScore, mathScore } = profile;
  const place = { dataYear: profile.dataYear ?? 0, provinceId: profile.provinceId ?? 0, jointCategoryId };
  const scored = {
    ...place,
    aos,
    cultureScore,
    englishScore,
    chineseScore,
    profScore: professional.profScore,
  };
  const [composite] = await compositesOf(db, [scored]);
  const score = composite?.compositeScore ?? null;
  const order = await tieOrderOf(db, place);
  const own: TieScores = {
    professional: professional.profScore,
    culture: cultureScore,
    chinese: chineseScore,
    math: mathScore,
    english: englishScore,
  };
  const peers =
    first && score !== null && order
      ? tiePlace(order, own, await peersOf(db, actor, { ...place, aos, score, userId: profile.userId }))
      : null;
  return {
    jointCategoryId,
    name,
    first,
    profScore: professional.profScore === null ? null : Number(professional.profScore),
    profRank: professional.profRank,
    compositeScore: score === null ? null : Number(score),
    provisional: composite?.compositeProvisional === 1,
    ...(score === null || aos === null
      ? unread
      : await ranksOf(db, { ...place, aos, scoreType: 1 }, Number(score))),
    tie:
      order?.map(key => {
        const value = tieValue(key, own);
        return {
          zh: tieKeyName(key, 'zh'),
          en: tieKeyName(key, 'en'),
          value: value === null ? null : Number(value),
        };
      }) ?? null,
    peers,
  };
}

type Ranks = Pick<CategoryStanding, 'ranks' | 'unranked'>;

const unread: Ranks = { ranks: null, unranked: null };

/**
 * The first and the last rank of the people with a score, by the table of the year, else of the latest before it. A
 * table that does not add up is not replaced by another one.
 */
async function ranksOf(db: Db, asked: TableAsked, score: number): Promise<Ranks> {
  const own = await findTable(db, asked);
  const table = own ?? (await latestTable(db, asked))?.found;
  if (!table) return unread;
  if (!table.sound) return { ranks: null, unranked: 'brokenTable' };
  const at = table.table.scores.findIndex(one => one <= Math.floor(score * 100 + 1e-6));
  const last = table.table.totals[at];
  if (last === undefined) return { ranks: null, unranked: 'pastTable' };
  return {
    ranks: { dataYear: table.dataYear, from: last - (table.same[at] ?? 1) + 1, to: last },
    unranked: null,
  };
}

/** The other candidates within reach with the same composite score in the same category. */
async function peersOf(
  db: Db,
  actor: Actor,
  of: {
    readonly dataYear: number;
    readonly provinceId: number;
    readonly jointCategoryId: number;
    readonly aos: number | null;
    readonly score: string;
    readonly userId: number;
  },
): Promise<TieScores[]> {
  const found = await sql<TieScores>`
    select d.prof_score::text as professional, d.culture_score::text as culture, d.chinese_score::text as chinese,
      d.math_score::text as math, d.english_score::text as english
    from t_wish_user as d where ${allOf([
      sql<SqlBool>`d.data_year = ${of.dataYear} and d.province_id = ${of.provinceId}
        and d.joint_category_id = ${of.jointCategoryId} and d.aos = ${of.aos}
        and d.composite_score = ${of.score}::numeric and d.user_id <> ${of.userId} and not d.deleted`,
      scopeCondition(wishUser, actor, 'd'),
    ])}
    order by d.user_id limit 10000`.execute(db);
  return found.rows;
}
