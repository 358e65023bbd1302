import { type CouponGift, type Granted, salesCalls } from '@yikao/model/calls/sales.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { handle } from '../engine/http/handle.ts';
import { insertRows } from '../engine/internal-write.ts';
import { lockRows } from '../engine/lock-rows.ts';
import { scopeCondition } from '../engine/scope.ts';
import { defineServer } from '../engine/server-side.ts';
import { callStep } from '../engine/steps/step-call.ts';
import { stepServerOf } from '../engine/steps/step-server.ts';
import { transact } from '../engine/transaction.ts';
import { lockConsumers } from './consumers.ts';
import { secretCode } from './secret-code.ts';

const { coupon, userCoupon } = registry;

const dayMs = 86_400_000;
const reasons = {
  unknown: {
    zh: '考生不存在、已停用或不在您的数据范围内',
    en: 'No such candidate within your reach, or disabled',
  },
  limit: { zh: '已达每人限领数量', en: 'Has as many as one person may have' },
  out: { zh: '优惠券已发完', en: 'The coupons have run out' },
} as const;

/**
 * `POST /api/base/coupon/grant {couponId, userIds|mobiles}` (domain G7, 3.5): gives each consumer a coupon, as long as
 * there are some and the person may have one more; who gets none is told with the reason. Throws `notFound` for a coupon
 * out of reach, `unmetNeeds` for one that is disabled or over.
 */
async function grant(engine: Engine, actor: Actor, { couponId, ...named }: CouponGift): Promise<Granted> {
  if (named.userIds.length + named.mobiles.length === 0) {
    throw failure('invalidFields', {
      issues: [issue('userId', 'required')],
      labels: () => userCoupon.fields.userId.label,
    });
  }
  return transact(engine.db, async db => {
    const now = engine.clock.now();
    const condition = scopeCondition(coupon, actor, 'd');
    const { found, missing } = await lockConsumers(db, actor, named);
    const [locked] = await lockRows(engine, db, coupon, [couponId], actor, { condition });
    // Canonical values of the dataset's own fields.
    const row = locked as unknown as RowOf<typeof coupon> | undefined;
    if (!row) throw failure('notFound');
    if (row.status !== 1)
      throw failure('unmetNeeds', { params: { zh: '优惠券已停用', en: 'The coupon is disabled' } });
    const expireTime =
      row.validType === 2
        ? shanghaiTime(new Date(now.getTime() + (row.validDays ?? 0) * dayMs))
        : (row.endTime ?? shanghaiTime(now));
    if (expireTime <= shanghaiTime(now))
      throw failure('unmetNeeds', { params: { zh: '优惠券已过有效期', en: 'The coupon has run out' } });
    const had = await sql<{ userId: number; n: number }>`
      select user_id as "userId", count(*)::integer as n from t_user_coupon
      where coupon_id = ${couponId} and user_id = any(${found.map(({ userId }) => userId)}::bigint[]) and not deleted
      group by user_id`.execute(db);
    const counts = new Map(had.rows.map(({ userId, n }) => [Number(userId), n]));
    const full = found.filter(({ userId }) => (counts.get(userId) ?? 0) >= (row.perLimit ?? 1));
    const may = found.filter(one => !full.includes(one));
    const left = Math.max(row.totalNum - (row.receiveNum ?? 0), 0);
    const receivers = may.slice(0, left);
    await insertRows(
      engine,
      db,
      userCoupon,
      receivers.map(({ userId }) => ({
        couponId,
        userId,
        couponNo: secretCode(14),
        receiveTime: shanghaiTime(now),
        expireTime,
      })),
      { by: actor },
    );
    await sql`update t_coupon set receive_num = receive_num + ${receivers.length}
      where coupon_id = ${couponId}`.execute(db);
    const told = (who: readonly string[], why: keyof typeof reasons) =>
      who.map(one => ({ who: one, reason: reasons[why][actor.language] }));
    return {
      count: receivers.length,
      refused: [
        ...told(missing, 'unknown'),
        ...told(
          full.map(({ userId }) => String(userId)),
          'limit',
        ),
        ...told(
          may.slice(left).map(({ userId }) => String(userId)),
          'out',
        ),
      ],
    };
  });
}

function couponRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, salesCalls.grantCoupon, ({ actor, body }) => grant(engine, actor, body));
  handle(app, salesCalls.revokeCoupon, ({ actor, body, callKey }) => {
    const server = stepServerOf(engine, userCoupon);
    const step = server?.machine.steps.revoke;
    if (!server || !step) throw failure('noSuchCall');
    return callStep(engine, server, userCoupon, step, actor, body, callKey);
  });
}

/** Server side of the coupons. */
export const couponServer = defineServer(coupon, { routes: couponRoutes });
