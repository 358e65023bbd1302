import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { limits } from '../../limits.ts';

/** The parts of a payment that a person enters for one received outside of the vendors. */
export const paidForm = { payType: 'optional', payTime: 'optional', transactionId: 'optional' } as const;

/** The parts of `pay` that orders of all kinds have. */
export const paying = {
  move: { pending: 'paid' },
  label: label('线下收款', 'Paid offline'),
  may: 'update',
  form: paidForm,
} as const;

/**
 * The parts of `close` that orders of all kinds have: a pending one is closed by a person, with a reason that its history
 * keeps, or once it has expired.
 */
export const closing = {
  move: { pending: 'closed' },
  label: label('关闭订单', 'Close'),
  due: 'expireTime',
  inputs: { reason: field.text({ label: label('关闭原因', 'Reason'), max: limits.remark }) },
  bulk: 'each',
} as const;

/** The steps that a refund takes orders through, by its own steps. */
export const refunding = {
  beginRefund: { move: { paid: 'refunding' }, label: label('开始退款', 'Refund begins'), by: ['step'] },
  endRefund: {
    move: { refunding: ['paid', 'refunded'] },
    label: label('退款结束', 'Refund ends'),
    by: ['step'],
    inputs: { refunded: field.money({ label: label('退款金额', 'Refunded'), required: true }) },
  },
} as const;
