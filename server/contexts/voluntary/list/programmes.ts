import { probMethod } from '@yikao/model/contexts/admission/admission.codes.ts';
import {
  anyProgramme,
  type Candidate,
  type ChanceWorld,
  chanceOf,
  type EquivalentLine,
  segmentKindOf,
} from '@yikao/model/contexts/admission/rules/chance.ts';
import { spreadOf } from '@yikao/model/contexts/admission/rules/line-spread.ts';
import { rankOfScore, type Scale, scaleBetween } from '@yikao/model/contexts/admission/rules/segments.ts';
import type { ListProgramme } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import type { Band } from '@yikao/model/rules/probability.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import {
  type FoundProgramme,
  loadChanceWorld,
  programmeColumns,
} from '../../admission/prediction/chance-world.ts';
import { pastLines } from '../../admission/prediction/past-lines.ts';
import { equivalentLine } from '../../admission/prediction/programmes.ts';
import {
  type FoundTable,
  findTable,
  readCategoryChain,
  readCompetitors,
  soundTable,
  withTotal,
} from '../../admission/prediction/segment-tables.ts';
import { type CandidateFacts, candidatesOf } from './candidate-facts.ts';

/** The facts that decide which programmes a list may be filled with, and those about the candidate. */
export interface ListOwner extends CandidateFacts {
  readonly dataYear: number;
  readonly provinceId: number;
  readonly jointCategoryId: number;
  readonly batch: number;
}

/** A programme with its displayed names, and its result in the previous year. */
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
  readonly exceptionFlag: number;
  readonly lastScore: string | null;
  readonly lastRank: number | null;
}

/** A programme with the candidate's probability, shown or not. */
export interface Weighed extends Omit<ListProgramme, 'probability' | 'spread'> {
  /** The probability at another line. */
  readonly at: (line: number) => number | null;
  /** The method was tried on a year that is over, so that percentages are shown. */
  readonly tested: boolean;
  /** Set even if not shown, for sorting and generation. */
  readonly chance: number | null;
  /** The probability before its cap, by which programmes are sorted (0.7, 19). */
  readonly standing: number | null;
  readonly probability: number | null;
  readonly level: Band | null;
  readonly exception: boolean;
  readonly algorithmId: number | null;
  readonly score: number | null;
  readonly rank: number | null;
  readonly rankPast: boolean;
}

/** A further condition on programmes, besides those of the list's batch. */
export type ProgrammeFilter = RawBuilder<SqlBool>;

/** No filter. */
const everyProgramme: ProgrammeFilter = sql<SqlBool>`true`;

/**
 * Programmes of a list's year, province, category, arts or science, and batch. A previous result is looked up only if
 * the row has no line; renamed categories and batches are followed (0.7, 1 and 2).
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
      select x.school_id, yikao_fold(x.sch_prof_name) as name, x.admit_type, x.exception_flag, x.aos, x.group_no,
        x.data_id,
        coalesce(x.archive_min_score, x.admit_min_score)::text as score,
        coalesce(x.archive_min_rank, x.admit_min_rank) as rank
      from t_admission as x cross join former
      where x.province_id = ${of.provinceId} and x.data_year = ${of.dataYear - 1} and not x.deleted
        and x.joint_category_id in (${of.jointCategoryId}, former.category) and x.batch in (${of.batch}, former.batch)),
    past as (
      select distinct on (d.data_id) d.data_id, x.score, x.rank
      from t_admission as d join year_before as x
        on x.school_id = d.school_id and x.name = yikao_fold(d.sch_prof_name) and x.admit_type = d.admit_type
          and x.exception_flag = d.exception_flag
          and (x.aos = d.aos or 3 in (x.aos, d.aos) or (x.aos, d.aos) in ((1, 4), (2, 5)))
      where ${listed} and (coalesce(d.archive_min_rank, d.predict_rank, d.admit_min_rank) is null
        or coalesce(d.archive_min_score, d.predict_score, d.admit_min_score) is null)
      order by d.data_id, (x.aos = d.aos or (x.aos, d.aos) in ((1, 4), (2, 5))) desc,
        yikao_group_number(x.group_no) = yikao_group_number(d.group_no) desc, x.data_id)
    select ${programmeColumns}, s.school_name, coalesce(d.school_no, s.school_no) as school_no,
      p.province_name as school_province_name, d.group_no, d.group_name, d.sch_prof_name as prof_name,
      d.prof_no, d.plan_num, d.tuition, d.exception_flag, past.score as last_score,
      past.rank as last_rank
    from t_admission as d
      join t_school as s on s.school_id = d.school_id
      left join t_province as p on p.province_id = s.province_id
      left join past on past.data_id = d.data_id
    where ${listed} and ${filter}
    order by d.data_id`.execute(db);
  return found.rows;
}

/** The tables that convert lines of the previous year to the list's year, by kind of score. */
interface Bridge {
  readonly before: FoundTable | undefined;
  readonly now: FoundTable | undefined;
  readonly scale: Scale | null;
}

type SegmentKind = NonNullable<ReturnType<typeof segmentKindOf>>;

async function bridgesTo(
  db: Db,
  of: ListOwner,
  kinds: readonly SegmentKind[],
): Promise<ReadonlyMap<SegmentKind, Bridge>> {
  const dataYear = of.dataYear - 1;
  const chain = await readCategoryChain(db, of.provinceId);
  const past = { ...of, dataYear, jointCategoryId: chain(of.jointCategoryId, of.dataYear, dataYear) };
  const competitors = await readCompetitors(db, of.provinceId, [past, of]);
  const bridges = new Map<SegmentKind, Bridge>();
  for (const scoreType of kinds) {
    const before = soundTable(await findTable(db, { ...past, scoreType }));
    const now = soundTable(await findTable(db, { ...of, scoreType }));
    const scale = scaleBetween(
      withTotal(competitors.get(dataYear), before),
      withTotal(competitors.get(of.dataYear), now),
    );
    bridges.set(scoreType, { before, now, scale });
  }
  return bridges;
}

/** The result of a programme in the previous year, converted to the list's year (domain 4.6). */
function equivalentOf(bridge: Bridge | undefined, { lastScore, lastRank }: Found): EquivalentLine {
  const { before, now, scale = null } = bridge ?? {};
  const rank = lastRank ?? (before && lastScore !== null ? rankOfScore(before.table, lastScore) : null);
  if (rank === null) return { score: lastScore, scoreUnscaled: true };
  return equivalentLine({ rank, score: lastScore, scale, before, now, read: lastRank === null });
}

/** Programmes with the candidate's probabilities (domain 4.8), by id. */
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
    weigh(one, { world, bridges, candidate: candidates(segmentKindOf(one.scoreType), one) }),
  );
}

/** The candidate's composite score and rank: those of the list, else from the province's formula and segments. */
export async function compositeFor(
  db: Db,
  of: ListOwner,
): Promise<{
  compositeScore: number | null;
  compositeRank: number | null;
  provisional: boolean;
  rankUnscaled: boolean;
  rankPast: boolean;
  tableBroken: boolean;
}> {
  const world = await loadChanceWorld(db, of, [1, 3]);
  const chance = chanceOf(world, anyProgramme(of), candidatesOf(of)(1));
  return {
    compositeScore: chance.compositeScore === null ? null : Number(chance.compositeScore),
    compositeRank: chance.rank,
    provisional: chance.provisional,
    rankUnscaled: chance.rankUnscaled,
    rankPast: chance.rankPast,
    tableBroken: chance.rank === null && world.broken?.has(1) === true,
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
  const byRank = chance.method !== probMethod.is.score;
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
    at: chance.at,
    tested: chance.tested,
    standing: chance.standing,
    probability: chance.tested ? chance.probability : null,
    level: chance.level,
    reason: chance.reason,
    fellBack: chance.fellBack,
    provisional: chance.provisional,
    unscaled: chance.unscaled,
    unchecked: [...chance.unchecked],
    exception: one.exceptionFlag === 1,
    algorithmId: chance.algorithmId,
    score: byRank ? null : chance.own,
    rank: chance.rank,
    rankPast: chance.rankPast,
  };
}

/**
 * Programmes for the client, without values for the server's calculations, with the spread of their lines over the
 * years.
 */
export async function toldOf(db: Db, of: ListOwner, weighed: readonly Weighed[]): Promise<ListProgramme[]> {
  const lines = await pastLines(
    db,
    of,
    weighed.map(({ admissionId }) => admissionId),
  );
  return weighed.map(one => {
    const { chance, standing, exception, algorithmId, score, rank, rankPast, at, tested, ...told } = one;
    return { ...told, spread: spreadOf(lines.get(one.admissionId) ?? [], one) };
  });
}
