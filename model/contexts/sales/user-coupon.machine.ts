import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';

const unlocked = label('正被待支付订单占用', 'An order that waits for its payment holds it');

/**
 * A consumer's coupon (domain 3.5): placing an order locks it, paying uses it, and closing or fully refunding the order
 * releases it; a released coupon past its date expires at once.
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
      ask: label('收回后考生不能再使用', 'The candidate can no longer use it'),
      needs: { unlocked: [row => row.orderNo === null, unlocked] },
    },
  },
);
