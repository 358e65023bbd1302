import { registry } from '@yikao/model/contexts/datasets.ts';
import { examOrderSteps } from '@yikao/model/contexts/exam/exam-order.machine.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { defineStepServer } from '../../../engine/steps/step-server.ts';
import { afterRefund, closeOrders, paidValues } from '../../sales/order-money.ts';

/** Orders of applications among the payments (domain 0.5, `@payBizType`). */
export const examBizType = payBizType.is.exam;

/** The effects of the steps of an order of an application (domain 3.1); applications listen to them. */
export const examOrderStepServer = defineStepServer(examOrderSteps, {
  needs: {},
  effects: {
    async pay({ rows, given, by, now }) {
      const { label } = registry.examOrder.fields.payType;
      return new Map(rows.map(row => [row.rowKey, { values: paidValues(row, given, { by, now, label }) }]));
    },
    close: context => closeOrders(context, examBizType),
    endRefund: async ({ rows, given, now }) =>
      new Map(rows.map(row => [row.rowKey, afterRefund(row, given.refunded, now)])),
  },
});
