import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';

/** The life cycle of the order of an application (domain 3.1); the application follows it. */
export const examOrderSteps = defineSteps(
  registry.examOrder,
  'status',
  { start: 'pending', end: ['closed', 'refunded'] },
  {
    pay: {
      move: { pending: 'paid' },
      label: label('线下收款', 'Paid offline'),
      may: 'update',
      by: ['person', 'vendor'],
      form: { payType: 'optional', payTime: 'optional', transactionId: 'optional' },
      ask: label('确认已收到报名费', 'The fee has been received'),
      bulk: 'each',
    },
    close: {
      move: { pending: 'closed' },
      label: label('关闭订单', 'Close'),
      may: 'update',
      by: ['person', 'clock', 'step'],
      due: 'expireTime',
      inputs: { reason: field.text({ max: limits.remark }) },
      ask: label(
        '关闭后不能再支付，可在报名中重新下单',
        'It can no longer be paid; a new order can be placed from the application',
      ),
      bulk: 'each',
    },
    beginRefund: { move: { paid: 'refunding' }, label: label('开始退款', 'Refund begins'), by: ['step'] },
    endRefund: {
      move: { refunding: ['paid', 'refunded'] },
      label: label('退款结束', 'Refund ends'),
      by: ['step'],
      inputs: { refunded: field.money({ label: label('退款金额', 'Refunded'), required: true }) },
    },
  },
);
