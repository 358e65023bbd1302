import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockFileCalls } from '@yikao/model/contexts/mock/calls/mock-files.calls.ts';
import { deleteOrdersByFile } from '@yikao/model/contexts/mock/mock-files.jobs.ts';
import { mockOrderSteps } from '@yikao/model/contexts/mock/mock-order.machine.ts';
import { mockStudentSteps } from '@yikao/model/contexts/mock/mock-student.machine.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { compare, equal, plus } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { handle } from '../../../engine/http/handle.ts';
import { startFileJob } from '../../../engine/jobs/feature/start-feature-job.ts';
import { startExport } from '../../../engine/jobs/start.ts';
import { holds } from '../../../engine/scope/access.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import type { StepRow } from '../../../engine/steps/step-server.ts';
import { takeStep, tryStep } from '../../../engine/steps/take-step.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { defineServer } from '../../../engine/table/server-side.ts';
import { allOf, type Tx } from '../../../engine/table/sql.ts';
import { tellOfPaid } from '../../notice/order-paid.ts';
import type { PayableOrders } from '../../payment/payable.ts';
import { receivePayments } from '../../sales/receive-payments.ts';
import { candidatesOf } from '../candidates-of.ts';
import { mockBizType } from './mock-order.steps.ts';

const { mockOrder } = registry;

/** Moves the candidates of orders through the step that follows from the order, if they qualify. */
async function follow(
  engine: Engine,
  db: Tx,
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
async function lockOrders(db: Tx, orderNos: readonly string[]) {
  const found = await sql<Columns<typeof mockOrder, 'orderId' | 'orderNo' | 'status' | 'amount'>>`
    select order_id, order_no, status, amount from t_mock_order
    where order_no = any(${[...orderNos]}::text[]) and not deleted order by order_id for update`.execute(db);
  return found.rows;
}

/** Tells candidates that their fees were paid. */
async function tellOfFees(
  engine: Engine,
  db: Tx,
  rows: readonly StepRow<RowOf<typeof mockOrder>>[],
): Promise<void> {
  const found = await sql<Columns<typeof registry.mockExam, 'examId' | 'examName'>>`
    select exam_id, exam_name from t_mock_exam
    where exam_id = any(${rows.map(({ examId }) => examId)}::bigint[])`.execute(db);
  const names = new Map(found.rows.map(({ examId, examName }) => [examId, examName]));
  await tellOfPaid(engine, db, rows, {
    event: 'mockPaid',
    orders: 'mockOrder',
    people: ({ studentId, examId }) => sql`
      select * from (${candidatesOf(examId)}) as own where own.person = ${`mockStudent:${studentId}`}`,
    values: ({ examId, amount }) => ({ exam: names.get(examId) ?? '', amount }),
  });
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
      // Nobody could pay a registration without its order.
      const ids = rows.flatMap(row => (row.status === orderStatus.is.pending ? [row.studentId] : []));
      await follow(engine, db, 'cancel', ids, 'mockOrder.delete');
    },
    async 'mockOrder.pay'(engine, db, { rows }) {
      const ids = rows.map(row => row.studentId);
      await follow(engine, db, 'register', ids, 'mockOrder.pay');
      await tellOfFees(engine, db, rows);
    },
    async 'mockOrder.close'(engine, db, { rows, by }) {
      // A registration that is cancelled or deleted closes its order itself.
      if (by.cause?.startsWith('mockStudent.')) return;
      const ids = rows.map(row => row.studentId);
      await follow(engine, db, 'cancel', ids, 'mockOrder.close');
    },
    async 'mockOrder.refund'(engine, db, { rows }) {
      // Where money was paid it has gone back once its refund ends.
      const ids = rows.filter(row => compare(row.payAmount, '0') === 0).map(row => row.studentId);
      await follow(engine, db, 'refund', ids, 'mockOrder.refund');
    },
    async 'mockOrder.endRefund'(engine, db, { rows, given }) {
      const whole = rows.filter(row => equal(plus(row.refundAmount, given.refunded), row.payAmount));
      const ids = whole.map(row => row.studentId);
      await follow(engine, db, 'refund', ids, 'mockOrder.endRefund');
    },
    'payRecord.pay': receivePayments(
      mockBizType,
      async (db, orderNo) => (await lockOrders(db, [orderNo]))[0],
      (engine, keys, payment) =>
        takeStep(engine, mockOrderSteps, 'pay', {
          keys,
          ...payment,
          given: { ...payment.given, batchNo: null },
        }),
    ),
    // A refund that a node of the former version began has the number of its order and no application.
    async 'payRefund.done'(engine, db, { rows }) {
      for (const row of rows) await endFormer(engine, db, row, row.amount);
    },
    async 'payRefund.fail'(engine, db, { rows }) {
      for (const row of rows) await endFormer(engine, db, row, '0.00');
    },
  },
});

async function endFormer(
  engine: Engine,
  db: Tx,
  { bizType, orderNo, refundNo }: RowOf<typeof registry.payRefund>,
  refunded: string,
): Promise<void> {
  if (bizType !== mockBizType || refundNo !== orderNo) return;
  const known = await sql`select 1 from t_refund where refund_no = ${refundNo} and not deleted`.execute(db);
  if (known.rows.length > 0) return;
  const orders = await lockOrders(db, [orderNo]);
  await tryStep(engine, mockOrderSteps, 'endRefund', {
    keys: orders.map(({ orderId }) => orderId),
    by: { kind: 'step', cause: 'payRefund' },
    given: { refunded },
    within: db,
  });
}

async function find(engine: Engine, actor: Actor, orderNo: string) {
  const where = allOf([sql<SqlBool>`d.order_no = ${orderNo}`, scopeCondition(mockOrder, actor, 'd')]);
  const found = await sql<
    Columns<typeof mockOrder, 'status' | 'amount' | 'expireTime' | 'partnersId'> & { title: string }
  >`
    select d.status, d.amount, e.exam_name as title, d.expire_time, d.partners_id
    from t_mock_order as d join t_mock_exam as e on e.exam_id = d.exam_id
    where ${where} and not d.deleted`.execute(engine.db);
  return found.rows[0];
}

/** Finds payable orders of mock exams: for people who may see them, while they wait for payment. */
export const payableMockOrders: PayableOrders = {
  async find(engine, actor, orderNo) {
    if (!holds(actor, 'mock:order:list')) throw failure('forbidden');
    const order = await find(engine, actor, orderNo);
    if (!order) return undefined;
    const { status, amount, title, partnersId } = order;
    // An agency pays until its orders are closed by hand: a day at a time.
    const expireTime = order.expireTime ?? new Date(engine.clock.now().getTime() + 86_400_000);
    if (status !== orderStatus.is.pending || expireTime <= engine.clock.now() || compare(amount, '0') <= 0)
      throw failure('notPayable');
    return { orderNo, amount, title, expireTime, partnersId, saleUserId: null, siteKey: null };
  },
  async see(engine, actor, orderNo) {
    return holds(actor, 'mock:order:list') && (await find(engine, actor, orderNo)) !== undefined;
  },
};
