import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/**
 * An order paid with money is refunded; a person voids a free one. Its goods are its own, and it is of no lecture: those
 * take places, and the lecture may be over or off the shelf.
 */
export const serviceOrderSample = defineSample(registry.serviceOrder, {
  fresh: 'goodsId',
  values: () => ({ lectureId: null }),
  beside: (db, key) => sql`update t_service_order set pay_amount = 0 where order_id = ${key}`.execute(db),
});
