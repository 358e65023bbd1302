import { registry } from '@yikao/model/contexts/datasets.ts';
import type { PayBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { payRefundStatus } from '@yikao/model/contexts/payment/payment.codes.ts';
import { payRefundSteps } from '@yikao/model/contexts/payment/payment.machine.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, minus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { postAsks } from './messages.ts';
import { refundStands } from './outcome.ts';
import { findRecord, type PaymentRecord, recordsOf, stands } from './records.ts';
import { partNumbers } from './refund-numbers.ts';

/** A refund of an order. */
export interface OrderRefund {
  readonly bizType: PayBizType;
  readonly orderNo: string;
  /** The payment to refund; defaults to the order's payments that still hold money. */
  readonly payNo?: string;
  /** At most 28 letters and digits. Requesting it again with the same number retries its failed parts. */
  readonly refundNo: string;
  readonly amount: string;
  readonly reason: string;
}

/** Milliseconds before the first query about a refund under way. */
const firstLookMs = 60_000;

/** States of a payment whose money has arrived. */
const received: readonly number[] = [stands.paid, stands.held, stands.returned];

/**
 * Starts a refund at the vendor, in the transaction that decides it: the vendor is called after the commit. The events
 * `payRefund.done` and `payRefund.fail` report the outcome for each payment. Throws `notRefundable` if there is no such
 * payment, or if the amount exceeds what its payments hold.
 */
export async function requestRefund(engine: Engine, db: Tx, wanted: OrderRefund): Promise<void> {
  const parts = await partsOfRefund(db, wanted.refundNo);
  if (parts.length > 0) {
    const keys = parts
      .filter(part => part.payRefundStatus === refundStands.failed)
      .map(part => part.payRefundId);
    if (keys.length > 0)
      await takeStep(engine, payRefundSteps, 'again', { keys, by: { kind: 'step' }, within: db });
    return;
  }
  if (compare(wanted.amount, '0') <= 0) throw failure('notRefundable');
  const sources = (await sourcesOf(db, wanted)).filter(({ holds }) => compare(holds, '0') > 0);
  let left = wanted.amount;
  for (const [at, refundNo] of partNumbers(wanted.refundNo).entries()) {
    const source = sources[at];
    if (!source) break;
    const amount = compare(source.holds, left) < 0 ? source.holds : left;
    await postRefund(engine, db, source.record, { ...wanted, refundNo, amount });
    left = minus(left, amount);
    if (compare(left, '0') === 0) return;
  }
  // Rolls back the earlier payments' entries: the refund is made in full or not at all.
  throw failure('notRefundable');
}

/** The parts of a refund, one per payment, with the state of each at its vendor. */
export async function partsOfRefund(
  db: Tx,
  refundNo: string,
): Promise<readonly Columns<typeof registry.payRefund, 'payRefundId' | 'payRefundStatus'>[]> {
  const found = await sql<Columns<typeof registry.payRefund, 'payRefundId' | 'payRefundStatus'>>`
    select pay_refund_id, pay_refund_status from t_pay_refund
    where refund_no = any(${partNumbers(refundNo)}::text[]) and not deleted
    order by pay_refund_id for update`.execute(db);
  return found.rows;
}

interface Source {
  readonly record: PaymentRecord;
  /** Received amount that is not being returned. */
  readonly holds: string;
}

/**
 * The payments a refund may be taken from. For an order that was paid twice, the payment that counts comes first: the
 * other is being returned automatically under its own number, and is used only if that failed.
 */
async function sourcesOf(db: Db, { payNo, bizType, orderNo }: OrderRefund): Promise<readonly Source[]> {
  if (payNo !== undefined) {
    const record = await findRecord(db, payNo);
    if (record?.paidAmount == null || !received.includes(record.payStatus)) return [];
    const [source] = await holdingsOf(db, [record]);
    return source ? [source] : [];
  }
  const paid = await recordsOf(db, bizType, orderNo, [stands.paid]);
  const sources = await holdingsOf(db, paid.toReversed());
  return sources.toSorted((a, b) => Number(a.returns) - Number(b.returns));
}

/** Amounts that payments currently hold, and whether they were to be returned automatically. */
async function holdingsOf(
  db: Db,
  records: readonly PaymentRecord[],
): Promise<(Source & { readonly returns: boolean })[]> {
  const found = await sql<Columns<typeof registry.payRefund, 'recordId'> & { out: string; returns: boolean }>`
    select r.record_id, bool_or(r.refund_no = p.pay_no) as returns,
      coalesce(sum(r.amount) filter (where r.pay_refund_status <> ${codesOf(payRefundStatus).failed}), 0)::text as out
    from t_pay_refund as r join t_pay_record as p on p.record_id = r.record_id
    where r.record_id = any(${records.map(({ recordId }) => recordId)}::bigint[]) and not r.deleted
    group by r.record_id`.execute(db);
  const known = new Map(found.rows.map(row => [row.recordId, row]));
  return records.map(record => {
    const { out = '0', returns = false } = known.get(record.recordId) ?? {};
    return { record, returns, holds: minus(record.paidAmount ?? '0', out) };
  });
}

/** Records a refund and requests it from the vendor; see {@link requestRefund}. */
async function postRefund(
  engine: Engine,
  db: Tx,
  record: PaymentRecord,
  { refundNo, amount, reason }: Pick<OrderRefund, 'refundNo' | 'amount' | 'reason'>,
): Promise<void> {
  const { recordId, bizType, orderNo, payType, partnersId, payNo } = record;
  const queryTime = shanghaiTime(new Date(engine.clock.now().getTime() + firstLookMs));
  await insertRows(
    engine,
    db,
    registry.payRefund,
    [
      {
        refundNo,
        recordId,
        bizType,
        orderNo,
        payType,
        partnersId,
        amount,
        reason: reason.slice(0, 128),
        queryTime,
      },
    ],
    { by: elevated() },
  );
  await postAsks(engine, db, [{ ask: 'refund', payNo, refundNo }]);
}
