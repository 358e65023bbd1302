import { registry } from '../../datasets/index.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';

const unlocked = label('正被待支付订单占用', 'An order that waits for its payment holds it');

/**
 * A coupon that somebody has (domain 3.5): an order that is placed locks it, one that is paid uses it, and one that is
 * closed or wholly refunded gives it back, to expire at once where its time has passed.
 */
export const userCouponSteps = defineSteps(
  registry.userCoupon,
  'status',
  { start: 'unused', end: ['expired', 'revoked'] },
  {
    lock: {
      move: { unused: 'unused' },
      label: label('锁定', 'Lock'),
      by: ['step'],
      form: { orderNo: 'required' },
      needs: {
        unlocked: [row => row.orderNo === null, unlocked],
        good: [(row, { now }) => row.expireTime > now, label('优惠券已过期', 'The coupon has run out')],
      },
    },
    use: { move: { unused: 'used' }, label: label('使用', 'Use'), by: ['step'] },
    giveBack: {
      move: { unused: ['unused', 'expired'], used: ['unused', 'expired'] },
      label: label('退回', 'Give back'),
      by: ['step'],
    },
    expire: {
      move: { unused: 'expired' },
      label: label('过期', 'Expire'),
      by: ['clock'],
      due: 'expireTime',
      needs: { unlocked: [row => row.orderNo === null, unlocked] },
    },
    revoke: {
      move: { unused: 'revoked' },
      label: label('收回', 'Revoke'),
      bulk: 'each',
      danger: true,
      inputs: { reason: field.text({ max: limits.remark }) },
      ask: label('收回后考生不能再使用', 'It cannot be used any more'),
      needs: { unlocked: [row => row.orderNo === null, unlocked] },
    },
  },
);
