import { defineCodes } from '../../kernel/codes.ts';

/** Means of payment (domain 0.5, `@payType`). The first three are accepted by payment accounts. */
export const payType = defineCodes('payType', [
  { code: 1, name: 'wechat', zh: '微信', en: 'WeChat Pay' },
  { code: 2, name: 'alipay', zh: '支付宝', en: 'Alipay' },
  { code: 3, name: 'douyin', zh: '抖音支付', en: 'Douyin Pay' },
  { code: 4, name: 'transfer', zh: '对公转账', en: 'Bank transfer' },
  { code: 5, name: 'offline', zh: '线下', en: 'Offline' },
  { code: 6, name: 'code', zh: '激活码', en: 'Activation code' },
  { code: 9, name: 'free', zh: '免费', en: 'Free' },
]);

/** The vendors that take payments (domain G10). */
export const payChannel = defineCodes('payChannel', [
  { code: 1, name: 'wechat', zh: '微信支付', en: 'WeChat Pay' },
  { code: 2, name: 'alipay', zh: '支付宝', en: 'Alipay' },
  { code: 3, name: 'douyin', zh: '抖音支付', en: 'Douyin Pay' },
]);

/** Code of a vendor that takes payments. */
export type PayChannel = (typeof payChannel)['items'][number]['code'];

/** Kinds of payment (domain G9). */
export const payBizType = defineCodes('payBizType', [
  { code: 1, name: 'service', zh: '服务订单', en: 'Service order' },
  { code: 2, name: 'mock', zh: '模考订单', en: 'Mock-exam order' },
  { code: 3, name: 'abroad', zh: '留学订单', en: 'Abroad order' },
  { code: 4, name: 'codes', zh: '激活码采购', en: 'Code purchase' },
  { code: 5, name: 'exam', zh: '考试报名', en: 'Exam application' },
]);

/** Code of the subject of a payment. */
export type PayBizType = (typeof payBizType)['items'][number]['code'];

/**
 * Status of a payment. `held`: the amount received differs from the amount due; the order is not paid and a person
 * decides. `returned`: that money is being sent back. `settled`: somebody has resolved it by other means.
 */
export const payStatus = defineCodes('payStatus', [
  { code: 0, name: 'pending', zh: '待支付', en: 'Pending', tone: 'look' },
  { code: 1, name: 'paid', zh: '已支付', en: 'Paid', tone: 'done' },
  { code: 2, name: 'closed', zh: '已关闭', en: 'Closed', tone: 'plain' },
  { code: 3, name: 'held', zh: '金额不符', en: 'Wrong amount', tone: 'lost' },
  { code: 4, name: 'returned', zh: '已退回', en: 'Refunded', tone: 'act' },
  { code: 5, name: 'settled', zh: '已线下处理', en: 'Settled otherwise', tone: 'plain' },
]);

/** Status of a refund at the vendor. */
export const payRefundStatus = defineCodes('payRefundStatus', [
  { code: 1, name: 'processing', zh: '处理中', en: 'On its way', tone: 'act' },
  { code: 2, name: 'done', zh: '已退款', en: 'Refunded', tone: 'done' },
  { code: 3, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
]);
