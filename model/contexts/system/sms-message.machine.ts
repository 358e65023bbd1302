import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** A text message from the queue to the gateway, which alone moves it; gateways do not yet report delivery. */
export const smsMessageSteps = defineSteps(
  registry.smsMessage,
  'smsStatus',
  { start: 'queued', end: ['submitted', 'failed'], unused: ['delivered'], delete: [], edit: {} },
  {
    submit: {
      move: { queued: 'submitted' },
      label: label('提交通道', 'Hand over to the gateway'),
      by: ['vendor'],
      form: { gatewayId: 'optional' },
    },
    fail: {
      move: { queued: 'failed' },
      label: label('发送失败', 'Fail'),
      by: ['vendor'],
      form: { errorMsg: 'required' },
    },
  },
);
