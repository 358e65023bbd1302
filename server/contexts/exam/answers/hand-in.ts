import type { SubmitAsk, Submitted } from '@yikao/model/contexts/exam/exam-app.calls.ts';
import type { examSitting } from '@yikao/model/contexts/exam/exam-sitting.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { refused } from '../refused.ts';
import { saveWithin, skewOf } from './save-answers.ts';

/**
 * `POST /api/exam/app/submit`: saves what was not sent yet and hands the papers in, in one transaction. A repeat answers
 * the same times. Throws `unmetNeeds` if nothing was begun.
 */
export async function handIn(
  engine: Engine,
  { applyId, subjectId, answers, sentAt }: SubmitAsk,
): Promise<Submitted> {
  const now = engine.clock.now();
  return transact(engine.db, async db => {
    const own = answers.filter(answer => answer.applyId === applyId);
    const outcomes = await saveWithin(db, own, { now, skewMs: skewOf(sentAt, now) });
    const found = await sql<Columns<typeof examSitting, 'subjectId'> & { submitTime: Date; answers: number }>`
      update t_exam_sitting as s set submit_time = coalesce(s.submit_time, least(${now}::timestamptz, s.end_time)),
        update_time = case when s.submit_time is null then ${now}::timestamptz else s.update_time end
      where s.apply_id = ${applyId} and not s.deleted
        ${subjectId === undefined ? sql`` : sql`and s.subject_id = ${subjectId}`}
      returning s.subject_id, s.submit_time, (select count(*)::integer from t_exam_answer as a
        where a.apply_id = s.apply_id and a.subject_id = s.subject_id and not a.deleted) as answers`.execute(
      db,
    );
    if (found.rows.length === 0) throw refused('还没有开始作答', 'The paper has not been begun');
    return {
      sittings: found.rows
        .toSorted((one, other) => one.subjectId - other.subjectId)
        .map(row => ({ ...row, submitTime: shanghaiTime(row.submitTime) })),
      outcomes,
    };
  });
}
