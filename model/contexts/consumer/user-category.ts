import { filled } from '../../kernel/derived.ts';
import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { common } from '../shared/fields.ts';

/**
 * Further joint categories that a candidate sits for (兼报), each with its professional score (domain 0.7, 23). The
 * first category and its score are in the candidate's row.
 */
export const userCategory = defineDataset({
  name: 'userCategory',
  path: '/api/admin/wish/user/category',
  menu: { at: '/user/category', group: 'users', icon: 'ClusterOutlined', order: 5 },
  tableId: 91,
  label: label('兼报类别', 'Further categories'),
  fields: {
    id: field.id({ label: label('兼报ID', 'Entry ID') }),
    userId: field.ref({ label: label('考生', 'Candidate'), to: 'wishUser', required: true }),
    dataYear: filled({ from: 'userId', what: 'dataYear' }, common.dataYear),
    provinceId: filled({ from: 'userId', what: 'provinceId' }, common.provinceId),
    jointCategoryId: common.jointCategoryId,
    profScore: field.decimal({ scale: 2, min: 0, max: 500 }),
    profRank: field.integer({ min: 1, max: 10_000_000 }),
    remark: common.remark,
  },
  naturalKey: ['userId', 'dataYear', 'provinceId', 'jointCategoryId'],
  identity: { name: 'jointCategoryId' },
  permissions: { prefix: 'user:category', actions: everyAction },
  scope: { through: 'userId' },
  list: {
    point: ['userId', 'jointCategoryId', 'profScore', 'profRank'],
    filters: ['userId', 'dataYear', 'provinceId', 'jointCategoryId', 'id'],
  },
});
