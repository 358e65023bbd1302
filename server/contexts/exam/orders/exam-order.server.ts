import { registry } from '@yikao/model/contexts/datasets.ts';
import { examPayStatus } from '@yikao/model/contexts/exam/exam.codes.ts';
import { examApplySteps } from '@yikao/model/contexts/exam/exam-apply.machine.ts';
import { examOrderSteps } from '@yikao/model/contexts/exam/exam-order.machine.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { compare, equal, plus } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
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
import { examBizType } from './exam-order.steps.ts';

const { examOrder } = registry;

async function lockOrder(db: Tx, orderNo: string) {
  const found = await sql<Columns<typeof examOrder, 'orderId' | 'status' | 'amount'>>`
    select order_id, status, amount from t_exam_order
    where order_no = ${orderNo} and not deleted for update`.execute(db);
  return found.rows[0];
}

/** Tells candidates that their fees were paid. */
async function tellOfFees(
  engine: Engine,
  db: Tx,
  rows: readonly StepRow<RowOf<typeof examOrder>>[],
): Promise<void> {
  const found = await sql<Columns<typeof registry.onlineExam, 'examId' | 'examName'>>`
    select exam_id, exam_name from t_online_exam
    where exam_id = any(${rows.map(({ examId }) => examId)}::bigint[])`.execute(db);
  const names = new Map(found.rows.map(({ examId, examName }) => [examId, examName]));
  await tellOfPaid(engine, db, rows, {
    event: 'examPaid',
    orders: 'examOrder',
    people: ({ applyId }) => sql`
      select 'examApply:' || a.apply_id as person, null::bigint as account_id, a.user_id as consumer_id,
        a.mobile::text as mobile, a.student_name::text as name, null::bigint as partners_id, a.province_id,
        null::bigint as agent_id
      from t_exam_apply as a where a.apply_id = ${applyId}`,
    values: ({ examId, amount }) => ({ exam: names.get(examId) ?? '', amount }),
  });
}

/** Server side of the orders of applications: money pays them, and their applications follow (domain 3.1; 0.7, 21). */
export const examOrderServer = defineServer(examOrder, {
  on: {
    async 'examOrder.pay'(engine, db, { rows }) {
      await tryStep(engine, examApplySteps, 'settle', {
        keys: rows.map(row => row.applyId),
        by: { kind: 'step', cause: 'examOrder.pay' },
        given: { payStatus: examPayStatus.is.paid },
        within: db,
      });
      await tellOfFees(engine, db, rows);
    },
    async 'examOrder.endRefund'(engine, db, { rows, given }) {
      const whole = rows.filter(row => equal(plus(row.refundAmount, given.refunded), row.payAmount));
      await tryStep(engine, examApplySteps, 'unsettle', {
        keys: whole.map(row => row.applyId),
        by: { kind: 'step', cause: 'examOrder.endRefund' },
        within: db,
      });
    },
    'payRecord.pay': receivePayments(examBizType, lockOrder, (engine, keys, payment) =>
      takeStep(engine, examOrderSteps, 'pay', { keys, ...payment }),
    ),
  },
});

interface Found extends Columns<typeof examOrder, 'status' | 'amount' | 'expireTime' | 'partnersId'> {
  readonly title: string;
}

async function find(engine: Engine, actor: Actor, orderNo: string): Promise<Found | undefined> {
  const where = allOf([sql<SqlBool>`d.order_no = ${orderNo}`, scopeCondition(examOrder, actor, 'd')]);
  const found = await sql<Found>`
    select d.status, d.amount, e.exam_name as title, d.expire_time, d.partners_id
    from t_exam_order as d join t_online_exam as e on e.exam_id = d.exam_id
    where ${where} and not d.deleted`.execute(engine.db);
  return found.rows[0];
}

/** Finds payable orders of applications: for people who may see them, while they wait for payment. */
export const payableExamOrders: PayableOrders = {
  async find(engine, actor, orderNo) {
    if (!holds(actor, 'exam:order:list')) throw failure('forbidden');
    const order = await find(engine, actor, orderNo);
    if (!order) return undefined;
    const { status, amount, title, expireTime, partnersId } = order;
    if (
      status !== orderStatus.is.pending ||
      expireTime === null ||
      expireTime <= engine.clock.now() ||
      compare(amount, '0') <= 0
    )
      throw failure('notPayable');
    return { orderNo, amount, title, expireTime, partnersId, saleUserId: null, siteKey: null };
  },
  async see(engine, actor, orderNo) {
    return holds(actor, 'exam:order:list') && (await find(engine, actor, orderNo)) !== undefined;
  },
};
