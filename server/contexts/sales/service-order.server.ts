import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderSteps } from '@yikao/model/contexts/sales/order.machine.ts';
import { salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { startExport } from '../../engine/jobs/start.ts';
import { aggregate } from '../../engine/read/aggregate.ts';
import type { Query } from '../../engine/read/filters.ts';
import { page } from '../../engine/read/page.ts';
import { seenBy } from '../../engine/scope/seen.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { tellOfPayments } from './order-notice.ts';
import { placeOrder, quoteOrder } from './place-order.ts';
import { receivePayments } from './receive-payments.ts';
import { isKeptFrom } from './service-order.steps.ts';

const { serviceOrder } = registry;

/** States of orders whose money has arrived: paid, being refunded, refunded (domain 3.1). */
const received: readonly number[] = [1, 4, 3];

/** The specification's addresses for orders (section 7, domain G8). */
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
      measures: {
        orderNum: 'count',
        payAmount: { sum: 'payAmount', where: { status: received } },
        refundAmount: { sum: 'refundAmount', where: { status: received } },
      },
      // Unpaid orders are left out of a channel unless requested.
      filters: { ...(body as Query), status: (body as Query).status ?? received.map(String) },
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

/** An order that money has arrived for. */
type OrderToPay = Columns<
  typeof serviceOrder,
  'orderId' | 'status' | 'payAmount' | 'userId' | 'dataYear' | 'cardTerms'
>;

/** The order with that number, locked. */
async function lockOrder(db: Tx, orderNo: string, now: Date) {
  const found = await sql<OrderToPay>`
    select order_id, status, pay_amount, user_id,
      data_year, card_terms from t_service_order
    where order_no = ${orderNo} and not deleted for update`.execute(db);
  const [order] = found.rows;
  if (!order) return undefined;
  const kept = order.status === orderStatus.is.pending && (await isKeptFrom(db, order, now));
  return {
    ...{ orderId: order.orderId, status: order.status, amount: order.payAmount },
    ...(kept && { kept: '考生在黑名单中，不能购买产品，原路退回' }),
  };
}

/**
 * Server side of the service orders. Money reported by a vendor pays the order that waits for it; any other payment,
 * late or repeated, is returned automatically (domain 3.1).
 */
export const serviceOrderServer = defineServer(serviceOrder, {
  routes: orderRoutes,
  on: {
    'serviceOrder.pay': (engine, db, { rows }) => tellOfPayments(engine, db, rows),
    'payRecord.pay': receivePayments(1, lockOrder, (engine, keys, payment) =>
      takeStep(engine, orderSteps, 'pay', { keys, ...payment }),
    ),
  },
});
