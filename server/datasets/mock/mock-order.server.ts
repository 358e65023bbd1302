import { mockFileCalls } from '@yikao/model/calls/mock-files.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { deleteOrdersByFile } from '@yikao/model/jobs/mock-files.ts';
import { mockOrderSteps } from '@yikao/model/machines/mock/mock-order.ts';
import { mockStudentSteps } from '@yikao/model/machines/mock/mock-student.ts';
import { compare, equal } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import { holds } from '../../engine/access.ts';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { startFileJob } from '../../engine/jobs/feature/start-feature-job.ts';
import { startExport } from '../../engine/jobs/start.ts';
import { scopeCondition } from '../../engine/scope.ts';
import { defineServer } from '../../engine/server-side.ts';
import { allOf, type Db } from '../../engine/sql.ts';
import { takeStep, tryStep } from '../../engine/steps/take-step.ts';
import type { PayableOrders } from '../../payments/payable.ts';
import { requestRefund } from '../../payments/refunds.ts';
import { mockBizType } from './mock-order.steps.ts';

const { mockOrder } = registry;

/** The candidates of orders take the step that the orders bring about, those of them that may. */
async function follow(
  engine: Engine,
  db: Db,
  step: 'register' | 'cancel' | 'refund',
  studentIds: readonly number[],
  cause: string,
): Promise<void> {
  const by = { kind: 'step', cause } as const;
  const ask = { keys: studentIds, by, within: db };
  if (step === 'cancel')
    await tryStep(engine, mockStudentSteps, 'cancel', { ...ask, given: { reason: null } });
  else await tryStep(engine, mockStudentSteps, step, ask);
}

/** Orders by their numbers, locked. */
async function lockOrders(db: Db, orderNos: readonly string[]) {
  const found = await sql<{ orderId: number; orderNo: string; status: number; amount: string }>`
    select order_id::integer as "orderId", order_no as "orderNo", status, amount::text as amount from t_mock_order
    where order_no = any(${[...orderNos]}::text[]) and not deleted order by order_id for update`.execute(db);
  return found.rows;
}

/** Server side of the orders of mock exams: money of vendors pays them, and registrations follow them. */
export const mockOrderServer = defineServer(mockOrder, {
  routes(app, engine) {
    handle(app, mockFileCalls.exportOrders, ({ actor, query: { fieldNames = [], ...query } }) =>
      startExport(engine, mockOrder, actor, {
        ...query,
        tableId: mockOrder.tableId,
        fieldNames: typeof fieldNames === 'string' ? fieldNames.split(',') : fieldNames,
      }),
    );
    handle(app, mockFileCalls.deleteOrders, ({ actor, body }) =>
      startFileJob(engine, deleteOrdersByFile, actor, body),
    );
  },
  on: {
    async 'mockOrder.delete'(engine, db, { rows }) {
      // Nobody could pay a registration whose order is gone.
      const ids = rows.flatMap(row => (row.status === 0 ? [row.studentId] : []));
      await follow(engine, db, 'cancel', ids, 'mockOrder.delete');
    },
    async 'mockOrder.pay'(engine, db, { rows }) {
      const ids = rows.map(row => row.studentId);
      await follow(engine, db, 'register', ids, 'mockOrder.pay');
    },
    async 'mockOrder.close'(engine, db, { rows, by }) {
      // A registration that is cancelled or deleted closes its order itself.
      if (by.cause?.startsWith('mockStudent.')) return;
      const ids = rows.map(row => row.studentId);
      await follow(engine, db, 'cancel', ids, 'mockOrder.close');
    },
    async 'mockOrder.refund'(engine, db, { rows }) {
      // What goes back through a vendor has gone back once the vendor says so.
      const ids = rows.filter(row => (row.payType ?? 9) > 3).map(row => row.studentId);
      await follow(engine, db, 'refund', ids, 'mockOrder.refund');
    },
    async 'mockOrder.endRefund'(engine, db, { rows, given }) {
      if (compare(given.refunded, '0') <= 0) return;
      await follow(
        engine,
        db,
        'refund',
        rows.map(row => row.studentId),
        'mockOrder.endRefund',
      );
    },
    async 'payRecord.pay'(engine, db, { rows, given, by }) {
      for (const { bizType, orderNo, payNo, payType } of rows) {
        if (bizType !== mockBizType) continue;
        const [order] = await lockOrders(db, [orderNo]);
        const { paidAmount, payTime, transactionId } = given;
        if (order?.status === 0 && equal(order.amount, paidAmount)) {
          await takeStep(engine, mockOrderSteps, 'pay', {
            keys: order.orderId,
            by: { kind: 'vendor', cause: by.cause ?? 'payRecord.pay' },
            given: { payType, payTime, transactionId, batchNo: null },
            within: db,
          });
        } else {
          const reason = '订单已关闭或已支付，原路退回';
          await requestRefund(engine, db, {
            ...{ bizType: mockBizType, orderNo, payNo, refundNo: payNo },
            ...{ amount: paidAmount, reason },
          });
        }
      }
    },
    async 'payRefund.done'(engine, db, { rows }) {
      for (const { bizType, orderNo, refundNo, amount } of rows) {
        // A refund of the order itself is called by its number; others give back what came late or twice.
        if (bizType !== mockBizType || refundNo !== orderNo) continue;
        const orders = await lockOrders(db, [orderNo]);
        await tryStep(engine, mockOrderSteps, 'endRefund', {
          keys: orders.map(({ orderId }) => orderId),
          by: { kind: 'step', cause: 'payRefund.done' },
          given: { refunded: amount },
          within: db,
        });
      }
    },
    async 'payRefund.fail'(engine, db, { rows }) {
      for (const { bizType, orderNo, refundNo } of rows) {
        if (bizType !== mockBizType || refundNo !== orderNo) continue;
        const orders = await lockOrders(db, [orderNo]);
        await tryStep(engine, mockOrderSteps, 'endRefund', {
          keys: orders.map(({ orderId }) => orderId),
          by: { kind: 'step', cause: 'payRefund.fail' },
          given: { refunded: '0.00' },
          within: db,
        });
      }
    },
  },
});

async function find(engine: Engine, actor: Actor, orderNo: string) {
  const where = allOf([sql<SqlBool>`d.order_no = ${orderNo}`, scopeCondition(mockOrder, actor, 'd')]);
  const found = await sql<{
    status: number;
    amount: string;
    title: string;
    expireTime: Date | null;
    partnersId: number;
  }>`
    select d.status, d.amount::text as amount, e.exam_name as title, d.expire_time as "expireTime",
      d.partners_id::integer as "partnersId"
    from t_mock_order as d join t_mock_exam as e on e.exam_id = d.exam_id
    where ${where} and not d.deleted`.execute(engine.db);
  return found.rows[0];
}

/** How orders of mock exams are found that are to be paid: by whoever may see them, while they wait for money. */
export const payableMockOrders: PayableOrders = {
  async find(engine, actor, orderNo) {
    if (!holds(actor, 'mock:order:list')) throw failure('forbidden');
    const order = await find(engine, actor, orderNo);
    if (!order) return undefined;
    const { status, amount, title, partnersId } = order;
    // An agency pays until its orders are closed by hand: a day at a time.
    const expireTime = order.expireTime ?? new Date(engine.clock.now().getTime() + 86_400_000);
    if (status !== 0 || expireTime <= engine.clock.now() || compare(amount, '0') <= 0)
      throw failure('notPayable');
    return { orderNo, amount, title, expireTime, partnersId, saleUserId: null, siteKey: null };
  },
  async see(engine, actor, orderNo) {
    return holds(actor, 'mock:order:list') && (await find(engine, actor, orderNo)) !== undefined;
  },
};
