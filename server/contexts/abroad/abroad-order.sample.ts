import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** An order paid with money is refunded; a person voids a free one. Its service begins, or is to go back. */
export const abroadOrderSample = defineSample(registry.abroadOrder, {
  internal: () => ({ serviceStage: 1 }),
  beside: (db, key) =>
    sql`update t_abroad_order set pay_amount = 0, service_stage = 1 where order_id = ${key}`.execute(db),
  takenBy: (db, key, step) =>
    sql`update t_abroad_order set service_stage = ${step === 'stepBack' ? 2 : 1} where order_id = ${key}`.execute(
      db,
    ),
});
