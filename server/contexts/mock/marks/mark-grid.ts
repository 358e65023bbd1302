import { registry } from '@yikao/model/contexts/datasets.ts';
import {
  type MarkGrid,
  type MarksAsk,
  mostPupils,
  type StandingMark,
} from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { add, update } from '../../../engine/write/save.ts';
import { refused } from '../seats/arrangement-rules.ts';
import { saveSecond, secondGrid, withoutShown } from './double-entry.ts';

const mockRegIs = codesOf(mockRegStatus);

const { mockExam, mockScore, mockStudent } = registry;

/** Which candidates a grid shows. */
interface GridAsk {
  readonly examId: number;
  readonly areaId?: number | undefined;
  readonly roomId?: number | undefined;
  readonly agentId?: number | undefined;
  /** 2: the second entry. */
  readonly pass?: number;
}

/** The stored marks of these candidates that the actor may read. */
async function standing(
  db: Db,
  actor: Actor,
  examId: number,
  studentIds: readonly number[],
): Promise<StandingMark[]> {
  const found = await sql<StandingMark>`
    select score_id, student_id, info_id, score, absent_flag, cheat_flag, version
    from t_mock_score as m
    where exam_id = ${examId} and student_id = any(${[...studentIds]}::bigint[]) and not deleted
      and ${scopeCondition(mockScore, actor, 'm')}`.execute(db);
  return found.rows;
}

/** The marks of candidates, and in an exam with double entry the cells filled by somebody else. */
async function firstEntries(
  db: Db,
  actor: Actor,
  examId: number,
  studentIds: readonly number[],
  twice: boolean,
): Promise<Pick<MarkGrid, 'marks' | 'closed'>> {
  const marks = await standing(db, actor, examId, studentIds);
  if (!twice || actor.agentId !== null) return { marks, closed: [] };
  const closed = await sql<MarkGrid['closed'][number]>`
    select student_id, info_id, 'entered' as why from t_mock_score
    where exam_id = ${examId} and student_id = any(${[...studentIds]}::bigint[]) and not deleted`.execute(db);
  return { marks, closed: withoutShown(closed.rows, marks) };
}

/**
 * The entry grid of a room, an area or an agency: registered candidates in order of their seats, then of their numbers.
 * Throws `notFound`, and `unmetNeeds` if there are more than a grid shows.
 */
export async function gridOf(engine: Engine, actor: Actor, ask: GridAsk): Promise<MarkGrid> {
  const { db } = engine;
  const { examId, areaId, roomId, agentId, pass } = ask;
  const exam = await findRow(engine, db, mockExam, actor, examId);
  if (!exam) throw failure('notFound');
  const pupils = await sql<MarkGrid['pupils'][number]>`
    select s.student_id, s.student_name, s.ticket_no, s.room_no, s.seat_no, s.joint_category_id
    from t_mock_student as s
    where s.exam_id = ${examId} and s.reg_status = ${mockRegIs.registered} and not s.deleted
      and ${scopeCondition(mockStudent, actor, 's')}
      ${areaId === undefined ? sql`` : sql`and s.area_id = ${areaId}`}
      ${agentId === undefined ? sql`` : sql`and s.agent_id = ${agentId}`}
      ${
        roomId === undefined
          ? sql``
          : sql`and exists (select 1 from t_seat as t where t.room_id = ${roomId} and t.student_id = s.student_id
              and not t.deleted)`
      }
    order by s.room_no nulls last, s.seat_no, s.ticket_no, s.student_id limit ${mostPupils + 1}`.execute(db);
  if (pupils.rows.length > mostPupils) {
    throw refused(
      `一次最多录入 ${mostPupils} 名考生，请再选考区或考场`,
      `A grid shows ${mostPupils} candidates at most: choose an area or a room`,
    );
  }
  const sessions = await sql<MarkGrid['sessions'][number]>`
    select info_id, subject_name, joint_category_id, full_score
    from t_exam_info where exam_id = ${examId} and not deleted
      and joint_category_id = any(${[...new Set(pupils.rows.map(one => one.jointCategoryId))]}::bigint[])
    order by joint_category_id, start_time, order_num, info_id`.execute(db);
  const shown = pupils.rows.map(({ studentId }) => studentId);
  const entries =
    pass === 2
      ? await secondGrid(engine, actor, examId, shown)
      : await firstEntries(db, actor, examId, shown, exam.doubleEntry === 1);
  return { examStatus: exam.examStatus, sessions: sessions.rows, pupils: pupils.rows, ...entries };
}

/** Why a cell was refused, in the caller's language. */
function reasonOf(error: AppError, { language }: Actor): string {
  const [first] = error.fieldErrors(language);
  return first?.message ?? error.text(language);
}

/**
 * Saves cells of a grid independently: a refused one does not affect the others. A cell that somebody else has filled
 * or changed since it was read is left unchanged, and returned with its stored content. Throws `notFound` for an exam
 * out of reach.
 */
export async function saveMarks(engine: Engine, actor: Actor, ask: MarksAsk) {
  if (ask.pass === 2) return saveSecond(engine, actor, ask);
  const { examId, marks } = ask;
  const exam = await findRow(engine, engine.db, mockExam, actor, examId);
  if (!exam) throw failure('notFound');
  const students = [...new Set(marks.map(({ studentId }) => studentId))];
  const keyOf = (one: { studentId: number; infoId: number }) => `${one.studentId}:${one.infoId}`;
  const read = new Map((await standing(engine.db, actor, examId, students)).map(one => [keyOf(one), one]));
  const troubles = new Map<string, string>();
  for (const { version, studentId, infoId, ...cell } of marks) {
    const key = keyOf({ studentId, infoId });
    const { scoreId } = read.get(key) ?? {};
    try {
      if (version === null) await add(engine, mockScore, actor, { examId, studentId, infoId, ...cell });
      else if (scoreId == null) throw failure('notFound');
      else await update(engine, mockScore, actor, { scoreId, version, ...cell });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      troubles.set(key, reasonOf(error, actor));
    }
  }
  const after = new Map((await standing(engine.db, actor, examId, students)).map(one => [keyOf(one), one]));
  return {
    saved: marks.flatMap(one => (troubles.has(keyOf(one)) ? [] : (after.get(keyOf(one)) ?? []))),
    refused: marks.flatMap(one => {
      const reason = troubles.get(keyOf(one));
      if (reason === undefined) return [];
      const now = after.get(keyOf(one)) ?? null;
      const moved = now !== null && now.version !== one.version;
      return [{ studentId: one.studentId, infoId: one.infoId, reason, standing: moved ? now : null }];
    }),
  };
}
