import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { rankLevel } from '../admission/admission.codes.ts';
import { orderAndStatus } from '../shared/fields.ts';

/** Publishers of rankings (domain B10). */
export const rankCategory = defineDataset({
  name: 'rankCategory',
  path: '/api/data/wish/rankCategory',
  menu: { at: '/wish/rankCategory', group: 'data', icon: 'OrderedListOutlined', order: 11 },
  label: label('排名类别', 'Kinds of rankings'),
  fields: {
    categoryId: field.id({ label: label('类别ID', 'Kind ID') }),
    categoryName: field.text({ label: label('类别', 'Kind'), required: true, max: limits.shortName }),
    publisher: field.text({ label: label('发布机构', 'Publisher'), max: limits.shortName }),
    level: field.code({ label: label('适用层级', 'Ranks'), of: rankLevel, default: 2 }),
    ...orderAndStatus,
  },
  naturalKey: ['categoryName'],
  identity: { open: true },
  permissions: { prefix: 'wish:rankcategory', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'kinds of rankings are reference data' },
  list: { filters: ['categoryName', 'level', 'status'] },
});
