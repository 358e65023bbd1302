import { registry } from '@yikao/model/contexts/datasets.ts';
import { refundSteps } from '@yikao/model/contexts/sales/refund.machine.ts';
import { orderStatus, refundKind, refundStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { compare, minus, plus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import { madeNumber } from '../../payment/numbers.ts';
import { findRecord } from '../../payment/records.ts';
import { bizTypeOf } from './refund-vendor.ts';
import {
  findRefundable,
  type RefundableOrder,
  type RefundableOrders,
  refundableOrders,
} from './refundable-orders.ts';

const refundIs = codesOf(refundStatus);
const refundKindIs = codesOf(refundKind);

const { refund } = registry;

/** A request to refund an order. */
export interface Application {
  readonly bizType: number;
  readonly orderNo: string;
  /** Yuan; left out, all that is left. */
  readonly amount?: string;
  readonly reason: string;
  /** Confirms a late refund, for example after an exam was numbered. */
  readonly force?: boolean;
  /** A person decides about it, however small it is. */
  readonly reviewed?: boolean;
}

/** The failure that the amount of an application is wrong. */
function wrongAmount(zh: string, en: string): Error {
  return failure('invalidFields', {
    issues: [issue('amount', 'rule', { zh, en })],
    labels: () => refund.fields.amount.label,
  });
}

/**
 * Requests a refund of an order of any kind, in the caller's transaction: the only way to refund an order (domain 3.2;
 * 0.7, 21). Up to a total of `pay.autoRefundMax` for an unused order it is approved automatically; otherwise somebody
 * else approves it, or two people if the order was used. Throws `notFound` for an order out of reach, `notAllowedNow`
 * for an unpaid one, `invalidFields` for more than the remainder, and `unmetNeeds` while another refund of it is open.
 */
export async function applyForRefund(
  engine: Engine,
  db: Tx,
  actor: Actor,
  { bizType, orderNo, amount: asked, reason, force = false, reviewed = false }: Application,
): Promise<{ refundId: number; refundStatus: number }> {
  const of = refundableOrders(bizType);
  const order = await findRefundable(db, bizType, orderNo, { actor });
  if (!of || !order) throw failure('notFound');
  if (order.status !== orderStatus.is.paid) throw failure('notAllowedNow');
  const left = minus(order.payAmount, order.refundAmount);
  const amount = asked ?? (await leftOf(db, of, order));
  if (compare(amount, '0') <= 0) throw wrongAmount('退款金额须大于 0', 'The refund must be more than 0');
  if (compare(amount, left) > 0) throw wrongAmount(`最多可退 ${left} 元`, `At most ${left} yuan can go back`);
  const open = await sql`
    select 1 from t_refund where biz_type = ${bizType} and order_no = ${orderNo}
      and refund_status in (${refundIs.applied}, ${refundIs.processing}, ${refundIs.failed})
      and refund_kind = ${refundKindIs.applied} and not deleted`.execute(db);
  if (open.rows.length > 0) {
    throw failure('unmetNeeds', {
      params: { zh: '该订单已有未完成的退款', en: 'A refund of this order is open already' },
    });
  }
  await of.assertOpen?.(db, order.orderId, { force, amount });
  const { usedNum, countLimit } = (await of.uses(db, [orderNo])).get(orderNo) ?? {
    usedNum: 0,
    countLimit: null,
  };
  const { orderId, payAmount, partnersId, provinceId, saleUserId } = order;
  const [refundId = 0] = await insertRows(
    engine,
    db,
    refund,
    [
      {
        refundNo: madeNumber('R', engine.clock.now()),
        applyBy: actor.userId,
        [of.ref]: orderId,
        ...{ bizType: of.bizType, orderNo, amount, payAmount, usedNum, countLimit, reason },
        ...{ partnersId, provinceId, saleUserId },
      },
    ],
    { by: actor },
  );
  const most = await readParameter(db, 'pay.autoRefundMax');
  // All that went back counts: many small refunds are no way round the review.
  if (reviewed || usedNum > 0 || compare(plus(order.refundAmount, amount), most) > 0)
    return { refundId, refundStatus: refundStatus.is.applied };
  await takeStep(engine, refundSteps, 'passBySelf', {
    keys: refundId,
    by: { kind: 'step', actor, cause: 'refund.apply' },
    within: db,
  });
  return { refundId, refundStatus: refundStatus.is.processing };
}

/** The most that can go back of an order: what was paid and not refunded, as far as what it gave can go back. */
export async function leftOf(
  db: Db,
  of: Pick<RefundableOrders, 'mostOf'>,
  { orderId, payAmount, refundAmount }: Pick<RefundableOrder, 'orderId' | 'payAmount' | 'refundAmount'>,
): Promise<string> {
  const left = minus(payAmount, refundAmount);
  const most = (await of.mostOf?.(db, orderId)) ?? left;
  return compare(most, left) < 0 ? most : left;
}

/** Money that no order was waiting for, and the reason for returning it. */
export interface Unowed {
  readonly payNo: string;
  readonly amount: string;
  readonly reason: string;
  /** The person who decided it; left out, the product did. */
  readonly actor?: Actor;
}

/**
 * Returns money that no order was waiting for: it becomes a refund with a reason that needs no approval, since it was
 * never owed (domain 3.1; 0.7, 21). It has the number of its payment, so that it is returned once.
 */
export async function returnUnowed(
  engine: Engine,
  db: Tx,
  { payNo, amount, reason, actor }: Unowed,
): Promise<void> {
  const record = await findRecord(db, payNo);
  if (!record) throw failure('notRefundable');
  const { bizType, orderNo } = record;
  const order = await findRefundable(db, bizTypeOf(bizType), orderNo);
  const [refundId = 0] = await insertRows(
    engine,
    db,
    refund,
    [
      {
        ...{
          refundNo: payNo,
          payNo,
          bizType,
          orderNo,
          amount,
          reason,
          refundKind: refundKind.is.notOwed,
          payAmount: amount,
        },
        applyBy: actor?.userId ?? null,
        partnersId: order?.partnersId ?? record.partnersId,
        provinceId: order?.provinceId ?? null,
        saleUserId: order?.saleUserId ?? null,
      },
    ],
    { by: actor ?? elevated() },
  );
  await takeStep(engine, refundSteps, 'passBySelf', {
    keys: refundId,
    by: { kind: 'step', ...(actor && { actor }), cause: 'refund.return' },
    within: db,
  });
}
