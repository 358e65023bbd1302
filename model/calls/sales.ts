import { z } from 'zod';
import { limits } from '../limits.ts';

const id = z.coerce.number().int().positive();
const text = (max: number) => z.string().trim().max(max);
const money = z.coerce.string().regex(/^\d{1,10}(\.\d{1,2})?$/);

/** What is bought by whom: query of `GET /api/data/wish/service/order/quote`, and the beginning of an order. */
export const quoteBody = z.object({
  userId: id,
  goodsId: id,
  couponNo: text(16).optional(),
  /** The goods are given away. */
  free: z.coerce.boolean().optional(),
});

/**
 * Body of `POST /api/data/wish/service/order`: an order that a person places for a consumer (domain G8). `payType` 4 or 5
 * is paid already, 9 is given away; left out, the consumer is still to pay.
 */
export const orderBody = quoteBody.omit({ free: true }).extend({
  payType: z.coerce
    .number()
    .pipe(z.union([z.literal(4), z.literal(5), z.literal(9)]))
    .nullish(),
  transactionId: text(limits.name).nullish(),
  remark: text(limits.remark).nullish(),
});

/** What an order would cost, and by which coupons of the consumer it would cost less. */
export const quote = z.object({
  totalAmount: z.number(),
  discountAmount: z.number(),
  payAmount: z.number(),
  coupons: z.array(z.object({ couponNo: z.string(), couponName: z.string(), saving: z.number() })),
});

/** What an order would cost. */
export type Quote = z.infer<typeof quote>;

/** An order that was placed. */
export const placed = z.object({ orderId: z.int(), orderNo: z.string(), status: z.int() });

/** Orders of one channel (domain G8, channel view); null is the natural flow. */
export const channelOrders = z.array(
  z.object({
    channelId: z.int().nullable(),
    channelName: z.string().nullable(),
    orderNum: z.int(),
    payAmount: z.number(),
    refundAmount: z.number(),
  }),
);

/** Body of `POST /api/pay/apply_refund` (spec section 7, domain G9). */
export const refundBody = z.object({
  bizType: z.coerce.number().int().default(1),
  orderNo: text(32).min(1),
  amount: money,
  reason: text(limits.address).min(1),
});

/** A refund that was applied for. */
export const refundApplied = z.object({ refundId: z.int(), refundStatus: z.int() });

/** What can go back of an order, and what was used of what it gave (0.7, 10): data of `GET /api/pay/refund/facts`. */
export const refundFacts = z.object({
  orderNo: z.string(),
  payAmount: z.number(),
  refundAmount: z.number(),
  /** What is left to go back. */
  refundable: z.number(),
  entitlements: z.array(
    z.object({
      cardName: z.string().nullable(),
      usedNum: z.int(),
      countLimit: z.int().nullable(),
      startTime: z.string().nullable(),
      expireTime: z.string(),
      status: z.int(),
    }),
  ),
});

/** What can go back of an order. */
export type RefundFacts = z.infer<typeof refundFacts>;

const people = {
  userIds: z.array(id).max(limits.idsMax).default([]),
  mobiles: z.array(text(20)).max(limits.idsMax).default([]),
};

/** Body of `POST /api/base/coupon/grant`: consumers by number or mobile. */
export const grantCouponBody = z.object({ couponId: id, ...people });

/** Body of `POST /api/admin/wish/user/card/grant`: a card as a gift (domain E4). */
export const grantCardBody = z.object({
  ...people,
  cardId: id,
  expireTime: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    .nullish(),
  countLimit: z.coerce.number().int().min(0).max(1_000_000).nullish(),
});

/** What came of giving something to several people: how many got it, and why the others did not. */
export const granted = z.object({
  count: z.int(),
  refused: z.array(z.object({ who: z.string(), reason: z.string() })),
});

/** What came of giving something to several people. */
export type Granted = z.infer<typeof granted>;
