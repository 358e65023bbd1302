import { createHash, randomBytes } from 'node:crypto';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { DrawAsk } from '@yikao/model/contexts/exam/exam.calls.ts';
import { questionType } from '@yikao/model/contexts/exam/exam.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { allOf, type Db } from '../../../engine/table/sql.ts';
import { addRow } from '../../../engine/write/save.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { enabled } from '../../shared/enabled.ts';
import { refused } from '../refused.ts';

const { examPaper, examSubject } = registry;

/** The number that a seed represents, as PostgreSQL's hash takes it: 64 bits with a sign. */
function seedNumber(seed: string): string {
  return createHash('sha256').update(seed).digest().readBigInt64BE().toString();
}

/**
 * Draws questions of a subject: the same ones for the same seed and the same bank. Each question that fits has the same
 * chance, since the order is that of its hash. One pass over an index per rule, with nothing but the drawn ids kept. A
 * rule for one difficulty draws before one that takes any, so that the second does not use up the questions of the first.
 * Throws `unmetNeeds` where the bank has too few.
 */
export async function drawQuestions(
  db: Db,
  subjectId: number,
  seed: string,
  picks: DrawAsk['picks'],
): Promise<number[]> {
  const drawn = new Map<DrawAsk['picks'][number], readonly number[]>();
  const taken: number[] = [];
  for (const pick of picks.toSorted(
    (one, other) => Number(one.difficulty === null) - Number(other.difficulty === null),
  )) {
    const found = await sql<Columns<typeof registry.question, 'questionId'>>`
      select question_id from t_question
      where subject_id = ${subjectId} and question_type = ${pick.questionType} and status = ${enabled} and not deleted
        ${pick.difficulty === null ? sql`` : sql`and difficulty = ${pick.difficulty}`}
        ${taken.length === 0 ? sql`` : sql`and question_id <> all(${taken}::bigint[])`}
      order by hashint8extended(question_id, ${seedNumber(seed)}::bigint), question_id limit ${pick.num}`.execute(
      db,
    );
    const ids = found.rows.map(({ questionId }) => questionId);
    if (ids.length < pick.num) {
      const name = questionType.items.find(({ code }) => code === pick.questionType);
      const hard = pick.difficulty === null ? '' : `（难度${'易中难'[pick.difficulty - 1]}）`;
      throw refused(
        `题库中${name?.label.zh}题${hard}只有 ${ids.length} 道可用，不足 ${pick.num} 道`,
        `The bank has ${ids.length} questions of the type ${name?.label.en}${pick.difficulty === null ? '' : ' of this difficulty'}, not ${pick.num}`,
      );
    }
    drawn.set(pick, ids);
    taken.push(...ids);
  }
  // On the paper by type, as papers are.
  return picks
    .toSorted((one, other) => one.questionType - other.questionType)
    .flatMap(pick => drawn.get(pick) ?? []);
}

/** Draws a paper and adds it. Throws `notFound` for a subject out of reach, and as {@link drawQuestions}. */
export async function drawPaper(engine: Engine, actor: Actor, ask: DrawAsk) {
  const { subjectId, paperName, picks } = ask;
  const seed = ask.seed || randomBytes(6).toString('hex');
  return transact(engine.db, async db => {
    const where = allOf([sql<SqlBool>`d.subject_id = ${subjectId}`, scopeCondition(examSubject, actor, 'd')]);
    const known = await sql<
      Columns<typeof registry.examSubject, 'examId'>
    >`select d.exam_id from t_exam_subject as d where ${where} and not d.deleted`.execute(db);
    const [subject] = known.rows;
    if (!subject) throw failure('notFound');
    const { examId } = subject;
    const questionIds = await drawQuestions(db, subjectId, seed, picks);
    const paper = { examId, subjectId, paperName, questionIds };
    // The lines of a field are plain values; their type is not kept by the input.
    const drawn: RowValues = { seed, picks };
    const { key: paperId, row } = await addRow(engine, db, examPaper, actor, paper, drawn);
    const totalScore = String(row.totalScore);
    return { paperId, seed, questionNum: questionIds.length, totalScore };
  });
}
