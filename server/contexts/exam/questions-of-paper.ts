import { registry } from '@yikao/model/contexts/datasets.ts';
import type { GivenQuestion, TextAdded } from '@yikao/model/contexts/exam/exam.calls.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Tx } from '../../engine/table/sql.ts';
import { addWithin } from '../../engine/write/save.ts';
import { transact } from '../../engine/write/transaction.ts';

const { examSubject, question } = registry;

interface Ask {
  readonly subjectId: number;
  readonly questions: readonly GivenQuestion[];
}

/** Takes a transaction back, with the reasons. */
class NothingAdded extends Error {
  readonly problems: TextAdded['problems'];
  constructor(problems: TextAdded['problems']) {
    super('Nothing added');
    this.problems = problems;
  }
}

/** Of questions with equal stems the later ones, with the place of the first, from 0. */
function repeatsOf(questions: readonly GivenQuestion[]): ReadonlyMap<number, number> {
  const seen = new Map<string, number>();
  const repeats = new Map<number, number>();
  for (const [at, { title }] of questions.entries()) {
    const look = foldText(title);
    const earlier = seen.get(look);
    if (earlier === undefined) seen.set(look, at);
    else repeats.set(at, earlier);
  }
  return repeats;
}

/** Adds one question and returns its problem, if it has any. */
async function addOne(
  { engine, db, actor }: { readonly engine: Engine; readonly db: Tx; readonly actor: Actor },
  { difficulty, images, ...rest }: GivenQuestion,
  given: { readonly examId: number; readonly subjectId: number },
): Promise<string | undefined> {
  const row = {
    ...rest,
    ...given,
    ...(images.length > 0 && { images }),
    ...(difficulty !== null && { difficulty }),
  };
  try {
    await addWithin(engine, db, question, actor, row);
    return undefined;
  } catch (error) {
    // Both are reported before anything is written, so that the transaction goes on.
    if (!(error instanceof AppError) || (error.code !== 'invalidFields' && error.code !== 'duplicate'))
      throw error;
    const told = error.fieldErrors(actor.language).map(({ message }) => message);
    return told.length > 0 ? told.join('；') : error.text(actor.language);
  }
}

/**
 * `POST /api/exam/question/paper`: adds the questions that a person confirmed in the preview of a paper to a subject, all of
 * them or, with the problem of each that cannot be taken, none. Each passes the checks of a form. Throws `notFound` for a
 * subject out of reach.
 */
export async function addQuestionsOfPaper(engine: Engine, actor: Actor, ask: Ask): Promise<TextAdded> {
  const { subjectId, questions } = ask;
  const repeats = repeatsOf(questions);
  const repeated = (at: number) => {
    const earlier = repeats.get(at);
    if (earlier === undefined) return undefined;
    return {
      zh: `与前面第 ${earlier + 1} 题的题干相同`,
      en: `has the text of question ${earlier + 1} above`,
    }[actor.language];
  };
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
      const given = { examId: subject.examId, subjectId };
      const problems: TextAdded['problems'] = [];
      for (const [at, one] of questions.entries()) {
        const message = repeated(at) ?? (await addOne({ engine, db, actor }, one, given));
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
