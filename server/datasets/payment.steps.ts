import { payRecordSteps, payRefundSteps } from '@yikao/model/machines/payment.ts';
import type { Engine } from '../engine/engine.ts';
import type { Db } from '../engine/sql.ts';
import { defineStepServer } from '../engine/steps/step-server.ts';
import { postAsks } from '../payments/messages.ts';
import { findRefund } from '../payments/outcome.ts';
import { findRecord } from '../payments/records.ts';
import { postRefund } from '../payments/refunds.ts';

/**
 * The effects of the steps of payments: money that should not have come goes back by a refund with the payment's own
 * number.
 */
export const payRecordStepServer = defineStepServer(payRecordSteps, {
  needs: {},
  effects: {
    async giveBack({ engine, db, rows }) {
      for (const row of rows) {
        const record = await findRecord(db, row.payNo);
        if (record?.paidAmount == null) continue;
        const { payNo, paidAmount } = record;
        await postRefund(engine, db, record, {
          refundNo: payNo,
          amount: paidAmount,
          reason: '金额不符，原路退回',
        });
      }
    },
  },
});

/** Has the vendor asked once more for refunds that failed, by the same numbers. */
async function askAgain(
  engine: Engine,
  db: Db,
  rows: readonly { readonly refundNo: string }[],
): Promise<void> {
  for (const { refundNo } of rows) {
    const refund = await findRefund(db, refundNo);
    if (refund) await postAsks(engine, db, [{ ask: 'refund', payNo: refund.payNo, refundNo }]);
  }
}

/** The effects of the steps of refunds. */
export const payRefundStepServer = defineStepServer(payRefundSteps, {
  needs: {},
  effects: {
    again: ({ engine, db, rows }) => askAgain(engine, db, rows),
    repeat: ({ engine, db, rows }) => askAgain(engine, db, rows),
    async done({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { errorMsg: null } }]));
    },
  },
});
