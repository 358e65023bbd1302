import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** An arrangement of seats (domain 3.7): locked it counts, and with the last one locked the exam is arranged. */
export const arrangeSteps = defineSteps(
  registry.arrange,
  'arrangeStatus',
  { start: 'executed', end: ['cancelled'] },
  {
    lock: {
      move: { executed: 'locked' },
      label: label('锁定', 'Lock'),
      ask: label(
        '全部考区锁定后，考试进入“已编排”',
        'Once every area is locked, the exam becomes “Arranged”',
      ),
      bulk: 'each',
    },
    unlock: {
      move: { locked: 'executed' },
      label: label('解锁', 'Unlock'),
      may: 'lock',
      ask: label(
        '考试退回编排前的状态，已发布的准考证随之撤回',
        'The exam goes back to the state before the arrangement, and released tickets are withdrawn',
      ),
      needs: { before: label('考试已结束，不能解锁', 'The exam is over; it cannot be unlocked') },
      danger: true,
    },
    cancel: {
      move: { executed: 'cancelled' },
      label: label('撤销', 'Cancel'),
      by: ['person', 'step'],
      ask: label('座位将全部释放，可重新编排', 'All of its seats are released and can be arranged again'),
      bulk: 'each',
      danger: true,
    },
  },
);
