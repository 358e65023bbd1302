import type { registry } from '@yikao/model/contexts/datasets.ts';
import { refundStatus as refundStatuses } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { StepRow } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { tellOfPaid } from '../notice/order-paid.ts';
import { accountsWhere, accountWith } from '../notice/people.ts';
import { tell } from '../notice/tell.ts';

/** Tells the salesperson of each paid order, who is known only since the payment, and the buyer. */
export async function tellOfPayments(
  engine: Engine,
  db: Tx,
  rows: readonly StepRow<RowOf<typeof registry.serviceOrder>>[],
): Promise<void> {
  await tellOfPaid(engine, db, rows, {
    event: 'orderPaid',
    orders: 'serviceOrder',
    people: ({ rowKey }) => sql`
      ${accountsWhere(sql<SqlBool>`u.user_id = (select o.sale_user_id from t_service_order as o where o.order_id = ${rowKey})`)}
      union all
      select 'wishUser:' || o.user_id, null, o.user_id, null, null, null, null, null
      from t_service_order as o where o.order_id = ${rowKey}`,
    values: ({ payAmount }) => ({ amount: payAmount }),
  });
}

/** The end of an application, as its applicant reads it; an approval that needs another one is none yet. */
const decisions = {
  2: label('已通过', 'approved'),
  3: label('已通过', 'approved'),
  4: label('已驳回', 'rejected'),
} as const;

/** Tells the applicants that their refunds were decided by somebody else. */
export async function tellOfRefunds(
  engine: Engine,
  db: Tx,
  rows: readonly StepRow<RowOf<typeof registry.refund>>[],
): Promise<void> {
  const found = await sql<Columns<typeof registry.refund, 'refundId' | 'refundStatus'>>`
    select refund_id, refund_status from t_refund
    where refund_id = any(${rows.map(({ rowKey }) => rowKey)}::bigint[])`.execute(db);
  const states = new Map(found.rows.map(({ refundId, refundStatus }) => [refundId, refundStatus]));
  for (const { rowKey, version, orderNo, amount, applyBy } of rows) {
    const status = states.get(rowKey);
    if (
      applyBy === null ||
      (status !== refundStatuses.is.processing &&
        status !== refundStatuses.is.done &&
        status !== refundStatuses.is.rejected)
    )
      continue;
    await tell(engine, db, 'refundDecided', {
      occasion: `refund:${rowKey}/${version}`,
      people: accountWith(applyBy),
      values: { order: orderNo, amount, result: decisions[status] },
      rowId: rowKey,
    });
  }
}
