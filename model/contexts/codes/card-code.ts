import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { codeHeadLength, codeLength } from '../../rules/activation-code.ts';
import { cardType } from '../sales/sales.codes.ts';
import { codeStatus } from './codes.codes.ts';

const activatedIn = (zh: string, en: string) => field.loggedId({ label: label(zh, en), private: true });

/**
 * Activation codes (domain G3, 3.4). Jobs make them and steps move them. The code itself is sealed, found by its keyed
 * digest, shown with its first letters, and whole in exports alone (0.7, 8).
 */
export const cardCode = defineDataset({
  name: 'cardCode',
  path: '/api/admin/card/code',
  menu: { at: '/card/code', group: 'cards', icon: 'QrcodeOutlined', order: 3 },
  tableId: 37,
  label: label('激活码', 'Activation codes'),
  readOnly: true,
  fields: {
    codeId: field.id({ label: label('激活码ID', 'Code ID') }),
    serialNo: field.text({ label: label('序列号', 'Serial number'), required: true, max: 16, find: 'range' }),
    code: field.secret({
      label: label('激活码', 'Code'),
      required: true,
      max: codeLength,
      format: 'activationCode',
      head: 'codeHead',
      digest: 'codeDigest',
      exported: true,
    }),
    codeHead: field.text({
      label: label('激活码前四位', 'First letters'),
      max: codeHeadLength,
      private: true,
    }),
    codeDigest: field.text({ label: label('激活码摘要', 'Digest'), max: 43, private: true }),
    ruleId: field.ref({ to: 'cardCodeRule', required: true }),
    cardId: field.ref({ to: 'card', required: true }),
    cardType: field.code({ of: cardType, required: true }),
    dataYear: field.year({ required: true }),
    partnersId: field.ref({ to: 'partners' }),
    channelId: field.ref({ to: 'channel' }),
    codeStatus: field.code({ of: codeStatus, required: true, default: 1 }),
    userId: field.ref({ label: label('激活考生', 'Activated by'), to: 'wishUser' }),
    mobile: field.mobile({ find: 'equal' }),
    /** Owners of the candidate at the activation, by whom the figures of codes are counted (domain 4.13). */
    provinceId: activatedIn('省份', 'Province'),
    agentId: activatedIn('机构', 'Agency'),
    saleUserId: activatedIn('销售', 'Salesperson'),
    issueTime: field.dateTime(),
    activateTime: field.dateTime({ label: label('激活时间', 'Activated at') }),
    codeExpireTime: field.dateTime({ required: true, until: true }),
    cancelTime: field.dateTime(),
    cancelReason: field.text({ max: limits.remark }),
    orderNo: field.text({ max: limits.shortName, find: 'equal' }),
    /** Person who asked to void an activated code; another one confirms it. */
    forceAskedBy: field.ref({ label: label('强制作废申请人', 'Asked to void it'), to: 'adminUser' }),
    /** Number of the refund for which the code is held: it cannot be activated meanwhile. */
    refundNo: field.text({ max: limits.shortName }),
    remark: field.text({ max: limits.remark }),
  },
  naturalKey: ['serialNo'],
  uniqueKeys: [['codeDigest']],
  // Rules count their codes by state.
  indexes: [['ruleId', 'codeStatus']],
  permissions: {
    prefix: 'card:code',
    actions: ['list', 'export'],
    own: {
      add: label('按需生成激活码', 'Generate codes on demand'),
      update: label('编辑激活码', 'Edit codes'),
      batchUpdate: label('批量发放与调整', 'Issue and change many'),
      cancel: label('作废激活码', 'Void codes'),
    },
  },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency reads what its partner hands out' },
    own: { through: 'userId' },
  },
  list: {
    columns: [
      'userId',
      'mobile',
      'activateTime',
      'ruleId',
      'partnersId',
      'channelId',
      'cardType',
      'dataYear',
      'issueTime',
      'cancelTime',
      'cancelReason',
      'orderNo',
      'refundNo',
      'remark',
    ],
    point: ['serialNo', 'code', 'codeStatus', 'cardId', 'codeExpireTime'],
    hidden: ['cardType', 'dataYear', 'issueTime', 'cancelTime', 'cancelReason', 'orderNo', 'refundNo'],
    filters: [
      'serialNo',
      'codeStatus',
      'ruleId',
      'cardId',
      'userId',
      'mobile',
      'partnersId',
      'channelId',
      'cardType',
      'dataYear',
      'activateTime',
      'codeExpireTime',
      'orderNo',
      'refundNo',
      'remark',
    ],
  },
  excel: {
    export: [
      'codeId',
      'serialNo',
      'code',
      'codeStatus',
      'cardId',
      'cardType',
      'dataYear',
      'ruleId',
      'partnersId',
      'channelId',
      'userId',
      'mobile',
      'issueTime',
      'activateTime',
      'codeExpireTime',
      'cancelTime',
      'cancelReason',
      'orderNo',
      'refundNo',
      'remark',
    ],
  },
});
