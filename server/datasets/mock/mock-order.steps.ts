import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import type { MachineRow } from '@yikao/model/kernel/steps.ts';
import { mockOrderSteps } from '@yikao/model/machines/mock/mock-order.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../engine/sql.ts';
import { defineStepServer, type StepBy, type StepRow } from '../../engine/steps/step-server.ts';
import { cancelPayments } from '../../payments/messages.ts';
import { requestRefund } from '../../payments/refunds.ts';

type Order = MachineRow<typeof mockOrderSteps>;
type OrderRow = StepRow<Order>;

/** Orders of mock exams among the payments (domain 0.5, `@payBizType`). */
export const mockBizType = 2;

/**
 * Ways of paying that a person may book, that go through a vendor, and that nobody pays by (domain 0.5, `@payType`).
 */
const byHand: readonly number[] = [4, 5];
const byVendor: readonly number[] = [1, 2, 3];
const free = 9;

/** How an order counts as paid that a person books, or that costs nothing. */
function payTypeOf(row: OrderRow, given: Order['payType'], by: StepBy): Order['payType'] {
  if (by.kind === 'vendor') return given;
  if (compare(row.amount, '0') === 0) return free;
  const chosen = given ?? 5;
  if (!byHand.includes(chosen)) {
    throw failure('invalidFields', {
      issues: [
        issue('payType', 'rule', {
          zh: '线下收款只能是对公转账或线下',
          en: 'What is booked by hand is a transfer or offline',
        }),
      ],
      labels: () => registry.mockOrder.fields.payType.label,
    });
  }
  return chosen;
}

/** Orders whose exam is in one of these states. */
async function inStates(db: Db, rows: readonly OrderRow[], states: readonly number[]): Promise<Set<number>> {
  const found = await sql<{ id: number }>`
    select exam_id::integer as id from t_mock_exam
    where exam_id = any(${rows.map(row => row.examId)}::bigint[]) and exam_status = any(${[...states]}::integer[])`.execute(
    db,
  );
  const exams = new Set(found.rows.map(({ id }) => id));
  return new Set(rows.filter(row => exams.has(Number(row.examId))).map(row => row.rowKey));
}

/** The effects of the steps of an order of a mock exam (domain 3.1, 3.7); registrations listen to them. */
export const mockOrderStepServer = defineStepServer(mockOrderSteps, {
  needs: {
    early: async ({ db, rows, given }) => (given.force === 1 ? new Set() : inStates(db, rows, [3, 4, 5])),
    before: ({ db, rows }) => inStates(db, rows, [6, 7, 9]),
  },
  effects: {
    async pay({ rows, given, by, now }) {
      return new Map(
        rows.map(row => [
          row.rowKey,
          {
            values: {
              payAmount: row.amount,
              payType: payTypeOf(row, given.payType, by),
              payTime: given.payTime ?? shanghaiTime(now),
              transactionId: given.transactionId,
              batchNo: given.batchNo,
              expireTime: null,
            },
          },
        ]),
      );
    },
    async close({ engine, db, rows, now }) {
      for (const { orderNo } of rows) await cancelPayments(engine, db, mockBizType, orderNo);
      return new Map(
        rows.map(row => [row.rowKey, { values: { closeTime: shanghaiTime(now), expireTime: null } }]),
      );
    },
    async refund({ engine, db, rows, given, now }) {
      for (const { orderNo, payAmount, payType } of rows) {
        if (payType === null || !byVendor.includes(payType)) continue;
        await requestRefund(engine, db, {
          bizType: mockBizType,
          orderNo,
          refundNo: orderNo,
          amount: payAmount,
          reason: given.reason,
        });
      }
      return new Map(
        rows.map(row => {
          const through = row.payType !== null && byVendor.includes(row.payType);
          const done = { refundAmount: row.payAmount, refundTime: shanghaiTime(now) };
          return [
            row.rowKey,
            through
              ? { to: 'refunding' as const, values: { remark: given.reason } }
              : { to: 'refunded' as const, values: { ...done, remark: given.reason } },
          ];
        }),
      );
    },
    async endRefund({ rows, given, now }) {
      const whole = compare(given.refunded, '0') > 0;
      return new Map(
        rows.map(row => [
          row.rowKey,
          whole
            ? {
                to: 'refunded' as const,
                values: { refundAmount: given.refunded, refundTime: shanghaiTime(now) },
              }
            : { to: 'paid' as const },
        ]),
      );
    },
  },
});
