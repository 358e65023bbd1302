import { salesCalls } from '@yikao/model/calls/sales.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { orderSteps } from '@yikao/model/machines/sales/order.ts';
import { equal } from '@yikao/model/rules/money.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { aggregate } from '../engine/aggregate.ts';
import type { Engine } from '../engine/engine.ts';
import type { Query } from '../engine/filters.ts';
import { handle } from '../engine/http/handle.ts';
import { startExport } from '../engine/jobs/start.ts';
import { page } from '../engine/page.ts';
import { seenBy } from '../engine/seen.ts';
import { defineServer } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';
import { takeStep } from '../engine/steps/take-step.ts';
import { requestRefund } from '../payments/refunds.ts';
import { placeOrder, quoteOrder } from './place-order.ts';

const { serviceOrder } = registry;

/** The addresses that the specification gives to orders (section 7, domain G8), beside those of every dataset. */
function orderRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, salesCalls.orders, ({ actor, body }) =>
    page(engine, seenBy(serviceOrder, actor), actor, body as Query),
  );
  handle(app, salesCalls.exportOrders, ({ actor, body }) =>
    startExport(engine, seenBy(serviceOrder, actor), actor, body),
  );
  handle(app, salesCalls.exportOfParent, async ({ actor, body }) => {
    if (body.parentChannelId === undefined) {
      throw failure('invalidFields', {
        issues: [issue('parentChannelId', 'required')],
        labels: () => serviceOrder.fields.parentChannelId.label,
      });
    }
    return startExport(engine, seenBy(serviceOrder, actor), actor, body);
  });
  handle(app, salesCalls.byChannel, async ({ actor, body }) => {
    const found = await aggregate(engine, serviceOrder, actor, {
      measures: { orderNum: 'count', payAmount: { sum: 'payAmount' }, refundAmount: { sum: 'refundAmount' } },
      filters: body as Query,
      by: 'channelId',
      most: 'payAmount',
    });
    return found.map(({ key, name, values }) => ({
      channelId: key === null ? null : Number(key),
      channelName: name,
      orderNum: values.orderNum,
      payAmount: Number(values.payAmount),
      refundAmount: Number(values.refundAmount),
    }));
  });
  handle(app, salesCalls.quote, ({ actor, query }) => quoteOrder(engine, actor, query));
  handle(app, salesCalls.place, ({ actor, body }) => placeOrder(engine, actor, body));
}

/** The order of that number, locked. */
async function lockOrder(db: Db, orderNo: string) {
  const found = await sql<{ orderId: number; status: number; payAmount: string }>`
    select order_id as "orderId", status, pay_amount::text as "payAmount" from t_service_order
    where order_no = ${orderNo} and not deleted for update`.execute(db);
  return found.rows[0];
}

/**
 * Server side of the service orders. Money that a vendor tells of pays the order that waits for it; what comes for any
 * other, late or twice, goes back by itself (domain 3.1).
 */
export const serviceOrderServer = defineServer(serviceOrder, {
  routes: orderRoutes,
  on: {
    async 'payRecord.pay'(engine, db, { rows, given, by }) {
      for (const { bizType, orderNo, payNo, payType } of rows) {
        if (bizType !== 1) continue;
        const order = await lockOrder(db, orderNo);
        const { paidAmount, payTime, transactionId } = given;
        if (order?.status === 0 && equal(order.payAmount, paidAmount)) {
          await takeStep(engine, orderSteps, 'pay', {
            keys: Number(order.orderId),
            by: { kind: 'vendor', cause: by.cause ?? 'payRecord.pay' },
            given: { payType, payTime, transactionId },
            within: db,
          });
        } else {
          const reason = '订单已关闭或已支付，原路退回';
          await requestRefund(engine, db, {
            bizType: 1,
            orderNo,
            payNo,
            refundNo: payNo,
            amount: paidAmount,
            reason,
          });
        }
      }
    },
  },
});
