import type { registry } from '@yikao/model/contexts/datasets.ts';
import { questionType } from '@yikao/model/contexts/exam/exam.codes.ts';
import { isRight, markingRules } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { type RawBuilder, sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { type Condition, column, type Db, type Tx } from '../../../engine/table/sql.ts';

const questionIs = codesOf(questionType);

/** Answers that are marked in one go. */
const chunk = 5_000;

/**
 * The digest of the key of the question `alias`, with the version of the rules. Each answer keeps the digest of the key
 * that marked it, so that one that came in while the key was changed is found.
 */
export function keyHash(alias: string): RawBuilder<unknown> {
  return sql`('x' || left(md5(concat_ws('|', ${sql.lit(markingRules)}::text, ${column(alias, 'question_type')},
    ${column(alias, 'answer')}, ${column(alias, 'score')})), 8))::bit(32)::integer`;
}

/** The query of answers `a` that rules mark, and that were marked by another key than that of their question `q`. */
function outdatedMarks(where: Condition): RawBuilder<unknown> {
  return sql`t_question as q join t_exam_answer as a on a.subject_id = q.subject_id and a.question_id = q.question_id
    where ${where} and q.question_type <= ${questionIs.blank} and q.answer is not null and not a.deleted
      and a.key_hash is distinct from ${keyHash('q')}`;
}

/** Reports whether an exam has an answer that was marked by a key that its question no longer has. */
export async function hasOutdatedMarks(db: Db, examIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await sql<{ examId: number }>`
    select e.id as exam_id from unnest(${[...examIds]}::bigint[]) as e(id)
    where exists (select 1 from ${outdatedMarks(sql`q.exam_id = e.id`)})`.execute(db);
  return new Set(found.rows.map(({ examId }) => examId));
}

/**
 * Marks the answers to questions `q` again that were marked by an earlier key, and returns how many marks changed. The
 * caller holds the lock of the exam.
 */
export async function markByKey(db: Tx, where: Condition): Promise<number> {
  let changed = 0;
  for (;;) {
    const found = await sql<
      Columns<typeof registry.examAnswer, 'answerId' | 'value' | 'finalScore'> &
        Columns<typeof registry.question, 'questionType' | 'answer' | 'score'> & { keyHash: number }
    >`
      select a.answer_id, a.value, a.final_score, q.question_type, q.answer, q.score, ${keyHash('q')} as key_hash
      from ${outdatedMarks(where)} order by a.answer_id limit ${chunk} for no key update of a`.execute(db);
    if (found.rows.length === 0) return changed;
    const marks = found.rows.map(({ questionType, answer, score, value }) =>
      isRight(questionType, answer ?? '', value ?? '') ? score : '0.00',
    );
    changed += found.rows.filter(({ finalScore }, at) => finalScore !== marks[at]).length;
    await sql`
      update t_exam_answer as a set final_score = m.score, key_hash = m.key_hash,
        update_time = case when a.final_score is distinct from m.score then now() else a.update_time end
      from unnest(${found.rows.map(({ answerId }) => answerId)}::bigint[], ${marks}::numeric[],
        ${found.rows.map(one => one.keyHash)}::integer[]) as m(id, score, key_hash)
      where a.answer_id = m.id`.execute(db);
  }
}
