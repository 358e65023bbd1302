import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** A registration waits for its order, or is free; it is cancelled, refunded, or signed in at the lecture (domain J4). */
export const lectureApplySteps = defineSteps(
  registry.lectureApply,
  'payStatus',
  { start: 'pending', end: ['cancelled', 'refunded'] },
  {
    pay: { move: { pending: 'paid' }, label: label('支付', 'Pay'), by: ['step'] },
    waive: { move: { pending: 'free' }, label: label('免费报名', 'Register free of charge'), by: ['step'] },
    drop: {
      move: { pending: 'cancelled', free: 'cancelled' },
      label: label('随订单关闭', 'End with its order'),
      by: ['step'],
    },
    cancel: {
      move: { free: 'cancelled' },
      label: label('取消报名', 'Cancel'),
      may: 'update',
      needs: {
        alone: [({ orderId }) => orderId === null, label('请在订单中作废', 'Void its order instead')],
        absent: [({ signFlag }) => signFlag !== 1, label('已签到', 'Checked in already')],
      },
      ask: label('名额退回', 'The place is free again'),
      danger: true,
      bulk: 'each',
    },
    refund: {
      move: { paid: 'refunded', free: 'refunded' },
      label: label('退费', 'Refund'),
      by: ['step'],
    },
    sign: {
      move: { paid: 'paid', free: 'free' },
      label: label('签到', 'Check in'),
      needs: {
        absent: [({ signFlag }) => signFlag !== 1, label('已经签到', 'Checked in already')],
        day: label('只能在讲座当天签到', 'People can only check in on the day of the lecture'),
      },
      bulk: 'each',
    },
    unsign: {
      move: { paid: 'paid', free: 'free' },
      label: label('撤销签到', 'Undo the check-in'),
      may: 'sign',
      needs: { there: [({ signFlag }) => signFlag === 1, label('还没有签到', 'Not checked in yet')] },
    },
  },
);
