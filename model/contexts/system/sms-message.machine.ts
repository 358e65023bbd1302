import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** A text message of the product from the queue to the gateway's report, which alone moves it. */
export const smsMessageSteps = defineSteps(
  registry.smsMessage,
  'smsStatus',
  { start: 'queued', end: ['delivered', 'failed'], delete: [], edit: {} },
  {
    submit: {
      move: { queued: 'submitted' },
      label: label('提交通道', 'Hand over to the gateway'),
      by: ['vendor'],
      form: { gatewayId: 'optional' },
    },
    deliver: {
      move: { submitted: 'delivered' },
      label: label('送达', 'Deliver'),
      by: ['vendor'],
    },
    fail: {
      move: { queued: 'failed', submitted: 'failed' },
      label: label('发送失败', 'Fail'),
      by: ['vendor'],
      form: { errorMsg: 'required' },
    },
  },
);
