import type { registry } from '@yikao/model/contexts/datasets.ts';
import { mockStudentSteps } from '@yikao/model/contexts/mock/mock-student.machine.ts';
import type { seat } from '@yikao/model/contexts/mock/seat.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { closeOrdersOf } from './mock-student.server.ts';
import { recount } from './seats/arrange-area.ts';
import { lateStates } from './seats/late-seat.ts';

/** The effects of the steps of a candidate's registration (domain 3.7). */
export const mockStudentStepServer = defineStepServer(mockStudentSteps, {
  needs: {
    async open({ db, rows, by }) {
      // Staff register late ones, too; their agencies do not.
      const states = by.actor.agentId === null ? [1, ...lateStates] : [1];
      const found = await sql<Columns<typeof registry.mockExam, 'examId'>>`
        select exam_id from t_mock_exam
        where exam_id = any(${rows.map(row => row.examId)}::bigint[]) and exam_status = any(${states}::integer[])
          and not deleted`.execute(db);
      const open = new Set(found.rows.map(({ examId }) => examId));
      return new Set(rows.filter(row => !open.has(row.examId)).map(row => row.rowKey));
    },
  },
  effects: {
    async cancel({ engine, db, rows, by }) {
      // An order that closes cancels the registration; it is closed already then.
      if (by.kind !== 'step') {
        await closeOrdersOf(
          engine,
          db,
          rows.map(row => row.rowKey),
          'mockStudent.cancel',
        );
      }
    },
    async refund({ db, rows }) {
      const keys = rows.map(row => row.rowKey);
      const freed = await sql<Columns<typeof seat, 'arrangeId'>>`
        update t_seat set deleted = true, update_time = now()
        where student_id = any(${keys}::bigint[]) and not deleted returning arrange_id`.execute(db);
      for (const arrangeId of new Set(freed.rows.map(one => one.arrangeId))) await recount(db, arrangeId);
      await sql`update t_ticket set deleted = true, update_time = now()
        where student_id = any(${keys}::bigint[]) and not deleted`.execute(db);
      return new Map(keys.map(key => [key, { values: { ticketNo: null, roomNo: null, seatNo: null } }]));
    },
  },
});
