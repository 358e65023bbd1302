import { z } from 'zod';
import { userCard } from '../datasets/consumer/user-card.ts';
import { coupon } from '../datasets/sales/coupon.ts';
import { refund } from '../datasets/sales/refund.ts';
import { serviceOrder } from '../datasets/sales/service-order.ts';
import { userCoupon } from '../datasets/sales/user-coupon.ts';
import { label } from '../kernel/label.ts';
import { limits } from '../limits.ts';
import { stepCode } from '../permissions.ts';
import { call } from './call.ts';
import { pageOf } from './envelope.ts';
import { exportBody, jobStarted } from './jobs.ts';
import { stepAnswer } from './step-calls.ts';

const id = z.coerce.number().int().positive();
const text = (max: number) => z.string().trim().max(max);
const money = z.coerce.string().regex(/^\d{1,10}(\.\d{1,2})?$/);

/** Goods and consumer: query of `GET /api/data/wish/service/order/quote`, and the beginning of an order. */
const quoteBody = z.object({
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
const orderBody = quoteBody.omit({ free: true }).extend({
  payType: z.coerce
    .number()
    .pipe(z.union([z.literal(4), z.literal(5), z.literal(9)]))
    .nullish(),
  transactionId: text(limits.name).nullish(),
  remark: text(limits.remark).nullish(),
});

/** Price of an order, and the consumer's coupons by which it would cost less. */
const quote = z.object({
  totalAmount: z.number(),
  discountAmount: z.number(),
  payAmount: z.number(),
  coupons: z.array(z.object({ couponNo: z.string(), couponName: z.string(), saving: z.number() })),
});

/** Price of an order that is not placed yet. */
export type Quote = z.infer<typeof quote>;

/** An order that was placed. */
const placed = z.object({ orderId: z.int(), orderNo: z.string(), status: z.int() });

/** Orders of one channel (domain G8, channel view); null is the natural flow. */
const channelOrders = z.array(
  z.object({
    channelId: z.int().nullable(),
    channelName: z.string().nullable(),
    orderNum: z.int(),
    payAmount: z.number(),
    refundAmount: z.number(),
  }),
);

/** Body of `POST /api/pay/apply_refund` (spec section 7, domain G9). */
const refundBody = z.object({
  bizType: z.coerce.number().int().default(1),
  orderNo: text(32).min(1),
  amount: money,
  reason: text(limits.address).min(1),
});

/** Orders of one channel. */
export type ChannelOrders = z.infer<typeof channelOrders>;

/** A refund that was applied for. */
const refundApplied = z.object({ refundId: z.int(), refundStatus: z.int() });

/** Refundable amount of an order, and the use of what it gave (0.7, 10): data of `GET /api/pay/refund/facts`. */
const refundFacts = z.object({
  orderNo: z.string(),
  payAmount: z.number(),
  refundAmount: z.number(),
  /** Amount that is left to go back. */
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

/** Refundable amount of an order, and the use of what it gave. */
export type RefundFacts = z.infer<typeof refundFacts>;

const people = {
  userIds: z.array(id).max(limits.idsMax).default([]),
  mobiles: z.array(text(20)).max(limits.idsMax).default([]),
};

/** Body of `POST /api/base/coupon/grant`: consumers by number or mobile. */
const grantCouponBody = z.object({ couponId: id, ...people });

/** Body of `POST /api/admin/wish/user/card/grant`: a card as a gift (domain E4). */
const grantCardBody = z.object({
  ...people,
  cardId: id,
  expireTime: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    .nullish(),
  countLimit: z.coerce.number().int().min(0).max(1_000_000).nullish(),
});

/** Outcome of giving something to several people: how many got it, and why the others did not. */
const granted = z.object({
  count: z.int(),
  refused: z.array(z.object({ who: z.string(), reason: z.string() })),
});

/** Outcome of giving something to several people. */
export type Granted = z.infer<typeof granted>;

/** Whoever applies for refunds and whoever looks at them, such as to review one, see what they are about. */
const seesRefunds = (codes: Iterable<string>) =>
  [...codes].some(code => code === 'pay:refund:add' || code === 'pay:refund:list');

const factsQuery = z.object({ orderNo: text(32).min(1) });

/** Filters of a list, which come in the body. */
const filters = z.looseObject({});

const listed = { of: serviceOrder, may: 'order:service:list', reads: true, body: filters } as const;
const exported = {
  of: serviceOrder,
  may: 'order:service:export',
  audit: 'export',
  message: 'jobStarted',
  reads: true,
  data: jobStarted,
} as const;

/** Calls of orders, refunds and gifts that are neither a dataset's nor a step's (spec section 7; domain E4, G7 to G9). */
export const salesCalls = {
  orders: call('POST /api/data/wish/service_order', {
    ...listed,
    label: label('分页查询服务订单(条件在请求体中)', 'Service orders page by page, asked in the body'),
    data: pageOf(z.looseObject({})),
  }),
  exportOrders: call('POST /api/data/wish/export/service_order', {
    ...exported,
    label: label('导出服务订单', 'Export service orders'),
    body: exportBody,
  }),
  exportOfParent: call('POST /api/data/wish/parent/channel/service/order/export', {
    ...exported,
    label: label('导出上级渠道的服务订单', 'Export the orders of a parent channel'),
    body: exportBody,
  }),
  byChannel: call(`POST ${serviceOrder.path}/channel`, {
    ...listed,
    label: label('按渠道汇总服务订单', 'Service orders by channel'),
    data: channelOrders,
  }),
  quote: call(`GET ${serviceOrder.path}/quote`, {
    of: serviceOrder,
    label: label('试算订单金额', 'What an order would cost'),
    may: 'order:service:add',
    query: quoteBody,
    data: quote,
    fails: ['unmetNeeds'],
  }),
  place: call(`POST ${serviceOrder.path}`, {
    of: serviceOrder,
    label: label('代客下单', 'Place an order for a candidate'),
    may: 'order:service:add',
    body: orderBody,
    data: placed,
    message: 'added',
    audit: 'add',
    fails: ['unmetNeeds'],
  }),
  applyRefund: call('POST /api/pay/apply_refund', {
    of: refund,
    label: label('申请退款', 'Apply for a refund'),
    may: 'pay:refund:add',
    body: refundBody,
    data: refundApplied,
    audit: 'add',
    fails: ['notFound', 'notAllowedNow', 'unmetNeeds'],
  }),
  refundFacts: call(`GET ${refund.path}/facts`, {
    of: refund,
    label: label('可退金额与权益使用情况', 'What can go back of an order, and what was used of it'),
    may: seesRefunds,
    query: factsQuery,
    data: refundFacts,
    fails: ['notFound'],
  }),
  grantCard: call(`POST ${userCard.path}/grant`, {
    of: userCard,
    label: label('赠送权益', 'Give an entitlement'),
    may: 'user:card:grant',
    body: grantCardBody,
    data: granted,
  }),
  grantCoupon: call(`POST ${coupon.path}/grant`, {
    of: coupon,
    label: label('发放优惠券', 'Give a coupon to candidates'),
    may: 'base:coupon:grant',
    body: grantCouponBody,
    data: granted,
    fails: ['notFound', 'unmetNeeds'],
  }),
  /** The catalogue's address of the step (domain G7); it answers as the step's own does. */
  revokeCoupon: call(`POST ${coupon.path}/revoke`, {
    of: userCoupon,
    label: label('收回用户优惠券', "Revoke candidates' coupons"),
    may: stepCode(userCoupon, { may: 'revoke' }),
    body: z.unknown(),
    data: stepAnswer,
    once: true,
    fails: ['notFound', 'notAllowedNow', 'staleVersion'],
  }),
};

/** Goods and consumer of an order. */
export type QuoteAsk = z.output<typeof quoteBody>;

/** An order to be placed. */
export type OrderAsk = z.output<typeof orderBody>;

/** A refund to be applied for. */
export type RefundAsk = z.output<typeof refundBody>;

/** A card to be given. */
export type CardGift = z.output<typeof grantCardBody>;

/** A coupon to be given. */
export type CouponGift = z.output<typeof grantCouponBody>;
