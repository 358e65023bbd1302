import { defineDataset, field, label } from '../../kernel/language.ts';
import { isEmpty } from '../../kernel/validate/validate.ts';
import { limits } from '../../limits.ts';
import { common, parentOf } from '../shared/fields.ts';
import { permType } from '../shared/shared.codes.ts';

/** The tree of directories, pages and buttons, from which the menu is made and which roles are granted (domain A3). */
export const perm = defineDataset({
  name: 'perm',
  path: '/api/admin/perm',
  menu: { at: '/sys/perm', group: 'system', icon: 'LockOutlined', order: 3 },
  label: label('权限', 'Permissions'),
  fields: {
    permId: field.id({ label: label('权限ID', 'Permission ID') }),
    permType: field.code({ label: label('类型', 'Kind'), of: permType, required: true }),
    parentId: parentOf('perm'),
    description: field.text({ label: label('名称', 'Name'), required: true, max: limits.name }),
    descriptionEn: field.text({ label: label('英文名称', 'English name'), max: limits.name, default: '' }),
    permUrl: field.text({
      label: label('路由', 'Address'),
      max: 128,
      help: label('菜单的地址，如 /sys/user', 'Address of a menu, such as /sys/user'),
    }),
    permCode: field.text({
      label: label('权限码', 'Code'),
      max: limits.name,
      help: label('按钮的权限码，如 sys:user:add', 'Code of a button, such as sys:user:add'),
    }),
    icon: field.text({ max: limits.shortName }),
    orderNum: common.orderNum,
    hiddenFlag: field.yesNo({
      label: label('隐藏', 'Hidden'),
      default: 0,
      help: label('不在菜单中显示', 'Not shown in the menu'),
    }),
    status: common.status,
  },
  naturalKey: ['parentId', 'description', 'permType'],
  uniqueKeys: [['permCode']],
  identity: { name: 'description' },
  parent: 'parentId',
  checks: [
    {
      kind: 'rule',
      fields: ['permType'],
      test: row => row.permType !== permType.is.menu || !isEmpty(row.permUrl),
      message: label('菜单必须填写路由', 'A menu needs an address'),
    },
    {
      kind: 'rule',
      fields: ['permType'],
      test: row => row.permType !== permType.is.button || !isEmpty(row.permCode),
      message: label('按钮必须填写权限码', 'A button needs a code'),
    },
    {
      kind: 'rule',
      fields: ['permUrl'],
      // An external address would lead people out of the product (`//` begins a host).
      test: row => /^\/(?!\/)[\w/-]*$/.test(String(row.permUrl)),
      message: label(
        '路由必须以一个 / 开头，只含字母、数字、- 和 /',
        'An address begins with one / and has letters, digits, - and / only',
      ),
    },
  ],
  permissions: { prefix: 'sys:perm', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'the menu is one for everybody' },
  list: {
    columns: ['icon', 'hiddenFlag', 'orderNum'],
    point: ['description', 'permType', 'permUrl', 'permCode', 'status'],
    filters: ['description', 'permCode', 'permType', 'status', 'parentId', 'permUrl'],
    sort: ['orderNum', 'permId'],
  },
});
