import type { OrderAsk, Quote, QuoteAsk } from '@yikao/model/calls/sales.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import type { IssueCode } from '@yikao/model/kernel/issues.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { orderSteps } from '@yikao/model/machines/sales/order.ts';
import { userCouponSteps } from '@yikao/model/machines/sales/user-coupon.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { type CouponTerms, couponSaving } from '@yikao/model/rules/coupon-price.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, halfUp2, minus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { holds } from '../engine/access.ts';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { findRow } from '../engine/info.ts';
import { insertRows } from '../engine/internal-write.ts';
import { readParameter } from '../engine/parameter.ts';
import type { Db } from '../engine/sql.ts';
import { takeStep } from '../engine/steps/take-step.ts';
import { transact } from '../engine/transaction.ts';
import { madeNumber } from '../payments/numbers.ts';
import { takeFromStock } from './goods.steps.ts';

const { serviceOrder, wishUser } = registry;

/** Goods as an order needs them. */
interface Offer {
  readonly goodsId: number;
  readonly price: string;
  readonly perLimit: number;
  readonly stock: number;
  readonly onSale: boolean;
  readonly cardId: number | null;
  readonly orderType: number;
  readonly dataYear: number;
  readonly provinceIds: readonly number[];
}

/** A coupon that a consumer has and no order holds. */
interface Held extends CouponTerms {
  readonly id: number;
  readonly couponNo: string;
  readonly couponName: string;
}

const labelOf = (name: string) =>
  name === 'goodsId' || name === 'userId' || name === 'couponNo'
    ? serviceOrder.fields[name].label
    : undefined;

/** The failure that one field of an order is wrong, in words of its own. */
function wrong(field: 'goodsId' | 'userId' | 'couponNo', zh: string, en: string): Error {
  return failure('invalidFields', {
    issues: [issue(field, 'rule' satisfies IssueCode, { zh, en })],
    labels: labelOf,
  });
}

async function offerOf(engine: Engine, db: Db, goodsId: number): Promise<Offer> {
  const now = engine.clock.now();
  const found = await sql<Offer>`
    select g.goods_id as "goodsId", g.price::text as price, g.per_limit as "perLimit", g.stock,
      g.up_status = 1 and coalesce(g.start_time <= ${now}::timestamptz, true)
        and coalesce(g.end_time > ${now}::timestamptz, true) as "onSale",
      g.card_id as "cardId", coalesce(c.card_type, 9) as "orderType", g.data_year as "dataYear",
      coalesce(g.province_ids, '{}') as "provinceIds"
    from t_goods as g left join t_card as c on c.card_id = g.card_id
    where g.goods_id = ${goodsId} and not g.deleted`.execute(db);
  const [offer] = found.rows;
  if (!offer?.onSale)
    throw wrong('goodsId', '商品未上架或不在售卖时间内', 'The goods are not on sale just now');
  return {
    ...offer,
    cardId: offer.cardId === null ? null : Number(offer.cardId),
    provinceIds: offer.provinceIds.map(Number),
  };
}

/** Coupons that the consumer may use for these goods now. */
async function couponsFor(engine: Engine, db: Db, userId: number, offer: Offer): Promise<Held[]> {
  const now = engine.clock.now();
  const found = await sql<Held>`
    select u.id, u.coupon_no as "couponNo", c.coupon_name as "couponName", c.coupon_type as "couponType",
      c.amount::text as amount, c.discount::text as discount, c.max_amount::text as "maxAmount",
      c.threshold::text as threshold
    from t_user_coupon as u join t_coupon as c on c.coupon_id = u.coupon_id
    where u.user_id = ${userId} and u.status = 1 and u.order_no is null and not u.deleted
      and u.expire_time > ${now}::timestamptz and coalesce(c.start_time <= ${now}::timestamptz, true)
      and (coalesce(c.goods_ids, '{}') = '{}' or ${offer.goodsId} = any(c.goods_ids))
      and (coalesce(cardinality(c.card_types), 0) = 0 or ${offer.orderType} = any(c.card_types))
    order by u.expire_time, u.id`.execute(db);
  return found.rows.map(row => ({ ...row, id: Number(row.id) }));
}

/** The price of the goods with a coupon, or given away. Throws `invalidFields` for a coupon that cannot be used. */
function priceOf(
  offer: Offer,
  coupons: readonly Held[],
  { couponNo, free }: Pick<QuoteAsk, 'couponNo' | 'free'>,
) {
  const totalAmount = halfUp2(offer.price);
  if (free) return { totalAmount, discountAmount: totalAmount, payAmount: '0.00', coupon: undefined };
  if (!couponNo) return { totalAmount, discountAmount: '0.00', payAmount: totalAmount, coupon: undefined };
  const coupon = coupons.find(one => one.couponNo === couponNo);
  const saving = coupon && couponSaving(totalAmount, coupon);
  if (!coupon || saving === undefined) {
    throw wrong(
      'couponNo',
      '该优惠券不能用于此商品，或已使用、已过期、未达门槛',
      'This coupon cannot be used here: not for these goods, used, run out, or the total is too small',
    );
  }
  return { totalAmount, discountAmount: saving, payAmount: minus(totalAmount, saving), coupon };
}

/** The price of an order, and the coupons that make it cheaper, the best first. Throws as {@link placeOrder} does. */
export async function quoteOrder(engine: Engine, actor: Actor, asked: QuoteAsk): Promise<Quote> {
  if (!(await findRow(engine, engine.db, wishUser, actor, asked.userId)))
    throw wrong('userId', '考生不存在或不在您的数据范围内', 'There is no such candidate within your reach');
  const offer = await offerOf(engine, engine.db, asked.goodsId);
  const coupons = await couponsFor(engine, engine.db, asked.userId, offer);
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

/** The consumer of an order, locked so that orders of one person come one after the other. */
async function lockConsumer(db: Db, userId: number) {
  const found = await sql<{
    userName: string | null;
    mobile: string;
    provinceId: number | null;
    channelId: number | null;
    parentChannelId: number | null;
    partnersId: number | null;
    agentId: number | null;
    sourceId: number | null;
    saleUserId: number | null;
    status: number;
  }>`
    select u.user_name as "userName", u.mobile, u.province_id as "provinceId", u.channel_id as "channelId",
      nullif(c.parent_id, 0) as "parentChannelId", coalesce(u.partners_id, c.partners_id) as "partnersId",
      u.agent_id as "agentId", u.source_id as "sourceId", u.sale_user_id as "saleUserId", u.status
    from t_wish_user as u left join t_channel as c on c.channel_id = u.channel_id
    where u.user_id = ${userId} and not u.deleted for update of u`.execute(db);
  const [row] = found.rows;
  if (row?.status !== 1)
    throw wrong('userId', '考生不存在或已停用', 'There is no such candidate, or it is disabled');
  const { status: _, ...consumer } = row;
  return consumer;
}

/** Throws where the consumer has as many of the goods as one person may buy. */
async function assertPerLimit(db: Db, userId: number, { goodsId, perLimit }: Offer): Promise<void> {
  if (perLimit === 0) return;
  const found = await sql<{ n: number }>`
    select count(*)::integer as n from t_service_order
    where user_id = ${userId} and goods_id = ${goodsId} and status in (0, 1, 4) and not deleted`.execute(db);
  if ((found.rows[0]?.n ?? 0) >= perLimit)
    throw wrong(
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
 * Places an order for a consumer within the actor's reach: takes a piece from the stock, locks the coupon, and waits
 * for the payment; one that is booked by hand or given away is paid in the same transaction (domain 3.1, G8).
 * Permission to place orders is asked by whoever calls. Throws `invalidFields` for what cannot be bought,
 * `unmetNeeds` where the goods are sold out, `forbidden` where somebody says paid who may not say so of an order that
 * waits.
 */
export async function placeOrder(
  engine: Engine,
  actor: Actor,
  given: OrderAsk,
): Promise<{ orderId: number; orderNo: string; status: number }> {
  const { userId, goodsId, couponNo, payType = null, remark = null, transactionId = null } = given;
  if (payType !== null && !holds(actor, permissionCode(serviceOrder, 'update'))) throw failure('forbidden');
  return transact(engine.db, async db => {
    if (!(await findRow(engine, db, wishUser, actor, userId)))
      throw wrong('userId', '考生不存在或不在您的数据范围内', 'There is no such candidate within your reach');
    const now = engine.clock.now();
    const consumer = await lockConsumer(db, userId);
    const offer = await offerOf(engine, db, goodsId);
    await assertPerLimit(db, userId, offer);
    const coupons = couponNo ? await couponsFor(engine, db, userId, offer) : [];
    const { coupon, ...amounts } = priceOf(offer, coupons, { couponNo, free: payType === 9 });
    const limited = await takeFromStock(db, goodsId);
    const orderNo = await freshNumber(db, now);
    const minutes = Number(await readParameter(db, 'pay.expireMin'));
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
          dataYear: offer.dataYear,
          couponNo: coupon?.couponNo ?? null,
          stockTaken: limited ? 1 : 0,
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
