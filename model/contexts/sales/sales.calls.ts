import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { exportBody, jobStarted } from '../../calls/jobs.ts';
import { stepAnswer } from '../../calls/step-calls.ts';
import { wallTime } from '../../calls/values.ts';
import { plainMobile } from '../../fields/mobile.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { coupon } from './coupon.ts';
import { refund } from './refund.ts';
import { serviceOrder } from './service-order.ts';
import { userCard } from './user-card.ts';
import { userCoupon } from './user-coupon.ts';

const id = z.coerce.number().int().positive();
const text = (max: number) => z.string().trim().max(max);
const money = z.coerce.string().regex(/^\d{1,10}(\.\d{1,2})?$/);

/** Goods and consumer: query of `GET /api/data/wish/service/order/quote`, and the beginning of an order. */
const quoteBody = z.object({
  userId: id.optional(),
  /** A lead instead of a consumer: the order is for the person with its mobile number, who becomes a consumer. */
  leadId: id.optional(),
  goodsId: id,
  couponNo: text(16).optional(),
  /** Goods of a live room, which are sold at the price of the room from its stock while it is live. */
  liveGoodsId: id.optional(),
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

/** Price of an order, and the consumer's coupons that would reduce it. */
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

/** Orders of one channel (domain G8, channel view); null for organic traffic. */
const channelOrders = z.array(
  z.object({
    channelId: z.int().nullable(),
    channelName: z.string().nullable(),
    orderNum: z.int(),
    payAmount: z.number(),
    refundAmount: z.number(),
  }),
);

const bizType = z.coerce.number().int().default(1);

/**
 * Body of `POST /api/pay/apply_refund` (spec section 7, domain G9); `force` for a mock exam that was numbered already
 * (domain 3.7).
 */
const refundBody = z.object({
  bizType,
  force: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(1)]))
    .default(0),
  orderNo: text(32).min(1),
  amount: money,
  reason: text(limits.address).min(1),
});

/** Orders of one channel. */
export type ChannelOrders = z.infer<typeof channelOrders>;

/** A refund that was applied for. */
const refundApplied = z.object({ refundId: z.int(), refundStatus: z.int() });

/** Refundable amount of an order, and the use of its entitlement (0.7, 10): data of `GET /api/pay/refund/facts`. */
const refundFacts = z.object({
  bizType: z.int(),
  orderNo: z.string(),
  payAmount: z.number(),
  refundAmount: z.number(),
  /** Amount that can still be refunded. */
  refundable: z.number(),
  /** True if it was used, or its number or seat in an exam is given, so that two people have to approve. */
  used: z.boolean(),
  /** The codes of a purchase and their fate; null for orders of other kinds. */
  codes: z
    .object({
      /** Codes that can go back: unused and the buyer's, or taken back by the house. */
      returnable: z.int(),
      /** Of these the ones that the house took back. */
      takenBack: z.int(),
      activated: z.int(),
      /** Codes that belong to somebody else by now; `partnersName` is null for the house. */
      moved: z.array(z.object({ partnersName: z.string().nullable(), count: z.int() })),
      /** Codes are still being made; none can go back before that. */
      making: z.boolean(),
    })
    .nullable(),
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

/** Refundable amount of an order, and the use of its entitlement. */
export type RefundFacts = z.infer<typeof refundFacts>;

const people = {
  userIds: z.array(id).max(limits.idsMax).default([]),
  mobiles: z.array(text(64).overwrite(plainMobile)).max(limits.idsMax).default([]),
};

/** Body of `POST /api/base/coupon/grant`: consumers by number or mobile. */
const grantCouponBody = z.object({ couponId: id, ...people });

/** Body of `POST /api/admin/wish/user/card/grant`: a card as a gift (domain E4). */
const grantCardBody = z.object({
  ...people,
  cardId: id,
  expireTime: wallTime.nullish(),
  countLimit: z.coerce.number().int().min(0).max(1_000_000).nullish(),
});

/** The outcome of giving something to several people: the number of recipients, and the reasons for the others. */
const granted = z.object({
  count: z.int(),
  refused: z.array(z.object({ who: z.string(), reason: z.string() })),
});

/** Outcome of giving something to several people. */
export type Granted = z.infer<typeof granted>;

/** People who request refunds and people who read them, for example to review one, see the facts. */
const seesRefunds = (codes: Iterable<string>) =>
  [...codes].some(code => code === 'pay:refund:add' || code === 'pay:refund:list');

const factsQuery = z.object({ bizType, orderNo: text(32).min(1) });

/** Filters of a list, sent in the body. */
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

/** Further calls of orders, refunds and gifts (spec section 7; domain E4, G7 to G9). */
export const salesCalls = {
  orders: call('POST /api/data/wish/service_order', {
    ...listed,
    label: label('分页查询服务订单(条件在请求体中)', 'Service orders page by page, asked in the body'),
    data: pageOf(z.looseObject({})),
  }),
  exportOrders: call('POST /api/data/wish/export/service_order', {
    once: true,
    ...exported,
    label: label('导出服务订单', 'Export service orders'),
    body: exportBody,
  }),
  exportOfParent: call('POST /api/data/wish/parent/channel/service/order/export', {
    once: true,
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
    once: true,
    of: serviceOrder,
    label: label('代客下单', 'Place an order for a candidate'),
    may: 'order:service:add',
    chooses: [{ of: 'wishUser' }, { of: 'goods', where: { upStatus: 1 } }],
    body: orderBody,
    data: placed,
    message: 'added',
    audit: 'add',
    fails: ['unmetNeeds'],
  }),
  applyRefund: call('POST /api/pay/apply_refund', {
    once: true,
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
    once: true,
    of: userCard,
    label: label('赠送权益', 'Give an entitlement'),
    may: 'user:card:grant',
    body: grantCardBody,
    data: granted,
  }),
  grantCoupon: call(`POST ${coupon.path}/grant`, {
    once: true,
    of: coupon,
    label: label('发放优惠券', 'Give a coupon to candidates'),
    may: 'base:coupon:grant',
    chooses: [{ of: 'wishUser' }],
    body: grantCouponBody,
    data: granted,
    fails: ['notFound', 'unmetNeeds'],
  }),
  /** The step's address in the catalogue (domain G7), with the same answer as the step's own. */
  revokeCoupon: call(`POST ${coupon.path}/revoke`, {
    of: userCoupon,
    label: label('收回用户优惠券', "Revoke candidates' coupons"),
    may: 'base:usercoupon:revoke',
    body: z.unknown(),
    data: stepAnswer,
    once: 'step',
    fails: ['notFound', 'notAllowedNow', 'staleVersion'],
  }),
};

/** Goods and consumer of an order. */
export type QuoteAsk = z.output<typeof quoteBody>;

/** An order to be placed. */
export type OrderAsk = z.output<typeof orderBody>;

/** A card to be given. */
export type CardGift = z.output<typeof grantCardBody>;

/** A coupon to be given. */
export type CouponGift = z.output<typeof grantCouponBody>;
