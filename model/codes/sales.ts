import { defineCodes } from '../kernel/codes.ts';

/** Kinds of cards, and of orders for them (domain 0.5, `@cardType`; Q7). */
export const cardType = defineCodes('cardType', [
  { code: 2, zh: '录取概率', en: 'Probability' },
  { code: 1, zh: '报考指南', en: 'Guide' },
  { code: 3, zh: '志愿表', en: 'College preference list' },
  { code: 9, zh: '其他', en: 'Other' },
]);

/** Where an order stands (spec section 4: paid 1, closed 2, refunded or voided 3; domain 0.5). */
export const orderStatus = defineCodes('orderStatus', [
  { code: 0, name: 'pending', zh: '待支付', en: 'Pending', tone: 'look' },
  { code: 1, name: 'paid', zh: '已支付', en: 'Paid', tone: 'done' },
  { code: 4, name: 'refunding', zh: '退款中', en: 'Refunding', tone: 'act' },
  { code: 3, name: 'refunded', zh: '已退款作废', en: 'Refunded or voided' },
  { code: 2, name: 'closed', zh: '已关闭', en: 'Closed' },
]);

/** Where a refund stands (domain 0.5; a refund that is not there has no row, so 0 is never stored). */
export const refundStatus = defineCodes('refundStatus', [
  { code: 1, name: 'applied', zh: '已申请', en: 'Applied', tone: 'look' },
  { code: 2, name: 'processing', zh: '处理中', en: 'Processing', tone: 'act' },
  { code: 3, name: 'done', zh: '已退款', en: 'Done', tone: 'done' },
  { code: 4, name: 'rejected', zh: '已驳回', en: 'Rejected', tone: 'plain' },
  { code: 5, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
]);

/** Whether goods are offered (domain 0.5, `@upStatus`). */
export const upStatus = defineCodes('upStatus', [
  { code: 1, name: 'on', zh: '上架', en: 'On the shelf', tone: 'done' },
  { code: 0, name: 'off', zh: '下架', en: 'Off the shelf', tone: 'plain' },
]);

/** Kinds of goods (domain G5); the first three are cards. */
export const goodsType = defineCodes('goodsType', [
  { code: 2, zh: '概率卡', en: 'Probability card' },
  { code: 1, zh: '指南卡', en: 'Guide card' },
  { code: 3, zh: '志愿表卡', en: 'List card' },
  { code: 4, zh: '课程', en: 'Course' },
  { code: 5, zh: '讲座', en: 'Lecture' },
  { code: 6, zh: '模拟考', en: 'Mock exam' },
  { code: 7, zh: '留学', en: 'Abroad' },
  { code: 8, zh: '直播专享', en: 'Live only' },
  { code: 9, zh: '其他', en: 'Other' },
]);

/** How a coupon takes something off the price (domain G6, 4.15). */
export const couponType = defineCodes('couponType', [
  { code: 1, zh: '满减', en: 'Off from a total on' },
  { code: 2, zh: '折扣', en: 'Discount' },
  { code: 3, zh: '立减', en: 'Off at once' },
]);

/** How long a coupon that somebody has is good (domain G6). */
export const couponValidity = defineCodes('couponValidity', [
  { code: 1, zh: '固定时间', en: 'Fixed time' },
  { code: 2, zh: '领取后N天', en: 'Days after it is received' },
]);

/** Where somebody's coupon stands (domain G7, 3.5). One that a pending order locks is unused still. */
export const userCouponStatus = defineCodes('userCouponStatus', [
  { code: 1, name: 'unused', zh: '未使用', en: 'Unused' },
  { code: 2, name: 'used', zh: '已使用', en: 'Used' },
  { code: 3, name: 'expired', zh: '已过期', en: 'Expired' },
  { code: 4, name: 'revoked', zh: '已收回', en: 'Revoked' },
]);

/** By what somebody came to an entitlement (domain E4). */
export const entitlementSource = defineCodes('entitlementSource', [
  { code: 1, zh: '线上订单', en: 'Order' },
  { code: 2, zh: '激活码', en: 'Activation code' },
  { code: 3, zh: '白名单', en: 'Allow list' },
  { code: 4, zh: '赠送', en: 'Gift' },
]);

/** Where an entitlement stands (domain E4). */
export const entitlementStatus = defineCodes('entitlementStatus', [
  { code: 1, name: 'active', zh: '有效', en: 'Active', tone: 'done' },
  { code: 2, name: 'expired', zh: '已过期', en: 'Expired' },
  { code: 3, name: 'revoked', zh: '已收回', en: 'Revoked' },
]);
