import { registry } from '@yikao/model/contexts/datasets.ts';
import { isMarkedByRule } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { failure } from '@yikao/model/errors.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import type { StepBy } from '../../../engine/steps/step-server.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { allOf, type Tx } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { refused } from '../refused.ts';
import { lockExamsOf, reopenResults } from '../results/reopen-results.ts';
import { markByKey } from './mark-by-key.ts';

/**
 * Marks the answers to questions by their present keys, after one was put right, and opens the results again that change.
 * Returns how many marks changed.
 */
export async function followKeys(
  engine: Engine,
  db: Tx,
  questionIds: readonly number[],
  by: StepBy,
): Promise<number> {
  const ids = sql`${[...questionIds]}::bigint[]`;
  // Questions that nobody has answered need no lock: the bank is edited while other exams run.
  const states = await lockExamsOf(
    db,
    sql`select q.exam_id from t_question as q where q.question_id = any(${ids})
      and exists (select 1 from t_exam_sitting as t where t.subject_id = q.subject_id)`,
  );
  if (states.size === 0) return 0;
  const changed = await markByKey(db, sql<SqlBool>`q.question_id = any(${ids})`);
  await reopenResults(engine, db, [...states.keys()], by, 'question.update');
  return changed;
}

/**
 * `POST /api/exam/question/remark`: marks all answers to a question by its present key again, and returns how many
 * changed. Keys do so by themselves when they are changed; the call is for answers that an earlier version marked.
 * Throws `notFound`, and `unmetNeeds` for a type that people mark.
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
    const found = await sql<Columns<typeof registry.question, 'questionType' | 'answer'>>`
      select d.question_type, d.answer from t_question as d where ${where} and not d.deleted`.execute(db);
    const [question] = found.rows;
    if (!question) throw failure('notFound');
    if (!isMarkedByRule(question.questionType) || question.answer === null)
      throw refused('该题由人工评阅', 'People mark this question');
    return { changed: await followKeys(engine, db, [questionId], { kind: 'person', actor }) };
  });
}
