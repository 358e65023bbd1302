import type { registry } from '@yikao/model/contexts/datasets.ts';
import { onlineExamState, questionType } from '@yikao/model/contexts/exam/exam.codes.ts';
import { examLateSteps } from '@yikao/model/contexts/exam/exam-late.machine.ts';
import type { question } from '@yikao/model/contexts/exam/question.ts';
import { isRight } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { storeAnswers } from './answers/store-answers.ts';
import { keyHash } from './marking/mark-by-key.ts';
import { lockExams, reopenResults } from './results/reopen-results.ts';

const onlineExamIs = codesOf(onlineExamState);

/** The effects of the decisions on late answers (0.7, 26). */
export const examLateStepServer = defineStepServer(examLateSteps, {
  needs: {
    async unmarked({ db, rows }) {
      const found = await sql<Columns<typeof registry.examLate, 'lateId'>>`
        select l.late_id from t_exam_late as l join t_exam_answer as a on a.apply_id = l.apply_id
          and a.question_id = l.question_id and not a.deleted
        where l.late_id = any(${rows.map(row => row.rowKey)}::bigint[])
          and exists (select 1 from t_exam_mark as m where m.answer_id = a.answer_id)`.execute(db);
      return new Set(found.rows.map(({ lateId }) => lateId));
    },
    async unpublished({ db, rows }) {
      // Publishing waits until the decision is stored, and then sees it.
      await lockExams(db, [...new Set(rows.map(row => row.examId))]);
      const found = await sql<Columns<typeof registry.examLate, 'lateId'>>`
        select l.late_id from t_exam_late as l join t_exam_subject as s on s.subject_id = l.subject_id
          join t_online_exam as e on e.exam_id = s.exam_id
        where l.late_id = any(${rows.map(row => row.rowKey)}::bigint[])
          and e.exam_state >= ${onlineExamIs.published}`.execute(db);
      return new Set(found.rows.map(({ lateId }) => lateId));
    },
  },
  effects: {
    async accept({ engine, db, rows, by, now }) {
      const questions = await sql<
        Columns<typeof question, 'questionId' | 'questionType' | 'answer' | 'score'> & { keyHash: number }
      >`
        select q.question_id, q.question_type, q.answer, q.score, ${keyHash('q')} as key_hash from t_question as q
        where q.question_id = any(${rows.map(row => row.questionId)}::bigint[])`.execute(db);
      const asked = new Map(questions.rows.map(one => [one.questionId, one]));
      await storeAnswers(
        db,
        rows.flatMap(row => {
          const of = asked.get(row.questionId);
          if (!of) return [];
          const { applyId, examId, subjectId, questionId, seq } = row;
          const value =
            of.questionType === questionType.is.work ? (row.files ?? []).join(',') : (row.value ?? '');
          const right = of.answer !== null && isRight(of.questionType, of.answer, value);
          return [
            {
              ...{ applyId, examId, subjectId, questionId, seq, value, questionType: of.questionType },
              at: shanghaiInstant(row.at),
              ruled: right ? of.score : '0.00',
              keyHash: of.keyHash,
            },
          ];
        }),
        now,
      );
      const examIds = [...new Set(rows.map(row => row.examId))];
      await reopenResults(engine, db, examIds, by, 'examLate.accept');
      return new Map(rows.map(row => [row.rowKey, { values: { auditBy: by.actor.userId } }]));
    },
    refuse: async ({ rows, by }) =>
      new Map(rows.map(row => [row.rowKey, { values: { auditBy: by.actor.userId } }])),
  },
});
