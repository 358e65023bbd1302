import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { label } from '@yikao/model/kernel/label.ts';
import type { MachineRow } from '@yikao/model/kernel/steps.ts';
import { orderSteps } from '@yikao/model/machines/sales/order.ts';
import { refundSteps } from '@yikao/model/machines/sales/refund.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import type { Db } from '../engine/sql.ts';
import { defineStepServer, type StepRow } from '../engine/steps/step-server.ts';
import { takeStep } from '../engine/steps/take-step.ts';
import { askVendor, withVendor } from './refund-vendor.ts';

type Refund = MachineRow<typeof refundSteps>;

/** The orders of refunds go into the state of a refund, and the vendor is asked where one took the money. */
async function begin(engine: Engine, db: Db, rows: readonly StepRow<Refund>[], cause: string): Promise<void> {
  for (const row of rows) {
    if (row.orderId === null) continue;
    await takeStep(engine, orderSteps, 'beginRefund', {
      keys: row.orderId,
      by: { kind: 'step', cause },
      within: db,
    });
    await askVendor(engine, db, row);
  }
}

/**
 * Uses of what the orders of refunds gave, by order number, as they stand now; locked, so that none is added
 * meanwhile.
 */
async function lockUses(db: Db, rows: readonly StepRow<Refund>[]): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ orderNo: string; usedNum: number }>`
    select source_no as "orderNo", used_num as "usedNum" from t_user_card
    where source_type = 1 and source_no = any(${rows.map(row => row.orderNo)}::text[]) and not deleted
    order by id for update`.execute(db);
  const uses = new Map<string, number>();
  for (const { orderNo, usedNum } of found.rows) uses.set(orderNo, (uses.get(orderNo) ?? 0) + usedNum);
  return uses;
}

/** Orders whose refund had failed go back into it: the money has gone after all. */
async function beginAgain(
  engine: Engine,
  db: Db,
  rows: readonly StepRow<Refund>[],
  cause: string,
): Promise<void> {
  const keys = rows.flatMap(row => (row.refundStatus === 5 && row.orderId !== null ? [row.orderId] : []));
  if (keys.length > 0)
    await takeStep(engine, orderSteps, 'beginRefund', { keys, by: { kind: 'step', cause }, within: db });
}

/** The orders of refunds leave it again, with what has gone back. */
async function end(
  engine: Engine,
  db: Db,
  rows: readonly StepRow<Refund>[],
  cause: string,
  refundedOf: (row: StepRow<Refund>) => string,
): Promise<void> {
  for (const row of rows) {
    if (row.orderId === null) continue;
    await takeStep(engine, orderSteps, 'endRefund', {
      keys: row.orderId,
      by: { kind: 'step', cause },
      given: { refunded: refundedOf(row) },
      within: db,
    });
  }
}

/**
 * The effects of the steps of a refund (domain 3.2): approved, its order waits for the money to go back; done, what
 * was refunded counts, and the order ends where it was all; failed, the order is as before.
 */
export const refundStepServer = defineStepServer(refundSteps, {
  needs: {
    another: async ({ rows, by }) =>
      new Set(rows.flatMap(row => (row.firstAuditBy === by.actor.userId ? [row.rowKey] : []))),
    byHand: ({ db, rows }) => withVendor(db, rows),
  },
  effects: {
    async audit({ engine, db, rows, given, by, now }) {
      if (given.pass === 0 && !given.remark) {
        throw failure('invalidFields', {
          issues: [issue('remark', 'required')],
          labels: () => label('审核意见', 'Reason'),
        });
      }
      const uses = await lockUses(db, rows);
      const decided = rows.map(row => {
        const usedNum = uses.get(row.orderNo) ?? 0;
        const second = usedNum > 0 && row.firstAuditBy === null;
        const to: 'rejected' | 'applied' | 'processing' =
          given.pass === 0 ? 'rejected' : second ? 'applied' : 'processing';
        return { row, usedNum, to };
      });
      await begin(
        engine,
        db,
        decided.flatMap(({ row, to }) => (to === 'processing' ? [row] : [])),
        'refund.audit',
      );
      const audited = {
        auditBy: by.actor.userId,
        auditTime: shanghaiTime(now),
        auditRemark: given.remark,
      };
      return new Map(
        decided.map(({ row, usedNum, to }) => [
          row.rowKey,
          { to, values: { usedNum, ...(to === 'applied' ? { firstAuditBy: by.actor.userId } : audited) } },
        ]),
      );
    },
    passBySelf: ({ engine, db, rows }) => begin(engine, db, rows, 'refund.passBySelf'),
    async succeed({ engine, db, rows, given, now }) {
      await beginAgain(engine, db, rows, 'refund.succeed');
      await end(engine, db, rows, 'refund.succeed', row => row.amount);
      const refundTime = given.refundTime ?? shanghaiTime(now);
      return new Map(rows.map(row => [row.rowKey, { values: { refundTime, errorMsg: null } }]));
    },
    fail: ({ engine, db, rows }) => end(engine, db, rows, 'refund.fail', () => '0.00'),
    async retry({ engine, db, rows }) {
      await begin(engine, db, rows, 'refund.retry');
      return new Map(rows.map(row => [row.rowKey, { values: { errorMsg: null } }]));
    },
    async confirm({ engine, db, rows, now }) {
      const cause = 'refund.confirm';
      await beginAgain(engine, db, rows, cause);
      await end(engine, db, rows, cause, row => row.amount);
      return new Map(
        rows.map(row => [row.rowKey, { values: { refundTime: shanghaiTime(now), errorMsg: null } }]),
      );
    },
  },
});
