import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { columnType } from '../school/school.codes.ts';
import { orderAndStatus, parentOf } from '../shared/fields.ts';
import { siteKey } from '../shared/shared.codes.ts';

/** Columns of content, a tree (domain B6). */
export const column = defineDataset({
  name: 'column',
  path: '/api/base/column',
  menu: { at: '/base/column', group: 'content', icon: 'LayoutOutlined', order: 7 },
  label: label('栏目', 'Columns'),
  fields: {
    columnId: field.id({ label: label('栏目ID', 'Column ID') }),
    columnName: field.text({ label: label('栏目', 'Column'), required: true, max: limits.shortName }),
    parentId: parentOf('column'),
    columnType: field.code({ of: columnType, default: 1 }),
    siteKeys: field.codes({ of: siteKey, help: label('留空为全部站点', 'Left empty: all sites') }),
    icon: field.image(),
    ...orderAndStatus,
  },
  naturalKey: ['parentId', 'columnName'],
  identity: { open: true, name: 'columnName' },
  parent: 'parentId',
  levels: 3,
  permissions: { prefix: 'base:column', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'columns are those of the house' },
  list: { hidden: ['parentId'], filters: ['columnName', 'columnType', 'status'] },
});
