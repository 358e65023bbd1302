import { markState } from '@yikao/model/contexts/exam/exam.codes.ts';
import { compare, sum } from '@yikao/model/rules/money.ts';
import { type RawBuilder, sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db } from '../../../engine/table/sql.ts';

const markIs = codesOf(markState);

/** The mark of a candidate in a subject that belongs to the major. */
export interface SubjectMark {
  readonly applyId: number;
  readonly subjectId: number;
  readonly fullScore: string;
  readonly passScore: string | null;
  readonly score: string;
  readonly sat: boolean;
}

/**
 * The query of the present marks of applications, subject by subject. Columns: `apply_id`, `exam_id`, `subject_id`,
 * `full_score`, `pass_score`, `score`, `unmarked` (answers without a mark) and `sat`; one row without a subject for a
 * major that has none.
 */
export function marksQuery(keys: readonly number[]): RawBuilder<unknown> {
  return sql`
    select p.apply_id, p.exam_id, s.subject_id, s.full_score, s.pass_score, a.score, a.unmarked,
      exists (select 1 from t_exam_sitting as t
        where t.apply_id = p.apply_id and t.subject_id = s.subject_id and not t.deleted) as sat
    from t_exam_apply as p join t_exam_prof as m on m.id = p.prof_id
      left join t_exam_subject as s on s.exam_id = p.exam_id and not s.deleted
        and (m.subject_ids is null or m.subject_ids = '{}' or s.subject_id = any(m.subject_ids))
      left join lateral (
        select coalesce(sum(final_score), 0)::numeric(12, 2) as score,
          count(*) filter (where mark_state in (${markIs.waiting}, ${markIs.third})) as unmarked
        from t_exam_answer where apply_id = p.apply_id and subject_id = s.subject_id and not deleted) as a on true
    where p.apply_id = any(${[...keys]}::bigint[]) and not p.deleted`;
}

/** The present marks of applications by their keys. */
export async function subjectMarks(
  db: Db,
  keys: readonly number[],
): Promise<ReadonlyMap<number, SubjectMark[]>> {
  const found = await sql<SubjectMark>`
    select apply_id, subject_id, full_score, pass_score, score, sat from (${marksQuery(keys)}) as marks
    where subject_id is not null`.execute(db);
  return Map.groupBy(found.rows, ({ applyId }) => applyId);
}

/** The result of a candidate: the total, and whether it reaches the line and the pass marks of the subjects. */
interface Result {
  readonly score: string;
  readonly passes: boolean;
}

/**
 * Works a result out. Marks that were given by hand, of works or on site, stay where the candidate has sat no subject;
 * only the line decides about them.
 */
export function resultOf(marks: readonly SubjectMark[], given: string | null, line: string): Result {
  const byHand = given !== null && !marks.some(({ sat }) => sat);
  const score = byHand ? given : sum(marks.map(one => one.score));
  const passes =
    compare(score, line) >= 0 &&
    (byHand || marks.every(one => one.passScore === null || compare(one.score, one.passScore) >= 0));
  return { score, passes };
}
