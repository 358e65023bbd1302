import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** An order paid with money is refunded; a person voids a free one. Its service is between two stages. */
export const abroadOrderSample = defineSample(registry.abroadOrder, {
  internal: () => ({ serviceStage: 2 }),
  beside: (db, key) =>
    sql`update t_abroad_order set pay_amount = 0, service_stage = 2 where order_id = ${key}`.execute(db),
});
