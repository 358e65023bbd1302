import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** A text from the queue to its report. A report may come before the gateway's own answer was written down. */
export const smsRecordSteps = defineSteps(
  registry.smsRecord,
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
      move: { queued: 'delivered', submitted: 'delivered' },
      label: label('送达', 'Deliver'),
      by: ['vendor'],
      form: { gatewayId: 'optional', reportTime: 'optional' },
    },
    fail: {
      move: { queued: 'failed', submitted: 'failed' },
      label: label('发送失败', 'Fail'),
      by: ['vendor'],
      form: { errorMsg: 'required', reportTime: 'optional' },
    },
    withdraw: {
      move: { queued: 'failed' },
      label: label('撤回', 'Withdraw'),
      may: 'send',
      needs: {
        notHandedOver: label(
          '已交给短信平台，不能撤回',
          'It has already been handed to the text vendor and cannot be withdrawn',
        ),
      },
      ask: label('撤回后不再发送', 'It is not sent then'),
      danger: true,
      bulk: 'each',
    },
    expire: {
      move: { queued: 'failed' },
      label: label('过期未发', 'Too late'),
      by: ['clock'],
      due: 'expireTime',
    },
  },
);
