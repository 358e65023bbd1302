import { label } from '../../kernel/label.ts';
import { rowsWait, stepWaits } from '../../waiting.ts';
import { voluntaryListSteps } from './voluntary-list.machine.ts';
import { voluntaryList } from './voluntary-list.ts';

/** Lists of college choices to review, to mend and to fill in (domain F6). */
export const voluntaryWaiting = [
  stepWaits(voluntaryListSteps, 'approve', {
    label: label('待审核的志愿表', 'Preference lists to review'),
    tells: ['userId', 'updateTime'],
  }),
  stepWaits(voluntaryListSteps, 'reopen', {
    label: label('被驳回、等待修改的志愿表', 'Preference lists that were sent back'),
    tells: ['userId', 'updateTime'],
  }),
  rowsWait(voluntaryList, {
    name: 'voluntaryList.fill',
    label: label('没有填完的志愿表', 'Preference lists to finish'),
    next: label('填报志愿', 'Fill in'),
    may: 'wish:voluntarylist:update',
    asked: () => ({ listStatus: [0] }),
    tells: ['userId', 'updateTime'],
  }),
];
