import { registry } from '@yikao/model/contexts/datasets.ts';
import { isMarkedByRule, isRight } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { failure } from '@yikao/model/errors.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { allOf } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { refused } from '../refused.ts';

/**
 * Marks all answers to a question by its present answer again, after it was put right, and returns how many changed.
 * Throws `unmetNeeds` once the results are published, or for a type that people mark.
 */
export async function markAgain(
  engine: Engine,
  actor: Actor,
  questionId: number,
): Promise<{ changed: number }> {
  return transact(engine.db, async db => {
    const where = allOf([
      sql<SqlBool>`d.question_id = ${questionId}`,
      scopeCondition(registry.question, actor, 'd'),
    ]);
    const found = await sql<
      Columns<typeof registry.question, 'questionType' | 'answer' | 'score'> &
        Columns<typeof registry.onlineExam, 'examState'>
    >`
      select d.question_type, d.answer, d.score, e.exam_state from t_question as d
        join t_exam_subject as s on s.subject_id = d.subject_id join t_online_exam as e on e.exam_id = s.exam_id
      where ${where} and not d.deleted for update of d`.execute(db);
    const [question] = found.rows;
    if (!question) throw failure('notFound');
    const { questionType, answer, score, examState } = question;
    if (!isMarkedByRule(questionType) || answer === null)
      throw refused('该题由人工评阅', 'People mark this question');
    if (examState === 5)
      throw refused('成绩已发布，请先撤回', 'The results are published: withdraw them first');
    const given = await sql<Columns<typeof registry.examAnswer, 'answerId' | 'value'>>`
      select answer_id, value from t_exam_answer
      where question_id = ${questionId} and not deleted order by answer_id for no key update`.execute(db);
    const changed = await sql`
      update t_exam_answer as a set final_score = m.score, update_time = now()
      from unnest(${given.rows.map(({ answerId }) => answerId)}::bigint[],
        ${given.rows.map(({ value }) => (isRight(questionType, answer, value ?? '') ? score : '0.00'))}::numeric[])
        as m(id, score)
      where a.answer_id = m.id and a.final_score is distinct from m.score`.execute(db);
    return { changed: Number(changed.numAffectedRows ?? 0) };
  });
}
