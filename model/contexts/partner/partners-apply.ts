import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { applyType, reviewStatus } from './partner.codes.ts';

/**
 * Applications for registration by partners and agencies (domain F7). The public page creates them and steps decide
 * them, so the back-office enters nothing here. `ownerId` is the partner an application belongs to: the one whose
 * invite code was used until the decision, then the one that was chosen. A partner who reviews sees the applicants they
 * invited, and no others.
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
        'Required for an agency; for a partner, choose its parent partner, or leave it empty for a top-level partner',
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
  identity: { name: 'partnersName' },
  permissions: {
    prefix: 'base:partnersapply',
    actions: ['list'],
    own: { audit: label('审核注册申请', 'Review registrations') },
  },
  // For agencies and own rows: the application that created the account, and no pending ones.
  scope: { partner: 'ownerId', province: 'provinceId', agency: { through: 'accountId' }, own: 'accountId' },
  list: {
    columns: ['userName', 'ownerId', 'auditRemark', 'provinceId', 'applyId'],
    point: ['partnersName', 'auditStatus', 'applyType', 'phone', 'createTime'],
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
