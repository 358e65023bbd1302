import type { registry } from '@yikao/model/contexts/datasets.ts';
import { arrangeSteps } from '@yikao/model/contexts/mock/arrange.machine.ts';
import { arrangeStatus, mockExamStatus, mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { mockExamSteps } from '@yikao/model/contexts/mock/mock-exam.machine.ts';
import { isSeatPattern } from '@yikao/model/rules/ticket-number.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../../engine/steps/step-server.ts';
import { tryStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { freeSeats, seatedBy } from './arrange-area.ts';
import { patternOf } from './arrangement-rules.ts';
import { dropNumbers } from './ticket-numbers.ts';

const mockExamIs = codesOf(mockExamStatus);
const mockRegIs = codesOf(mockRegStatus);
const arrangeIs = codesOf(arrangeStatus);

/** The effects of the steps of an arrangement (domain 3.7). The exam follows the last lock, and the first unlocking. */
export const arrangeStepServer = defineStepServer(arrangeSteps, {
  needs: {
    async before({ db, rows }) {
      const found = await sql<Columns<typeof registry.mockExam, 'examId'>>`
        select exam_id from t_mock_exam
        where exam_id = any(${rows.map(row => row.examId)}::bigint[])
          and exam_status >= ${mockExamIs.scoring}`.execute(db);
      const over = new Set(found.rows.map(({ examId }) => examId));
      return new Set(rows.filter(row => over.has(row.examId)).map(row => row.rowKey));
    },
  },
  effects: {
    async lock({ engine, db, rows, by }) {
      const keys = rows.map(row => row.rowKey);
      const whole = await sql<Columns<typeof registry.mockExam, 'examId'>>`
        select e.exam_id from t_mock_exam as e
        where e.exam_id = any(${rows.map(row => row.examId)}::bigint[]) and not exists (
          select 1 from t_mock_student as s where s.exam_id = e.exam_id
            and s.reg_status = ${mockRegIs.registered} and not s.deleted
            and not exists (select 1 from t_arrange as a where a.exam_id = s.exam_id and a.area_id = s.area_id
              and not a.deleted and (a.arrange_status = ${arrangeIs.locked}
                or a.arrange_id = any(${keys}::bigint[]))))
        order by 1`.execute(db);
      if (whole.rows.length === 0) return;
      await tryStep(engine, mockExamSteps, 'arrange', {
        keys: whole.rows.map(({ examId }) => examId),
        by: { kind: 'step', cause: 'arrange.lock', actor: by.actor },
        within: db,
      });
    },
    async unlock({ engine, db, rows, by }) {
      await tryStep(engine, mockExamSteps, 'disarrange', {
        keys: [...new Set(rows.map(row => row.examId))],
        by: { kind: 'step', cause: 'arrange.unlock', actor: by.actor },
        within: db,
      });
    },
    async cancel({ db, rows }) {
      const keys = rows.map(row => row.rowKey);
      for (const { rowKey, examId } of rows) {
        // Numbers that contain the seat are removed with it; others are kept (domain 3.7).
        const ticketPattern = await patternOf(db, examId);
        if (isSeatPattern(ticketPattern)) await dropNumbers(db, await seatedBy(db, rowKey));
      }
      await freeSeats(db, keys);
    },
  },
});
