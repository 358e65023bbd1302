import { registry } from '../datasets/index.ts';
import { label } from '../kernel/label.ts';
import { defineSteps } from '../kernel/steps.ts';

/** A text message from its queue to the gateway, which alone moves it; no gateway tells yet that one was delivered. */
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
