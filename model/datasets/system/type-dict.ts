import { typeFlag } from '../../codes/shared.ts';
import { defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { common } from '../common.ts';

/** The type dictionary: tags, categories, majors and subjects in four groups (domain A14, spec section 3). */
export const typeDict = defineDataset({
  name: 'typeDict',
  path: '/api/data/wish/type',
  menu: '/wish/type',
  key: 'typeId',
  tableId: 24,
  label: label('类型字典', 'Type dictionary'),
  fields: {
    typeId: field.id({ label: label('类型ID', 'Type ID'), readOnly: true }),
    typeName: field.text({ label: label('类型名称', 'Type'), required: true, max: limits.shortName }),
    typeFlag: field.code({ label: label('分组', 'Group'), of: typeFlag, required: true }),
    parentId: field.ref({
      label: label('上级', 'Parent'),
      to: 'typeDict',
      within: ['typeFlag'],
      zero: label('无', 'None'),
      default: 0,
    }),
    orderNum: common.orderNum,
    status: common.status,
  },
  naturalKey: ['typeFlag', 'parentId', 'typeName'],
  identity: { value: 'typeId', name: 'typeName', enabledBy: 'status' },
  parent: 'parentId',
  permissions: {
    prefix: 'wish:type',
    actions: ['list', 'add', 'update', 'delete', 'import', 'export', 'batchUpdate', 'batchDelete'],
  },
  scope: { common: 'the dictionary stands in forms of everybody' },
  list: {
    columns: ['typeId', 'typeName', 'typeFlag', 'parentId', 'orderNum', 'status'],
    hidden: ['createTime', 'updateTime', 'importBatch'],
    filters: ['typeName', 'typeFlag', 'status', 'typeId'],
  },
  form: [
    {
      label: label('基本信息', 'Basic information'),
      fields: ['typeFlag', 'typeName', 'parentId', 'orderNum', 'status'],
    },
  ],
  excel: {
    import: ['typeFlag', 'typeName', 'parentId', 'orderNum', 'status'],
    export: ['typeId', 'typeFlag', 'typeName', 'parentId', 'orderNum', 'status', 'importBatch'],
    batchUpdate: ['typeName', 'orderNum', 'status'],
  },
});
