import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockOrderSteps } from '@yikao/model/contexts/mock/mock-order.machine.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import type { MachineRow } from '@yikao/model/kernel/steps.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { defineStepServer, type StepRow } from '../../../engine/steps/step-server.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { afterRefund, closeOrders, paidValues } from '../../sales/order-money.ts';
import { applyForRefund } from '../../sales/refund/apply-refund.ts';

type Order = MachineRow<typeof mockOrderSteps>;
type OrderRow = StepRow<Order>;

/** Orders of mock exams among the payments (domain 0.5, `@payBizType`). */
export const mockBizType = payBizType.is.mock;

/** Orders whose exam is in one of these states. */
async function inStates(db: Db, rows: readonly OrderRow[], states: readonly number[]): Promise<Set<number>> {
  const found = await sql<Columns<typeof registry.mockExam, 'examId'>>`
    select exam_id from t_mock_exam
    where exam_id = any(${rows.map(row => row.examId)}::bigint[]) and exam_status = any(${[...states]}::integer[])`.execute(
    db,
  );
  const exams = new Set(found.rows.map(({ examId }) => examId));
  return new Set(rows.filter(row => exams.has(row.examId)).map(row => row.rowKey));
}

/** The effects of the steps of an order of a mock exam (domain 3.1, 3.7); registrations listen to them. */
export const mockOrderStepServer = defineStepServer(mockOrderSteps, {
  needs: {
    early: async ({ db, rows, given }) => (given.force === 1 ? new Set() : inStates(db, rows, [3, 4, 5])),
    before: ({ db, rows }) => inStates(db, rows, [6, 7, 9]),
  },
  effects: {
    async pay({ rows, given, by, now }) {
      const { label } = registry.mockOrder.fields.payType;
      return new Map(
        rows.map(row => [
          row.rowKey,
          { values: { ...paidValues(row, given, { by, now, label }), batchNo: given.batchNo } },
        ]),
      );
    },
    close: context => closeOrders(context, mockBizType),
    async refund({ engine, db, rows, given, by, now }) {
      const outcomes = new Map<number, { to: 'paid' | 'refunded'; values?: Partial<Order> }>();
      for (const { rowKey, orderNo, payAmount } of rows) {
        if (compare(payAmount, '0') === 0) {
          const values = { refundTime: shanghaiTime(now), remark: given.reason };
          outcomes.set(rowKey, { to: 'refunded', values });
          continue;
        }
        const { reason, force } = given;
        await applyForRefund(engine, db, by.actor, {
          ...{ bizType: mockBizType, orderNo, reason, force: force === 1 },
        });
        outcomes.set(rowKey, { to: 'paid' });
      }
      return outcomes;
    },
    async endRefund({ rows, given, now }) {
      return new Map(rows.map(row => [row.rowKey, afterRefund(row, given.refunded, now)]));
    },
  },
});
