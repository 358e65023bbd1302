import { payRecordSteps, payRefundSteps } from '@yikao/model/machines/payment.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { equal } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import type { Db } from '../engine/sql.ts';
import { takeStep } from '../engine/steps/take-step.ts';
import type { PaymentState, RefundState } from '../platform/payment/types.ts';
import { postAsks } from './messages.ts';
import { findRecord, type PaymentRecord, recordsOf, stands } from './records.ts';

/**
 * The outcome of a vendor's message. `already`: nothing new; `held`: money of another amount, kept for a person;
 * `unknown`: we have no such payment or refund.
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

/** Who says so, as the history keeps it: the gateway, and the notice or the question. */
interface Source {
  readonly cause: string;
  /** The notice as it came in. */
  readonly raw?: unknown;
}

/**
 * Takes in what a vendor says of a payment, in a transaction of the caller's, whatever came before: said twice it
 * counts once, and of two that contradict each other money that came wins. The order hears of it in the same
 * transaction (`payRecord.pay`). What its listeners throw undoes it all, and the vendor says it again.
 */
export async function takePayment(
  engine: Engine,
  db: Db,
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
  db: Db,
  record: PaymentRecord,
  { amount, transactionId, payTime }: PaymentState,
  { cause, raw }: Source,
): Promise<Outcome> {
  const { recordId, payNo, payStatus } = record;
  if (payStatus !== stands.pending && payStatus !== stands.closed) return 'already';
  // A vendor that does not say how much has come has not said that all of it has.
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

/** A refund as what deals with vendors reads it; the dataset `payRefund` says what each field is. */
export interface RefundRow {
  readonly payRefundId: number;
  readonly refundNo: string;
  readonly payNo: string;
  readonly amount: string;
  readonly reason: string | null;
  readonly payRefundStatus: number;
}

/** The states of `payRefundStatus` that code asks for. */
export const refundStands = { processing: 1, done: 2, failed: 3 } as const;

/** The refund of that number; undefined when there is none. */
export async function findRefund(
  db: Db,
  refundNo: string,
  { locked = false }: { readonly locked?: boolean } = {},
): Promise<RefundRow | undefined> {
  const found = await sql<RefundRow>`
    select r.pay_refund_id as "payRefundId", r.refund_no as "refundNo", p.pay_no as "payNo", r.amount::text as amount,
      r.reason, r.pay_refund_status as "payRefundStatus"
    from t_pay_refund as r join t_pay_record as p on p.record_id = r.record_id
    where r.refund_no = ${refundNo} and not r.deleted ${locked ? sql`for update of r` : sql``}`.execute(db);
  return found.rows.map(row => ({ ...row, payRefundId: Number(row.payRefundId) }))[0];
}

/**
 * Takes in what a vendor says of a refund, in a transaction of the caller's; see {@link takePayment}. The refund's
 * application hears of it (`payRefund.done`, `payRefund.fail`). Money that went counts though a failure was told
 * before.
 */
export async function takeRefund(
  engine: Engine,
  db: Db,
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
