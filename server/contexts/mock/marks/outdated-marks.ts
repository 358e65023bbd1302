import { registry } from '@yikao/model/contexts/datasets.ts';
import type { MarkChanges } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { mockExamStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import {
  type Figure,
  outdatedCount,
  recordFigures,
  recordUse,
  refreshOutdated,
} from '../../../engine/figures/figures.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { holdersOf } from '../../notice/people.ts';
import { tell } from '../../notice/tell.ts';
import { presentResults } from './mark-totals.ts';

const mockExamIs = codesOf(mockExamStatus);

const { mockExam, mockStudent } = registry;

/** Candidates whose changes are listed. */
const listed = 200;

/**
 * The published total and places of a candidate. A place depends on every candidate of the category, so the digest is
 * that of the result itself; migration 0093 repeats it for marks of earlier versions.
 */
export const mockResultFigure: Figure = {
  name: 'mockResult',
  basisOf: keys => sql`
    select student_id as row_id, exam_id as whole_id,
      md5(concat_ws(':', total_score::text, coalesce(rank_no::text, '-'), coalesce(agent_rank::text, '-'))) as basis
    from (${presentResults(
      sql`select exam_id from t_mock_student where student_id = any(${[...keys]}::bigint[])`,
    )}) as present
    where student_id = any(${[...keys]}::bigint[])`,
};

/** Records the results of an exam as they are published now, in place of those of the last time. */
export async function recordPublished(db: Db, examId: number, now: Date): Promise<void> {
  const found = await sql<{ studentId: number }>`
    select student_id from t_mock_result where exam_id = ${examId} order by 1`.execute(db);
  await sql`delete from t_figure_basis where figure = ${mockResultFigure.name} and whole_id = ${examId}`.execute(
    db,
  );
  await recordFigures(
    db,
    mockResultFigure,
    found.rows.map(({ studentId }) => studentId),
    now,
  );
  await recordUse(
    db,
    mockResultFigure,
    sql`select student_id as row_id, jsonb_build_object('total', total_score::text, 'rankNo', rank_no,
      'agentRank', agent_rank) as used from t_mock_result where exam_id = ${examId}`,
    now,
  );
}

/** Tells the people who publish marks that those of an exam no longer are what they would be now. */
async function tellOutdated(engine: Engine, db: Tx, examId: number): Promise<void> {
  const found = await sql<
    Columns<typeof mockExam, 'examName' | 'version' | 'provinceId' | 'partnersId'> & { count: number }
  >`
    select exam_name, version, province_id, partners_id, ${outdatedCount(mockResultFigure, sql`exam_id`)} as count
    from t_mock_exam where exam_id = ${examId}`.execute(db);
  const [exam] = found.rows;
  if (!exam) return;
  await tell(engine, db, 'marksOutdated', {
    // Once for each publication and number of candidates.
    occasion: `mockExam:${examId}/${exam.version}/${exam.count}`,
    people: holdersOf(
      'mock:score:publish',
      sql<SqlBool>`u.agent_id is null and (u.partners_id is null or u.partners_id = ${exam.partnersId})
        and (u.province_id is null or u.province_id is not distinct from ${exam.provinceId})`,
    ),
    values: { exam: exam.examName, count: String(exam.count) },
    rowId: examId,
  });
}

/**
 * Compares the published marks of exams with what they would be now, after a candidate, a session or a mark has changed:
 * they stay as they are, are marked as outdated, and staff are notified. Call it after the change, in its transaction.
 */
export async function marksChanged(engine: Engine, db: Tx, examIds: readonly number[]): Promise<void> {
  const near = await sql<{ examId: number }>`
    select exam_id from t_mock_exam
    where exam_id = any(${[...examIds]}::bigint[]) and exam_status >= ${mockExamIs.scoring}`.execute(db);
  if (near.rows.length === 0) return;
  // Publishing takes this lock too, so that a change is either in the published marks or reported after them.
  const keys = near.rows.map(({ examId }) => examId);
  await sql`select 1 from t_mock_exam where exam_id = any(${keys}::bigint[]) order by exam_id
    for no key update`.execute(db);
  // Read in a separate statement: it sees what the lock has waited for.
  const out = await sql<{ examId: number }>`
    select exam_id from t_mock_exam
    where exam_id = any(${keys}::bigint[]) and exam_status >= ${mockExamIs.published}`.execute(db);
  const wholes = out.rows.map(({ examId }) => examId);
  const newly = await refreshOutdated(db, mockResultFigure, wholes, engine.clock.now());
  for (const examId of newly.keys()) await tellOutdated(engine, db, examId);
}

/**
 * `GET /api/mock/app/publish/changes`: the candidates whose total or place would change if the marks were published now,
 * as they were published last and by the present marks. Throws `notFound`.
 */
export async function markChanges(engine: Engine, actor: Actor, examId: number): Promise<MarkChanges> {
  const { db } = engine;
  if (actor.agentId !== null || !(await findRow(engine, db, mockExam, actor, examId)))
    throw failure('notFound');
  const found = await sql<MarkChanges['list'][number] & { all: number }>`
    with last as (
      select row_id as student_id, used from t_figure_basis
      where figure = ${mockResultFigure.name} and whole_id = ${examId} and used is not null),
    present as (
      select student_id, jsonb_build_object('total', total_score::text, 'rankNo', rank_no, 'agentRank', agent_rank) as used
      from (${presentResults(sql`select ${examId}::bigint`)}) as p)
    select s.student_id, s.student_name, s.ticket_no, last.used as before, present.used as after,
      (count(*) over ())::integer as "all"
    from last full join present using (student_id) join t_mock_student as s using (student_id)
    where last.used is distinct from present.used and exists (select from last)
      and ${scopeCondition(mockStudent, actor, 's')}
    order by s.ticket_no nulls last, s.student_id limit ${listed}`.execute(db);
  return {
    total: found.rows[0]?.all ?? 0,
    list: found.rows.map(({ studentId, studentName, ticketNo, before, after }) => ({
      ...{ studentId, studentName, ticketNo, before, after },
    })),
  };
}
