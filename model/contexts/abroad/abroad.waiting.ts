import { label } from '../../kernel/label.ts';
import { rowsWait, stepWaits } from '../../waiting.ts';
import { abroadOrderSteps } from './abroad-order.machine.ts';
import { abroadOrder } from './abroad-order.ts';

/** Study-abroad orders to be paid, and those that the consultant still serves (domain O4). */
export const abroadWaiting = [
  stepWaits(abroadOrderSteps, 'pay', {
    label: label('待支付的留学订单', 'Study-abroad orders to be paid'),
    title: 'studentName',
    tells: ['amount'],
  }),
  rowsWait(abroadOrder, {
    name: 'abroadOrder.serve',
    label: label('您在办理的留学服务', 'Study-abroad services of yours'),
    next: label('办理', 'Serve'),
    may: 'abroad:order:stage',
    asked: ({ userId }) => ({ consultantId: [userId], serviceStage: [1, 2, 3, 4, 5], status: [0, 1] }),
    title: 'studentName',
    tells: ['serviceStage'],
  }),
];
