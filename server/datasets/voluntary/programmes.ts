import type { ListProgramme } from '@yikao/model/calls/voluntary.ts';
import { type Candidate, type ChanceWorld, chanceOf, segmentKindOf } from '@yikao/model/rules/chance.ts';
import type { Band } from '@yikao/model/rules/probability.ts';
import {
  rankOfScore,
  type Scale,
  type SegmentTable,
  scaleBetween,
  scaledRank,
  scoreOfRank,
} from '@yikao/model/rules/segments.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../engine/sql.ts';
import { type FoundProgramme, loadChanceWorld, programmeColumns } from '../prediction/chance-world.ts';
import { findTable, readCompetitors, withTotal } from '../prediction/segment-tables.ts';

/** The facts that decide which programmes a list may be filled with, and the candidate's scores. */
export interface ListOwner {
  readonly dataYear: number;
  readonly provinceId: number;
  readonly jointCategoryId: number;
  readonly aos: number;
  readonly batch: number;
  readonly cultureScore: string | null;
  readonly profScore: string | null;
  readonly englishScore: string | null;
  readonly chineseScore: string | null;
  readonly compositeScore: string | null;
  readonly cultureRank: number | null;
  readonly profRank: number | null;
  readonly compositeRank: number | null;
}

/** A programme with the names that people know it by, and how it closed in the year before. */
interface Found extends FoundProgramme {
  readonly schoolName: string;
  readonly schoolNo: string | null;
  readonly schoolProvinceName: string | null;
  readonly groupNo: string | null;
  readonly groupName: string | null;
  readonly profName: string;
  readonly profNo: string | null;
  readonly planNum: number | null;
  readonly tuition: string | null;
  readonly subjectRequire: string | null;
  readonly exceptionFlag: number;
  readonly lastScore: string | null;
  readonly lastRank: number | null;
}

/** A programme with the candidate's chance of it, told or not. */
export interface Weighed extends Omit<ListProgramme, 'probability'> {
  /** Also where it is not told, for order and generation. */
  readonly chance: number | null;
  readonly probability: number | null;
  readonly level: Band | null;
  readonly exception: boolean;
  readonly algorithmId: number | null;
  readonly score: number | null;
  readonly rank: number | null;
}

/** Which programmes are asked for, beside those of the list's batch. */
export type ProgrammeFilter = RawBuilder<SqlBool>;

/** No filter. */
const everyProgramme: ProgrammeFilter = sql<SqlBool>`true`;

/**
 * Programmes of a list's year, province, category, arts or science, and batch. How one closed in the year before is
 * looked up only where its own row knows no line; renamed categories and batches are followed (0.7, 1 and 2).
 */
async function readProgrammes(db: Db, of: ListOwner, filter: ProgrammeFilter): Promise<Found[]> {
  const listed = sql<SqlBool>`d.province_id = ${of.provinceId} and d.data_year = ${of.dataYear}
    and d.joint_category_id = ${of.jointCategoryId} and d.batch = ${of.batch}
    and (d.aos = ${of.aos} or 3 in (d.aos, ${of.aos})) and not d.deleted`;
  const found = await sql<Found>`
    with former as (
      select (select max(prev_category_id) from t_joint_category where data_year = ${of.dataYear}
          and province_id = ${of.provinceId} and joint_category_id = ${of.jointCategoryId} and not deleted) as category,
        (select max(prev_batch) from t_batch where data_year = ${of.dataYear} and province_id = ${of.provinceId}
          and batch = ${of.batch} and not deleted) as batch),
    -- Read once and joined as a whole: looked up for each programme, a year of a large province takes seconds.
    year_before as materialized (
      select x.school_id, x.sch_prof_name, x.admit_type, x.exception_flag, x.aos, x.group_no, x.data_id,
        coalesce(x.archive_min_score, x.admit_min_score)::text as score,
        coalesce(x.archive_min_rank, x.admit_min_rank) as rank
      from t_admission as x cross join former
      where x.province_id = ${of.provinceId} and x.data_year = ${of.dataYear - 1} and not x.deleted
        and x.joint_category_id in (${of.jointCategoryId}, former.category) and x.batch in (${of.batch}, former.batch)),
    past as (
      select distinct on (d.data_id) d.data_id, x.score, x.rank
      from t_admission as d join year_before as x
        on x.school_id = d.school_id and x.sch_prof_name = d.sch_prof_name and x.admit_type = d.admit_type
          and x.exception_flag = d.exception_flag
          and (x.aos = d.aos or 3 in (x.aos, d.aos) or (x.aos, d.aos) in ((1, 4), (2, 5)))
      where ${listed} and (coalesce(d.archive_min_rank, d.predict_rank, d.admit_min_rank) is null
        or coalesce(d.archive_min_score, d.predict_score, d.admit_min_score) is null)
      order by d.data_id, x.aos = d.aos desc, x.group_no is not distinct from d.group_no desc, x.data_id)
    select ${programmeColumns}, s.school_name as "schoolName", coalesce(d.school_no, s.school_no) as "schoolNo",
      p.province_name as "schoolProvinceName", d.group_no as "groupNo", d.group_name as "groupName",
      d.sch_prof_name as "profName", d.prof_no as "profNo", d.plan_num as "planNum", d.tuition::text as tuition,
      d.subject_require as "subjectRequire", d.exception_flag as "exceptionFlag",
      past.score as "lastScore", past.rank as "lastRank"
    from t_admission as d
      join t_school as s on s.school_id = d.school_id
      left join t_province as p on p.province_id = s.province_id
      left join past on past.data_id = d.data_id
    where ${listed} and ${filter}
    order by d.data_id`.execute(db);
  return found.rows;
}

/** The tables by which lines of the year before are brought to the list's year, by kind of score. */
interface Bridge {
  readonly before: SegmentTable | undefined;
  readonly now: SegmentTable | undefined;
  readonly scale: Scale | null;
}

type SegmentKind = NonNullable<ReturnType<typeof segmentKindOf>>;

async function bridgesTo(
  db: Db,
  of: ListOwner,
  kinds: readonly SegmentKind[],
): Promise<ReadonlyMap<SegmentKind, Bridge>> {
  const year = of.dataYear - 1;
  const competitors = await readCompetitors(db, of, [year, of.dataYear]);
  const bridges = new Map<SegmentKind, Bridge>();
  for (const scoreType of kinds) {
    const before = await findTable(db, { ...of, dataYear: year, scoreType });
    const now = await findTable(db, { ...of, scoreType });
    const scale = scaleBetween(
      withTotal(competitors.get(year), before),
      withTotal(competitors.get(of.dataYear), now),
    );
    bridges.set(scoreType, { before: before?.table, now: now?.table, scale });
  }
  return bridges;
}

/** How a programme closed in the year before, brought to the list's year (domain 4.6). */
function equivalentOf(bridge: Bridge | undefined, { lastScore, lastRank }: Found) {
  const rank =
    lastRank ?? (bridge?.before && lastScore !== null ? rankOfScore(bridge.before, lastScore) : null);
  const scaled = rank === null ? null : scaledRank(rank, bridge?.scale ?? null);
  // Without a table of its own, the scores of the list's year are not known yet, and last year's stand.
  const score = bridge?.now && scaled !== null ? scoreOfRank(bridge.now, scaled) : lastScore;
  return { rank: scaled, score };
}

/** The candidate of a list as one who is ranked by each kind of score, the same object for all programmes of a kind. */
function candidatesOf(of: ListOwner): (kind: SegmentKind | undefined) => Candidate {
  const { cultureScore, profScore, englishScore, chineseScore, compositeScore } = of;
  const scores = { cultureScore, profScore, englishScore, chineseScore, compositeScore };
  const ranked: Readonly<Record<SegmentKind, Candidate>> = {
    1: { ...scores, rank: of.compositeRank },
    2: { ...scores, rank: of.cultureRank },
    3: { ...scores, rank: of.profRank },
  };
  return kind => (kind === undefined ? scores : ranked[kind]);
}

/** Programmes with the candidate's chances of them (domain 4.8), in the order of their numbers. */
export async function weighProgrammes(
  db: Db,
  of: ListOwner,
  filter: ProgrammeFilter = everyProgramme,
): Promise<Weighed[]> {
  const found = await readProgrammes(db, of, filter);
  const kinds = [...new Set(found.flatMap(({ scoreType }) => segmentKindOf(scoreType) ?? []))];
  const world = await loadChanceWorld(db, of, kinds);
  const bridged = found.some(({ lastScore, lastRank }) => lastScore !== null || lastRank !== null);
  const bridges = bridged ? await bridgesTo(db, of, kinds) : new Map<SegmentKind, Bridge>();
  const candidates = candidatesOf(of);
  return found.map(one =>
    weigh(one, { world, bridges, candidate: candidates(segmentKindOf(one.scoreType)) }),
  );
}

/**
 * The candidate's composite score and rank: those of the list, else worked out by the province's formula and
 * segments.
 */
export async function compositeFor(
  db: Db,
  of: ListOwner,
): Promise<{ compositeScore: number | null; compositeRank: number | null; provisional: boolean }> {
  const world = await loadChanceWorld(db, of, [1, 3]);
  const chance = chanceOf(
    world,
    {
      jointCategoryId: of.jointCategoryId,
      aos: of.aos,
      batch: of.batch,
      schoolId: 0,
      scoreType: 1,
      archiveRule: 1,
      archiveMinScore: null,
      archiveMinRank: null,
      admitMinScore: null,
      admitMinRank: null,
      predictScore: null,
      predictRank: null,
      englishMin: null,
      chineseMin: null,
      competitionDegree: null,
      bigSmall: 0,
    },
    candidatesOf(of)(1),
  );
  return {
    compositeScore: chance.compositeScore === null ? null : Number(chance.compositeScore),
    compositeRank: chance.rank,
    provisional: chance.provisional,
  };
}

function weigh(
  one: Found,
  {
    world,
    bridges,
    candidate,
  }: {
    readonly world: ChanceWorld;
    readonly bridges: ReadonlyMap<SegmentKind, Bridge>;
    readonly candidate: Candidate;
  },
): Weighed {
  const kind = segmentKindOf(one.scoreType);
  const bridge = kind && bridges.get(kind);
  const chance = chanceOf(world, one, candidate, equivalentOf(bridge, one));
  const byRank = chance.method !== 1;
  return {
    admissionId: one.dataId,
    schoolId: one.schoolId,
    schoolName: one.schoolName,
    schoolNo: one.schoolNo,
    schoolProvinceName: one.schoolProvinceName,
    groupNo: one.groupNo,
    groupName: one.groupName,
    profName: one.profName,
    profNo: one.profNo,
    planNum: one.planNum,
    tuition: one.tuition === null ? null : Number(one.tuition),
    subjectRequire: one.subjectRequire,
    line: chance.line,
    lineSource: chance.lineSource,
    byRank,
    chance: chance.probability,
    probability: chance.tested ? chance.probability : null,
    level: chance.level,
    reason: chance.reason,
    provisional: chance.provisional,
    exception: one.exceptionFlag === 1,
    algorithmId: chance.algorithmId,
    score: byRank ? null : chance.own,
    rank: chance.rank,
  };
}

/** A programme as it leaves, without what only the server reckons with. */
export function toldOf(one: Weighed): ListProgramme {
  const { chance: _, exception: __, algorithmId: ___, score: ____, rank: _____, ...told } = one;
  return told;
}
