import type { ServiceStage } from '@yikao/model/contexts/abroad/abroad.codes.ts';
import { serviceStage } from '@yikao/model/contexts/abroad/abroad.codes.ts';
import { abroadOrderSteps } from '@yikao/model/contexts/abroad/abroad-order.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { afterRefund, closeOrders, paidValues } from '../sales/order-money.ts';
import { findConsultants } from './consultants.ts';

/** Orders of programmes among the payments (domain 0.5, `@payBizType`). */
export const abroadBizType = payBizType.is.abroad;

/** The stage next to one, in either direction. Throws past the ends, which the guards keep away. */
function stageBeside(stage: number, way: 1 | -1): ServiceStage {
  const found = serviceStage.items.find(({ code }) => code === stage + way);
  if (!found) throw new Error(`There is no stage beside ${stage}`);
  return found.code;
}

/** The effects of the steps of an order of a programme (domain 3.1, 3.14); leads listen to them. */
export const abroadOrderStepServer = defineStepServer(abroadOrderSteps, {
  needs: {
    known: async ({ db, rows, by, given }) => {
      const found = await findConsultants(db, by.actor, [Number(given.consultantId)]);
      return found.size === 0 ? new Set(rows.map(row => row.rowKey)) : new Set();
    },
  },
  effects: {
    async pay({ rows, given, by, now }) {
      const { label } = registry.abroadOrder.fields.payType;
      return new Map(rows.map(row => [row.rowKey, { values: paidValues(row, given, { by, now, label }) }]));
    },
    close: context => closeOrders(context, abroadBizType),
    void: async ({ rows, now }) =>
      new Map(rows.map(row => [row.rowKey, { values: { refundTime: shanghaiTime(now) } }])),
    endRefund: async ({ rows, given, now }) =>
      new Map(rows.map(row => [row.rowKey, afterRefund(row, given.refunded, now)])),
    advance: async ({ rows }) =>
      new Map(rows.map(row => [row.rowKey, { values: { serviceStage: stageBeside(row.serviceStage, 1) } }])),
    stepBack: async ({ rows }) =>
      new Map(rows.map(row => [row.rowKey, { values: { serviceStage: stageBeside(row.serviceStage, -1) } }])),
  },
});
