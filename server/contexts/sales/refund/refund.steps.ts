import { refundSteps } from '@yikao/model/contexts/sales/refund.machine.ts';
import { hasReviewed, needsSecondReview } from '@yikao/model/contexts/sales/rules/refund-review.ts';
import { orderStatus, refundKind } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import type { MachineRow } from '@yikao/model/kernel/steps.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, plus } from '@yikao/model/rules/money.ts';
import type { Engine } from '../../../engine/engine.ts';
import { defineStepServer, type StepRow } from '../../../engine/steps/step-server.ts';
import type { Tx } from '../../../engine/table/sql.ts';
import { askVendor, partlyGone, withVendor } from './refund-vendor.ts';
import { findRefundable, type OrderUse, refundableOrders } from './refundable-orders.ts';

type Refund = MachineRow<typeof refundSteps>;
type RefundRow = StepRow<Refund>;

/** Money that was not owed belongs to no order, and moves none. */
const unowed = refundKind.is.notOwed;

const movesOrder = (row: RefundRow): boolean =>
  row.refundKind !== unowed &&
  (row.orderId ?? row.mockOrderId ?? row.abroadOrderId ?? row.cardOrderId ?? row.examOrderId) !== null;

/** Puts the orders into the refunding state, and requests the money from the vendor that took it. */
async function begin(engine: Engine, db: Tx, rows: readonly RefundRow[], cause: string): Promise<void> {
  for (const row of rows) {
    if (movesOrder(row)) {
      const order = await findRefundable(db, row.bizType, row.orderNo);
      if (!order) throw failure('notAllowedNow');
      const { refundNo, amount } = row;
      await refundableOrders(row.bizType)?.begin(engine, db, order.orderId, { refundNo, amount, cause });
    }
    await askVendor(engine, db, row);
  }
}

/** Current uses of the orders of refunds, by order number; locked, so that none is added meanwhile. */
async function lockUses(db: Tx, rows: readonly RefundRow[]): Promise<ReadonlyMap<string, OrderUse>> {
  const uses = new Map<string, OrderUse>();
  for (const [bizType, of] of Map.groupBy(rows, row => row.bizType)) {
    const orderNos = of.map(({ orderNo }) => orderNo);
    for (const [no, use] of (await refundableOrders(bizType)?.uses(db, orderNos)) ?? []) uses.set(no, use);
  }
  return uses;
}

/**
 * Ends the refunding state of an order, with the refunded amount. Returns false if the order has no remainder for it:
 * another refund, requested after this one was given up, already took it.
 */
async function end(
  engine: Engine,
  db: Tx,
  row: RefundRow,
  refunded: string,
  cause: string,
): Promise<boolean> {
  if (!movesOrder(row)) return true;
  const of = refundableOrders(row.bizType);
  const order = await findRefundable(db, row.bizType, row.orderNo);
  if (!of || !order) return false;
  if (order.status !== orderStatus.is.paid && order.status !== orderStatus.is.refunding) return false;
  if (compare(plus(order.refundAmount, refunded), order.payAmount) > 0) return false;
  const { refundNo } = row;
  const nothing = compare(refunded, '0') === 0;
  if (order.status === orderStatus.is.paid) {
    if (nothing) return true;
    await of.begin(engine, db, order.orderId, { refundNo, amount: refunded, cause });
  }
  await of.end(engine, db, order.orderId, { refundNo, refunded, cause });
  return true;
}

/**
 * The effects of the steps of a refund (domain 3.2): when approved, its order waits for the refund; when done, the
 * refunded amount counts, and a fully refunded order ends; when failed, the order returns to its former state.
 */
export const refundStepServer = defineStepServer(refundSteps, {
  needs: {
    another: async ({ rows, by }) =>
      new Set(rows.flatMap(row => (hasReviewed(row, by.actor.userId) ? [row.rowKey] : []))),
    own: async ({ rows, by }) =>
      new Set(rows.flatMap(row => (row.applyBy === by.actor.userId ? [] : [row.rowKey]))),
    byHand: ({ db, rows }) => withVendor(db, rows),
    nothingGone: ({ db, rows }) => partlyGone(db, rows),
  },
  effects: {
    async audit({ engine, db, rows, given, by, now }) {
      if (given.pass === 0 && !given.remark) {
        throw failure('invalidFields', {
          issues: [issue('remark', 'required')],
          labels: () => label('审核意见', 'Reason'),
        });
      }
      const uses = await lockUses(db, rows);
      const decided = rows.map(row => {
        const usedNum = uses.get(row.orderNo)?.usedNum ?? 0;
        const second = needsSecondReview(row, usedNum > 0);
        const to: 'rejected' | 'applied' | 'processing' =
          given.pass === 0 ? 'rejected' : second ? 'applied' : 'processing';
        return { row, usedNum, to };
      });
      await begin(
        engine,
        db,
        decided.flatMap(({ row, to }) => (to === 'processing' ? [row] : [])),
        'refund.audit',
      );
      const audited = {
        auditBy: by.actor.userId,
        auditTime: shanghaiTime(now),
        auditRemark: given.remark,
      };
      return new Map(
        decided.map(({ row, usedNum, to }) => [
          row.rowKey,
          { to, values: { usedNum, ...(to === 'applied' ? { firstAuditBy: by.actor.userId } : audited) } },
        ]),
      );
    },
    passBySelf: ({ engine, db, rows }) => begin(engine, db, rows, 'refund.passBySelf'),
    withdraw: async ({ rows, now }) =>
      new Map(
        rows.map(row => [
          row.rowKey,
          { values: { auditTime: shanghaiTime(now), auditRemark: '申请人撤回' } },
        ]),
      ),
    async succeed({ engine, db, rows, given, now }) {
      const refundTime = given.refundTime ?? shanghaiTime(now);
      const outcomes = new Map<number, { values: Partial<Refund> }>();
      for (const row of rows) {
        const fits = await end(engine, db, row, row.amount, 'refund.succeed');
        const errorMsg = fits ? null : '订单已全额退款，支付渠道又退回这一笔，请向考生追回';
        outcomes.set(row.rowKey, { values: { refundTime, errorMsg } });
      }
      return outcomes;
    },
    async fail({ engine, db, rows }) {
      for (const row of rows) await end(engine, db, row, '0.00', 'refund.fail');
    },
    async retry({ engine, db, rows }) {
      await begin(engine, db, rows, 'refund.retry');
      return new Map(rows.map(row => [row.rowKey, { values: { errorMsg: null } }]));
    },
    async giveUp({ by, rows, now }) {
      const auditTime = shanghaiTime(now);
      return new Map(rows.map(row => [row.rowKey, { values: { auditBy: by.actor.userId, auditTime } }]));
    },
    async confirm({ engine, db, rows, now }) {
      for (const row of rows) {
        if (!(await end(engine, db, row, row.amount, 'refund.confirm'))) throw failure('notAllowedNow');
      }
      return new Map(
        rows.map(row => [row.rowKey, { values: { refundTime: shanghaiTime(now), errorMsg: null } }]),
      );
    },
  },
});
