import { mockStudentSteps } from '@yikao/model/machines/mock/mock-student.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { closeOrdersOf } from './mock-student.server.ts';

/** What hangs on the steps of a candidate's registration (domain 3.7). */
export const mockStudentStepServer = defineStepServer(mockStudentSteps, {
  needs: {
    async open({ db, rows }) {
      const found = await sql<{ id: number }>`
        select exam_id::integer as id from t_mock_exam
        where exam_id = any(${rows.map(row => row.examId)}::bigint[]) and exam_status = 1 and not deleted`.execute(
        db,
      );
      const open = new Set(found.rows.map(({ id }) => id));
      return new Set(rows.filter(row => !open.has(Number(row.examId))).map(row => row.rowKey));
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
      await sql`update t_seat set deleted = true, update_time = now()
        where student_id = any(${keys}::bigint[]) and not deleted`.execute(db);
      await sql`update t_ticket set deleted = true, update_time = now()
        where student_id = any(${keys}::bigint[]) and not deleted`.execute(db);
      return new Map(keys.map(key => [key, { values: { ticketNo: null, roomNo: null, seatNo: null } }]));
    },
  },
});
