import { registry } from '@yikao/model/contexts/datasets.ts';
import type { ScoreStat, StatAsk, StatParts } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { scoreStatistics } from '@yikao/model/contexts/mock/rules/score-statistics.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { refused } from '../seats/arrangement-rules.ts';
import { assertNoneKeptBack } from './blind-entry.ts';
import { totalsOf } from './mark-totals.ts';

const mockRegIs = codesOf(mockRegStatus);

const { mockExam, mockStudent } = registry;

/** The scale of marks: of a session, or of all sessions of a category. */
interface Measure extends Columns<typeof registry.examInfo, 'jointCategoryId'> {
  readonly full: string;
  /** Null: 60 percent of the full mark. */
  readonly pass: string | null;
}

/** The scale of the requested marks. Throws `notFound`, and `unmetNeeds` if a category must be chosen. */
async function measureOf(db: Db, { examId, infoId, jointCategoryId }: StatAsk): Promise<Measure> {
  const found = await sql<Measure>`
    select joint_category_id,
      ${infoId === undefined ? sql`round(sum(full_score * weight), 2)` : sql`sum(full_score)`}::text as full,
      case when count(pass_score) = count(*) then
        ${infoId === undefined ? sql`round(sum(pass_score * weight), 2)` : sql`sum(pass_score)`} end::text as pass
    from t_exam_info
    where exam_id = ${examId} and not deleted ${infoId === undefined ? sql`` : sql`and info_id = ${infoId}`}
      ${jointCategoryId === undefined ? sql`` : sql`and joint_category_id = ${jointCategoryId}`}
    group by joint_category_id`.execute(db);
  const [measure, another] = found.rows;
  if (!measure) throw failure('notFound');
  if (another)
    throw refused('本次考试有多个类别，请选择科目', 'The exam has several categories: choose a session');
  return measure;
}

/**
 * An exam whose marks the actor may view. Throws `notFound`, and `unmetNeeds` for an agency before publication, and for
 * everyone while two people are still entering them.
 */
export async function examOfMarks(engine: Engine, actor: Actor, examId: number) {
  const exam = await findRow(engine, engine.db, mockExam, actor, examId);
  if (!exam) throw failure('notFound');
  if (actor.agentId !== null && exam.publishFlag !== 1)
    throw refused('成绩还没有发布', 'The marks are not published yet');
  await assertNoneKeptBack(engine.db, actor, examId);
  return { examName: exam.examName };
}

/**
 * Statistics of a session's marks, or of a category's totals, within the caller's reach (domain H15, 4.5). Throws
 * `notFound`, and `unmetNeeds` if a category must be chosen, or for an agency before the marks are published.
 */
export async function statisticsOf(engine: Engine, actor: Actor, ask: StatAsk): Promise<ScoreStat> {
  const { db } = engine;
  const { examId, areaId, agentId, infoId, gender } = ask;
  await examOfMarks(engine, actor, examId);
  const { jointCategoryId, full, pass } = await measureOf(db, ask);
  const marks =
    infoId === undefined
      ? totalsOf(examId)
      : sql`
        select m.student_id, m.score as total, m.absent_flag = 0 and m.cheat_flag = 0 and m.score is not null as counts,
          m.absent_flag = 1 as absent
        from t_mock_score as m where m.exam_id = ${examId} and m.info_id = ${infoId} and not m.deleted`;
  const found = await sql<
    Columns<typeof mockStudent, 'agentId'> & { score: string; counts: boolean; absent: boolean }
  >`
    select t.total::text as score, s.agent_id, t.counts, t.absent
    from (${marks}) as t join t_mock_student as s on s.student_id = t.student_id
    where s.exam_id = ${examId} and s.joint_category_id = ${jointCategoryId}
      and s.reg_status = ${mockRegIs.registered} and not s.deleted
      and ${scopeCondition(mockStudent, actor, 's')}
      ${areaId === undefined ? sql`` : sql`and s.area_id = ${areaId}`}
      ${agentId === undefined ? sql`` : sql`and s.agent_id = ${agentId}`}
      ${gender === undefined ? sql`` : sql`and s.gender = ${gender}`}`.execute(db);
  const told = scoreStatistics(
    found.rows.filter(({ counts }) => counts),
    { full, pass },
  );
  const names = await sql<Columns<typeof registry.agent, 'agentId' | 'agentName'>>`
    select agent_id, agent_name from t_agent
    where agent_id = any(${told.agents.flatMap(one => one.agentId ?? [])}::bigint[])`.execute(db);
  const nameOf = new Map(names.rows.map(({ agentId, agentName }) => [agentId, agentName]));
  return {
    ...told,
    ...{ jointCategoryId, full },
    absent: found.rows.filter(({ absent }) => absent).length,
    segments: [...told.segments],
    agents: told.agents.map(one => ({ ...one, agentName: nameOf.get(one.agentId ?? 0) ?? null })),
  };
}

/**
 * The choices that the statistics of an exam can be narrowed to: its categories, sessions, and the areas and agencies
 * of candidates within the caller's reach. Throws as {@link examOfMarks}.
 */
export async function statPartsOf(engine: Engine, actor: Actor, examId: number): Promise<StatParts> {
  const { db } = engine;
  await examOfMarks(engine, actor, examId);
  const sessions = await sql<StatParts['sessions'][number] & { categoryName: string }>`
    select i.info_id as id, i.subject_name as name, i.joint_category_id,
      coalesce(c.joint_category_name, '') as category_name
    from t_exam_info as i left join t_joint_category as c on c.joint_category_id = i.joint_category_id
      and c.data_year = i.data_year and c.province_id = i.province_id and not c.deleted
    where i.exam_id = ${examId} and not i.deleted
    order by i.joint_category_id, i.order_num, i.start_time, i.info_id`.execute(db);
  const places = await sql<{ id: number; name: string; agency: boolean }>`
    with people as (
      select s.area_id, s.agent_id from t_mock_student as s
      where s.exam_id = ${examId} and s.reg_status = ${mockRegIs.registered} and not s.deleted
        and ${scopeCondition(mockStudent, actor, 's')})
    select a.area_id as id, a.area_name as name, false as agency from t_area as a
      where a.area_id in (select area_id from people)
    union all
    select g.agent_id, g.agent_name, true from t_agent as g where g.agent_id in (select agent_id from people)
    order by 3, 2, 1`.execute(db);
  const named = (agency: boolean) =>
    places.rows.flatMap(({ id, name, agency: is }) => (is === agency ? [{ id, name }] : []));
  const categories = new Map(sessions.rows.map(one => [one.jointCategoryId, one.categoryName]));
  return {
    categories: [...categories].map(([id, name]) => ({ id, name })),
    sessions: sessions.rows.map(({ id, name, jointCategoryId }) => ({ id, name, jointCategoryId })),
    areas: named(false),
    agents: named(true),
  };
}
