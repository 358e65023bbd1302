import { label } from '../../kernel/label.ts';
import { stepWaits } from '../../waiting.ts';
import { partnersSettleSteps } from './partners-settle.machine.ts';

const tells = ['payableAmount', 'periodEnd'] as const;

/** Settlements at each of their steps: submitted by the house, confirmed by the partner, paid by the house (3.4). */
export const settlementWaiting = [
  stepWaits(partnersSettleSteps, 'confirm', {
    label: label('待确认的结算单', 'Settlements to confirm'),
    title: 'partnersId',
    tells,
  }),
  stepWaits(partnersSettleSteps, 'pay', {
    label: label('待打款的结算单', 'Settlements to pay'),
    title: 'partnersId',
    tells,
  }),
  stepWaits(partnersSettleSteps, 'submit', {
    label: label('待提交的结算单', 'Settlements to submit'),
    title: 'partnersId',
    tells,
  }),
];
