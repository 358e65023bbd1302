import type { registry } from '@yikao/model/contexts/datasets.ts';
import { userCouponStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { userCouponSteps } from '@yikao/model/contexts/sales/user-coupon.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { type Counter, count } from '../../engine/read/counters.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';

const userCouponIs = codesOf(userCouponStatus);

/** Number of uses of a coupon; its version stays. */
const used: Counter = { table: 't_coupon', key: 'coupon_id', column: 'used_num' };

/** The effects of the steps of consumers' coupons. */
export const userCouponStepServer = defineStepServer(userCouponSteps, {
  needs: {},
  effects: {
    async use({ db, rows, now }) {
      await count(
        db,
        used,
        rows.map(row => row.couponId),
        1,
      );
      return new Map(rows.map(row => [row.rowKey, { values: { usedTime: shanghaiTime(now) } }]));
    },
    async giveBack({ db, rows, now }) {
      const time = shanghaiTime(now);
      await count(
        db,
        used,
        rows.filter(row => row.usedTime !== null).map(row => row.couponId),
        -1,
      );
      return new Map(
        rows.map(row => [
          row.rowKey,
          {
            to: row.expireTime > time ? ('unused' as const) : ('expired' as const),
            values: { orderNo: null, usedTime: null },
          },
        ]),
      );
    },
  },
});

/** Takes a step with the coupons of these orders: those locked by a pending order, or used by a paid one. */
export async function moveCouponsOf(
  engine: Engine,
  db: Tx,
  orderNos: readonly string[],
  step: 'use' | 'giveBack',
  cause: string,
): Promise<void> {
  const found = await sql<Columns<typeof registry.userCoupon, 'id'>>`
    select id from t_user_coupon
    where order_no = any(${[...orderNos]}::text[]) and status in (${userCouponIs.unused}, ${userCouponIs.used})
      and not deleted`.execute(db);
  const keys = found.rows.map(({ id }) => id);
  if (keys.length > 0)
    await takeStep(engine, userCouponSteps, step, { keys, by: { kind: 'step', cause }, within: db });
}
