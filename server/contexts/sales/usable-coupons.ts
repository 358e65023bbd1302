import type { CouponTerms } from '@yikao/model/contexts/sales/rules/coupon-price.ts';
import { userCouponStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Db } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';
import type { Offer } from './sellable.ts';

const userCouponIs = codesOf(userCouponStatus);

/** A coupon that a consumer may use, with its terms. */
export interface UsableCoupon extends CouponTerms {
  readonly id: number;
  readonly couponNo: string;
  readonly couponName: string;
}

/**
 * Terms of a consumer's coupon `u`: those of its grant. One without a type was granted before terms were stored, and
 * uses those of its kind `c`.
 */
const termsOfCoupon = sql`(
  select coupon_type, amount, discount, max_amount, threshold, start_time, goods_ids, card_types
  from (values (true, u.coupon_type, u.amount, u.discount, u.max_amount, u.threshold, u.start_time, u.goods_ids, u.card_types),
    (false, c.coupon_type, c.amount, c.discount, c.max_amount, c.threshold, c.start_time, c.goods_ids, c.card_types))
    as v(own, coupon_type, amount, discount, max_amount, threshold, start_time, goods_ids, card_types)
  where own = (u.coupon_type is not null))`;

/**
 * The coupons that a consumer may use for these goods now: their terms allow the goods and the kind of order, they have
 * begun and not expired, and no other order holds them. An order takes one coupon; `couponSaving` gives its discount.
 */
export async function usableCoupons(
  engine: Engine,
  db: Db,
  userId: number,
  offer: Pick<Offer, 'goodsId' | 'orderType'>,
): Promise<UsableCoupon[]> {
  const now = engine.clock.now();
  const found = await sql<UsableCoupon>`
    select u.id, u.coupon_no, c.coupon_name, terms.coupon_type, terms.amount, terms.discount,
      terms.max_amount, terms.threshold
    from t_user_coupon as u join t_coupon as c on c.coupon_id = u.coupon_id
      cross join lateral ${termsOfCoupon} as terms
    where u.user_id = ${userId} and u.status = ${userCouponIs.unused} and u.order_no is null and not u.deleted
      and c.status = ${enabled} and not c.deleted
      and u.expire_time > ${now}::timestamptz and coalesce(terms.start_time <= ${now}::timestamptz, true)
      and (coalesce(cardinality(terms.goods_ids), 0) = 0 or ${offer.goodsId} = any(terms.goods_ids))
      and (coalesce(cardinality(terms.card_types), 0) = 0 or ${offer.orderType} = any(terms.card_types))
    order by u.expire_time, u.id`.execute(db);
  return found.rows;
}
