import type { PayBizType } from '@yikao/model/codes/payment.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { payRefundSteps } from '@yikao/model/machines/payment.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, plus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { elevated } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { insertRows } from '../engine/internal-write.ts';
import type { Db } from '../engine/sql.ts';
import { takeStep } from '../engine/steps/take-step.ts';
import { postAsks } from './messages.ts';
import { findRefund, refundStands } from './outcome.ts';
import { findRecord, type PaymentRecord, recordsOf, stands } from './records.ts';

/** Money that is to go back for an order. */
export interface OrderRefund {
  readonly bizType: PayBizType;
  readonly orderNo: string;
  /** The payment that it goes back from, where an order has been paid twice; else the one that was paid last. */
  readonly payNo?: string;
  /** At most 32 letters and digits. Asked for again with the same number, a failed refund is tried once more. */
  readonly refundNo: string;
  readonly amount: string;
  readonly reason: string;
}

/** Milliseconds after which a refund on its way is asked about for the first time. */
const firstLookMs = 60_000;

/**
 * Has the vendor give money back, in the transaction that decides it: the vendor is asked once that commits. How it ends
 * is told by the events `payRefund.done` and `payRefund.fail`. Throws `notRefundable` where no such payment was made, or
 * more would go back than has come.
 */
export async function requestRefund(engine: Engine, db: Db, wanted: OrderRefund): Promise<void> {
  const known = await findRefund(db, wanted.refundNo, { locked: true });
  if (known) {
    if (known.payRefundStatus !== refundStands.failed) return;
    await takeStep(engine, payRefundSteps, 'again', {
      keys: known.payRefundId,
      by: { kind: 'step' },
      within: db,
    });
    return;
  }
  const record =
    wanted.payNo === undefined
      ? (await recordsOf(db, wanted.bizType, wanted.orderNo, [stands.paid]))[0]
      : await findRecord(db, wanted.payNo);
  if (!record || record.paidAmount === null || record.payStatus !== stands.paid)
    throw failure('notRefundable');
  await postRefund(engine, db, record, wanted);
}

/** Writes a refund down and has the vendor asked; see {@link requestRefund}. */
export async function postRefund(
  engine: Engine,
  db: Db,
  record: PaymentRecord,
  { refundNo, amount, reason }: Pick<OrderRefund, 'refundNo' | 'amount' | 'reason'>,
): Promise<void> {
  const before = await sql<{ total: string }>`
    select coalesce(sum(amount), 0)::text as total from t_pay_refund
    where record_id = ${record.recordId} and pay_refund_status <> ${refundStands.failed} and not deleted`.execute(
    db,
  );
  const total = plus(before.rows[0]?.total ?? '0', amount);
  if (compare(amount, '0') <= 0 || compare(total, record.paidAmount ?? '0') > 0)
    throw failure('notRefundable');
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
