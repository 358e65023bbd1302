import { defineCodes } from '../../kernel/codes.ts';

/** Kinds of cards, and of orders for them (domain 0.5, `@cardType`; Q7). */
export const cardType = defineCodes('cardType', [
  { code: 2, name: 'probability', zh: '录取概率', en: 'Probability' },
  { code: 1, name: 'guide', zh: '报考指南', en: 'Guide' },
  { code: 3, name: 'list', zh: '志愿表', en: 'College preference list' },
  { code: 9, name: 'other', zh: '其他', en: 'Other' },
]);

/** Status of an order (spec section 4: paid 1, closed 2, refunded or voided 3; domain 0.5). */
export const orderStatus = defineCodes('orderStatus', [
  { code: 0, name: 'pending', zh: '待支付', en: 'Pending', tone: 'look' },
  { code: 1, name: 'paid', zh: '已支付', en: 'Paid', tone: 'done' },
  { code: 4, name: 'refunding', zh: '退款中', en: 'Refunding', tone: 'act' },
  { code: 3, name: 'refunded', zh: '已退款作废', en: 'Refunded or voided' },
  { code: 2, name: 'closed', zh: '已关闭', en: 'Closed' },
]);

/** Status of a refund (domain 0.5; an order without a refund has no row, so 0 is never stored). */
export const refundStatus = defineCodes('refundStatus', [
  { code: 1, name: 'applied', zh: '已申请', en: 'Applied', tone: 'look' },
  { code: 2, name: 'processing', zh: '处理中', en: 'Processing', tone: 'act' },
  { code: 3, name: 'done', zh: '已退款', en: 'Done', tone: 'done' },
  { code: 4, name: 'rejected', zh: '已驳回', en: 'Rejected', tone: 'plain' },
  { code: 5, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
]);

/**
 * Origin of a refund: an application, or money that no order was waiting for (late, twice or in a wrong amount), which
 * is returned without an application (domain 3.1; 0.7, 21).
 */
export const refundKind = defineCodes('refundKind', [
  { code: 1, name: 'applied', zh: '申请退款', en: 'Applied for' },
  { code: 2, name: 'notOwed', zh: '多收退回', en: 'Not owed' },
]);

/** Listing of goods (domain 0.5, `@upStatus`). */
export const upStatus = defineCodes('upStatus', [
  { code: 1, name: 'on', zh: '上架', en: 'On sale', tone: 'done' },
  { code: 0, name: 'off', zh: '下架', en: 'Off sale', also: ['Off the shelf'], tone: 'plain' },
]);

/** Kinds of goods (domain G5); the first three are cards. */
export const goodsType = defineCodes('goodsType', [
  { code: 2, name: 'probability', zh: '概率卡', en: 'Probability card' },
  { code: 1, name: 'guide', zh: '指南卡', en: 'Guide card' },
  { code: 3, name: 'list', zh: '志愿表卡', en: 'List card' },
  { code: 4, name: 'course', zh: '课程', en: 'Course' },
  { code: 5, name: 'lecture', zh: '讲座', en: 'Lecture' },
  { code: 6, name: 'mock', zh: '模拟考', en: 'Mock exam' },
  { code: 7, name: 'abroad', zh: '留学', en: 'Abroad' },
  { code: 8, name: 'liveOnly', zh: '直播专享', en: 'Live only' },
  { code: 9, name: 'other', zh: '其他', en: 'Other' },
]);

/** Kinds of discount of a coupon (domain G6, 4.15). */
export const couponType = defineCodes('couponType', [
  { code: 1, name: 'spendAndSave', zh: '满减', en: 'Spend and save' },
  { code: 2, name: 'discount', zh: '折扣', en: 'Discount' },
  { code: 3, name: 'amountOff', zh: '立减', en: 'Amount off' },
]);

/** Validity of a consumer's coupon (domain G6). */
export const couponValidity = defineCodes('couponValidity', [
  { code: 1, name: 'fixed', zh: '固定时间', en: 'Fixed time' },
  { code: 2, name: 'afterReceipt', zh: '领取后N天', en: 'Days after it is received' },
]);

/** Status of a consumer's coupon (domain G7, 3.5). One locked by a pending order still counts as unused. */
export const userCouponStatus = defineCodes('userCouponStatus', [
  { code: 1, name: 'unused', zh: '未使用', en: 'Unused' },
  { code: 2, name: 'used', zh: '已使用', en: 'Used' },
  { code: 3, name: 'expired', zh: '已过期', en: 'Expired' },
  { code: 4, name: 'revoked', zh: '已收回', en: 'Revoked' },
]);

/** Origin of an entitlement (domain E4). */
export const entitlementSource = defineCodes('entitlementSource', [
  { code: 1, name: 'order', zh: '线上订单', en: 'Order' },
  { code: 2, name: 'code', zh: '激活码', en: 'Activation code' },
  { code: 3, name: 'allowList', zh: '白名单', en: 'Allow list' },
  { code: 4, name: 'gift', zh: '赠送', en: 'Gift' },
]);

/** Status of an entitlement (domain E4). */
export const entitlementStatus = defineCodes('entitlementStatus', [
  { code: 1, name: 'active', zh: '有效', en: 'Active', tone: 'done' },
  { code: 2, name: 'expired', zh: '已过期', en: 'Expired' },
  { code: 3, name: 'revoked', zh: '已收回', en: 'Revoked' },
]);

/** Actions that a consumer has a limited number of a year (domain E3). */
export const userLimitType = defineCodes('userLimitType', [
  { code: 1, name: 'province', zh: '修改省份', en: 'Change of province' },
  { code: 2, name: 'profScore', zh: '修改专业分', en: 'Change of the professional score' },
  { code: 3, name: 'cultureScore', zh: '修改文化分', en: 'Change of the culture score' },
  { code: 4, name: 'englishScore', zh: '修改英语', en: 'Change of the English score' },
  { code: 5, name: 'chineseScore', zh: '修改语文', en: 'Change of the Chinese score' },
  { code: 6, name: 'probability', zh: '概率查询', en: 'Probability query' },
  { code: 7, name: 'list', zh: '志愿表生成', en: 'College preference list' },
]);
