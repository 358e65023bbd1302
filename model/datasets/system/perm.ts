import { permType } from '../../codes/shared.ts';
import { rule } from '../../kernel/checks.ts';
import { defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { isEmpty } from '../../kernel/validate.ts';
import { limits } from '../../limits.ts';
import { common } from '../common.ts';

/** The tree of directories, pages and buttons, from which the menu is made and which roles are granted (domain A3). */
export const perm = defineDataset({
  name: 'perm',
  path: '/api/admin/perm',
  menu: '/sys/perm',
  key: 'permId',
  label: label('权限', 'Permissions'),
  fields: {
    permId: field.id({ label: label('权限ID', 'Permission ID'), readOnly: true }),
    parentId: field.ref({
      label: label('上级', 'Parent'),
      to: 'perm',
      zero: label('无', 'None'),
      default: 0,
    }),
    description: field.text({ label: label('名称', 'Name'), required: true, max: limits.name }),
    descriptionEn: field.text({ label: label('英文名称', 'English name'), max: limits.name, default: '' }),
    permType: field.code({ label: label('类型', 'Kind'), of: permType, required: true }),
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
    icon: field.text({ label: label('图标', 'Icon'), max: limits.shortName }),
    hiddenFlag: field.yesNo({
      label: label('隐藏', 'Hidden'),
      default: 0,
      help: label('不在菜单中显示', 'Not shown in the menu'),
    }),
    orderNum: common.orderNum,
    status: common.status,
  },
  naturalKey: ['parentId', 'description', 'permType'],
  uniqueKeys: [['permCode']],
  identity: { value: 'permId', name: 'description', enabledBy: 'status' },
  parent: 'parentId',
  checks: [
    rule(['permType'], row => row.permType !== 2 || !isEmpty(row.permUrl), {
      zh: '菜单必须填写路由',
      en: 'A menu needs an address',
    }),
    rule(['permType'], row => row.permType !== 3 || !isEmpty(row.permCode), {
      zh: '按钮必须填写权限码',
      en: 'A button needs a code',
    }),
    // An address elsewhere would lead people out of the product (`//` begins a host).
    rule(['permUrl'], row => /^\/(?!\/)[\w/-]*$/.test(String(row.permUrl)), {
      zh: '路由必须以一个 / 开头，只含字母、数字、- 和 /',
      en: 'An address begins with one / and has letters, digits, - and / only',
    }),
  ],
  permissions: { prefix: 'sys:perm', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'the menu is one for everybody' },
  list: {
    columns: ['description', 'permType', 'permUrl', 'permCode', 'icon', 'hiddenFlag', 'orderNum', 'status'],
    hidden: ['permId', 'descriptionEn', 'parentId', 'createTime', 'updateTime'],
    filters: ['description', 'permCode', 'permType', 'status', 'parentId', 'permUrl'],
    sort: ['orderNum', 'permId'],
  },
  form: [
    {
      label: label('基本信息', 'Basic information'),
      fields: [
        'permType',
        'parentId',
        'description',
        'descriptionEn',
        'permUrl',
        'permCode',
        'icon',
        'orderNum',
        'hiddenFlag',
        'status',
      ],
    },
  ],
});
