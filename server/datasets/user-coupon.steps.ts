import { userCouponSteps } from '@yikao/model/machines/sales/user-coupon.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import type { Db } from '../engine/sql.ts';
import { defineStepServer } from '../engine/steps/step-server.ts';
import { takeStep } from '../engine/steps/take-step.ts';

/** Counts uses of coupons, or takes them back; the coupons' own versions stay. */
async function countUsed(db: Db, couponIds: readonly number[], by: 1 | -1): Promise<void> {
  await sql`
    update t_coupon as c set used_num = c.used_num + ${by} * r.n
    from (select id, count(*)::integer as n from unnest(${[...couponIds]}::bigint[]) as id group by id) as r
    where c.coupon_id = r.id`.execute(db);
}

/** What the steps of somebody's coupons do. */
export const userCouponStepServer = defineStepServer(userCouponSteps, {
  needs: {},
  effects: {
    async use({ db, rows, now }) {
      await countUsed(
        db,
        rows.map(row => row.couponId),
        1,
      );
      return new Map(rows.map(row => [row.rowKey, { values: { usedTime: shanghaiTime(now) } }]));
    },
    async giveBack({ db, rows, now }) {
      const time = shanghaiTime(now);
      await countUsed(
        db,
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

/** Has the coupons of these orders take a step: those that a pending order locks, or a paid one has used. */
export async function moveCouponsOf(
  engine: Engine,
  db: Db,
  orderNos: readonly string[],
  step: 'use' | 'giveBack',
  cause: string,
): Promise<void> {
  const found = await sql<{ id: number }>`
    select id from t_user_coupon
    where order_no = any(${[...orderNos]}::text[]) and status in (1, 2) and not deleted`.execute(db);
  const keys = found.rows.map(({ id }) => Number(id));
  if (keys.length > 0)
    await takeStep(engine, userCouponSteps, step, { keys, by: { kind: 'step', cause }, within: db });
}
