import type { registry } from '@yikao/model/contexts/datasets.ts';
import { examResult, lateState, markState } from '@yikao/model/contexts/exam/exam.codes.ts';
import { examApplySteps } from '@yikao/model/contexts/exam/exam-apply.machine.ts';
import { onlineExamSteps } from '@yikao/model/contexts/exam/online-exam.machine.ts';
import { type SqlBool, sql } from 'kysely';
import { recordUse } from '../../engine/figures/figures.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Condition, Db } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';
import { markByKey } from './marking/mark-by-key.ts';
import { outdatedResults, reopenOutdated } from './results/reopen-results.ts';
import { publishedResult, resultFigure } from './results/result-figure.ts';
import { sits } from './results/sits.ts';

const markIs = codesOf(markState);
const lateIs = codesOf(lateState);
const examResultIs = codesOf(examResult);

/** The exams among these for which a condition on `e` holds. */
async function examsWhere(
  db: Db,
  rows: readonly { readonly rowKey: number }[],
  condition: Condition,
): Promise<Set<number>> {
  const found = await sql<Columns<typeof registry.onlineExam, 'examId'>>`
    select e.exam_id from t_online_exam as e
    where e.exam_id = any(${rows.map(row => row.rowKey)}::bigint[]) and ${condition}`.execute(db);
  return new Set(found.rows.map(({ examId }) => examId));
}

/** The effects of the steps of an online exam (domain I1, 3.14). */
export const onlineExamStepServer = defineStepServer(onlineExamSteps, {
  needs: {
    subjects: ({ db, rows }) =>
      examsWhere(
        db,
        rows,
        sql<SqlBool>`not exists (select 1 from t_exam_subject as s where s.exam_id = e.exam_id and not s.deleted)`,
      ),
    majors: ({ db, rows }) =>
      examsWhere(
        db,
        rows,
        sql<SqlBool>`not exists (select 1 from t_exam_prof as s
          where s.exam_id = e.exam_id and s.status = ${enabled} and not s.deleted)`,
      ),
    unused: ({ db, rows }) =>
      examsWhere(
        db,
        rows,
        sql<SqlBool>`exists (select 1 from t_exam_apply as p where p.exam_id = e.exam_id and not p.deleted)`,
      ),
    marked: ({ db, rows }) =>
      examsWhere(
        db,
        rows,
        sql<SqlBool>`exists (select 1 from t_exam_answer as a join t_exam_subject as s on s.subject_id = a.subject_id
          where s.exam_id = e.exam_id and a.mark_state in (${markIs.waiting}, ${markIs.third}) and not a.deleted)`,
      ),
    settled: ({ db, rows }) =>
      examsWhere(
        db,
        rows,
        sql<SqlBool>`exists (select 1 from t_exam_late as l join t_exam_subject as s on s.subject_id = l.subject_id
          where s.exam_id = e.exam_id and l.late_state = ${lateIs.waiting} and not l.deleted)`,
      ),
    judged: ({ db, rows }) =>
      examsWhere(
        db,
        rows,
        sql<SqlBool>`exists (select 1 from t_exam_apply as p
          where p.exam_id = e.exam_id and p.result_flag = ${examResultIs.pending} and ${sits})`,
      ),
    current: ({ db, rows }) =>
      outdatedResults(
        db,
        rows.map(row => row.rowKey),
      ),
  },
  effects: {
    async judge({ engine, db, rows, given, by }) {
      const examIds = rows.map(row => row.rowKey);
      await markByKey(db, sql<SqlBool>`q.exam_id = any(${examIds}::bigint[])`);
      const found = await sql<Columns<typeof registry.examApply, 'applyId'>>`
        select p.apply_id from t_exam_apply as p
        where p.exam_id = any(${examIds}::bigint[]) and ${sits} order by 1`.execute(db);
      if (found.rows.length > 0)
        await takeStep(engine, examApplySteps, 'judge', {
          keys: found.rows.map(({ applyId }) => applyId),
          by: { kind: 'step', actor: by.actor, cause: 'onlineExam.judge' },
          given: { line: given.line },
          within: db,
        });
      return new Map(rows.map(row => [row.rowKey, { values: { judgeLine: given.line } }]));
    },
    async publish({ db, rows, now }) {
      const examIds = rows.map(row => row.rowKey);
      await recordUse(
        db,
        resultFigure,
        sql`select p.apply_id as row_id, ${publishedResult('p')} as used
          from t_exam_apply as p where p.exam_id = any(${examIds}::bigint[]) and ${sits}`,
        now,
      );
    },
    async unpublish({ engine, db, rows, by }) {
      const examIds = rows.map(row => row.rowKey);
      await reopenOutdated(engine, db, examIds, by, 'onlineExam.unpublish');
    },
  },
});
