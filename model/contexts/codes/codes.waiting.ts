import { label } from '../../kernel/label.ts';
import { stepWaits } from '../../waiting.ts';
import { cardOrderSteps } from './card-order.machine.ts';

/** Purchases of activation codes that are to be paid (domain G5). */
export const codesWaiting = [
  stepWaits(cardOrderSteps, 'pay', {
    label: label('待收款的激活码订单', 'Orders of codes to be paid'),
    title: 'partnersId',
    tells: ['amount', 'createTime'],
  }),
];
