import { channelOrders, orderBody, placed, quote, quoteBody } from '@yikao/model/calls/sales.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { orderSteps } from '@yikao/model/machines/sales/order.ts';
import { equal } from '@yikao/model/rules/money.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { authorise, holds } from '../engine/access.ts';
import { aggregate } from '../engine/aggregate.ts';
import type { Engine } from '../engine/engine.ts';
import type { Query } from '../engine/filters.ts';
import { actorOf } from '../engine/http/actor.ts';
import { answer } from '../engine/http/answer.ts';
import type { CallDoc } from '../engine/http/doc.ts';
import { startExport } from '../engine/jobs/start.ts';
import { page } from '../engine/page.ts';
import { rowBody } from '../engine/save.ts';
import { seenBy } from '../engine/seen.ts';
import { defineServer } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';
import { takeStep } from '../engine/steps/take-step.ts';
import { requestRefund } from '../payments/refunds.ts';
import { placeOrder, quoteOrder } from './place-order.ts';

const { serviceOrder } = registry;

const docs = {
  list: {
    summary: label('分页查询服务订单(条件在请求体中)', 'Service orders page by page, asked in the body'),
    tag: serviceOrder,
    permission: 'order:service:list',
  },
  export: {
    summary: label('导出服务订单', 'Export service orders'),
    tag: serviceOrder,
    permission: 'order:service:export',
  },
  exportOfParent: {
    summary: label('导出上级渠道的服务订单', 'Export the orders of a parent channel'),
    tag: serviceOrder,
    permission: 'order:service:export',
  },
  channel: {
    summary: label('按渠道汇总服务订单', 'Service orders by channel'),
    tag: serviceOrder,
    permission: 'order:service:list',
    data: channelOrders,
  },
  quote: {
    summary: label('试算订单金额', 'What an order would cost'),
    tag: serviceOrder,
    permission: 'order:service:add',
    query: quoteBody,
    data: quote,
  },
  add: {
    summary: label('代客下单', 'Place an order for a candidate'),
    tag: serviceOrder,
    permission: 'order:service:add',
    body: orderBody,
    data: placed,
  },
} as const satisfies Record<string, CallDoc>;

/** The addresses that the specification gives to orders (section 7, domain G8), beside those of every dataset. */
function orderRoutes(app: FastifyInstance, engine: Engine): ReadonlySet<string> {
  app.post('/api/data/wish/service_order', { config: { doc: docs.list, reads: true } }, async request => {
    const actor = actorOf(request);
    const query = rowBody.parse(request.body ?? {}) as Query;
    return answer(request, await page(engine, seenBy(serviceOrder, actor), actor, query));
  });
  app.post(
    '/api/data/wish/export/service_order',
    { config: { doc: docs.export, reads: true } },
    async request => {
      const actor = actorOf(request);
      const started = await startExport(engine, seenBy(serviceOrder, actor), actor, request.body);
      return answer(request, started, 'jobStarted');
    },
  );
  app.post(
    '/api/data/wish/parent/channel/service/order/export',
    { config: { doc: docs.exportOfParent, reads: true } },
    async request => {
      const actor = actorOf(request);
      const body = rowBody.parse(request.body ?? {});
      if (body.parentChannelId === undefined) {
        throw failure('invalidFields', {
          issues: [issue('parentChannelId', 'required')],
          labels: () => serviceOrder.fields.parentChannelId.label,
        });
      }
      const started = await startExport(engine, seenBy(serviceOrder, actor), actor, body);
      return answer(request, started, 'jobStarted');
    },
  );
  app.post(`${serviceOrder.path}/channel`, { config: { doc: docs.channel, reads: true } }, async request => {
    const actor = actorOf(request);
    authorise(actor, serviceOrder, 'list');
    const found = await aggregate(engine, serviceOrder, actor, {
      measures: { orderNum: 'count', payAmount: { sum: 'payAmount' }, refundAmount: { sum: 'refundAmount' } },
      filters: rowBody.parse(request.body ?? {}) as Query,
      by: 'channelId',
      most: 'payAmount',
    });
    return answer(
      request,
      found.map(({ key, name, values }) => ({
        channelId: key === null ? null : Number(key),
        channelName: name,
        orderNum: values.orderNum,
        payAmount: Number(values.payAmount),
        refundAmount: Number(values.refundAmount),
      })),
    );
  });
  app.get(`${serviceOrder.path}/quote`, { config: { doc: docs.quote } }, async request => {
    const actor = actorOf(request);
    if (!holds(actor, 'order:service:add')) throw failure('forbidden');
    return answer(request, await quoteOrder(engine, actor, quoteBody.parse(request.query)));
  });
  app.post(serviceOrder.path, { config: { doc: docs.add } }, async request => {
    const actor = actorOf(request);
    if (!holds(actor, 'order:service:add')) throw failure('forbidden');
    return answer(request, await placeOrder(engine, actor, orderBody.parse(request.body ?? {})), 'added');
  });
  return new Set();
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
