import { label } from '../../kernel/label.ts';
import { rowsWait, stepWaits } from '../../waiting.ts';
import { lead } from './lead.ts';
import { leadPool } from './lead-pool.screen.ts';
import { leadTransferSteps } from './lead-transfer.machine.ts';

const follow = { next: label('记录跟进', 'Follow up'), may: 'crm:lead:follow' } as const;

/** States of a lead that somebody follows up: assigned, following, interested. */
const open = [1, 2, 3];

/** Leads that wait for their salesperson, for a manager, or in the pool (domain M1, 3.8). */
export const crmWaiting = [
  rowsWait(lead, {
    ...follow,
    name: 'lead.overdue',
    label: label('逾期未跟进的线索', 'Overdue follow-ups'),
    asked: ({ userId, yesterday }) => ({
      leadStatus: open,
      saleUserId: [userId],
      nextFollowTimeEnd: [yesterday],
    }),
    sort: 'nextFollowTime',
    tells: ['intent', 'nextFollowTime'],
    late: true,
  }),
  rowsWait(lead, {
    ...follow,
    name: 'lead.today',
    label: label('今天要跟进的线索', 'Follow-ups of today'),
    asked: ({ userId, today }) => ({
      leadStatus: open,
      saleUserId: [userId],
      nextFollowTimeStart: [today],
      nextFollowTimeEnd: [today],
    }),
    sort: 'nextFollowTime',
    tells: ['intent', 'nextFollowTime'],
  }),
  rowsWait(lead, {
    ...follow,
    name: 'lead.new',
    label: label('新分给您、还没联系的线索', 'New leads of yours'),
    asked: ({ userId }) => ({ leadStatus: [1], saleUserId: [userId] }),
    sort: 'assignTime',
    tells: ['intent', 'assignTime'],
  }),
  rowsWait(lead, {
    name: 'lead.unassigned',
    label: label('待分配的线索', 'Leads to assign'),
    next: label('分配', 'Assign'),
    may: 'crm:lead:assign',
    asked: () => ({ leadStatus: [0] }),
    tells: ['sourceId', 'createTime'],
  }),
  rowsWait(leadPool, {
    name: 'lead.pool',
    label: label('公海里可以领取的线索', 'Leads to claim from the pool'),
    next: label('领取', 'Claim'),
    may: 'crm:lead:claim',
    // Those who assign leads have them as leads to assign.
    unless: 'crm:lead:assign',
    sort: '-leadId',
    tells: ['intent', 'createTime'],
  }),
  stepWaits(leadTransferSteps, 'accept', {
    label: label('待处理的线索转移', 'Transfers of leads to decide'),
    tells: ['toPartnersId', 'createTime'],
  }),
];
