import type { registry } from '@yikao/model/contexts/datasets.ts';
import { payRecordSteps, payRefundSteps } from '@yikao/model/contexts/payment/payment.machine.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { defineStepServer } from '../../../engine/steps/step-server.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Tx } from '../../../engine/table/sql.ts';
import { postAsks } from '../../payment/messages.ts';
import { findRefund } from '../../payment/outcome.ts';
import { refundOfPart } from '../../payment/refund-numbers.ts';
import { returnUnowed } from './apply-refund.ts';

/**
 * The effects of the steps of payments: a wrong amount is returned by a refund with the payment's number, or settled
 * otherwise by two people (0.7, 34).
 */
export const payRecordStepServer = defineStepServer(payRecordSteps, {
  needs: {},
  effects: {
    async giveBack({ engine, db, rows, by }) {
      for (const { payNo, paidAmount } of rows) {
        if (paidAmount === null) continue;
        const reason = '到账金额与订单不符，原路退回';
        await returnUnowed(engine, db, { payNo, amount: paidAmount, reason, actor: by.actor });
      }
    },
    async settle({ rows, by }) {
      const outcomes = new Map<number, { to: 'held' | 'settled'; values: { settleAskedBy?: number } }>();
      for (const row of rows) {
        const asks = row.settleAskedBy === null;
        outcomes.set(row.rowKey, {
          to: asks ? 'held' : 'settled',
          values: asks ? { settleAskedBy: by.actor.userId } : {},
        });
      }
      return outcomes;
    },
    async dropSettle({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { settleAskedBy: null, remark: null } }]));
    },
  },
});

/** Requests failed refunds from the vendor again, with the same numbers. */
async function askAgain(
  engine: Engine,
  db: Tx,
  rows: readonly { readonly refundNo: string }[],
): Promise<void> {
  for (const { refundNo } of rows) {
    const refund = await findRefund(db, refundNo);
    if (refund) await postAsks(engine, db, [{ ask: 'refund', payNo: refund.payNo, refundNo }]);
  }
}

/** Time a vendor has to report a refund's outcome before a person may stop it. */
const answersWithin = sql`interval '1 day'`;

/** The guards and effects of the steps of refunds at vendors. */
export const payRefundStepServer = defineStepServer(payRefundSteps, {
  needs: {
    async waited({ db, rows, now }) {
      const found = await sql<Columns<typeof registry.payRefund, 'payRefundId'>>`
        select pay_refund_id from t_pay_refund
        where pay_refund_id = any(${rows.map(({ rowKey }) => rowKey)}::bigint[])
          and create_time > ${now}::timestamptz - ${answersWithin}`.execute(db);
      return new Set(found.rows.map(({ payRefundId }) => payRefundId));
    },
    async withoutRefund({ db, rows }) {
      const found = await sql<Columns<typeof registry.refund, 'refundNo'>>`
        select refund_no from t_refund
        where refund_no = any(${rows.map(row => refundOfPart(row.refundNo))}::text[]) and not deleted`.execute(
        db,
      );
      const known = new Set(found.rows.map(({ refundNo }) => refundNo));
      return new Set(rows.flatMap(row => (known.has(refundOfPart(row.refundNo)) ? [row.rowKey] : [])));
    },
  },
  effects: {
    again: ({ engine, db, rows }) => askAgain(engine, db, rows),
    repeat: ({ engine, db, rows }) => askAgain(engine, db, rows),
    async done({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { errorMsg: null } }]));
    },
  },
});
