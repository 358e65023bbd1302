import { markState } from '@yikao/model/contexts/exam/exam.codes.ts';
import { type SqlBool, sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Condition, Db } from '../../../engine/table/sql.ts';

const markIs = codesOf(markState);

/** Milliseconds for which an answer that was taken waits for its marker; then somebody else may take it. */
export const claimMs = 15 * 60_000;

/** The questions of a subject that a person may mark. */
export interface Marker {
  readonly marks: boolean;
  readonly arbitrates: boolean;
}

/** The part of a person in marking a subject. */
export async function markerOf(db: Db, subjectId: number, userId: number): Promise<Marker> {
  const found = await sql<Marker>`
    select coalesce(${userId}::bigint = any(marker_ids), false) as marks,
      coalesce(${userId}::bigint = any(arbiter_ids), false) as arbitrates
    from t_exam_subject where subject_id = ${subjectId} and not deleted`.execute(db);
  return found.rows[0] ?? { marks: false, arbitrates: false };
}

/**
 * The condition that the candidate of an application `p` is none of a person's own pupils: whose teacher, salesperson or
 * registrar that person is.
 */
export function notOwnPupil(userId: number): Condition {
  return sql<SqlBool>`(p.teacher_id is distinct from ${userId} and p.create_by is distinct from ${userId}
    and not exists (select 1 from t_wish_user as who where who.user_id = p.user_id and who.sale_user_id = ${userId}))`;
}

/** The condition that the paper of an answer `a` is handed in or over. */
export function isOver(now: Date): Condition {
  return sql<SqlBool>`exists (select 1 from t_exam_sitting as over where over.apply_id = a.apply_id
    and over.subject_id = a.subject_id and not over.deleted
    and (over.submit_time is not null or over.end_time <= ${now}))`;
}

/** The condition that an answer `a` still needs a mark of somebody, apart from who has marked it. */
export function needsMark(userId: number, { marks, arbitrates }: Marker): Condition {
  return sql<SqlBool>`(
    (${marks} and a.mark_state = ${markIs.waiting} and (select count(*) from t_exam_mark as two
      where two.answer_id = a.answer_id) < 2)
    or (${arbitrates} and a.mark_state = ${markIs.third}
      and not exists (select 1 from t_exam_mark as third where third.answer_id = a.answer_id and third.round = 3)))
    and not exists (select 1 from t_exam_mark as mine where mine.answer_id = a.answer_id and mine.marker_id = ${userId})`;
}
