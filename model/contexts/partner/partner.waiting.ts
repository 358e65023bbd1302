import { label } from '../../kernel/label.ts';
import { stepWaits } from '../../waiting.ts';
import { partnersApplySteps } from './partners-apply.machine.ts';

/** Registrations of partners and agencies to review (domain E5). */
export const partnerWaiting = [
  stepWaits(partnersApplySteps, 'pass', {
    label: label('待审核的合作申请', 'Registrations to review'),
    tells: ['applyType', 'createTime'],
  }),
];
