import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** Outgoing messages: the sender moves them, and a person retries or gives up failed ones. */
export const outboxSteps = defineSteps(
  registry.outbox,
  'outboxStatus',
  { start: 'waiting', end: ['sent', 'dropped'] },
  {
    // A message whose sender died is taken again after a timeout.
    take: { move: { waiting: 'sending', sending: 'sending' }, label: label('取出', 'Take'), by: ['vendor'] },
    deliver: { move: { sending: 'sent' }, label: label('送达', 'Deliver'), by: ['vendor'] },
    postpone: {
      move: { sending: 'waiting' },
      label: label('稍后再试', 'Try later'),
      by: ['vendor'],
      form: { nextTime: 'required', errorMsg: 'required' },
    },
    fail: {
      move: { sending: 'failed' },
      label: label('失败', 'Fail'),
      by: ['vendor'],
      form: { errorMsg: 'required' },
    },
    retry: {
      move: { failed: 'waiting', waiting: 'waiting' },
      label: label('重新发送', 'Send again'),
      ask: label('将立即重新发送这条消息', 'The message will be sent again at once'),
      bulk: 'each',
    },
    drop: {
      move: { failed: 'dropped', waiting: 'dropped' },
      label: label('放弃', 'Give up'),
      // Includes messages that are no longer needed.
      by: ['person', 'step'],
      ask: label('放弃后不再发送这条消息', 'The message will not be sent any more'),
      danger: true,
      bulk: 'each',
    },
  },
);
