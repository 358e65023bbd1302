import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { StepRow } from '../../engine/steps/step-server.ts';
import type { Db } from '../../engine/table/sql.ts';
import { accountWith } from '../notice/people.ts';
import { tell } from '../notice/tell.ts';

/** Tells the salesperson of each paid order, who is known only since the payment, and the buyer. */
export async function tellOfPayments(
  engine: Engine,
  db: Db,
  rows: readonly StepRow<RowOf<typeof registry.serviceOrder>>[],
): Promise<void> {
  for (const { rowKey, orderNo, payAmount, version } of rows) {
    const seller = sql`
      select 'adminUser:' || u.user_id as person, u.user_id as account_id, null::bigint as consumer_id,
        u.mobile::text as mobile, u.nick_name::text as name, u.partners_id, u.province_id, u.agent_id
      from t_service_order as o join t_admin_user as u on u.user_id = o.sale_user_id where o.order_id = ${rowKey}`;
    await tell(engine, db, 'orderPaid', {
      occasion: `serviceOrder:${rowKey}/${version}`,
      people: sql`${seller} union all
        select 'wishUser:' || o.user_id, null, o.user_id, null, null, null, null, null
        from t_service_order as o where o.order_id = ${rowKey}`,
      values: { order: orderNo, amount: payAmount },
      rowId: rowKey,
    });
  }
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
  db: Db,
  rows: readonly StepRow<RowOf<typeof registry.refund>>[],
): Promise<void> {
  const found = await sql<{ key: number; status: number }>`
    select refund_id as key, refund_status as status from t_refund
    where refund_id = any(${rows.map(({ rowKey }) => rowKey)}::bigint[])`.execute(db);
  const states = new Map(found.rows.map(({ key, status }) => [Number(key), status]));
  for (const { rowKey, version, orderNo, amount, applyBy } of rows) {
    const status = states.get(rowKey);
    if (applyBy === null || (status !== 2 && status !== 3 && status !== 4)) continue;
    await tell(engine, db, 'refundDecided', {
      occasion: `refund:${rowKey}/${version}`,
      people: accountWith(applyBy),
      values: { order: orderNo, amount, result: decisions[status] },
      rowId: rowKey,
    });
  }
}
