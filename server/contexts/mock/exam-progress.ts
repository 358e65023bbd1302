import { registry } from '@yikao/model/contexts/datasets.ts';
import type { ExamProgress } from '@yikao/model/contexts/mock/calls/mock-progress.calls.ts';
import { arrangeStatus, mockExamStatus, mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { isSeatPattern } from '@yikao/model/rules/ticket-number.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { enabled } from '../shared/enabled.ts';
import { missingMarks } from './marks/publish-marks.ts';
import { patternOf } from './seats/arrangement-rules.ts';

const mockRegIs = codesOf(mockRegStatus);
const arrangeIs = codesOf(arrangeStatus);

const { mockExam, mockStudent } = registry;

/** State of an exam in which marks are entered. */
const { scoring } = mockExamStatus.is;

/**
 * Progress of an exam, with the requirements of its next step; counts only candidates within the actor's reach. Throws
 * `notFound` for an exam out of reach.
 */
export async function progressOf(engine: Engine, actor: Actor, examId: number): Promise<ExamProgress> {
  const { db } = engine;
  if (!(await findRow(engine, db, mockExam, actor, examId))) throw failure('notFound');
  const found = await sql<
    Columns<typeof mockExam, 'examStatus' | 'regCode' | 'regEndTime' | 'examEndTime' | 'ticketTime'> & {
      sessions: number;
    }
  >`
    select exam_status, reg_code, reg_end_time, exam_end_time, ticket_time,
      (select count(*)::integer from t_exam_info as i where i.exam_id = e.exam_id and not i.deleted) as sessions
    from t_mock_exam as e where exam_id = ${examId}`.execute(db);
  const [exam] = found.rows;
  if (!exam) throw failure('notFound');
  const areas = await sql<ExamProgress['areas'][number]>`
    with people as (
      select s.area_id, count(*) filter (where s.reg_status = ${mockRegIs.registered}) as registered,
        count(*) filter (where s.reg_status = ${mockRegIs.pending}) as pending,
        count(s.ticket_no) filter (where s.reg_status = ${mockRegIs.registered}) as numbered,
        count(s.seat_no) filter (where s.reg_status = ${mockRegIs.registered}) as seated
      from t_mock_student as s
      where s.exam_id = ${examId} and not s.deleted and ${scopeCondition(mockStudent, actor, 's')}
      group by s.area_id)
    select a.area_id, a.area_no, r.area_name, a.quota,
      coalesce((select sum(capacity) from t_mock_room as m where m.exam_id = a.exam_id and m.area_id = a.area_id
        and m.status = ${enabled} and not m.deleted), 0)::integer as seats,
      coalesce(p.registered, 0)::integer as registered, coalesce(p.pending, 0)::integer as pending,
      coalesce(p.numbered, 0)::integer as numbered, coalesce(p.seated, 0)::integer as seated,
      (select arrange_status::integer from t_arrange as g where g.exam_id = a.exam_id and g.area_id = a.area_id
        and g.arrange_status in (${arrangeIs.executed}, ${arrangeIs.locked}) and not g.deleted) as arrange_status
    from t_exam_area as a join t_area as r on r.area_id = a.area_id left join people as p on p.area_id = a.area_id
    where a.exam_id = ${examId} and a.status = ${enabled} and not a.deleted order by a.area_no`.execute(db);
  const ticketPattern = await patternOf(db, examId);
  const { regEndTime, examEndTime, ticketTime, ...plain } = exam;
  return {
    examId,
    ...plain,
    seatPattern: isSeatPattern(ticketPattern),
    regEndTime: shanghaiTime(regEndTime),
    examEndTime: shanghaiTime(examEndTime),
    ticketTime: ticketTime && shanghaiTime(ticketTime),
    areas: areas.rows,
    missingMarks:
      actor.agentId === null && exam.examStatus === scoring ? (await missingMarks(db, examId)).missing : null,
  };
}
