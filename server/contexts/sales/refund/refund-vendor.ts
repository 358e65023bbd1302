import type { registry } from '@yikao/model/contexts/datasets.ts';
import { type PayBizType, payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Tx } from '../../../engine/table/sql.ts';
import { refundStands } from '../../payment/outcome.ts';
import { findRecord } from '../../payment/records.ts';
import { refundOfPart } from '../../payment/refund-numbers.ts';
import { partsOfRefund, requestRefund } from '../../payment/refunds.ts';
import { findRefundable } from './refundable-orders.ts';

type Refund = RowOf<typeof registry.refund>;

/** Payment types through a vendor, who returns the money the same way (domain 0.5, `@payType`). */
const throughVendor: readonly (number | null)[] = [1, 2, 3];

/** The kind of an order by its code. Throws for an unknown code. */
export function bizTypeOf(code: number): PayBizType {
  const found = payBizType.items.find(item => item.code === code);
  if (!found) throw new Error(`There are no orders of kind ${code}`);
  return found.code;
}

/** Keys of the refunds that a vendor is currently carrying out: nobody can mark them as refunded by hand. */
export async function withVendor(
  db: Tx,
  rows: readonly (Pick<Refund, 'refundNo'> & { readonly rowKey: number })[],
): Promise<ReadonlySet<number>> {
  const keys = new Set<number>();
  for (const { rowKey, refundNo } of rows) {
    const parts = await partsOfRefund(db, refundNo);
    if (parts.some(part => part.payRefundStatus === refundStands.processing)) keys.add(rowKey);
  }
  return keys;
}

/** Keys of the refunds that are already partly paid out. */
export async function partlyGone(
  db: Tx,
  rows: readonly (Pick<Refund, 'refundNo'> & { readonly rowKey: number })[],
): Promise<ReadonlySet<number>> {
  const keys = new Set<number>();
  for (const { rowKey, refundNo } of rows) {
    const parts = await partsOfRefund(db, refundNo);
    if (parts.some(part => part.payRefundStatus === refundStands.done)) keys.add(rowKey);
  }
  return keys;
}

/**
 * Starts the refund at the vendor that took the money; manual payments are refunded by hand. Money that was not owed is
 * returned from its own payment, however its order was paid.
 */
export async function askVendor(engine: Engine, db: Tx, refund: Refund): Promise<void> {
  const { refundNo, orderNo, payNo, amount, reason } = refund;
  const bizType = bizTypeOf(refund.bizType);
  if (payNo !== null) {
    if (!(await findRecord(db, payNo))) return;
    await requestRefund(engine, db, { bizType, orderNo, payNo, refundNo, amount, reason });
    return;
  }
  const order = await findRefundable(db, bizType, orderNo);
  if (!order || !throughVendor.includes(order.payType)) return;
  await requestRefund(engine, db, { bizType, orderNo, refundNo, amount, reason });
}

/** A refund that a vendor reports on, with the state of all its parts. */
export interface ToldRefund {
  readonly refundId: number;
  readonly refundStatus: number;
  readonly outcome: 'done' | 'failed' | 'waiting';
}

/** The refunds whose parts a vendor reports on. */
export async function refundsTold(db: Tx, partNos: readonly string[]): Promise<readonly ToldRefund[]> {
  const refundNos = [...new Set(partNos.map(refundOfPart))];
  const found = await sql<Columns<typeof registry.refund, 'refundId' | 'refundNo' | 'refundStatus'>>`
    select refund_id, refund_no, refund_status from t_refund
    where refund_no = any(${refundNos}::text[]) and not deleted order by refund_id`.execute(db);
  const told: ToldRefund[] = [];
  for (const { refundId, refundNo, refundStatus } of found.rows) {
    const parts = await partsOfRefund(db, refundNo);
    const all = (status: number) => parts.every(part => part.payRefundStatus === status);
    const waiting = parts.some(part => part.payRefundStatus === refundStands.processing);
    const outcome = all(refundStands.done) ? 'done' : waiting ? 'waiting' : 'failed';
    told.push({ refundId, refundStatus, outcome });
  }
  return told;
}
