import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { orderAndStatus } from '../shared/fields.ts';

/** The seven regions of China (domain B3). */
export const region = defineDataset({
  name: 'region',
  path: '/api/data/wish/region',
  menu: { at: '/wish/region', group: 'system', icon: 'GroupOutlined', order: 13 },
  tableId: 14,
  label: label('地区', 'Regions'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    regionName: field.text({ label: label('地区', 'Region'), required: true, max: 16 }),
    provinceIds: field.refs({ label: label('包含省份', 'Provinces'), to: 'province' }),
    ...orderAndStatus,
  },
  naturalKey: ['regionName'],
  identity: { open: true },
  permissions: { prefix: 'wish:region', actions: everyAction },
  scope: { common: 'regions are reference data' },
  list: { filters: ['id', 'regionName', 'status'] },
  excel: { batchUpdate: { without: ['provinceIds'] } },
});
