import { registry } from '@yikao/model/contexts/datasets.ts';
import { markState } from '@yikao/model/contexts/exam/exam.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { compare, minus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { refused } from '../refused.ts';
import { notOwnPupil } from './marker.ts';

const markIs = codesOf(markState);

/** A mark that was given. */
interface Given {
  readonly round: number;
  readonly markerId: number;
  readonly score: string;
}

/** The mark that settles an answer, `third` if a third person is needed, or undefined while a mark is missing. */
function settledBy(marks: readonly Given[], bound: string): 'third' | 'mean' | 'thirdMark' | undefined {
  if (marks.some(({ round }) => round === 3)) return 'thirdMark';
  const [first, second] = [marks.find(({ round }) => round === 1), marks.find(({ round }) => round === 2)];
  if (!first || !second) return undefined;
  const apart = minus(first.score, second.score).replace('-', '');
  return compare(apart, bound) <= 0 ? 'mean' : 'third';
}

/** The refusal of a mark of an answer that has the marks of two, whether they agree or not. */
const markClosed = () =>
  refused('该答卷已有两人评阅，不能再改', 'Two people have marked the answer: the marks stay');

/** Writes the marks of an answer that is settled into its row, where everybody who may list answers sees them. */
async function settle(db: Db, answerId: number, marks: readonly Given[]): Promise<void> {
  const of = (round: number) => marks.find(mark => mark.round === round);
  const [first, second, third] = [of(1), of(2), of(3)];
  await sql`delete from t_exam_mark where answer_id = ${answerId} and score is null`.execute(db);
  await sql`
    update t_exam_answer set mark_state = ${markIs.done}, score = ${first?.score ?? null},
      marker_id = ${first?.markerId ?? null},
      second_score = ${second?.score ?? null}, second_marker_id = ${second?.markerId ?? null},
      third_score = ${third?.score ?? null}, third_marker_id = ${third?.markerId ?? null},
      final_score = coalesce(${third?.score ?? null}::numeric,
        round((${first?.score ?? null}::numeric + ${second?.score ?? null}::numeric) / 2, 2)),
      update_time = now()
    where answer_id = ${answerId}`.execute(db);
}

/**
 * `PUT /api/exam/answer/mark`: gives the mark of an answer that the person has taken, or changes it until another person
 * has marked it. Two marks within the bound settle it with their mean; further apart, a third person decides; the answer
 * to a marker is the same in both cases, so that nobody finds the other's mark by trying. Throws `unmetNeeds` for an
 * answer that was not taken, has another mark, or is of an own pupil, and `invalidFields` past the marks of the question.
 */
export async function markAnswer(
  engine: Engine,
  { userId }: Actor,
  { answerId, score }: { readonly answerId: number; readonly score: string },
): Promise<{ closed: boolean }> {
  return transact(engine.db, async db => {
    const found = await sql<
      Columns<typeof registry.question, 'score'> &
        Columns<typeof registry.examSubject, 'markBound'> &
        Columns<typeof registry.examAnswer, 'markState'> & { stranger: boolean }
    >`
      select q.score, s.mark_bound, a.mark_state, ${notOwnPupil(userId)} as stranger
      from t_exam_answer as a join t_question as q on q.question_id = a.question_id
        join t_exam_subject as s on s.subject_id = a.subject_id join t_exam_apply as p on p.apply_id = a.apply_id
      where a.answer_id = ${answerId} and not a.deleted for no key update of a`.execute(db);
    const [answer] = found.rows;
    if (!answer) throw failure('notFound');
    if (!answer.stranger) throw refused('不能评阅自己的学生', 'Teachers do not mark their own candidates');
    if (answer.markState !== markState.is.waiting && answer.markState !== markState.is.third)
      throw markClosed();
    const before = await sql<{ mine: boolean; others: number }>`
      select coalesce(bool_or(marker_id = ${userId} and score is not null), false) as mine,
        count(*) filter (where marker_id <> ${userId} and score is not null)::integer as others
      from t_exam_mark where answer_id = ${answerId}`.execute(db);
    // The lock of the answer is held: of two marks at the same moment one is the second.
    const { mine = false, others = 0 } = before.rows[0] ?? {};
    if (mine && others > 0) throw markClosed();
    if (compare(score, answer.score) > 0)
      throw failure('invalidFields', {
        issues: [
          issue('score', 'rule', {
            zh: `得分不能超过 ${answer.score}`,
            en: `The mark is at most ${answer.score}`,
          }),
        ],
        labels: () => registry.examAnswer.fields.score.label,
      });
    const own = await sql<{ round: number }>`
      update t_exam_mark set score = ${score}, mark_time = ${engine.clock.now()}
      where answer_id = ${answerId} and marker_id = ${userId} returning round`.execute(db);
    if (own.rows.length === 0)
      throw refused('该答卷已超时收回，请重新领取', 'The answer was taken back: take the next one');
    const given = await sql<Given>`
      select round, marker_id, score from t_exam_mark
      where answer_id = ${answerId} and score is not null order by round`.execute(db);
    const by = settledBy(given.rows, answer.markBound);
    if (by === undefined) return { closed: false };
    if (by === 'third') {
      await sql`update t_exam_answer set mark_state = ${markIs.third}, update_time = now()
        where answer_id = ${answerId}`.execute(db);
      return { closed: true };
    }
    await settle(db, answerId, given.rows);
    return { closed: true };
  });
}
