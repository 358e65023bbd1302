import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { statusAndRemark } from '../shared/fields.ts';
import { dataScope } from '../shared/shared.codes.ts';

/** Roles: permissions and data scope (domain A2). The grants of a role are stored in its join table. */
export const role = defineDataset({
  name: 'role',
  path: '/api/admin/role',
  menu: { at: '/sys/role', group: 'system', icon: 'SafetyCertificateOutlined', order: 2 },
  label: label('角色', 'Roles'),
  fields: {
    roleId: field.id({ label: label('角色ID', 'Role ID') }),
    roleName: field.text({ label: label('角色名', 'Role'), required: true, max: limits.shortName }),
    roleCode: field.text({ label: label('角色编码', 'Role code'), required: true, max: limits.shortName }),
    dataScope: field.code({
      label: label('数据范围', 'Data scope'),
      of: dataScope,
      default: 0,
      help: label(
        '本合伙人、本省、本机构按用户所属决定；用户没有所属时看不到任何数据',
        'Own partner, province or agency is that of the user; a user without one sees no rows',
      ),
    }),
    secondFactorFlag: field.yesNo({
      label: label('须两步验证', 'Two-step login'),
      default: 0,
      help: label(
        '拥有该角色的用户下次登录时必须启用两步验证；只有管理员可以设置',
        'People with this role must turn two-step login on at their next login; only administrators may set it',
      ),
    }),
    permIds: field.refs({ label: label('权限', 'Permissions'), to: 'perm', elsewhere: true, max: 5_000 }),
    ...statusAndRemark,
  },
  naturalKey: ['roleCode'],
  identity: { name: 'roleName', also: ['roleCode'], found: true },
  permissions: { prefix: 'sys:role', actions: ['list', 'add', 'update', 'delete'] },
  lookUps: [{ at: '/api/admin/roleList', fields: ['roleId', 'roleName'] }],
  scope: { common: 'roles are one set for everybody' },
  list: { filters: ['roleName', 'roleCode', 'dataScope', 'status'], sort: ['roleId'] },
  form: { without: ['permIds'] },
});
