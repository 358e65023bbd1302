import { label } from '../../kernel/label.ts';
import { defineScreen } from '../../kernel/screens.ts';
import { registry } from '../datasets.ts';

const columns = [
  ...(['studentName', 'mobile', 'leadStatus', 'intent', 'lastFollowTime', 'sourceId'] as const),
  ...(['jointCategoryId', 'tags', 'dataYear', 'provinceId', 'leadId'] as const),
] as const;

/**
 * The public pool (domain M1, 3.8): unowned leads that salespeople look through and claim. Partner and province limit
 * it as everywhere.
 */
export const leadPool = defineScreen(registry.lead, {
  name: 'pool',
  label: label('公海', 'Public pool'),
  menu: { at: '/mobile/pool', group: 'sales', icon: 'InboxOutlined', order: 2 },
  where: { leadStatus: [0, 6] },
  open: { own: 'leads that are nobody’s are offered to every salesperson' },
  columns: [...columns.slice(0, 8), 'createTime', ...columns.slice(8)],
  hidden: ['nextFollowTime', 'closed'],
});
