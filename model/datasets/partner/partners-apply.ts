import { applyType, reviewStatus } from '../../codes/partner.ts';
import { defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { common } from '../common.ts';

/**
 * Applications of partners and agencies to be registered (domain F7). They come in through the public page and are
 * decided by a call of their own, so nothing here is typed in the back-office. `ownerId` is whom it belongs to:
 * the partner whose invite code was given until somebody decides, then the partner that was chosen. By it a partner
 * who reviews sees those he invited, and nobody else's.
 */
export const partnersApply = defineDataset({
  name: 'partnersApply',
  path: '/api/admin/partners/apply',
  menu: '/base/partnersApply',
  key: 'applyId',
  label: label('注册申请', 'Registrations'),
  fields: {
    applyId: field.id({ label: label('申请ID', 'Application ID'), readOnly: true }),
    applyType: field.code({ label: label('申请类型', 'Applies as'), of: applyType, required: true }),
    partnersName: field.text({
      label: label('单位名称', 'Organisation name'),
      required: true,
      max: limits.name,
    }),
    userName: field.text({ label: label('联系人', 'Contact'), required: true, max: limits.shortName }),
    phone: field.mobile({ label: label('手机', 'Mobile'), required: true }),
    provinceId: common.provinceId,
    cityId: field.ref({
      label: label('城市', 'City'),
      to: 'city',
      within: ['provinceId'],
      where: { level: 2 },
    }),
    address: field.text({ label: label('地址', 'Address'), required: true, max: limits.address }),
    position: field.text({ label: label('职务', 'Position'), max: limits.shortName }),
    recCode: field.text({ label: label('邀请码', 'Invite code'), max: 16 }),
    ownerId: field.ref({ label: label('所属合伙人', 'Partner'), to: 'partners', readOnly: true }),
    license: field.text({
      label: label('资质', 'Licence'),
      max: limits.path,
      private: true,
      readOnly: true,
    }),
    remark: common.remark,
    auditStatus: field.code({
      label: label('审核状态', 'Review'),
      of: reviewStatus,
      required: true,
      default: 1,
      readOnly: true,
    }),
    auditRemark: field.text({
      label: label('审核意见', 'Reason'),
      max: limits.remark,
      readOnly: true,
    }),
    auditBy: field.ref({ label: label('审核人', 'Reviewer'), to: 'adminUser', readOnly: true }),
    auditTime: field.dateTime({ label: label('审核时间', 'Reviewed'), readOnly: true }),
    accountId: field.ref({ label: label('开通账号', 'Account made'), to: 'adminUser', readOnly: true }),
  },
  naturalKey: [],
  identity: { value: 'applyId', name: 'partnersName' },
  permissions: { prefix: 'base:partnersapply', actions: ['list'] },
  // Agencies and own rows: the application that the account was made by, and none that waits.
  scope: { partner: 'ownerId', province: 'provinceId', agency: { through: 'accountId' }, own: 'accountId' },
  list: {
    columns: [
      'applyId',
      'applyType',
      'partnersName',
      'userName',
      'phone',
      'provinceId',
      'ownerId',
      'auditStatus',
      'auditRemark',
      'createTime',
    ],
    hidden: [
      'cityId',
      'address',
      'position',
      'recCode',
      'remark',
      'auditBy',
      'auditTime',
      'accountId',
      'updateTime',
    ],
    filters: [
      'auditStatus',
      'applyType',
      'partnersName',
      'phone',
      'userName',
      'provinceId',
      'ownerId',
      'createTime',
      'applyId',
    ],
    sort: ['-applyId'],
  },
  form: [],
});
