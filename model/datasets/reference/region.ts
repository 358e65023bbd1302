import { defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { common } from '../common.ts';

/** The seven regions of China (domain B3). */
export const region = defineDataset({
  name: 'region',
  path: '/api/data/wish/region',
  menu: '/wish/region',
  key: 'id',
  tableId: 14,
  label: label('地区', 'Regions'),
  fields: {
    id: field.id({ label: label('ID', 'ID'), readOnly: true }),
    regionName: field.text({ label: label('地区', 'Region'), required: true, max: 16 }),
    provinceIds: field.refs({ label: label('包含省份', 'Provinces'), to: 'province' }),
    orderNum: common.orderNum,
    status: common.status,
  },
  naturalKey: ['regionName'],
  identity: { value: 'id', name: 'regionName', enabledBy: 'status' },
  permissions: {
    prefix: 'wish:region',
    actions: ['list', 'add', 'update', 'delete', 'import', 'export', 'batchUpdate', 'batchDelete'],
  },
  scope: { common: 'regions are reference data' },
  list: {
    columns: ['id', 'regionName', 'provinceIds', 'orderNum', 'status'],
    hidden: ['createTime', 'updateTime', 'importBatch'],
    filters: ['id', 'regionName', 'status'],
  },
  form: [
    {
      label: label('基本信息', 'Basic information'),
      fields: ['regionName', 'provinceIds', 'orderNum', 'status'],
    },
  ],
  excel: {
    import: ['regionName', 'provinceIds', 'orderNum', 'status'],
    export: ['id', 'regionName', 'provinceIds', 'orderNum', 'status'],
    batchUpdate: ['regionName', 'orderNum', 'status'],
  },
});
