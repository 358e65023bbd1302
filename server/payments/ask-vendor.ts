import type { Engine } from '../engine/engine.ts';
import { type Sender, Undeliverable } from '../engine/outbox/sender.ts';
import { transact } from '../engine/transaction.ts';
import { PaymentFailure, type PaymentGateway, type RefundState } from '../platform/payment/types.ts';
import type { Gateways } from './gateways.ts';
import { type PaymentMessage, paymentMessage } from './messages.ts';
import { findRefund, type Outcome, refundStands, takePayment, takeRefund } from './outcome.ts';
import { findRecord, type PaymentRecord } from './records.ts';

/**
 * Asks the vendor of a payment where it stands, outside of any transaction, and takes the answer in. Throws
 * {@link PaymentFailure}.
 */
export async function askAboutPayment(
  engine: Engine,
  gateways: Gateways,
  record: PaymentRecord,
  how: 'query' | 'close' = 'query',
): Promise<Outcome> {
  const gateway = await gateways.of(record.accountId);
  const state = how === 'close' ? await gateway.close(record.payNo) : await gateway.query(record.payNo);
  // What the vendor was told to close, and never heard of, nobody can pay any more.
  const closed = how === 'close' && state.status === 'unknown';
  return transact(engine.db, db =>
    takePayment(engine, db, record.payNo, closed ? { status: 'closed' } : state, {
      cause: `${gateway.name}.${how}`,
    }),
  );
}

/** Sends what the outbox holds about payments: asks the vendor, and takes the answer in. It is tried again when that fails. */
export function paymentSender(engine: Engine, gateways: Gateways): Sender {
  return async content => {
    const message = paymentMessage.parse(content);
    const record = await findRecord(engine.db, message.payNo);
    if (!record) throw new Undeliverable('There is no such payment');
    if (message.ask === 'query' || message.ask === 'close') {
      await askAboutPayment(engine, gateways, record, message.ask);
    } else {
      await askAboutRefund(engine, gateways, record, message);
    }
  };
}

async function askAboutRefund(
  engine: Engine,
  gateways: Gateways,
  record: PaymentRecord,
  { ask, refundNo }: Extract<PaymentMessage, { refundNo: string }>,
): Promise<void> {
  const refund = await findRefund(engine.db, refundNo);
  if (refund?.payRefundStatus !== refundStands.processing) return;
  const { payNo, paidAmount, transactionId } = record;
  const gateway = await gateways.of(record.accountId);
  const order = {
    payNo,
    refundNo,
    transactionId,
    amount: refund.amount,
    paidAmount: paidAmount ?? record.amount,
    reason: refund.reason || '退款',
  };
  const state = ask === 'refund' ? await refundOnce(gateway, order) : await stateOfRefund(gateway, order);
  await transact(engine.db, db =>
    takeRefund(engine, db, refundNo, state, { cause: `${gateway.name}.${ask}` }),
  );
}

type Order = Parameters<PaymentGateway['refund']>[0];

/** Asks for the refund; a vendor that says no for good has said how it ended. */
async function refundOnce(gateway: PaymentGateway, order: Order): Promise<RefundState> {
  try {
    return await gateway.refund(order);
  } catch (error) {
    if (error instanceof PaymentFailure && error.code === 'refused') {
      return { status: 'failed', reason: error.message };
    }
    throw error;
  }
}

/** Where the refund stands; one that the vendor never heard of is asked for again, by the same number. */
async function stateOfRefund(gateway: PaymentGateway, order: Order): Promise<RefundState> {
  const state = await gateway.queryRefund(order);
  return state.status === 'unknown' ? refundOnce(gateway, order) : state;
}
