import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls } from '@yikao/model/contexts/exam/exam.calls.ts';
import { onlineExamState } from '@yikao/model/contexts/exam/exam.codes.ts';
import {
  answerProblem,
  canonicalAnswer,
  isMarkedByRule,
} from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type Change, defineServer } from '../../engine/table/server-side.ts';
import { type Db, readKeys, type Tx } from '../../engine/table/sql.ts';
import { setRows } from '../../engine/write/set-rows.ts';
import { readDocx } from './docx/read-docx.ts';
import { followKeys, markAgain } from './marking/mark-again.ts';
import { shownQuestionOf } from './papers/shown-paper.ts';
import { addQuestionsOfPaper } from './questions-of-paper.ts';
import { refused } from './refused.ts';

const onlineExamIs = codesOf(onlineExamState);

const { question } = registry;
type Fields = typeof question.fields;

/** The fields that a candidate has seen: they stay once an exam with the question has begun. The answer may still be put right. */
const seen = [
  ...(['questionType', 'title', 'images', 'score'] as const),
  ...(['optionA', 'optionB', 'optionC', 'optionD', 'optionE', 'optionF'] as const),
] as const satisfies readonly (keyof Fields)[];

/** The questions among these that are on a paper of an exam that has begun. */
async function begun(db: Db, keys: readonly number[]): Promise<ReadonlySet<number>> {
  if (keys.length === 0) return new Set();
  const found = await readKeys(
    db,
    sql`select distinct q.id as key from unnest(${[...keys]}::bigint[]) as q(id)
        join t_exam_paper as p on p.question_ids @> array[q.id]::bigint[] and not p.deleted
        join t_exam_subject as s on s.subject_id = p.subject_id
        join t_online_exam as e on e.exam_id = s.exam_id
      where e.exam_state >= ${onlineExamIs.running}`,
  );
  return new Set(found);
}

async function fullScores(db: Db, changes: readonly Change<Fields>[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(changes.flatMap(({ row }) => (row.subjectId ? [row.subjectId] : [])))];
  const found = await sql<Columns<typeof registry.examSubject, 'subjectId' | 'fullScore'>>`
    select subject_id, full_score from t_exam_subject where subject_id = any(${ids}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ subjectId, fullScore }) => [subjectId, fullScore]));
}

/** Writes the totals of papers again whose questions were given other marks; none may pass its full mark. */
async function refreshTotals(engine: Engine, db: Tx, keys: readonly number[], by: Actor): Promise<void> {
  const found = await sql<
    Columns<typeof registry.examPaper, 'paperId' | 'paperName'> &
      Columns<typeof registry.examSubject, 'fullScore'> & { total: string; over: boolean }
  >`
    select paper_id, paper_name, total, full_score, total > full_score as over
    from (
      select p.paper_id, p.paper_name, p.total_score, s.full_score, (select coalesce(sum(q.score), 0) from t_question as q
        where q.question_id = any(p.question_ids)) as total
      from t_exam_paper as p join t_exam_subject as s on s.subject_id = p.subject_id
      where p.question_ids && ${[...keys]}::bigint[] and not p.deleted
    ) as t
    where total <> total_score or total > full_score`.execute(db);
  if (found.rows.length === 0) return;
  const over = found.rows.find(row => row.over);
  if (over)
    throw refused(
      `试卷“${over.paperName}”的总分将为 ${over.total}，超过科目满分 ${over.fullScore}`,
      `The paper "${over.paperName}" would have ${over.total} marks, above the full mark of ${over.fullScore}`,
    );
  const totals = new Map(found.rows.map(({ paperId, total }) => [paperId, total]));
  const where = sql<SqlBool>`d.paper_id = any(${[...totals.keys()]}::bigint[])`;
  const values = ({ rowKey }: { readonly rowKey: number }) => ({ totalScore: totals.get(rowKey) ?? '0' });
  await setRows(engine, db, registry.examPaper, { where, values }, { by });
}

/** Server side of the questions: an answer in one form, and the rules between question, subject and paper. */
export const questionServer = defineServer(question, {
  reads: ['subjectId', 'answer', ...seen],
  normalise({ questionType, answer }) {
    if (!questionType || !answer || !isMarkedByRule(questionType)) return {};
    return { answer: canonicalAnswer(questionType, answer) };
  },
  async before(db, changes) {
    const full = await fullScores(db, changes);
    const touched = changes.filter(
      ({ key, values }) => key !== undefined && seen.some(name => name in values),
    );
    const fixed = await begun(
      db,
      touched.flatMap(({ key }) => key ?? []),
    );
    return changes.map(({ key, row, values }) => {
      const issues: Issue<keyof Fields & string>[] = [];
      const problem =
        row.answer && row.questionType
          ? answerProblem({ ...row, questionType: row.questionType })
          : undefined;
      if (problem)
        issues.push(issue('answer', 'rule', { zh: `答案${problem.zh}`, en: `The answer ${problem.en}` }));
      const most = row.subjectId ? full.get(row.subjectId) : undefined;
      if (most && row.score && compare(row.score, most) > 0)
        issues.push(
          issue('score', 'rule', { zh: `不能超过科目满分 ${most}`, en: `At most the full mark of ${most}` }),
        );
      if (key !== undefined && fixed.has(key))
        issues.push(
          issue(seen.find(name => name in values) ?? 'title', 'rule', {
            zh: '试题已在开考的试卷中，只能更正答案和解析',
            en: 'An exam with this question has begun: only answer and analysis can be put right',
          }),
        );
      return { issues };
    });
  },
  on: {
    'question.update': async (engine, db, { keys, by }) => {
      await refreshTotals(engine, db, keys, by.actor);
      await followKeys(engine, db, keys, by);
    },
  },
  routes(app, engine) {
    handle(app, examCalls.previewQuestion, async ({ actor, query }) => {
      const found = await shownQuestionOf(engine, actor, query.questionId);
      if (!found) throw failure('notFound');
      return found;
    });
    handle(app, examCalls.addPaper, ({ actor, body }) => addQuestionsOfPaper(engine, actor, body));
    handle(app, examCalls.readDocx, ({ actor, body }) => readDocx(engine, actor, body.filePath));
    handle(app, examCalls.remark, ({ actor, body }) => markAgain(engine, actor, body.questionId));
  },
});
