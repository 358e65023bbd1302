import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { cardType, couponType, userCouponStatus } from './sales.codes.ts';

/**
 * Coupons of consumers (domain G7, 3.5). A pending order locks one by its number; an unused coupon with an order is
 * locked. Its terms are those at the time of the grant, whatever happens to its kind later.
 */
export const userCoupon = defineDataset({
  name: 'userCoupon',
  path: '/api/base/coupon/user',
  menu: { at: '/goods/userCoupon', group: 'cards', icon: 'TagsOutlined', order: 7 },
  label: label('用户优惠券', "Candidates' coupons"),
  readOnly: true,
  fields: {
    id: field.id({ label: label('用户券ID', 'ID') }),
    couponId: field.ref({ to: 'coupon', required: true }),
    userId: field.ref({ to: 'wishUser', required: true }),
    couponNo: field.text({ required: true, max: 16 }),
    receiveTime: field.dateTime({ required: true }),
    expireTime: field.dateTime({ required: true, until: true }),
    usedTime: field.dateTime(),
    orderNo: field.text({ max: limits.shortName }),
    couponType: field.code({ of: couponType }),
    threshold: field.money({ label: label('门槛', 'Minimum spend') }),
    amount: field.money({ label: label('面额', 'Takes off') }),
    discount: field.decimal({ label: label('折扣', 'Price becomes'), scale: 2 }),
    maxAmount: field.money({ label: label('最高优惠', 'Takes off at most') }),
    goodsIds: field.refs({ to: 'goods' }),
    cardTypes: field.codes({ of: cardType }),
    startTime: field.dateTime(),
    status: field.code({ of: userCouponStatus, required: true, default: 1 }),
  },
  naturalKey: ['couponNo'],
  indexes: [['expireTime'], ['orderNo']],
  permissions: { prefix: 'base:usercoupon', actions: ['list'] },
  scope: { through: 'userId' },
  list: {
    hidden: ['threshold', 'discount', 'maxAmount', 'goodsIds', 'cardTypes', 'startTime'],
    point: ['couponNo', 'couponId', 'userId', 'expireTime', 'status'],
    filters: ['couponId', 'userId', 'status', 'couponNo', 'orderNo', 'receiveTime', 'expireTime'],
  },
});
