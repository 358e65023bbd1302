import type { PayBizType } from '@yikao/model/codes/payment.ts';
import { z } from 'zod';
import type { Engine } from '../engine/engine.ts';
import { postMessages } from '../engine/outbox/post.ts';
import type { Db } from '../engine/sql.ts';
import { recordsOf, stands } from './records.ts';

/**
 * The question to a vendor, as the outbox holds it: where a payment or a refund stands, to take no money any more,
 * or to give some back.
 */
export const paymentMessage = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('query'), payNo: z.string() }),
  z.object({ ask: z.literal('close'), payNo: z.string() }),
  z.object({ ask: z.literal('refund'), payNo: z.string(), refundNo: z.string() }),
  z.object({ ask: z.literal('queryRefund'), payNo: z.string(), refundNo: z.string() }),
]);

/** One of {@link paymentMessage}. */
export type PaymentMessage = z.infer<typeof paymentMessage>;

/** Under what the outbox keeps the messages of one payment in their order. */
export const subjectOf = (payNo: string): string => `payment:${payNo}`;

/** Has vendors asked once the transaction has committed; never within it. */
export function postAsks(engine: Engine, db: Db, asks: readonly PaymentMessage[]): Promise<void> {
  return postMessages(
    engine,
    db,
    asks.map(content => ({ topic: 'payment' as const, subject: subjectOf(content.payNo), content })),
  );
}

/**
 * Has the vendors take no more money for an order, such as when it is closed; in the transaction of that. Money that
 * was on its way already comes in all the same, and the order hears of it.
 */
export async function cancelPayments(
  engine: Engine,
  db: Db,
  bizType: PayBizType,
  orderNo: string,
): Promise<void> {
  const open = await recordsOf(db, bizType, orderNo, [stands.pending]);
  if (open.length > 0) {
    await postAsks(
      engine,
      db,
      open.map(({ payNo }) => ({ ask: 'close', payNo })),
    );
  }
}
