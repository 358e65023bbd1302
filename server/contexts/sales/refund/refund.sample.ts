import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../../engine/testing/sample-side.ts';

/** The applicant withdraws a refund, and somebody else approves it. */
export const refundSample = defineSample(registry.refund, {
  takenBy: async (db, key, step, userId) => {
    if (step !== 'withdraw') return;
    await sql`update t_refund set apply_by = ${userId}::bigint where refund_id = ${key}`.execute(db);
  },
});
