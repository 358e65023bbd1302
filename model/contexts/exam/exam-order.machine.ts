import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';
import { closing, paying, refunding } from '../sales/order-steps.ts';

/** The life cycle of the order of an application (domain 3.1); the application follows it. */
export const examOrderSteps = defineSteps(
  registry.examOrder,
  'status',
  { start: 'pending', end: ['closed', 'refunded'] },
  {
    pay: {
      ...paying,
      by: ['person', 'vendor'],
      ask: label('确认已收到报名费', 'The fee has been received'),
      bulk: 'each',
    },
    close: {
      ...closing,
      may: 'update',
      by: ['person', 'clock', 'step'],
      ask: label(
        '关闭后不能再支付，可在报名中重新下单',
        'It can no longer be paid; a new order can be placed from the application',
      ),
    },
    ...refunding,
  },
);
