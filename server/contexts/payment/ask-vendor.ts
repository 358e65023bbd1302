import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { type Sender, Undeliverable } from '../../engine/outbox/sender.ts';
import { transact } from '../../engine/write/transaction.ts';
import type { Logger } from '../../platform/logger.ts';
import { PaymentFailure, type PaymentGateway, type RefundState } from '../../platform/payment/types.ts';
import type { Gateways } from './gateways.ts';
import { type PaymentMessage, paymentMessage } from './messages.ts';
import { findRefund, type Outcome, refundStands, takePayment, takeRefund } from './outcome.ts';
import { findRecord, type PaymentRecord, stands } from './records.ts';

/**
 * Asks the vendor for the status of a payment, outside any transaction, and applies the answer. Throws
 * {@link PaymentFailure}.
 */
async function askAboutPayment(
  engine: Engine,
  gateways: Gateways,
  record: PaymentRecord,
  how: 'query' | 'close' = 'query',
): Promise<Outcome> {
  const gateway = await gateways.of(record.accountId);
  const state = how === 'close' ? await gateway.close(record.payNo) : await gateway.query(record.payNo);
  // A payment that was closed before the vendor ever knew it can no longer be paid.
  const closed = how === 'close' && state.status === 'unknown';
  return transact(engine.db, db =>
    takePayment(engine, db, record.payNo, closed ? { status: 'closed' } : state, {
      cause: `${gateway.name}.${how}`,
    }),
  );
}

/** Shortest time in seconds between two queries to the vendor about one payment. */
const askEverySeconds = 3;

/** Reserves the next query about a payment; false if another one was made a moment ago. */
async function mayAsk({ db, clock }: Engine, recordId: number): Promise<boolean> {
  const now = clock.now();
  const taken = await sql`
    update t_pay_record set query_time = ${now}::timestamptz + interval '30 seconds', asked_time = ${now}
    where record_id = ${recordId}
      and (asked_time is null or asked_time <= ${now}::timestamptz - ${askEverySeconds} * interval '1 second')
    returning 1`.execute(db);
  return taken.rows.length > 0;
}

/**
 * Asks the vendor about a pending payment for somebody who waits for it, not more often than every few seconds. Notices
 * report the payment too: a vendor that cannot be reached now is only written to the log.
 */
export async function lookAfterPayment(
  engine: Engine,
  logger: Logger,
  gateways: Gateways,
  record: PaymentRecord,
): Promise<void> {
  if (record.payStatus !== stands.pending || !(await mayAsk(engine, record.recordId))) return;
  await askAboutPayment(engine, gateways, record).catch((error: unknown) =>
    logger.warn({ err: error, payNo: record.payNo }, 'A payment could not be looked after'),
  );
}

/** Sends the outbox's payment messages: asks the vendor and applies the answer. Failures are retried. */
export function paymentSender(engine: Engine, gateways: Gateways): Sender {
  return async content => {
    const message = paymentMessage.parse(content);
    const record = await findRecord(engine.db, message.payNo);
    if (!record) throw new Undeliverable('没有这笔支付');
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

/** Requests the refund; a vendor's permanent refusal is its outcome. */
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

/** The state of a refund; one unknown to the vendor is requested again with the same number. */
async function stateOfRefund(gateway: PaymentGateway, order: Order): Promise<RefundState> {
  const state = await gateway.queryRefund(order);
  return state.status === 'unknown' ? refundOnce(gateway, order) : state;
}
