import type { EventGiven, EventRow } from '@yikao/model/contexts/machines.ts';
import type { PayBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { equal } from '@yikao/model/rules/money.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Listener } from '../../engine/steps/events.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { returnUnowed } from './refund/apply-refund.ts';

type Paid = Listener<EventRow<'payRecord.pay'>, EventGiven<'payRecord.pay'>>;

/** An order that money has arrived for. */
interface OrderToPay {
  readonly orderId: number;
  readonly status: number;
  /** Yuan. */
  readonly amount: string;
  /** Why a pending order cannot be paid after all. */
  readonly kept?: string | undefined;
}

/** The payment as the step that pays an order takes it. */
interface Payment {
  readonly by: { readonly kind: 'vendor'; readonly cause: string };
  readonly given: Pick<EventRow<'payRecord.pay'>, 'payType'> &
    Pick<EventGiven<'payRecord.pay'>, 'payTime' | 'transactionId'>;
  readonly within: Tx;
}

/** The reason for returning money that arrived for an order in that state, or for no order. */
function unowedBecause(status: number | undefined): string {
  if (status === undefined) return '没有对应的订单，原路退回';
  if (status === orderStatus.is.pending) return '到账金额与订单不符，原路退回';
  return status === orderStatus.is.closed ? '订单关闭后到账，原路退回' : '订单已支付，重复付款原路退回';
}

/**
 * Listens to the money that vendors report: it pays the order of that kind that waits for it; any other payment, late or
 * repeated, is returned (domain 3.1; 0.7, 21). `lockOrder` finds the order with a number and locks it.
 */
export const receivePayments =
  (
    kind: PayBizType,
    lockOrder: (db: Tx, orderNo: string, now: Date) => Promise<OrderToPay | undefined>,
    pay: (engine: Engine, orderId: number, payment: Payment) => Promise<unknown>,
  ): Paid =>
  async (engine, db, { rows, given, by }) => {
    for (const { bizType, orderNo, payNo, payType } of rows) {
      if (bizType !== kind) continue;
      const order = await lockOrder(db, orderNo, engine.clock.now());
      const { paidAmount, payTime, transactionId } = given;
      const kept = order?.status === orderStatus.is.pending ? order.kept : undefined;
      if (order?.status === orderStatus.is.pending && kept === undefined && equal(order.amount, paidAmount)) {
        await pay(engine, order.orderId, {
          by: { kind: 'vendor', cause: by.cause ?? 'payRecord.pay' },
          given: { payType, payTime, transactionId },
          within: db,
        });
      } else {
        await returnUnowed(engine, db, {
          payNo,
          amount: paidAmount,
          reason: kept ?? unowedBecause(order?.status),
        });
      }
    }
  };
