import { registry } from '@yikao/model/contexts/datasets.ts';
import type { PublishAsk } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { mockExamSteps } from '@yikao/model/contexts/mock/mock-exam.machine.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { lockExam } from '../seats/arrangement-rules.ts';
import { countEntries } from './double-entry.ts';
import { presentResults } from './mark-totals.ts';
import { postMarksNotice, withdrawMarksNotice } from './marks-notice.ts';
import { recordPublished } from './outdated-marks.ts';

const mockRegIs = codesOf(mockRegStatus);

/** Most missing marks listed by candidate. */
const mostTold = 100;

/** Missing marks: each registered candidate needs a mark, or a flag, for each session of the category. */
export async function missingMarks(db: Db, examId: number) {
  const found = await sql<
    Columns<typeof registry.mockStudent, 'studentName' | 'ticketNo'> &
      Columns<typeof registry.examInfo, 'subjectName'> & { n: number }
  >`
    select s.student_name, s.ticket_no, i.subject_name,
      (count(*) over ())::integer as n
    from t_mock_student as s
      join t_exam_info as i on i.exam_id = s.exam_id and i.joint_category_id = s.joint_category_id and not i.deleted
      left join t_mock_score as m on m.exam_id = s.exam_id and m.student_id = s.student_id and m.info_id = i.info_id
        and not m.deleted and (m.score is not null or m.absent_flag = 1 or m.cheat_flag = 1)
    where s.exam_id = ${examId} and s.reg_status = ${mockRegIs.registered} and not s.deleted and m.score_id is null
    order by s.ticket_no, i.order_num limit ${mostTold}`.execute(db);
  return { missing: found.rows[0]?.n ?? 0, list: found.rows.map(({ n: _, ...one }) => one) };
}

/** Calculates totals and ranks of an exam, in one statement of the database, and records them as published. */
export async function writeResults(db: Db, examId: number, now: Date): Promise<number> {
  const done = await sql<{ n: number }>`
    with written as (
      insert into t_mock_result (exam_id, student_id, total_score, rank_no, agent_rank)
      select exam_id, student_id, total_score, rank_no, agent_rank
      from (${presentResults(sql`select ${examId}::bigint`)}) as present returning 1)
    select count(*)::integer as n from written`.execute(db);
  await recordPublished(db, examId, now);
  return done.rows[0]?.n ?? 0;
}

/** Throws `unmetNeeds` if an exam requires double entry, and some entries are missing or differ. */
async function assertEnteredTwice(engine: Engine, db: Db, actor: Actor, examId: number): Promise<void> {
  const exam = await findRow(engine, db, registry.mockExam, actor, examId);
  if (exam?.doubleEntry !== 1) return;
  const { missing, different } = await countEntries(db, examId);
  if (missing + different === 0) return;
  throw failure('unmetNeeds', {
    params: {
      zh: `双人录分还有 ${missing} 个未复录、${different} 个有差异，请先在录分界面核对`,
      en: `Of the second entry ${missing} marks are missing and ${different} differ: settle them in the entry grid first`,
    },
    data: { missing: missing + different, list: [] },
  });
}

/**
 * Publishes the marks of an exam with totals and ranks, or withdraws them (domain 3.7, 4.4). Throws `notFound`,
 * `notAllowedNow` if the exam is in another state, and `unmetNeeds` with the missing marks in its data.
 */
export async function publishMarks(
  engine: Engine,
  actor: Actor,
  { examId, publishFlag, notice }: PublishAsk,
) {
  return transact(engine.db, async db => {
    await lockExam(engine, db, actor, examId);
    if (publishFlag === 1) {
      const { missing, list } = await missingMarks(db, examId);
      if (missing > 0) {
        throw failure('unmetNeeds', {
          params: { zh: `还缺 ${missing} 个成绩，不能发布`, en: `${missing} marks are still missing` },
          data: { missing, list },
        });
      }
    }
    if (publishFlag === 1) await assertEnteredTwice(engine, db, actor, examId);
    await takeStep(engine, mockExamSteps, publishFlag === 1 ? 'publish' : 'unpublish', {
      keys: examId,
      by: { kind: 'step', cause: 'mockScore.publish', actor },
      within: db,
    });
    await sql`delete from t_mock_result where exam_id = ${examId}`.execute(db);
    if (publishFlag === 0) {
      const noticeNum = await withdrawMarksNotice(engine, db, examId, notice === 1);
      return { studentNum: 0, missing: 0, noticeNum };
    }
    const studentNum = await writeResults(db, examId, engine.clock.now());
    const noticeNum = notice === 1 ? await postMarksNotice(engine, db, examId) : 0;
    return { studentNum, missing: 0, noticeNum };
  });
}
