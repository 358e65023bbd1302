import type { registry } from '@yikao/model/contexts/datasets.ts';
import { payRefundStatus } from '@yikao/model/contexts/payment/payment.codes.ts';
import { payRecordSteps, payRefundSteps } from '@yikao/model/contexts/payment/payment.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { equal } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import type { PaymentState, RefundState } from '../../platform/payment/types.ts';
import { postAsks } from './messages.ts';
import { findRecord, type PaymentRecord, recordsOf, stands } from './records.ts';

/**
 * The outcome of a vendor's message. `already`: nothing new; `held`: a wrong amount, kept for a person to decide;
 * `unknown`: no such payment or refund.
 */
export type Outcome =
  | 'paid'
  | 'held'
  | 'closed'
  | 'refunded'
  | 'refundFailed'
  | 'already'
  | 'waiting'
  | 'unknown';

/** The source recorded in the history: the gateway, and the notice or query. */
interface Source {
  readonly cause: string;
  /** The notice as received. */
  readonly raw?: unknown;
}

/**
 * Applies a vendor's report about a payment, in the caller's transaction, whatever came before: a repeated report
 * counts once, and received money outweighs a contradicting report. The order gets the event in the same transaction
 * (`payRecord.pay`). If a listener throws, all of it is rolled back, and the vendor reports it again.
 */
export async function takePayment(
  engine: Engine,
  db: Tx,
  payNo: string,
  state: PaymentState,
  source: Source,
): Promise<Outcome> {
  const record = await findRecord(db, payNo, { locked: true });
  if (!record) return 'unknown';
  if (state.status === 'paid') return takeMoney(engine, db, record, state, source);
  if (state.status !== 'closed') return 'waiting';
  if (record.payStatus !== stands.pending) return 'already';
  const by = { kind: 'vendor' as const, cause: source.cause };
  await takeStep(engine, payRecordSteps, 'close', { keys: record.recordId, by, within: db });
  return 'closed';
}

async function takeMoney(
  engine: Engine,
  db: Tx,
  record: PaymentRecord,
  { amount, transactionId, payTime }: PaymentState,
  { cause, raw }: Source,
): Promise<Outcome> {
  const { recordId, payNo, payStatus } = record;
  if (payStatus !== stands.pending && payStatus !== stands.closed) return 'already';
  // Without an amount, the vendor has not confirmed the full amount.
  const right = amount !== undefined && equal(amount, record.amount);
  const given = {
    paidAmount: amount ?? '0.00',
    transactionId: transactionId ?? null,
    payTime: shanghaiTime(payTime ?? engine.clock.now()),
  };
  if (raw !== undefined) {
    await sql`update t_pay_record set raw_notify = ${JSON.stringify(raw)}::jsonb where record_id = ${recordId}`.execute(
      db,
    );
  }
  const others = await recordsOf(db, record.bizType, record.orderNo, [stands.pending]);
  await postAsks(
    engine,
    db,
    others.filter(other => other.payNo !== payNo).map(other => ({ ask: 'close', payNo: other.payNo })),
  );
  await takeStep(engine, payRecordSteps, right ? 'pay' : 'hold', {
    keys: recordId,
    by: { kind: 'vendor', cause },
    given,
    within: db,
  });
  return right ? 'paid' : 'held';
}

/** The parts of a refund used with vendors; the dataset `payRefund` documents the fields. */
export type RefundRow = Columns<
  typeof registry.payRefund,
  'payRefundId' | 'refundNo' | 'amount' | 'reason' | 'payRefundStatus'
> &
  Columns<typeof registry.payRecord, 'payNo'>;

/** The states of `payRefundStatus` used in code. */
export const refundStands = payRefundStatus.is;

/** The refund with that number; undefined if there is none. */
export async function findRefund(
  db: Db,
  refundNo: string,
  { locked = false }: { readonly locked?: boolean } = {},
): Promise<RefundRow | undefined> {
  const found = await sql<RefundRow>`
    select r.pay_refund_id, r.refund_no, p.pay_no, r.amount, r.reason, r.pay_refund_status
    from t_pay_refund as r join t_pay_record as p on p.record_id = r.record_id
    where r.refund_no = ${refundNo} and not r.deleted ${locked ? sql`for update of r` : sql``}`.execute(db);
  return found.rows[0];
}

/**
 * Applies a vendor's report about a refund, in the caller's transaction; see {@link takePayment}. The refund's
 * application gets the event (`payRefund.done`, `payRefund.fail`). Returned money counts even if a failure was reported
 * earlier.
 */
export async function takeRefund(
  engine: Engine,
  db: Tx,
  refundNo: string,
  state: RefundState,
  { cause }: Source,
): Promise<Outcome> {
  const refund = await findRefund(db, refundNo, { locked: true });
  if (!refund) return 'unknown';
  const by = { kind: 'vendor' as const, cause };
  const { payRefundId, payRefundStatus } = refund;
  if (state.status === 'done') {
    if (payRefundStatus === refundStands.done) return 'already';
    if (state.amount !== undefined && !equal(state.amount, refund.amount)) {
      throw new Error(`The vendor gave back ${state.amount} for ${refundNo}, not ${refund.amount}`);
    }
    const given = {
      channelRefundNo: state.channelRefundNo ?? null,
      refundTime: shanghaiTime(state.refundTime ?? engine.clock.now()),
    };
    await takeStep(engine, payRefundSteps, 'done', { keys: payRefundId, by, given, within: db });
    return 'refunded';
  }
  if (state.status !== 'failed') return 'waiting';
  if (payRefundStatus !== refundStands.processing) return 'already';
  await takeStep(engine, payRefundSteps, 'fail', {
    keys: payRefundId,
    by,
    given: { errorMsg: (state.reason ?? '').slice(0, 128) || '-' },
    within: db,
  });
  return 'refundFailed';
}
