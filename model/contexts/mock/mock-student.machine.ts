import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';

/** A candidate's registration (domain 3.7): its order decides whether it is valid. */
export const mockStudentSteps = defineSteps(
  registry.mockStudent,
  'regStatus',
  { start: 'pending', end: ['refunded'], delete: ['pending', 'cancelled', 'refunded'] },
  {
    register: { move: { pending: 'registered' }, label: label('报名成功', 'Registered'), by: ['step'] },
    cancel: {
      move: { pending: 'cancelled' },
      label: label('取消报名', 'Cancel'),
      may: 'update',
      by: ['person', 'step'],
      inputs: { reason: field.text({ max: limits.remark }) },
      ask: label('未支付的订单将关闭', 'The unpaid order will be closed'),
      bulk: 'each',
      danger: true,
    },
    refund: { move: { registered: 'refunded' }, label: label('已退费', 'Refunded'), by: ['step'] },
    registerAgain: {
      move: { cancelled: 'pending' },
      label: label('重新报名', 'Register again'),
      may: 'update',
      needs: { open: label('考试已不在报名中', 'Registration of the exam is over') },
      bulk: 'each',
    },
  },
);
