import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { adminUser } from '../people/admin-user.ts';
import { common, orderAndStatus } from '../shared/fields.ts';
import { commissionRate } from './rates.ts';

/** Agencies: the studios and schools that prepare candidates, each belonging to a partner (domain F5). */
export const agent = defineDataset({
  name: 'agent',
  path: '/api/base/agent',
  menu: { at: '/base/agent', group: 'partners', icon: 'ShopOutlined', order: 5 },
  tableId: 30,
  label: label('机构', 'Agencies'),
  fields: {
    agentId: field.id({ label: label('机构ID', 'Agency ID') }),
    agentName: field.text({ label: label('机构名称', 'Agency'), required: true, max: limits.name }),
    agentCode: field.text({
      label: label('机构代码', 'Agency code'),
      required: true,
      max: 8,
      format: 'code',
      help: label('大写字母和数字，不可重复', 'Capital letters and digits; must be unique'),
    }),
    partnersId: field.ref({ to: 'partners', required: true }),
    provinceId: common.provinceId,
    cityId: common.cityId,
    contact: field.text({ required: true, max: limits.shortName }),
    phone: field.text({ required: true, max: 20, personal: true }),
    address: field.text({ max: limits.address }),
    studentNum: field.integer({ label: label('学生规模', 'Students'), min: 0, max: 1_000_000 }),
    logo: field.image(),
    license: field.image({ label: label('营业执照', 'Business licence'), personal: true }),
    commissionRate: commissionRate(),
    ...orderAndStatus,
    remark: common.remark,
  },
  naturalKey: ['partnersId', 'agentName'],
  uniqueKeys: [['agentCode']],
  identity: { name: 'agentName', also: ['agentCode'], found: true },
  permissions: { prefix: 'base:agent', actions: everyAction },
  scope: { partner: 'partnersId', province: 'provinceId', agency: 'agentId', own: 'createBy' },
  list: {
    point: ['agentName', 'contact', 'phone', 'studentNum', 'status'],
    hidden: ['address', 'commissionRate', 'orderNum', 'remark'],
    filters: [
      'agentName',
      'partnersId',
      'provinceId',
      'status',
      'agentCode',
      'cityId',
      'contact',
      'phone',
      'agentId',
    ],
  },
  form: {
    groups: [
      { label: label('联系方式', 'Contact'), fields: ['contact', 'phone', 'remark'] },
      { label: label('图片', 'Images'), fields: ['logo', 'license'], as: 'folded' },
    ],
  },
  summary: { studentNum: 'sum' },
  groups: ['partnersId', 'provinceId', 'status', 'createTime'],
  details: [adminUser],
});
