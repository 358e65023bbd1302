import { label } from '../../kernel/label.ts';
import { rowsWait, stepWaits } from '../../waiting.ts';
import { refundSteps } from './refund.machine.ts';
import { earlierReviewers } from './rules/refund-review.ts';
import { serviceOrder } from './service-order.ts';

/** Orders to be paid, and refunds that a second person decides or that failed (domain G8, 3.1, 3.2). */
export const salesWaiting = [
  rowsWait(serviceOrder, {
    name: 'serviceOrder.pay',
    label: label('待支付的服务订单', 'Service orders to be paid'),
    next: label('收款', 'Take the payment'),
    may: 'order:service:add',
    asked: () => ({ status: [0] }),
    title: 'userName',
    tells: ['payAmount'],
  }),
  stepWaits(refundSteps, 'audit', {
    label: label('待审核的退款', 'Refunds to decide'),
    tells: ['applyBy', 'amount', 'createTime'],
    notBy: earlierReviewers,
  }),
  stepWaits(refundSteps, 'retry', {
    label: label('失败的退款', 'Refunds that failed'),
    tells: ['applyBy', 'amount', 'createTime'],
    late: true,
  }),
];
