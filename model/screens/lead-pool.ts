import { registry } from '../datasets/index.ts';
import { label } from '../kernel/label.ts';
import { defineScreen } from '../kernel/screens.ts';

/**
 * The public pool (domain M1, 3.8): leads that are nobody's, which salespeople look through and claim. Partner and
 * province bind here as everywhere.
 */
export const leadPool = defineScreen(registry.lead, {
  name: 'pool',
  label: label('公海', 'Public pool'),
  menu: { at: '/mobile/pool', group: 'sales', icon: 'InboxOutlined', order: 2 },
  where: { leadStatus: [0, 6] },
  open: { own: 'leads that are nobody’s are offered to every salesperson' },
  columns: [
    'leadId',
    'mobile',
    'studentName',
    'provinceId',
    'jointCategoryId',
    'dataYear',
    'sourceId',
    'intent',
    'leadStatus',
    'tags',
    'lastFollowTime',
    'createTime',
  ],
});
