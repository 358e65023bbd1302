import { defineDataset, field, label } from '../../kernel/language.ts';
import { userLimitType } from '../sales/sales.codes.ts';
import { common } from '../shared/fields.ts';

/**
 * Limits set for a consumer's year (domain E3); otherwise the default applies
 * (`model/contexts/sales/rules/user-limits.ts`). Usage is counted separately, so that a limit can be added and
 * removed.
 */
export const userLimit = defineDataset({
  name: 'userLimit',
  path: '/api/admin/wish/user/limit',
  menu: { at: '/user/limit', group: 'users', icon: 'FieldNumberOutlined', order: 3 },
  label: label('次数限制', 'Usage limits'),
  fields: {
    id: field.id({ label: label('限制ID', 'Limit ID') }),
    userId: field.ref({ to: 'wishUser', required: true }),
    dataYear: common.dataYear,
    limitType: field.code({
      label: label('限制项', 'Limits'),
      of: userLimitType,
      required: true,
    }),
    totalNum: field.integer({
      label: label('总次数', 'Total uses'),
      required: true,
      min: 0,
      max: 1_000_000,
    }),
    usedNum: field.integer({ elsewhere: true, readOnly: true }),
    leftNum: field.integer({ label: label('剩余', 'Remaining'), elsewhere: true, readOnly: true }),
    remark: common.remark,
  },
  naturalKey: ['userId', 'dataYear', 'limitType'],
  identity: { name: 'limitType' },
  permissions: { prefix: 'user:limit', actions: ['list', 'add', 'update', 'delete'] },
  scope: { through: 'userId' },
  list: {
    columns: ['userId', 'dataYear', 'limitType', 'totalNum', 'usedNum', 'leftNum', 'remark'],
    filters: ['userId', 'dataYear', 'limitType', 'id'],
  },
});
