import type { registry } from '@yikao/model/datasets/index.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import type { Db } from '../engine/sql.ts';
import { requestRefund } from '../payments/refunds.ts';

type Refund = RowOf<typeof registry.refund>;

/** Ways of paying that go through a vendor, who gives the money back the way it came (domain 0.5, `@payType`). */
const throughVendor = [1, 2, 3];

async function ordersThroughVendor(db: Db, orderIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await sql<{ id: number }>`
    select order_id as id from t_service_order
    where order_id = any(${[...orderIds]}::bigint[]) and pay_type = any(${throughVendor}::smallint[])`.execute(
    db,
  );
  return new Set(found.rows.map(({ id }) => Number(id)));
}

/** Keys of the refunds whose money a vendor took and is giving back just now: nobody says by hand that it has gone. */
export async function withVendor(
  db: Db,
  rows: readonly (Pick<Refund, 'orderId' | 'refundStatus'> & { readonly rowKey: number })[],
): Promise<ReadonlySet<number>> {
  const orders = await ordersThroughVendor(
    db,
    rows.flatMap(row => row.orderId ?? []),
  );
  return new Set(
    rows.flatMap(({ rowKey, refundStatus, orderId }) =>
      refundStatus === 2 && orders.has(orderId ?? 0) ? [rowKey] : [],
    ),
  );
}

/** Has the vendor give the money back, where one took it; what was paid by hand goes back by hand. */
export async function askVendor(engine: Engine, db: Db, refund: Refund): Promise<void> {
  const orders = await ordersThroughVendor(db, [refund.orderId ?? 0]);
  if (orders.size === 0) return;
  const { refundNo, orderNo, amount, reason } = refund;
  await requestRefund(engine, db, { bizType: 1, orderNo, refundNo, amount, reason });
}
