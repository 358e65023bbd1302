import { registry } from '@yikao/model/contexts/datasets.ts';
import type { QuestionBank } from '@yikao/model/contexts/exam/exam.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { allOf } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';

/** `GET /api/exam/paper/bank`: the questions of a subject that can be drawn, by type and difficulty. Throws `notFound`. */
export async function bankOf(engine: Engine, actor: Actor, subjectId: number): Promise<QuestionBank> {
  const where = allOf([
    sql<SqlBool>`d.subject_id = ${subjectId}`,
    scopeCondition(registry.examSubject, actor, 'd'),
  ]);
  const found = await sql<Columns<typeof registry.examSubject, 'fullScore'>>`
    select d.full_score from t_exam_subject as d where ${where} and not d.deleted`.execute(engine.db);
  const [subject] = found.rows;
  if (!subject) throw failure('notFound');
  const groups = await sql<QuestionBank['groups'][number]>`
    select question_type, difficulty, count(*)::integer as num, min(score) as least, max(score) as most
    from t_question where subject_id = ${subjectId} and status = ${enabled} and not deleted
    group by question_type, difficulty order by question_type, difficulty`.execute(engine.db);
  return { fullScore: subject.fullScore, groups: groups.rows };
}
