import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { userType } from '../shared/shared.codes.ts';
import { userChannel } from './user-channel.ts';

/**
 * Users of the back-office (domain A1). The password is set with a new account and never returned: it is stored outside
 * the row. Roles are stored in their join table.
 */
export const adminUser = defineDataset({
  name: 'adminUser',
  path: '/api/admin/user',
  menu: { at: '/sys/user', group: 'system', icon: 'UsergroupAddOutlined', order: 1 },
  tableId: 65,
  label: label('后台用户', 'Back-office users'),
  fields: {
    userId: field.id({ label: label('用户ID', 'User ID') }),
    userName: field.text({
      label: label('登录账号', 'Account'),
      required: true,
      max: limits.shortName,
      format: 'account',
      help: label('字母开头；不区分大小写', 'Begins with a letter; upper and lower case are the same'),
    }),
    password: field.text({
      required: true,
      max: limits.passwordMax,
      format: 'password',
      help: label(
        '8 到 64 位，含大小写字母和数字；首次登录须修改',
        '8 to 64 characters, upper, lower and digit; changed at the first login',
      ),
      elsewhere: true,
      private: true,
      lockedOnEdit: true,
    }),
    nickName: field.text({
      label: label('姓名', 'Name'),
      headers: ['昵称'],
      required: true,
      max: limits.shortName,
    }),
    mobile: field.mobile(),
    email: field.text({ label: label('邮箱', 'Email'), max: limits.name, format: 'email' }),
    userType: field.code({ label: label('用户类型', 'Kind of user'), of: userType, required: true }),
    roleIds: field.refs({ label: label('角色', 'Roles'), to: 'role', elsewhere: true }),
    partnersId: field.ref({ label: label('所属合伙人', 'Partner'), to: 'partners' }),
    provinceId: field.ref({
      label: label('所属省份', 'Province'),
      to: 'province',
      help: label('填写后只能看到该省份的数据', 'When set, the user sees only the data of this province'),
    }),
    agentId: field.ref({ label: label('所属机构', 'Agency'), to: 'agent' }),
    adminFlag: field.yesNo({
      label: label('管理员', 'Administrator'),
      default: 0,
      help: label(
        '拥有全部权限，只有管理员可以设置',
        'Holds every permission; only administrators may set it',
      ),
    }),
    saleFlag: field.yesNo({ label: label('销售标识', 'Sales'), default: 0 }),
    recCode: field.text({ label: label('邀请码', 'Invite code'), max: 16, readOnly: true }),
    status: common.status,
    secondFactorFlag: field.yesNo({
      label: label('两步验证', 'Two-step login'),
      readOnly: true,
      elsewhere: true,
    }),
    lastLoginTime: field.dateTime({ label: label('最近登录', 'Last login'), readOnly: true }),
    remark: common.remark,
  },
  naturalKey: ['userName'],
  uniqueKeys: [['recCode']],
  identity: { also: ['nickName'], found: true },
  permissions: {
    prefix: 'sys:user',
    actions: ['list', 'add', 'update', 'delete', 'export'],
    own: { secondFactor: label('重置两步验证', 'Reset two-step login') },
  },
  scope: { partner: 'partnersId', province: 'provinceId', agency: 'agentId', own: 'userId' },
  list: {
    columns: ['mobile', 'partnersId', 'agentId', 'secondFactorFlag', 'provinceId', 'userId'],
    point: ['userName', 'nickName', 'userType', 'roleIds', 'status', 'lastLoginTime'],
    filters: [
      'userName',
      'nickName',
      'userType',
      'roleIds',
      'status',
      'mobile',
      'partnersId',
      'provinceId',
      'agentId',
      'userId',
    ],
  },
  form: {
    groups: [
      {
        label: label('账号', 'Account'),
        fields: ['userName', 'password', 'nickName', 'mobile', 'email', 'status', 'remark'],
      },
      {
        label: label('权限与数据范围', 'Permissions and data scope'),
        fields: ['userType', 'roleIds', 'partnersId', 'provinceId', 'agentId', 'adminFlag', 'saleFlag'],
      },
    ],
  },
  groups: ['userType', 'partnersId', 'agentId', 'status', 'createTime'],
  details: [userChannel],
  excel: { export: { with: ['roleIds'], without: ['adminFlag', 'saleFlag'] } },
});
