import { userCouponStatus } from '../../codes/sales.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';

/**
 * Coupons that consumers have (domain G7, 3.5). An order that waits for its payment locks one by its number; what is
 * unused and names an order is locked.
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
    expireTime: field.dateTime({ required: true, readOnly: true }),
    usedTime: field.dateTime({ readOnly: true }),
    orderNo: field.text({ max: limits.shortName, readOnly: true }),
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
    filters: ['couponId', 'userId', 'status', 'couponNo', 'orderNo', 'receiveTime', 'expireTime'],
    sort: ['-id'],
  },
});
