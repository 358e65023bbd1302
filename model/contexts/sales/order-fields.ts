import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { limits } from '../../limits.ts';
import { payType } from '../payment/payment.codes.ts';

/** The payment of an order: how and when it was paid, until when it can be, and when it was closed or refunded. */
export const orderPayment = {
  payType: field.code({ of: payType }),
  payTime: field.dateTime(),
  transactionId: field.text({ max: limits.name }),
  expireTime: field.dateTime({ label: label('支付截止', 'Pay until') }),
  closeTime: field.dateTime(),
  refundTime: field.dateTime(),
} as const;
