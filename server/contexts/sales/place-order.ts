import { registry } from '@yikao/model/contexts/datasets.ts';
import { payType as payTypes } from '@yikao/model/contexts/payment/payment.codes.ts';
import { orderSteps } from '@yikao/model/contexts/sales/order.machine.ts';
import { couponSaving } from '@yikao/model/contexts/sales/rules/coupon-price.ts';
import type { OrderAsk, Quote, QuoteAsk } from '@yikao/model/contexts/sales/sales.calls.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { userCouponSteps } from '@yikao/model/contexts/sales/user-coupon.machine.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, halfUp2, minus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { readParameter } from '../../engine/read/parameter.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { countFrom, type Db, type Tx } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { transact } from '../../engine/write/transaction.ts';
import { madeNumber } from '../payment/numbers.ts';
import { takeFromStock } from './goods.steps.ts';
import { liveOffer, takeFromLiveStock } from './live-offer.ts';
import { becomeConsumer, buyerOf } from './order-buyer.ts';
import { assertPrice } from './order-money.ts';
import { assertSoldTo, type Offer, offerOf, wrongOrder } from './sellable.ts';
import { type UsableCoupon, usableCoupons } from './usable-coupons.ts';

const orderIs = codesOf(orderStatus);

const { serviceOrder } = registry;

/** The price of the goods with a coupon, or given away. Throws `invalidFields` for a coupon that cannot be used. */
function priceOf(
  offer: Offer,
  coupons: readonly UsableCoupon[],
  { couponNo, free }: Pick<QuoteAsk, 'couponNo' | 'free'>,
) {
  assertPrice(offer.price);
  const totalAmount = halfUp2(offer.price);
  if (free) return { totalAmount, discountAmount: totalAmount, payAmount: '0.00', coupon: undefined };
  if (!couponNo) return { totalAmount, discountAmount: '0.00', payAmount: totalAmount, coupon: undefined };
  const coupon = coupons.find(one => one.couponNo === couponNo);
  const saving = coupon && couponSaving(totalAmount, coupon);
  if (!coupon || saving === undefined) {
    throw wrongOrder(
      'couponNo',
      '该优惠券不能用于此商品，或已使用、已过期、未达门槛',
      'This coupon cannot be used here: not for these goods, used, run out, or the total is too small',
    );
  }
  return { totalAmount, discountAmount: saving, payAmount: minus(totalAmount, saving), coupon };
}

/** The price of an order, and the coupons that reduce it, best first. Throws as {@link placeOrder} does. */
export async function quoteOrder(engine: Engine, actor: Actor, asked: QuoteAsk): Promise<Quote> {
  const buyer = await buyerOf(engine.db, actor, asked);
  const shelf = await offerOf(engine, engine.db, actor, asked.goodsId);
  const offer = await liveOffer(engine.db, shelf, asked.liveGoodsId);
  await assertSoldTo(engine, engine.db, offer, buyer);
  const coupons = await usableCoupons(engine, engine.db, buyer.userId, offer);
  const { totalAmount, discountAmount, payAmount } = priceOf(offer, coupons, asked);
  const savings = coupons.flatMap(coupon => {
    const saving = couponSaving(totalAmount, coupon);
    return saving === undefined ? [] : [{ couponNo: coupon.couponNo, couponName: coupon.couponName, saving }];
  });
  return {
    totalAmount: Number(totalAmount),
    discountAmount: Number(discountAmount),
    payAmount: Number(payAmount),
    coupons: savings
      .toSorted((one, other) => compare(other.saving, one.saving))
      .map(one => ({ ...one, saving: Number(one.saving) })),
  };
}

/** The consumer of an order, locked so that a person's orders run in sequence. */
async function lockConsumer(db: Tx, userId: number) {
  const found = await sql<
    Columns<
      typeof registry.wishUser,
      'userName' | 'mobile' | 'provinceId' | 'channelId' | 'agentId' | 'sourceId' | 'saleUserId' | 'status'
    > & { parentChannelId: number | null; partnersId: number | null }
  >`
    select u.user_name, u.mobile, u.province_id, u.channel_id,
      nullif(c.parent_id, 0) as parent_channel_id, coalesce(u.partners_id, c.partners_id) as partners_id,
      u.agent_id, u.source_id, u.sale_user_id, u.status
    from t_wish_user as u left join t_channel as c on c.channel_id = u.channel_id
    where u.user_id = ${userId} and not u.deleted for update of u`.execute(db);
  const [row] = found.rows;
  if (row?.status !== enable.is.enabled)
    throw wrongOrder('userId', '考生不存在或已停用', 'There is no such candidate, or it is disabled');
  const { status: _, ...consumer } = row;
  return consumer;
}

/** Throws if the consumer already has as many of the goods as one person may buy. */
async function assertPerLimit(db: Db, userId: number, { goodsId, perLimit }: Offer): Promise<void> {
  if (perLimit === 0) return;
  const found = await countFrom(
    db,
    sql`t_service_order
      where user_id = ${userId} and goods_id = ${goodsId}
        and status in (${orderIs.pending}, ${orderIs.paid}, ${orderIs.refunding}) and not deleted`,
  );
  if (found >= perLimit)
    throw wrongOrder(
      'goodsId',
      `每人限购 ${perLimit} 件，该考生已达上限`,
      `One person may buy ${perLimit}; this candidate has as many`,
    );
}

/** A number that no order has. */
async function freshNumber(db: Db, now: Date): Promise<string> {
  for (;;) {
    const orderNo = madeNumber('S', now);
    const found = await sql`select 1 from t_service_order where order_no = ${orderNo}`.execute(db);
    if (found.rows.length === 0) return orderNo;
  }
}

/**
 * Places an order for a consumer within the actor's reach: takes an item from stock, locks the coupon, and waits for
 * payment; an order paid by hand or free of charge is paid in the same transaction (domain 3.1, G8). The caller checks
 * the permission to place orders. Throws `invalidFields` for something that cannot be bought, `unmetNeeds` if the goods
 * are sold out, and `forbidden` if the actor may not mark a waiting order as paid.
 */
export async function placeOrder(
  engine: Engine,
  actor: Actor,
  given: OrderAsk,
): Promise<{ orderId: number; orderNo: string; status: number }> {
  const { goodsId, liveGoodsId, couponNo, payType = null, remark = null, transactionId = null } = given;
  if (payType !== null && !holds(actor, permissionCode(serviceOrder, 'update'))) throw failure('forbidden');
  return transact(engine.db, async db => {
    const buyer = await buyerOf(db, actor, given);
    const userId = buyer.userId || (await becomeConsumer(engine, db, actor, buyer.lead));
    const now = engine.clock.now();
    const found = await lockConsumer(db, userId);
    const consumer = { ...found, saleUserId: buyer.lead?.saleUserId ?? found.saleUserId };
    const offer = await liveOffer(db, await offerOf(engine, db, actor, goodsId), liveGoodsId);
    await assertSoldTo(engine, db, offer, { ...buyer, userId });
    await assertPerLimit(db, userId, offer);
    const coupons = couponNo ? await usableCoupons(engine, db, userId, offer) : [];
    const { coupon, ...amounts } = priceOf(offer, coupons, { couponNo, free: payType === payTypes.is.free });
    const limited = await takeFromStock(db, goodsId);
    const limitedLive = liveGoodsId !== undefined && (await takeFromLiveStock(db, liveGoodsId));
    const orderNo = await freshNumber(db, now);
    const minutes = await readParameter(db, 'pay.expireMin');
    const [orderId = 0] = await insertRows(
      engine,
      db,
      serviceOrder,
      [
        {
          ...consumer,
          ...amounts,
          orderNo,
          userId,
          goodsId,
          orderType: offer.orderType,
          cardId: offer.cardId,
          cardTerms: offer.cardTerms,
          dataYear: offer.dataYear,
          couponNo: coupon?.couponNo ?? null,
          stockTaken: limited ? 1 : 0,
          courseId: offer.courseId,
          lectureId: offer.lectureId,
          liveId: offer.liveId,
          liveGoodsId: liveGoodsId ?? null,
          liveStockTaken: limitedLive ? 1 : 0,
          expireTime: shanghaiTime(new Date(now.getTime() + minutes * 60_000)),
          remark,
        },
      ],
      { by: actor },
    );
    const cause = 'serviceOrder.place';
    if (coupon) {
      await takeStep(engine, userCouponSteps, 'lock', {
        keys: coupon.id,
        by: { kind: 'step', actor, cause },
        given: { orderNo },
        within: db,
      });
    }
    const paid = payType !== null || compare(amounts.payAmount, '0') === 0;
    if (paid) {
      await takeStep(engine, orderSteps, 'pay', {
        keys: orderId,
        by: { kind: 'step', actor, cause },
        given: { payType: payType ?? 9, payTime: null, transactionId },
        within: db,
      });
    }
    return { orderId, orderNo, status: paid ? 1 : 0 };
  });
}
