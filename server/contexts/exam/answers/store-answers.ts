import { questionType as questionTypes } from '@yikao/model/contexts/exam/exam.codes.ts';
import { isMarkedByRule } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';

/** An answer to store. */
export interface StoredAnswer {
  readonly applyId: number;
  readonly examId: number;
  readonly subjectId: number;
  readonly questionId: number;
  readonly questionType: number;
  readonly seq: number;
  readonly value: string;
  readonly at: Date;
  /** Mark by rule, for the types that rules mark. */
  readonly ruled: string;
  /** Digest of the key that marked it. */
  readonly keyHash: number | null;
}

/** States of marking: by rule, and to be marked by people. */
const [byRule, waiting] = [0, 1];

/** An answer of a candidate to a question. */
export interface AnswerKey {
  readonly applyId: number;
  readonly questionId: number;
}

/**
 * Stores answers, at most one to a question, each only over one of a lower sequence, and returns those that are stored.
 * Rules mark at once; an empty short answer or work needs no marker. In the order of their keys, so that no two calls wait
 * for each other.
 */
export async function storeAnswers(
  db: Db,
  answers: readonly StoredAnswer[],
  now: Date,
): Promise<readonly AnswerKey[]> {
  if (answers.length === 0) return [];
  const rows = answers.toSorted(
    (one, other) => one.applyId - other.applyId || one.questionId - other.questionId,
  );
  const people = rows.map(({ questionType, value }) => !isMarkedByRule(questionType) && value.trim() !== '');
  const stored = await sql<AnswerKey>`
    insert into t_exam_answer as stored (apply_id, exam_id, subject_id, question_id, seq, value, files, at, mark_state,
      final_score, key_hash, create_time, update_time)
    select apply_id, exam_id, subject_id, question_id, seq, case when is_work then null else value end,
      case when is_work then string_to_array(nullif(value, ''), ',') else '{}' end::varchar[], at, mark_state,
      final_score, key_hash, ${now}, ${now}
    from unnest(${rows.map(row => row.applyId)}::bigint[], ${rows.map(row => row.examId)}::bigint[],
      ${rows.map(row => row.subjectId)}::bigint[],
      ${rows.map(row => row.questionId)}::bigint[], ${rows.map(row => row.seq)}::integer[],
      ${rows.map(row => row.value)}::text[], ${rows.map(row => row.questionType === questionTypes.is.work)}::boolean[],
      ${rows.map(row => row.at)}::timestamptz[], ${people.map(yes => (yes ? waiting : byRule))}::smallint[],
      ${rows.map((row, at) => (people[at] ? null : row.ruled))}::numeric[],
      ${rows.map(row => row.keyHash)}::integer[])
      as given(apply_id, exam_id, subject_id, question_id, seq, value, is_work, at, mark_state, final_score, key_hash)
    on conflict (apply_id, question_id) where not deleted do update set seq = excluded.seq, value = excluded.value,
      files = excluded.files, at = excluded.at, mark_state = excluded.mark_state, final_score = excluded.final_score,
      key_hash = excluded.key_hash,
      update_time = excluded.update_time
    where stored.seq < excluded.seq returning apply_id, question_id`.execute(db);
  return stored.rows;
}
