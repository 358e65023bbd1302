import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** A refund may be stopped once the vendor has been silent for a day, so rows begin two days ago. */
export const payRefundSample = defineSample(registry.payRefund, {
  beside: (db, key) =>
    sql`update t_pay_refund set create_time = create_time - interval '2 days' where pay_refund_id = ${key}`.execute(
      db,
    ),
});
