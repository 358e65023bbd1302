import { payType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, equal, plus } from '@yikao/model/rules/money.ts';
import type { StepBy, StepContext } from '../../engine/steps/step-server.ts';
import { cancelPayments } from '../payment/messages.ts';

/** Payment types that a person may record by hand and that no payment goes through (domain 0.5, `@payType`). */
const byHand: readonly number[] = [payType.is.transfer, payType.is.offline];
const { free } = payType.is;

/** A payment that is recorded. */
interface Recorded<T> {
  /** Yuan due. */
  readonly amount: string;
  readonly given: T | null;
  readonly by: StepBy;
  /** Label of the field in the message. */
  readonly label: Label;
}

/**
 * The payment type of an order that a vendor, a person or the placing of the order pays; a free one says so. Throws
 * `invalidFields` for a type that no person may record.
 */
function payTypeOf<T extends number>({ amount, given, by, label }: Recorded<T>): T | 4 | 5 | 9 | null {
  if (by.kind === 'vendor') return given;
  if (compare(amount, '0') === 0) return free;
  const chosen = given ?? 5;
  if (!byHand.includes(chosen)) {
    throw failure('invalidFields', {
      issues: [
        issue('payType', 'rule', {
          zh: '线下收款只能是对公转账或线下',
          en: 'What is booked by hand is a transfer or offline',
        }),
      ],
      labels: () => label,
    });
  }
  return chosen;
}

/**
 * Throws `unmetNeeds` for a price below zero, which was stored before prices had a lower bound: an order never takes
 * money out of the till.
 */
export function assertPrice(price: string): void {
  if (compare(price, '0') >= 0) return;
  throw failure('unmetNeeds', {
    params: {
      zh: `价格 ${price} 元低于 0，不能下单，请先修改价格`,
      en: `The price ${price} is below 0, so it cannot be ordered; correct the price first`,
    },
  });
}

/** The outcome of a refund's end for its order: it stays paid, or was refunded whole (domain 3.1). */
export function afterRefund(
  order: { readonly payAmount: string; readonly refundAmount: string },
  refunded: string,
  now: Date,
) {
  const refundAmount = plus(order.refundAmount, refunded);
  const gone = compare(refunded, '0') > 0;
  return {
    to: equal(refundAmount, order.payAmount) ? ('refunded' as const) : ('paid' as const),
    values: { refundAmount, ...(gone && { refundTime: shanghaiTime(now) }) },
  };
}

/** The values of an order of this amount that a vendor pays, or for which a person records a payment. */
export function paidValues<T extends number>(
  { amount }: { readonly amount: string },
  given: {
    readonly payType: T | null;
    readonly payTime: string | null;
    readonly transactionId: string | null;
  },
  { by, now, label }: { readonly by: StepBy; readonly now: Date; readonly label: Label },
) {
  return {
    payAmount: amount,
    payType: payTypeOf({ amount, given: given.payType, by, label }),
    payTime: given.payTime ?? shanghaiTime(now),
    transactionId: given.transactionId,
    expireTime: null,
  };
}

/** Cancels the payments of orders that are closed; returns the values of each. */
export async function closeOrders(
  {
    engine,
    db,
    rows,
    now,
  }: Pick<StepContext, 'engine' | 'db' | 'now'> & {
    readonly rows: readonly { readonly rowKey: number; readonly orderNo: string }[];
  },
  bizType: Parameters<typeof cancelPayments>[2],
) {
  for (const { orderNo } of rows) await cancelPayments(engine, db, bizType, orderNo);
  const values = { closeTime: shanghaiTime(now), expireTime: null };
  return new Map(rows.map(row => [row.rowKey, { values }]));
}
