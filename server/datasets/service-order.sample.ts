import { registry } from '@yikao/model/datasets/index.ts';
import { sql } from 'kysely';
import { defineSample } from '../engine/testing/sample-side.ts';

/** An order that money was paid for is refunded; a person voids what cost nothing. */
export const serviceOrderSample = defineSample(registry.serviceOrder, {
  beside: (db, key) => sql`update t_service_order set pay_amount = 0 where order_id = ${key}`.execute(db),
});
