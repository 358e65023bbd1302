import { defineDataset, field, label, notBefore, when } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { statusAndRemark } from '../shared/fields.ts';
import { cardType, couponType, couponValidity } from './sales.codes.ts';
import { userCoupon } from './user-coupon.ts';

/** Coupons: the discount, the number available and the validity of each (domain G6, 4.15). */
export const coupon = defineDataset({
  name: 'coupon',
  path: '/api/base/coupon',
  menu: { at: '/goods/coupon', group: 'cards', icon: 'GiftOutlined', order: 6 },
  tableId: 68,
  label: label('优惠券', 'Coupons'),
  fields: {
    couponId: field.id({ label: label('优惠券ID', 'Coupon ID') }),
    couponName: field.text({ required: true, max: limits.name }),
    couponType: field.code({ of: couponType, required: true }),
    threshold: when(
      { couponType: 1 },
      field.money({ label: label('门槛', 'Minimum spend'), default: '0.00' }),
    ),
    amount: when({ couponType: [1, 3] }, field.money({ label: label('面额', 'Takes off'), required: true })),
    discount: when(
      { couponType: 2 },
      field.decimal({
        label: label('折扣', 'Price becomes'),
        scale: 2,
        min: 0.01,
        max: 0.99,
        required: true,
        help: label('0.80 为八折', '0.80: four fifths of the price'),
      }),
    ),
    maxAmount: when({ couponType: 2 }, field.money({ label: label('最高优惠', 'Takes off at most') })),
    goodsIds: field.refs({ to: 'goods', help: label('留空为全部商品', 'Left empty: all goods') }),
    cardTypes: field.codes({ of: cardType, help: label('留空不限', 'Left empty: any') }),
    totalNum: field.integer({ label: label('发放量', 'How many'), required: true, min: 1, max: 10_000_000 }),
    receiveNum: field.integer({ default: 0, readOnly: true }),
    usedNum: field.integer({ default: 0, readOnly: true }),
    perLimit: field.integer({
      label: label('每人限领', 'Most for one person'),
      default: 1,
      min: 1,
      max: 1_000,
    }),
    validType: field.code({ of: couponValidity, default: 1 }),
    startTime: when({ validType: 1 }, field.dateTime()),
    endTime: when({ validType: 1 }, field.dateTime({ required: true })),
    validDays: when({ validType: 2 }, field.integer({ required: true, min: 1, max: 3_650 })),
    channelId: field.ref({ to: 'channel' }),
    ...statusAndRemark,
  },
  naturalKey: ['couponName'],
  identity: { found: true },
  checks: [notBefore('startTime', 'endTime')],
  permissions: {
    prefix: 'base:coupon',
    actions: ['list', 'add', 'update', 'delete', 'export'],
    own: { grant: label('发放优惠券', 'Give coupons') },
  },
  alias: { info: ['GET /get'] },
  scope: {
    partner: { through: 'channelId' },
    province: { through: 'channelId' },
    agency: { readOnly: 'an agency tells its students of what its partner gives' },
    own: { common: 'coupons are nobody’s own: everybody gives them' },
  },
  list: {
    point: ['couponName', 'couponType', 'amount', 'discount', 'totalNum', 'usedNum', 'status'],
    filters: ['couponName', 'couponType', 'status', 'channelId', 'couponId'],
  },
  summary: { totalNum: 'sum', receiveNum: 'sum', usedNum: 'sum' },
  details: [{ of: userCoupon, by: 'couponId', label: label('已领取', 'Given') }],
});
