import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { sourceType } from '../people/people.codes.ts';
import { statusAndRemark } from '../shared/fields.ts';

/** Origins of consumers and leads: apps, mini-programs, the telephone (domain B5). */
export const source = defineDataset({
  name: 'source',
  path: '/api/base/source',
  menu: { at: '/base/source', group: 'system', icon: 'ForkOutlined', order: 14 },
  label: label('来源', 'Sources'),
  fields: {
    sourceId: field.id({ label: label('来源ID', 'Source ID') }),
    sourceName: field.text({ label: label('来源', 'Source'), required: true, max: limits.shortName }),
    sourceCode: field.text({ label: label('来源编码', 'Source code'), required: true, max: 16 }),
    sourceType: field.code({ of: sourceType, required: true }),
    ...statusAndRemark,
  },
  naturalKey: ['sourceName'],
  identity: { open: true, also: ['sourceCode'] },
  permissions: { prefix: 'base:source', actions: ['list', 'add', 'update', 'delete'] },
  lookUps: [{ at: '/api/admin/allSourceList', fields: ['sourceId', 'sourceName', 'sourceCode'] }],
  scope: { common: 'where people come from is reference data' },
  list: { filters: ['sourceName', 'sourceCode', 'sourceType', 'status'] },
});
