import { registry } from '@yikao/model/contexts/datasets.ts';
import { examOrderSteps } from '@yikao/model/contexts/exam/exam-order.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { defineStepServer } from '../../../engine/steps/step-server.ts';
import { cancelPayments } from '../../payment/messages.ts';
import { afterRefund, payTypeOf } from '../../sales/order-money.ts';

/** Orders of applications among the payments (domain 0.5, `@payBizType`). */
export const examBizType = 5;

/** The effects of the steps of an order of an application (domain 3.1); applications listen to them. */
export const examOrderStepServer = defineStepServer(examOrderSteps, {
  needs: {},
  effects: {
    pay: async ({ rows, given, by, now }) =>
      new Map(
        rows.map(row => [
          row.rowKey,
          {
            values: {
              payAmount: row.amount,
              payType: payTypeOf({
                amount: row.amount,
                given: given.payType,
                by,
                label: registry.examOrder.fields.payType.label,
              }),
              payTime: given.payTime ?? shanghaiTime(now),
              transactionId: given.transactionId,
              expireTime: null,
            },
          },
        ]),
      ),
    async close({ engine, db, rows, now }) {
      for (const { orderNo } of rows) await cancelPayments(engine, db, examBizType, orderNo);
      return new Map(
        rows.map(row => [row.rowKey, { values: { closeTime: shanghaiTime(now), expireTime: null } }]),
      );
    },
    endRefund: async ({ rows, given, now }) =>
      new Map(rows.map(row => [row.rowKey, afterRefund(row, given.refunded, now)])),
  },
});
