import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { cardCode } from './card-code.ts';
import { codeRuleStatus, codeRuleType, shareChannel } from './codes.codes.ts';

const counted = (zh: string, en: string, codeStatus: readonly [number, ...number[]]) =>
  field.count({ of: 'cardCode', by: 'ruleId', where: { codeStatus }, label: label(zh, en) });

/**
 * Rules of activation codes: a number of codes of one card, made by a job that continues after a stop (domain G2, 3.4).
 * How many were issued and activated is counted from the codes (0.7, 27).
 */
export const cardCodeRule = defineDataset({
  name: 'cardCodeRule',
  path: '/api/admin/card/code/rule',
  menu: { at: '/card/rule', group: 'cards', icon: 'BarcodeOutlined', order: 2 },
  label: label('激活码规则', 'Code rules'),
  fields: {
    ruleId: field.id({ label: label('规则ID', 'Rule ID') }),
    ruleName: field.text({ label: label('规则名称', 'Rule'), required: true, max: limits.name }),
    ruleType: field.code({ of: codeRuleType, default: 1, lockedOnEdit: true }),
    cardId: field.ref({ to: 'card', required: true, lockedOnEdit: true }),
    quantity: field.integer({
      required: true,
      min: 0,
      max: limits.codesMax,
      lockedOnEdit: true,
      help: label(
        '1 至 1,000,000；线上规则填 0，用一个生成一个',
        '1 to 1,000,000; 0 for codes that are made when they are needed',
      ),
    }),
    prefix: field.text({
      label: label('序列号前缀', 'Prefix of serial numbers'),
      max: 4,
      format: 'code',
      lockedOnEdit: true,
      help: label(
        '2 至 4 个大写字母；留空用卡产品的前缀',
        'Two to four capital letters; left empty, that of the card',
      ),
    }),
    startSerialNo: field.text({ max: 16, readOnly: true }),
    endSerialNo: field.text({ max: 16, readOnly: true }),
    codeExpireTime: field.dateTime({ required: true, until: true, lockedOnEdit: true }),
    partnersId: field.ref({ to: 'partners', lockedOnEdit: true }),
    channelId: field.ref({ to: 'channel', lockedOnEdit: true }),
    shareChannel: field.code({ of: shareChannel, default: 1, lockedOnEdit: true }),
    unitPrice: field.money({ label: label('结算单价', 'Settlement price'), default: '0.00', min: 0 }),
    generatedNum: field.integer({ label: label('已生成', 'Generated'), default: 0, readOnly: true }),
    issuedNum: counted('已发放', 'Issued', [2]),
    activatedNum: counted('已激活', 'Activated', [3]),
    ruleStatus: field.code({ of: codeRuleStatus, required: true, default: 0, readOnly: true }),
    orderId: field.ref({
      label: label('采购订单', 'Purchase'),
      to: 'cardOrder',
      readOnly: true,
      protects: false,
    }),
    /** Person who asked to void a rule that was paid for; another one confirms it. */
    cancelAskedBy: field.ref({
      label: label('作废申请人', 'Asked to void it'),
      to: 'adminUser',
      readOnly: true,
    }),
    remark: common.remark,
  },
  uniqueKeys: [['orderId']],
  identity: { name: 'ruleName', found: true },
  permissions: { prefix: 'card:rule', actions: ['list', 'add', 'update'] },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency reads what its partner hands out' },
    own: 'createBy',
  },
  details: [{ of: cardCode, by: 'ruleId', label: label('激活码', 'Codes') }],
  list: {
    point: ['ruleName', 'cardId', 'quantity', 'activatedNum', 'ruleStatus'],
    hidden: ['cancelAskedBy'],
    filters: [
      'ruleName',
      'cardId',
      'ruleType',
      'ruleStatus',
      'partnersId',
      'channelId',
      'orderId',
      'createTime',
    ],
  },
});
