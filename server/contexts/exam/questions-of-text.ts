import { registry } from '@yikao/model/contexts/datasets.ts';
import { questionTextMax, type TextAdded } from '@yikao/model/contexts/exam/exam.calls.ts';
import { readQuestions, type TextQuestion } from '@yikao/model/contexts/exam/rules/question-text.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Db } from '../../engine/table/sql.ts';
import { addWithin } from '../../engine/write/save.ts';
import { transact } from '../../engine/write/transaction.ts';

const { examSubject, question } = registry;

interface Ask {
  readonly subjectId: number;
  readonly text: string;
  readonly score: string | null;
}

/** Takes a transaction back, with the reasons. */
class NothingAdded extends Error {
  readonly problems: TextAdded['problems'];
  constructor(problems: TextAdded['problems']) {
    super('Nothing added');
    this.problems = problems;
  }
}

/** The problems of questions that are known without the database, by place; of equal stems the second is one. */
function problemsOf(questions: readonly TextQuestion[], language: Language): ReadonlyMap<number, string> {
  const seen = new Map<string, string>();
  const problems = new Map<number, string>();
  for (const [at, { problem, title, no }] of questions.entries()) {
    const look = foldText(title);
    const earlier = seen.get(look);
    if (problem) problems.set(at, problem[language]);
    else if (earlier !== undefined)
      problems.set(at, { zh: `与第 ${earlier} 题重复`, en: `is the same as question ${earlier}` }[language]);
    seen.set(look, earlier ?? no);
  }
  return problems;
}

/** Adds one question and returns its problem, if it has any. */
async function addOne(
  { engine, db, actor }: { readonly engine: Engine; readonly db: Db; readonly actor: Actor },
  read: TextQuestion,
  given: { readonly examId: number; readonly subjectId: number; readonly score: string | null },
): Promise<string | undefined> {
  const { no: _no, line: _line, problem: _problem, difficulty, score, ...rest } = read;
  const row = { ...rest, ...given, score: score ?? given.score, ...(difficulty !== null && { difficulty }) };
  try {
    await addWithin(engine, db, question, actor, row);
    return undefined;
  } catch (error) {
    // Both are told before anything is written, so that the transaction goes on.
    if (!(error instanceof AppError) || (error.code !== 'invalidFields' && error.code !== 'duplicate'))
      throw error;
    const told = error.fieldErrors(actor.language).map(({ message }) => message);
    return told.length > 0 ? told.join('；') : error.text(actor.language);
  }
}

/**
 * `POST /api/exam/question/text`: adds the numbered questions of a text to a subject, all of them or, with the problem of
 * each that cannot be taken, none. Throws `notFound` for a subject out of reach and `invalidFields` for a text without a
 * question or with too many.
 */
export async function addQuestionsOfText(engine: Engine, actor: Actor, ask: Ask): Promise<TextAdded> {
  const { subjectId, score } = ask;
  const questions = readQuestions(ask.text);
  if (questions.length === 0)
    throw failure('invalidFields', {
      issues: [
        issue('text', 'rule', {
          zh: '没有读到带题号的试题',
          en: 'No numbered question was found',
        }),
      ],
    });
  if (questions.length > questionTextMax.questions)
    throw failure('invalidFields', {
      issues: [issue('text', 'tooMany', { max: questionTextMax.questions })],
    });
  const known = problemsOf(questions, actor.language);
  try {
    return await transact(engine.db, async db => {
      const where = allOf([
        sql<SqlBool>`d.subject_id = ${subjectId}`,
        scopeCondition(examSubject, actor, 'd'),
      ]);
      const found = await sql<Columns<typeof registry.examSubject, 'examId'>>`
        select d.exam_id from t_exam_subject as d where ${where} and not d.deleted`.execute(db);
      const [subject] = found.rows;
      if (!subject) throw failure('notFound');
      const given = { examId: subject.examId, subjectId, score };
      const problems: TextAdded['problems'] = [];
      for (const [at, read] of questions.entries()) {
        const message = known.get(at) ?? (await addOne({ engine, db, actor }, read, given));
        if (message !== undefined) problems.push({ at, message });
      }
      if (problems.length > 0) throw new NothingAdded(problems);
      return { added: questions.length, problems };
    });
  } catch (error) {
    if (error instanceof NothingAdded) return { added: 0, problems: error.problems };
    throw error;
  }
}
