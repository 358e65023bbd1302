import type { PayBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { postMessages } from '../../engine/outbox/post.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { recordsOf, stands } from './records.ts';

/** A message to a vendor in the outbox: query a payment or refund, close a payment, or refund one. */
export const paymentMessage = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('query'), payNo: z.string() }),
  z.object({ ask: z.literal('close'), payNo: z.string() }),
  z.object({ ask: z.literal('refund'), payNo: z.string(), refundNo: z.string() }),
  z.object({ ask: z.literal('queryRefund'), payNo: z.string(), refundNo: z.string() }),
]);

/** One of {@link paymentMessage}. */
export type PaymentMessage = z.infer<typeof paymentMessage>;

/** The outbox subject that keeps one payment's messages in order. */
export const subjectOf = (payNo: string): string => `payment:${payNo}`;

/** Queries vendors after the transaction has committed, never within it. */
export function postAsks(engine: Engine, db: Tx, asks: readonly PaymentMessage[]): Promise<void> {
  return postMessages(
    engine,
    db,
    asks.map(content => ({ topic: 'payment' as const, subject: subjectOf(content.payNo), content })),
  );
}

/**
 * Stops vendors from taking money for an order, for example when it is closed; runs in that transaction. Money already
 * on its way still arrives, and the order receives the event.
 */
export async function cancelPayments(
  engine: Engine,
  db: Tx,
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
