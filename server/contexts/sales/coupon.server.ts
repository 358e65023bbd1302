import { registry } from '@yikao/model/contexts/datasets.ts';
import { type CouponGift, type Granted, salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { couponValidity } from '@yikao/model/contexts/sales/sales.codes.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { callStep } from '../../engine/steps/step-call.ts';
import { stepServerOf } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { lockRows } from '../../engine/write/lock-rows.ts';
import { transact } from '../../engine/write/transaction.ts';
import { blockedReason, lockConsumers, partBlocked } from './consumers.ts';
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
  blocked: blockedReason,
} as const;

/** Terms of a coupon that its recipient keeps, whatever happens to its kind (domain 3.5). */
const termsOf = ({
  couponType,
  threshold,
  amount,
  discount,
  maxAmount,
  goodsIds,
  cardTypes,
  startTime,
}: Pick<RowOf<typeof coupon>, keyof typeof coupon.fields>) => ({
  couponType,
  threshold,
  amount,
  discount,
  maxAmount,
  goodsIds,
  cardTypes,
  startTime,
});

/**
 * `POST /api/base/coupon/grant {couponId, userIds|mobiles}` (domain G7, 3.5): gives each consumer a coupon while
 * supplies and the person's limit allow; the others are returned with the reason. Throws `notFound` for a coupon out of
 * reach, `unmetNeeds` for one that is disabled or expired.
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
    const { found: people, missing } = await lockConsumers(db, actor, named);
    const { free: found, blocked } = await partBlocked(db, people, named, now);
    const [row] = await lockRows(engine, db, coupon, [couponId], actor, { condition });
    if (!row) throw failure('notFound');
    if (row.status !== enable.is.enabled)
      throw failure('unmetNeeds', { params: { zh: '优惠券已停用', en: 'The coupon is disabled' } });
    const expireTime =
      row.validType === couponValidity.is.afterReceipt
        ? shanghaiTime(new Date(now.getTime() + (row.validDays ?? 0) * dayMs))
        : (row.endTime ?? shanghaiTime(now));
    if (expireTime <= shanghaiTime(now))
      throw failure('unmetNeeds', { params: { zh: '优惠券已过有效期', en: 'The coupon has run out' } });
    const had = await sql<Columns<typeof userCoupon, 'userId'> & { n: number }>`
      select user_id, count(*)::integer as n from t_user_coupon
      where coupon_id = ${couponId} and user_id = any(${found.map(({ userId }) => userId)}::bigint[]) and not deleted
      group by user_id`.execute(db);
    const counts = new Map(had.rows.map(({ userId, n }) => [userId, n]));
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
        ...termsOf(row),
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
        ...told(blocked, 'blocked'),
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
export const couponServer = defineServer(coupon, {
  routes: couponRoutes,
  reads: ['totalNum'],
  async before(db, changes) {
    const keys = changes.flatMap(({ key, values }) =>
      key !== undefined && Object.hasOwn(values, 'totalNum') ? [key] : [],
    );
    // Under the same lock as granting, so that none is granted meanwhile.
    const found = await sql<Columns<typeof coupon, 'couponId' | 'receiveNum'>>`
      select coupon_id, receive_num from t_coupon
      where coupon_id = any(${keys}::bigint[]) order by coupon_id for update`.execute(db);
    const given = new Map(found.rows.map(row => [row.couponId, row.receiveNum]));
    return changes.map(({ key, row }) => {
      const least = given.get(key ?? 0) ?? 0;
      if ((row.totalNum ?? least) >= least) return {};
      const why = {
        zh: `已发放 ${least} 张，发放量不能少于 ${least}`,
        en: `${least} were given already; it cannot be fewer`,
      };
      return { issues: [issue('totalNum', 'rule', why)] };
    });
  },
});
