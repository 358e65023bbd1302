import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** A manager decides which partner keeps a number that two partners have (0.7, 14). */
export const leadTransferSteps = defineSteps(
  registry.leadTransfer,
  'transferStatus',
  { start: 'pending', end: ['accepted', 'refused'], edit: {} },
  {
    accept: {
      move: { pending: 'accepted' },
      label: label('同意转移', 'Accept'),
      form: { auditRemark: 'optional' },
      ask: label(
        '新线索继续跟进；原线索转为无效，双方都看不到对方的信息',
        'The new lead continues and the existing one becomes invalid; neither side sees any details of the other',
      ),
      bulk: 'each',
    },
    refuse: {
      move: { pending: 'refused' },
      label: label('拒绝', 'Refuse'),
      form: { auditRemark: 'optional' },
      ask: label(
        '新线索转为无效，原线索不受影响；双方都看不到对方的信息',
        'The new lead becomes invalid and the existing one is not affected; neither side sees any details of the other',
      ),
      danger: true,
      bulk: 'each',
    },
  },
);
