import { notBefore } from '../../kernel/checks.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { settleItem } from './settle-item.ts';
import { settleStatus } from './settlement.codes.ts';

/** A sum of the settlements that are not void. */
const notVoid = (zh: string, en: string) =>
  ({ of: 'sum', where: { settleStatus: [0, 1, 2, 3] }, label: label(zh, en) }) as const;

/** A sum over the lines. A partner's income and what it passes on are hidden from its agencies. */
const total = (zh: string, en: string) =>
  field.money({
    label: label(zh, en),
    required: true,
    default: '0.00',
    readOnly: true,
    hiddenFrom: ['agency'],
  });

/**
 * Settlements: a partner's income from the orders of a period (domain F6, 3.3, 4.10). Its lines are created from the
 * orders and reserve them until it is voided; amounts are derived from the lines.
 */
export const partnersSettle = defineDataset({
  name: 'partnersSettle',
  path: '/api/data/wish/partners/settle',
  menu: { at: '/wish/settle', group: 'orders', icon: 'ReconciliationOutlined', order: 6 },
  tableId: 58,
  label: label('结算', 'Settlements'),
  fields: {
    settleId: field.id({ label: label('结算ID', 'Settlement ID') }),
    settleNo: field.text({ label: label('结算单号', 'Number'), max: 20, readOnly: true }),
    partnersId: field.ref({ to: 'partners', required: true }),
    channelId: field.ref({ to: 'channel', zero: label('全部', 'All'), default: 0, lockedOnEdit: true }),
    periodStart: field.date({ required: true, lockedOnEdit: true }),
    periodEnd: field.date({ label: label('结算止', 'Period end'), required: true, lockedOnEdit: true }),
    orderNum: field.integer({ label: label('订单数', 'Orders'), default: 0, readOnly: true }),
    orderAmount: total('订单金额', 'Order amount'),
    refundAmount: total('退款金额', 'Refunded'),
    baseAmount: total('计佣基数', 'Base'),
    commission: total('佣金', 'Commission'),
    parentCommission: total('上级分成', "Parents' share"),
    agentCommission: total('其中付机构', 'Of it to agencies'),
    carriedAmount: total('上期结转', 'Carried forward'),
    adjustAmount: field.money({
      label: label('调整金额', 'Adjustment'),
      default: '0.00',
      min: -9_999_999.99,
      signed: true,
      hiddenFrom: ['agency'],
      help: label(
        '正数增加应付，负数减少；须填写调整原因，超过上限须另一位总部人员批准',
        'A positive amount is added to the amount payable, a negative one deducted. It needs a reason, and over the limit the approval of another person of head office',
      ),
    }),
    adjustReason: field.text({
      label: label('调整原因', 'Reason for the adjustment'),
      max: limits.remark,
      hiddenFrom: ['agency'],
    }),
    adjustOkBy: field.ref({
      label: label('调整批准人', 'Adjustment approved by'),
      to: 'adminUser',
      readOnly: true,
      hiddenFrom: ['agency'],
    }),
    payableAmount: total('应付金额', 'Payable'),
    settleStatus: field.code({ of: settleStatus, required: true, default: 0, readOnly: true }),
    carriedTo: field.ref({ label: label('结转至', 'Carried to'), to: 'partnersSettle', readOnly: true }),
    /** Everybody who drew, adjusted, recalculated or submitted it: they do not pay it. */
    handledBy: field.refs({
      label: label('经办人', 'Handled by'),
      to: 'adminUser',
      readOnly: true,
    }),
    submitBy: field.ref({ label: label('提交人', 'Submitted by'), to: 'adminUser', readOnly: true }),
    confirmBy: field.ref({ label: label('确认人', 'Confirmed by'), to: 'adminUser', readOnly: true }),
    payTime: field.dateTime({ label: label('打款时间', 'Paid'), readOnly: true }),
    payVoucher: field.image({
      label: label('打款凭证', 'Voucher'),
      personal: true,
      readOnly: true,
      hiddenFrom: ['agency'],
    }),
    invoiceNo: field.text({ label: label('发票号', 'Invoice'), max: limits.shortName }),
    remark: common.remark,
  },
  identity: { name: 'settleNo', found: true },
  uniqueKeys: [
    ['settleNo'],
    {
      fields: ['partnersId', 'channelId', 'periodStart'],
      where: { settleStatus: [0, 1, 2, 3] },
      message: label(
        '该合伙人和渠道在这一期已有结算单',
        'This partner and channel have a settlement of this period already',
      ),
    },
  ],
  checks: [notBefore('periodStart', 'periodEnd')],
  permissions: {
    prefix: 'wish:settle',
    actions: ['list', 'add', 'update', 'export'],
    own: { delete: label('作废结算单', 'Void settlements') },
  },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'settlements are between the house and its partners' },
    own: 'createBy',
  },
  list: {
    columns: [
      'periodStart',
      'periodEnd',
      'adjustAmount',
      'carriedAmount',
      'orderNum',
      'orderAmount',
      'refundAmount',
      'channelId',
      'payTime',
    ],
    point: ['settleNo', 'partnersId', 'settleStatus', 'payableAmount', 'commission'],
    hidden: [
      'baseAmount',
      'parentCommission',
      'agentCommission',
      'carriedTo',
      'adjustReason',
      'adjustOkBy',
      'handledBy',
      'submitBy',
      'confirmBy',
      'invoiceNo',
      'remark',
    ],
    filters: ['settleNo', 'partnersId', 'channelId', 'settleStatus', 'periodStart', 'createTime'],
    sort: ['-settleId'],
  },
  summary: {
    orderAmount: notVoid('订单金额(不含作废)', 'Orders (none void)'),
    refundAmount: notVoid('退款(不含作废)', 'Refunded (none void)'),
    commission: notVoid('佣金(不含作废)', 'Commission (none void)'),
    payableAmount: notVoid('应付(不含作废)', 'Payable (none void)'),
  },
  details: [{ of: settleItem, by: 'settleId' }],
});
