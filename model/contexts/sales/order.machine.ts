import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { compare } from '../../rules/money.ts';
import { registry } from '../datasets.ts';
import { closing, paying, refunding } from './order-steps.ts';

/**
 * The life cycle of an order (domain 3.1): it waits for payment until it expires, is paid once, and is refunded in part
 * or in full. The effects of a step run in its transaction. Orders of other kinds join as further datasets.
 */
export const orderSteps = defineSteps(
  registry.serviceOrder,
  'status',
  { start: 'pending', end: ['closed', 'refunded'] },
  {
    pay: {
      ...paying,
      by: ['person', 'vendor', 'step'],
      needs: {
        allowed: label(
          '该考生在黑名单中，不能购买任何产品',
          'The candidate is on the block list and cannot buy any product',
        ),
      },
      ask: label(
        '确认已收到全部款项；将立即开通权益',
        'Full payment has been received; the entitlement starts at once',
      ),
      alias: ['PUT /offline'],
    },
    close: {
      ...closing,
      by: ['person', 'clock'],
      ask: label(
        '关闭后不能再支付，优惠券和库存退回',
        'It can no longer be paid; the coupon and stock are returned',
      ),
    },
    void: {
      move: { pending: 'refunded', paid: 'refunded' },
      label: label('作废', 'Void'),
      may: 'refund',
      inputs: { reason: field.text({ max: limits.remark, required: true }) },
      needs: {
        free: [
          row => compare(row.payAmount, '0') === 0,
          label('订单有实付金额，请申请退款', 'This order has been paid: apply for a refund instead'),
        ],
      },
      ask: label('权益将收回，优惠券和库存退回', 'The entitlement is revoked; coupon and stock go back'),
      danger: true,
    },
    ...refunding,
    remark: {
      label: label('备注', 'Remark'),
      may: 'update',
      form: { remark: 'optional' },
      alias: ['PUT /'],
    },
  },
);
