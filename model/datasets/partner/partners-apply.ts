import { applyType, reviewStatus } from '../../codes/partner.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../common.ts';

/**
 * Applications of partners and agencies to be registered (domain F7). They come in through the public page and are
 * decided by steps, so nothing here is typed in the back-office. `ownerId` is whom it belongs to:
 * the partner whose invite code was given until somebody decides, then the partner that was chosen. By it a partner
 * who reviews sees those he invited, and nobody else's.
 */
export const partnersApply = defineDataset({
  name: 'partnersApply',
  path: '/api/admin/partners/apply',
  menu: {
    at: '/base/partnersApply',
    group: 'partners',
    icon: 'AuditOutlined',
    order: 6,
    label: label('注册审核', 'Registration review'),
  },
  key: 'applyId',
  label: label('注册申请', 'Registrations'),
  fields: {
    applyId: field.id({ label: label('申请ID', 'Application ID') }),
    applyType: field.code({ of: applyType, required: true }),
    partnersName: field.text({
      label: label('单位名称', 'Organisation name'),
      required: true,
      max: limits.name,
    }),
    userName: field.text({ label: label('联系人', 'Contact'), required: true, max: limits.shortName }),
    phone: field.mobile({ label: label('手机', 'Mobile'), required: true }),
    provinceId: common.provinceId,
    cityId: common.cityId,
    address: field.text({ required: true, max: limits.address }),
    position: field.text({ label: label('职务', 'Position'), max: limits.shortName }),
    recCode: field.text({ label: label('邀请码', 'Invite code'), max: 16 }),
    inviterId: field.ref({
      label: label('邀请人', 'Invited by'),
      to: 'adminUser',
      readOnly: true,
      elsewhere: true,
    }),
    ownerId: field.ref({
      label: label('所属合伙人', 'Partner'),
      to: 'partners',
      readOnly: true,
      help: label(
        '机构必选；合伙人选其上级，不选为一级合伙人',
        'An agency needs one; a partner may stand under another',
      ),
    }),
    license: field.text({ max: limits.path, private: true, readOnly: true }),
    licenseFlag: field.yesNo({
      label: label('资质图片', 'Picture of the licence'),
      readOnly: true,
      elsewhere: true,
    }),
    auditStatus: field.code({ of: reviewStatus, required: true, default: 1, readOnly: true }),
    auditRemark: field.text({ max: limits.remark, readOnly: true }),
    remark: common.remark,
    auditBy: field.ref({ to: 'adminUser', readOnly: true }),
    auditTime: field.dateTime({ readOnly: true }),
    accountId: field.ref({ label: label('开通账号', 'Account made'), to: 'adminUser', readOnly: true }),
  },
  naturalKey: [],
  identity: { value: 'applyId', name: 'partnersName' },
  permissions: {
    prefix: 'base:partnersapply',
    actions: ['list'],
    own: { audit: label('审核注册申请', 'Review registrations') },
  },
  // Agencies and own rows: the application that the account was made by, and none that waits.
  scope: { partner: 'ownerId', province: 'provinceId', agency: { through: 'accountId' }, own: 'accountId' },
  list: {
    columns: [
      'applyId',
      'applyType',
      'partnersName',
      'auditStatus',
      'userName',
      'phone',
      'provinceId',
      'ownerId',
      'auditRemark',
      'createTime',
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
  },
});
