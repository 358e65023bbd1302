import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Nobody has asked to settle a payment otherwise, unless the step withdraws that. */
export const payRecordSample = defineSample(registry.payRecord, {
  internal: () => ({ settleAskedBy: null }),
  takenBy: async (db, key, step, userId) => {
    if (step !== 'dropSettle') return;
    await sql`update t_pay_record set settle_asked_by = ${userId + 1}::bigint where record_id = ${key}`.execute(
      db,
    );
  },
});
