import type { GivenMark } from '@yikao/model/contexts/exam/exam.calls.ts';
import { markState } from '@yikao/model/contexts/exam/exam.codes.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import { shown, shownColumns } from '../papers/shown-paper.ts';

const markIs = codesOf(markState);

/** Marks that are listed. */
const listed = 50;

/**
 * `GET /api/exam/answer/mine`: the answers of a subject that a person marked last, newest first, with nothing that names
 * the candidate or tells another's mark.
 */
export async function givenMarks(engine: Engine, { userId }: Actor, subjectId: number): Promise<GivenMark[]> {
  const found = await sql<
    Parameters<typeof shown>[0] & {
      answerId: number;
      round: number;
      analysis: string | null;
      value: string | null;
      files: string[] | null;
      given: string;
      markTime: Date;
      closed: boolean;
    }
  >`
    select ${shownColumns}, q.analysis, a.answer_id, a.value, a.files, (a.mark_state = ${markIs.done}
      or exists (select 1 from t_exam_mark as other
        where other.answer_id = m.answer_id and other.marker_id <> m.marker_id and other.score is not null)) as closed,
      m.round, m.score as given, m.mark_time
    from t_exam_mark as m join t_exam_answer as a on a.answer_id = m.answer_id
      join t_question as q on q.question_id = a.question_id
    where m.marker_id = ${userId} and m.score is not null and a.subject_id = ${subjectId} and not a.deleted
    order by m.mark_time desc, a.answer_id desc limit ${listed}`.execute(engine.db);
  return found.rows.map(row => ({
    answerId: row.answerId,
    round: row.round,
    question: { ...shown(row), analysis: row.analysis },
    value: row.value,
    files: row.files ?? [],
    score: row.given,
    markTime: shanghaiTime(row.markTime),
    closed: row.closed,
  }));
}
