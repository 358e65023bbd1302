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
  key: 'id',
  label: label('用户优惠券', "Candidates' coupons"),
  fields: {
    id: field.id({ label: label('用户券ID', 'ID') }),
    couponId: field.ref({ to: 'coupon', required: true, readOnly: true }),
    userId: field.ref({ to: 'wishUser', required: true, readOnly: true }),
    couponNo: field.text({ required: true, max: 16, readOnly: true }),
    receiveTime: field.dateTime({ required: true, readOnly: true }),
    expireTime: field.dateTime({ required: true, readOnly: true, until: true }),
    usedTime: field.dateTime({ readOnly: true }),
    orderNo: field.text({ max: limits.shortName, readOnly: true }),
    couponType: field.code({ of: couponType, readOnly: true }),
    threshold: field.money({ label: label('门槛', 'Minimum spend'), readOnly: true }),
    amount: field.money({ label: label('面额', 'Takes off'), readOnly: true }),
    discount: field.decimal({ label: label('折扣', 'Price becomes'), scale: 2, readOnly: true }),
    maxAmount: field.money({ label: label('最高优惠', 'Takes off at most'), readOnly: true }),
    goodsIds: field.refs({ to: 'goods', readOnly: true }),
    cardTypes: field.codes({ of: cardType, readOnly: true }),
    startTime: field.dateTime({ readOnly: true }),
    status: field.code({ of: userCouponStatus, required: true, default: 1, readOnly: true }),
  },
  naturalKey: ['couponNo'],
  indexes: [['expireTime'], ['orderNo']],
  permissions: { prefix: 'base:usercoupon', actions: ['list'] },
  scope: {
    partner: { through: 'userId' },
    province: { through: 'userId' },
    agency: { through: 'userId' },
    own: { through: 'userId' },
  },
  list: {
    hidden: ['threshold', 'discount', 'maxAmount', 'goodsIds', 'cardTypes', 'startTime'],
    point: ['couponNo', 'couponId', 'userId', 'expireTime', 'status'],
    filters: ['couponId', 'userId', 'status', 'couponNo', 'orderNo', 'receiveTime', 'expireTime'],
    sort: ['-id'],
  },
});
