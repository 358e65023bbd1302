import { registry } from '@yikao/model/contexts/datasets.ts';
import type { ShownPaper, ShownQuestion } from '@yikao/model/contexts/exam/exam.calls.ts';
import { optionLetters } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { failure } from '@yikao/model/errors.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { allOf, type Db } from '../../../engine/table/sql.ts';

const { examPaper, question } = registry;

type Stored = Columns<
  typeof question,
  | 'questionId'
  | 'questionType'
  | 'title'
  | 'images'
  | 'score'
  | 'optionA'
  | 'optionB'
  | 'optionC'
  | 'optionD'
  | 'optionE'
  | 'optionF'
>;

/** The columns of {@link shown}, of a question `q`. */
export const shownColumns = sql`q.question_id, q.question_type, q.title, q.images, q.score,
  q.option_a, q.option_b, q.option_c, q.option_d, q.option_e, q.option_f`;

/** A question as a candidate sees it. */
export function shown(row: Stored): ShownQuestion {
  const { questionId, questionType, title, images, score } = row;
  const options = optionLetters.flatMap(key => {
    const text = row[`option${key}`];
    return text ? [{ key, text }] : [];
  });
  return { questionId, questionType, title, images: [...(images ?? [])], options, score };
}

/** The questions of a paper in their order, without answers. */
export async function questionsOf(db: Db, paperId: number): Promise<ShownQuestion[]> {
  const found = await sql<Stored>`
    select ${shownColumns} from t_exam_paper as p, unnest(p.question_ids) with ordinality as has(id, place)
      join t_question as q on q.question_id = has.id
    where p.paper_id = ${paperId} order by has.place`.execute(db);
  return found.rows.map(shown);
}

/** A paper as candidates see it. Throws `notFound` for one out of reach. */
export async function shownPaper(engine: Engine, actor: Actor, paperId: number): Promise<ShownPaper> {
  const where = allOf([sql<SqlBool>`d.paper_id = ${paperId}`, scopeCondition(examPaper, actor, 'd')]);
  const found = await sql<Omit<ShownPaper, 'questions'>>`
    select e.exam_name, s.subject_name, d.paper_name, s.duration_min, d.total_score
    from t_exam_paper as d join t_exam_subject as s on s.subject_id = d.subject_id
      join t_online_exam as e on e.exam_id = s.exam_id
    where ${where} and not d.deleted`.execute(engine.db);
  const [paper] = found.rows;
  if (!paper) throw failure('notFound');
  return { ...paper, questions: await questionsOf(engine.db, paperId) };
}

/** A question as candidates see it; undefined for one out of reach. */
export async function shownQuestionOf(
  engine: Engine,
  actor: Actor,
  questionId: number,
): Promise<ShownQuestion | undefined> {
  const where = allOf([sql<SqlBool>`q.question_id = ${questionId}`, scopeCondition(question, actor, 'q')]);
  const found = await sql<Stored>`
    select ${shownColumns} from t_question as q where ${where} and not q.deleted`.execute(engine.db);
  return found.rows[0] && shown(found.rows[0]);
}
