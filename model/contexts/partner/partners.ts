import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { adminUser } from '../people/admin-user.ts';
import { mobileAuth } from '../people/people.codes.ts';
import { common, parentOf, statusAndRemark } from '../shared/fields.ts';
import { agent } from './agent.ts';
import { channel } from './channel.ts';
import { commissionRate } from './rates.ts';

/**
 * Partners, who serve one or more provinces, in a tree (spec sections 2, 3 and 5; domain F1). `channel` and
 * `channelName` are the partner's own copy, taken from the chosen channel.
 */
export const partners = defineDataset({
  name: 'partners',
  path: '/api/base/wish/partners',
  menu: { at: '/wish/partners', group: 'partners', icon: 'TeamOutlined', order: 1 },
  tableId: 29,
  label: label('合伙人', 'Partners'),
  fields: {
    partnersId: field.id({ label: label('合伙人ID', 'Partner ID') }),
    partnersName: field.text({ required: true, max: limits.name }),
    dataYear: field.year({ label: label('年份', 'Year'), required: true, default: common.dataYear.default }),
    parentId: parentOf('partners', label('上级合伙人', 'Parent partner')),
    provinceIds: field.refs({ label: label('负责省份', 'Provinces'), to: 'province' }),
    channel: field.text({
      label: label('渠道编码', 'Channel code'),
      max: limits.shortName,
      readOnly: true,
      help: label('随所选渠道', 'Set by the chosen channel'),
    }),
    channelId: field.ref({
      to: 'channel',
      help: label(
        '选择后，渠道编码和渠道名称以该渠道为准',
        'The channel code and name are then those of the chosen channel',
      ),
    }),
    channelName: field.text({ required: true, max: limits.name }),
    showFlag: field.yesNo({
      label: label('是否展示', 'Shown'),
      default: 1,
      help: label('在官网的合作伙伴中展示', 'Shown among the partners on the public pages'),
    }),
    logo: field.image({ help: label('官网展示，建议横版透明底', 'Shown on the public pages') }),
    mobileAuth: field.code({ label: label('手机号授权', 'Mobile numbers'), of: mobileAuth, default: 1 }),
    userName: field.text({ label: label('联系人', 'Contact'), required: true, max: limits.shortName }),
    position: field.text({ label: label('职务', 'Position'), required: true, max: limits.shortName }),
    phone: field.text({ required: true, max: 20, personal: true }),
    address: field.text({ required: true, max: limits.address }),
    guideRate: commissionRate(label('指南佣金率', 'Guide commission'), ['agency']),
    probRate: commissionRate(label('概率佣金率', 'Probability commission'), ['agency']),
    listRate: commissionRate(label('志愿表佣金率', 'List commission'), ['agency']),
    bankName: field.text({ max: limits.name, hiddenFrom: ['agency'] }),
    bankNo: field.text({ max: 32, hiddenFrom: ['agency'] }),
    accountName: field.text({ max: limits.name, hiddenFrom: ['agency'] }),
    ...statusAndRemark,
  },
  naturalKey: ['partnersName', 'dataYear'],
  identity: { found: true },
  parent: 'parentId',
  permissions: {
    prefix: 'wish:partners',
    actions: ['list', 'add', 'update', 'delete', 'import', 'export', 'batchUpdate'],
  },
  lookUps: [{ at: '/api/base/wish/partners/all', fields: ['partnersId', 'partnersName'] }],
  scope: {
    partner: 'partnersId',
    province: 'provinceIds',
    agency: { readOnly: 'an agency knows the partner that it is bound to' },
    own: 'createBy',
  },
  list: {
    columns: ['partnersId', 'partnersName', 'channelName', 'userName'],
    without: ['channelId', 'logo', 'bankName', 'bankNo', 'accountName'],
    filters: ['partnersId', 'partnersName', 'dataYear', 'status', 'channelId', 'parentId'],
    open: 1,
    tools: ['add', 'batchUpdate', 'export', 'exportFields'],
  },
  form: {
    groups: [
      { label: label('联系方式', 'Contact'), fields: ['userName', 'position', 'phone', 'address'] },
      {
        label: label('佣金与收款', 'Commission and account'),
        fields: ['guideRate', 'probRate', 'listRate', 'bankName', 'bankNo', 'accountName'],
        as: 'folded',
      },
    ],
  },
  details: [agent, channel, adminUser],
  excel: {
    import: { without: ['parentId', 'provinceIds', 'bankName', 'bankNo', 'accountName'] },
    export: { with: ['parentId'] },
    batchUpdate: { without: ['channelId'] },
    jobs: { export: 113, exportTree: 114, batchUpdate: 115 },
  },
});
