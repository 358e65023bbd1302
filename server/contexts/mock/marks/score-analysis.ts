import { lastTotal, scoreOfRank } from '@yikao/model/contexts/admission/rules/segments.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { AnalysisAsk, ScoreAnalysis } from '@yikao/model/contexts/mock/calls/mock-analysis.calls.ts';
import { mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import {
  bandOf,
  competitionRanks,
  scoreStatistics,
} from '@yikao/model/contexts/mock/rules/score-statistics.ts';
import { aos } from '@yikao/model/contexts/shared/shared.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { toFen } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { holds } from '../../../engine/scope/access.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { latestTable } from '../../admission/prediction/segment-tables.ts';
import { refused } from '../seats/arrangement-rules.ts';
import { assertNoneKeptBack } from './blind-entry.ts';
import { published } from './mark-rules.ts';
import { totalsOf } from './mark-totals.ts';

const mockRegIs = codesOf(mockRegStatus);

const { agent, mockExam, mockScore, mockStudent } = registry;

/** Tolerance of a rank compared with the real exam, as a share of the candidates on either side. */
const leeway = 0.03;
/** The kind of segments that a mock exam of art marks is like: professional ones. */
const professional = 3;

type Exam = Columns<typeof mockExam, 'examName' | 'dataYear' | 'provinceId' | 'examStatus'>;

/** A candidate of the exam with a total, regardless of who may see it. */
interface Total {
  readonly studentId: number;
  readonly agentId: number | null;
  readonly total: string;
  readonly counts: boolean;
}

/** The subject of a report: a pupil, or an agency in one category. */
interface Subject {
  readonly jointCategoryId: number;
  readonly agentId: number | null;
  readonly studentId: number | undefined;
}

async function examOf(db: Db, actor: Actor, examId: number): Promise<Exam> {
  const found = await sql<Exam>`
    select d.exam_name, d.data_year, d.province_id, d.exam_status
    from t_mock_exam as d where d.exam_id = ${examId} and not d.deleted and ${scopeCondition(mockExam, actor, 'd')}`.execute(
    db,
  );
  const [exam] = found.rows;
  if (!exam) throw failure('notFound');
  // Before publication, marks are visible to people who work with them and hidden from agencies.
  const mayEarly = holds(actor, permissionCode(mockScore, 'list')) && actor.agentId === null;
  if (exam.examStatus < published && !mayEarly) {
    throw refused('成绩还没有发布', 'The marks are not published yet');
  }
  await assertNoneKeptBack(db, actor, examId);
  return exam;
}

/** The subject of the requested report, within the caller's reach. Throws `notFound`. */
async function subjectOf(db: Db, actor: Actor, ask: AnalysisAsk): Promise<Subject> {
  const found = await sql<Columns<typeof mockStudent, 'studentId' | 'agentId' | 'jointCategoryId'>>`
    select s.student_id, s.agent_id, s.joint_category_id
    from t_mock_student as s
    where s.exam_id = ${ask.examId} and s.reg_status = ${mockRegIs.registered} and not s.deleted
      and ${scopeCondition(mockStudent, actor, 's')}
      and ${ask.studentId === undefined ? sql`s.agent_id = ${ask.agentId}` : sql`s.student_id = ${ask.studentId}`}
      ${ask.jointCategoryId === undefined ? sql`` : sql`and s.joint_category_id = ${ask.jointCategoryId}`}
    order by count(*) over (partition by s.joint_category_id) desc, s.joint_category_id, s.student_id limit 1`.execute(
    db,
  );
  const [first] = found.rows;
  if (!first) throw failure('notFound');
  return { ...first, studentId: ask.studentId };
}

/** Categories of the exam in which the agency has pupils; for a pupil, their own. */
async function categoriesOf(db: Db, examId: number, { agentId, studentId, jointCategoryId }: Subject) {
  const found = await sql<Columns<typeof mockStudent, 'jointCategoryId'> & { categoryName: string }>`
    select distinct s.joint_category_id, c.joint_category_name as category_name
    from t_mock_student as s join t_mock_exam as e on e.exam_id = s.exam_id
      join t_joint_category as c on c.joint_category_id = s.joint_category_id and c.data_year = e.data_year
        and c.province_id = e.province_id and not c.deleted
    where s.exam_id = ${examId} and s.reg_status = ${mockRegIs.registered} and not s.deleted
      and ${studentId === undefined ? sql`s.agent_id = ${agentId}` : sql`s.joint_category_id = ${jointCategoryId}`}
    order by 1`.execute(db);
  return found.rows;
}

async function totals(db: Db, examId: number, jointCategoryId: number): Promise<readonly Total[]> {
  const found = await sql<Total>`
    select t.student_id, t.agent_id, t.total::text as total, t.counts
    from (${totalsOf(examId)}) as t where t.joint_category_id = ${jointCategoryId}`.execute(db);
  return found.rows;
}

/** The sessions of a category: statistics of everyone's marks, and those of the pupil or the agency. */
async function sessionsOf(db: Db, examId: number, { jointCategoryId, agentId, studentId }: Subject) {
  const found = await sql<ScoreAnalysis['sessions'][number]>`
    select i.info_id, i.subject_name, i.full_score::text as full,
      round(avg(m.score) filter (where m.counts), 2)::text as avg, (max(m.score) filter (where m.counts))::text as max,
      round(avg(m.score) filter (where m.counts and m.own), 2)::text as own,
      coalesce(bool_or(m.absent_flag = 1 and m.own), false) and ${studentId !== undefined}::boolean as absent,
      coalesce(bool_or(m.cheat_flag = 1 and m.own), false) and ${studentId !== undefined}::boolean as cheated
    from t_exam_info as i left join (
      select m.info_id, m.score, m.absent_flag, m.cheat_flag,
        m.score is not null and m.absent_flag = 0 and m.cheat_flag = 0 as counts,
        ${studentId === undefined ? sql`s.agent_id = ${agentId}` : sql`s.student_id = ${studentId}`} as own
      from t_mock_score as m
        join t_mock_student as s on s.student_id = m.student_id and s.reg_status = ${mockRegIs.registered}
          and not s.deleted
      where m.exam_id = ${examId} and not m.deleted
    ) as m on m.info_id = i.info_id
    where i.exam_id = ${examId} and i.joint_category_id = ${jointCategoryId} and not i.deleted
    group by i.info_id order by i.order_num, i.start_time, i.info_id`.execute(db);
  return found.rows;
}

/** The full mark of a category and the mark that passes, all sessions with their weights. */
async function measureOf(db: Db, examId: number, jointCategoryId: number) {
  const found = await sql<{ full: string; pass: string | null }>`
    select coalesce(round(sum(full_score * weight), 2), 0)::text as full,
      case when count(pass_score) = count(*) then round(sum(pass_score * weight), 2) end::text as pass
    from t_exam_info where exam_id = ${examId} and joint_category_id = ${jointCategoryId} and not deleted`.execute(
    db,
  );
  return found.rows[0] ?? { full: '0.00', pass: null };
}

/** The scores for such a rank in the last real exam of the province, a little below and above it. */
async function jointBand(
  db: Db,
  { provinceId, dataYear }: Exam,
  jointCategoryId: number,
  place: number,
  count: number,
) {
  const asked = { dataYear, provinceId, scoreType: professional, jointCategoryId, aos: aos.is.undivided };
  const { found } = (await latestTable(db, asked)) ?? {};
  const people = found && lastTotal(found.table);
  if (!found?.sound || !people) return null;
  const at = (share: number) =>
    scoreOfRank(found.table, Math.max(1, Math.round(Math.min(1, Math.max(0, share)) * people)));
  const [low, high] = [at(place / count + leeway), at(place / count - leeway)];
  return low === null || high === null ? null : { dataYear: found.dataYear, low, high };
}

/** Names and numbers of candidates, within the caller's reach. */
async function pupilsOf(db: Db, actor: Actor, studentIds: readonly number[]) {
  const found = await sql<
    Columns<typeof mockStudent, 'studentId' | 'studentName' | 'ticketNo'> & { agentName: string | null }
  >`
    select s.student_id, s.student_name, s.ticket_no, g.agent_name
    from t_mock_student as s left join t_agent as g on g.agent_id = s.agent_id and not g.deleted
    where s.student_id = any(${[...studentIds]}::bigint[]) and ${scopeCondition(mockStudent, actor, 's')}`.execute(
    db,
  );
  return new Map(found.rows.map(one => [one.studentId, one]));
}

/** Ranks of totals among those that count, by candidate (domain 4.4). */
function placesOf(counted: readonly Total[]): ReadonlyMap<number, number | null> {
  const ranks = competitionRanks(counted.map(({ total }) => toFen(total)));
  return new Map(counted.map(({ studentId }, at) => [studentId, ranks[at] ?? null]));
}

/**
 * Analysis of one pupil's marks in an exam, or of an agency's pupils in one category (domain section 5). Other
 * candidates appear only in statistics. Throws `notFound`, and `unmetNeeds` until the marks are published.
 */
export async function analysisOf(engine: Engine, actor: Actor, ask: AnalysisAsk): Promise<ScoreAnalysis> {
  const { db } = engine;
  const exam = await examOf(db, actor, ask.examId);
  const subject = await subjectOf(db, actor, ask);
  const { jointCategoryId, agentId, studentId } = subject;
  const categories = await categoriesOf(db, ask.examId, subject);
  const everybody = await totals(db, ask.examId, jointCategoryId);
  const counted = everybody.filter(({ counts }) => counts);
  const measure = await measureOf(db, ask.examId, jointCategoryId);
  const told = scoreStatistics(
    counted.map(one => ({ ...one, score: one.total })),
    measure,
  );
  const places = placesOf(counted);
  const colleagues = counted.filter(one => agentId !== null && one.agentId === agentId);
  const agentPlaces = placesOf(colleagues);
  const common = {
    ...{ examName: exam.examName, dataYear: exam.dataYear, published: exam.examStatus >= published },
    categoryName: categories.find(one => one.jointCategoryId === jointCategoryId)?.categoryName ?? '',
    categories,
    all: {
      ...{ full: measure.full, count: told.count, avg: told.avg, max: told.max },
      ...{ passRate: told.passRate, excellentRate: told.excellentRate, segments: [...told.segments] },
    },
    sessions: await sessionsOf(db, ask.examId, subject),
  };
  if (studentId === undefined) {
    const agency = await agencyOf(db, actor, agentId ?? 0, {
      colleagues,
      places,
      agentPlaces,
      measure,
      told,
    });
    return { ...common, pupil: null, agency };
  }
  const own = everybody.find(one => one.studentId === studentId);
  const named = (await pupilsOf(db, actor, [studentId])).get(studentId);
  if (!named) throw failure('notFound');
  const rankNo = places.get(studentId) ?? null;
  return {
    ...common,
    agency: null,
    pupil: {
      ...named,
      total: own?.total ?? '0.00',
      rankNo,
      agentRank: agentPlaces.get(studentId) ?? null,
      agentCount: colleagues.length,
      segment: own?.counts ? bandOf(own.total) : null,
      joint: rankNo === null ? null : await jointBand(db, exam, jointCategoryId, rankNo, counted.length),
    },
  };
}

/** Results of an agency's pupils, each by name. */
async function agencyOf(
  db: Db,
  actor: Actor,
  agentId: number,
  {
    colleagues,
    places,
    agentPlaces,
    measure,
    told,
  }: {
    readonly colleagues: readonly Total[];
    readonly places: ReadonlyMap<number, number | null>;
    readonly agentPlaces: ReadonlyMap<number, number | null>;
    readonly measure: { readonly full: string; readonly pass: string | null };
    readonly told: ReturnType<typeof scoreStatistics>;
  },
): Promise<NonNullable<ScoreAnalysis['agency']>> {
  const own = scoreStatistics(
    colleagues.map(one => ({ ...one, score: one.total })),
    measure,
  );
  const name = await sql<Columns<typeof registry.agent, 'agentName'>>`
    select d.agent_name from t_agent as d where d.agent_id = ${agentId} and ${scopeCondition(agent, actor, 'd')}`.execute(
    db,
  );
  const named = await pupilsOf(
    db,
    actor,
    colleagues.map(({ studentId }) => studentId),
  );
  return {
    agentId,
    agentName: name.rows[0]?.agentName ?? '',
    ...{ count: own.count, avg: own.avg, max: own.max, passRate: own.passRate },
    excellentRate: own.excellentRate,
    rank: told.agents.find(one => one.agentId === agentId)?.rank ?? null,
    agencies: told.agents.filter(one => one.agentId !== null).length,
    pupils: colleagues
      .flatMap(({ studentId, total }) => {
        const pupil = named.get(studentId);
        if (!pupil) return [];
        const { studentName, ticketNo } = pupil;
        const agentRank = agentPlaces.get(studentId) ?? null;
        return [
          { studentId, studentName, ticketNo, total, rankNo: places.get(studentId) ?? null, agentRank },
        ];
      })
      .toSorted((one, other) => (one.rankNo ?? 0) - (other.rankNo ?? 0) || one.studentId - other.studentId),
  };
}
